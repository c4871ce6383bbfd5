import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test, type TestContext } from 'vitest';

/** A real thing that is here. */
export interface Found {
  /** As it says itself. */
  readonly version: string;
}

declare module 'vitest' {
  interface TaskMeta {
    /** A row of the table that `npm run test:real` prints. */
    met?: { readonly thing: string; readonly version: string; readonly result: string };
  }
}

interface Thing<Here extends Found> {
  readonly name: string;
  /** What is to be met; else why it is not, in words. */
  readonly found: Here | string;
  /** On Debian it is to be had from the distribution: not to meet it there is a failure. */
  readonly isDebians: boolean;
}

/** Puts what a check has found out into the table. */
export type Tell = (context: Pick<TestContext, 'task'>, result: string) => void;

const idIn = (release: string): string => /^ID="?(\w+)/m.exec(release)?.[1] ?? '';
const RELEASE = '/etc/os-release';

const isDebian = (): boolean => existsSync(RELEASE) && idIn(readFileSync(RELEASE, 'utf8')) === 'debian';

/** The tests of a thing where it is; where it is not, one that says why. */
export function describeThing<Here extends Found>(
  { name, found, isDebians }: Thing<Here>,
  tests: (here: Here, tell: Tell) => void,
): void {
  // oxlint-disable-next-line vitest/valid-title -- a string it is
  describe(name, () => {
    if (typeof found !== 'string') {
      const tell: Tell = ({ task }, result) => void (task.meta.met = { thing: name, version: found.version, result });
      return tests(found, tell);
    }
    test('is here', (context) => {
      context.task.meta.met = { thing: name, version: '', result: found };
      expect(isDebians && isDebian(), `${found}; sh scripts/install-real-things.sh installs it`).toBe(false);
      context.skip(found);
    });
  });
}
