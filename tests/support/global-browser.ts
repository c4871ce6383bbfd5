import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { findChromium } from './chromium.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the files that the browsers of this run need. */
    browserFolder: string;
  }
}

/** Unpacks Chromium before the tests, and removes the files of the browsers after them. */
export function setup(project: TestProject): () => void {
  findChromium();
  const folder = mkdtempSync(join(tmpdir(), 'prumo-browser-'));
  project.provide('browserFolder', folder);
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
