import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test, type TestContext } from 'vitest';

/** A real program that is installed. */
export interface InstalledProgram {
  /** The version that the program reports. */
  readonly version: string;
}

declare module 'vitest' {
  interface TaskMeta {
    /** A row of the table that `npm run test:real` prints. */
    checkedProgram?: { readonly program: string; readonly version: string; readonly result: string };
  }
}

interface RealProgram<Installed extends InstalledProgram> {
  readonly name: string;
  /** The installed program, or a sentence that says why it is missing. */
  readonly installation: Installed | string;
  /** Tells whether Debian packages it, so that its absence there is a failure. */
  readonly isPackagedByDebian: boolean;
}

/** Puts the result of a check into the table. */
export type Report = (context: Pick<TestContext, 'task'>, result: string) => void;

const idIn = (release: string): string => /^ID="?(\w+)/m.exec(release)?.[1] ?? '';
const RELEASE = '/etc/os-release';

const isDebian = (): boolean => existsSync(RELEASE) && idIn(readFileSync(RELEASE, 'utf8')) === 'debian';

/** Runs the tests of a real program where it is installed; elsewhere one test says why it is not. */
export function describeProgram<Installed extends InstalledProgram>(
  { name, installation, isPackagedByDebian }: RealProgram<Installed>,
  tests: (installed: Installed, report: Report) => void,
): void {
  // oxlint-disable-next-line vitest/valid-title -- the name is a string
  describe(name, () => {
    if (typeof installation !== 'string') {
      const report: Report = ({ task }, result) =>
        void (task.meta.checkedProgram = { program: name, version: installation.version, result });
      return tests(installation, report);
    }
    test('is installed', (context) => {
      context.task.meta.checkedProgram = { program: name, version: '', result: installation };
      expect(isPackagedByDebian && isDebian(), `${installation}; sh scripts/install-real-things.sh installs it`).toBe(
        false,
      );
      context.skip(installation);
    });
  });
}
