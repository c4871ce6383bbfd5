import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Package {
  readonly version: string;
  readonly license?: string;
  readonly dev?: true;
  readonly resolved?: string;
  readonly deprecated?: string;
}

const textOf = (file: string): string => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
const { dependencies, devDependencies } = JSON.parse(textOf('package.json')) as Record<
  'dependencies' | 'devDependencies',
  Record<string, string>
>;
const { '': _self, ...packages } = (JSON.parse(textOf('package-lock.json')) as { packages: Record<string, Package> })
  .packages;
const installed = Object.entries(packages);

/** These licences only require that their text is distributed too. */
const FREE = [
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  '0BSD',
  'Unlicense',
  'OFL-1.1',
  'BlueOak-1.0.0',
  '(BSD-3-Clause AND Apache-2.0)',
  '(MIT OR CC0-1.0)',
];
/** These licences apply to the package's own files, none of which is distributed. */
const FREE_IN_TOOLS = ['MPL-2.0', 'PSF-2.0'];

test('every package has a licence that allows commercial use', () => {
  expect(installed.length).toBeGreaterThan(300);
  const mayBe = ({ license = 'none', dev }: Package): boolean =>
    FREE.includes(license) || (dev === true && FREE_IN_TOOLS.includes(license));
  expect(installed.filter(([, one]) => !mayBe(one)).map(([name, { license }]) => `${name}: ${license}`)).toEqual([]);
});

test('no package is deprecated, and none names the registry it was fetched from', () => {
  expect(installed.filter(([, { deprecated }]) => deprecated !== undefined).map(([name]) => name)).toEqual([]);
  expect(installed.filter(([, { resolved }]) => resolved !== undefined).map(([name]) => name)).toEqual([]);
});

test('each direct dependency has an exact version, and a line that names its licence and purpose', () => {
  const ours = { ...dependencies, ...devDependencies };
  expect(Object.entries(ours).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  const lines = [...textOf('docs/dependencies.md').matchAll(/^\| (\S+) +\| (\d\S*) +\| (\S+) +\| \S/gm)];
  const wanted = Object.entries(ours).map(([name, version]) => [
    name,
    version,
    packages[`node_modules/${name}`]?.license,
  ]);
  expect(lines.map(([, ...cells]) => cells)).toEqual(wanted);
});
