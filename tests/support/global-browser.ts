import type { TestProject } from 'vitest/node';
import { serveBrowser } from './browser.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where this run's Chromium is reached; `connectBrowser` does. */
    browserEndpoint: string;
  }
}

/** One Chromium for all files of the project: each page stands in a context of its own, as in a window of its own. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await serveBrowser();
  project.provide('browserEndpoint', server.wsEndpoint());
  return () => server.close();
}
