import { expect, test } from 'vitest';
import { DEPENDENCY_RULES, isAllowed, WEB_KIT, WEB_SCREENS, webFolderOf } from './support/dependency-rules.ts';
import { filesIn, type Import, importsOf, sourceOf } from './support/imports.ts';

const FILES = ['src', 'projections', 'web'].flatMap(filesIn);

test('every import is allowed by the dependency rules', () => {
  const edges = FILES.flatMap((file) => importsOf(file, sourceOf(file)));
  expect(edges.length).toBeGreaterThan(500);
  expect(edges.filter((edge) => !isAllowed(edge))).toEqual([]);
});

/** The module of a file: its folder below src or projections, all of web, or a single file. */
const moduleOf = (file: string): string => /^(?:src|projections)\/[^/]+\/|^web\/|^.*$/.exec(file)?.[0] ?? file;

test('every module has a dependency rule, and every rule has a module', () => {
  const modules = new Set(FILES.map(moduleOf));
  expect(modules.size).toBeGreaterThan(20);
  expect([...modules].filter((module) => DEPENDENCY_RULES[module] === undefined)).toEqual([]);
  expect(Object.keys(DEPENDENCY_RULES).filter((key) => !FILES.some((file) => file.startsWith(key)))).toEqual([]);
});

test('every file and folder in the dependency rules exists, and only src/processes may import every module', () => {
  const named = Object.entries(DEPENDENCY_RULES).flatMap(([row, entries]) => entries.map((entry) => ({ row, entry })));
  const isThere = (entry: string): boolean =>
    /^(?:npm|node):|^package\.json$/.test(entry) || FILES.some((file) => file.startsWith(entry));
  expect(named.filter(({ entry }) => !isThere(entry))).toEqual([]);
  expect(named.filter(({ entry }) => /^(?:src|projections|web|npm)[/:]$/.test(entry))).toEqual([]);
  const modules = [...new Set(FILES.map(moduleOf))].filter((module) => /^(?:src|projections)\/.*\/$/.test(module));
  const importsAll = (row: string): boolean =>
    modules.every((module) => module === row || module === 'src/processes/' || DEPENDENCY_RULES[row]?.includes(module));
  expect(Object.keys(DEPENDENCY_RULES).filter(importsAll)).toEqual(['src/processes/']);
});

test('only src/processes imports projections', () => {
  const into = (place: string) => (entry: string) => entry.startsWith(place);
  const rows = Object.entries(DEPENDENCY_RULES);
  expect(rows.filter(([, entries]) => entries.some(into('projections/'))).map(([row]) => row)).toEqual([
    'src/processes/',
    'projections/runner/',
    'projections/audit/',
  ]);
  const fromProjections = rows.filter(([row]) => row.startsWith('projections/'));
  expect(fromProjections.filter(([, entries]) => entries.some(into('src/processes/')))).toEqual([]);
});

test('the dependency rules contain no unused allowance', () => {
  const edges = FILES.flatMap((file) => importsOf(file, sourceOf(file)));
  const idle = Object.entries(DEPENDENCY_RULES).flatMap(([row, entries]) => {
    const froms = edges.filter(({ from }) => from.startsWith(row));
    const fits = (to: string, entry: string): boolean => (/[/:]$/.test(entry) ? to.startsWith(entry) : to === entry);
    return entries.filter((entry) => !froms.some(({ to }) => fits(to, entry))).map((entry) => `${row} → ${entry}`);
  });
  expect(idle.filter((row) => !/^src\/(?:main|processes)/.test(row))).toEqual([]);
});

test('the dependency rules list every folder of web, and no import of a screen that is unused', () => {
  const folders = FILES.filter((file) => !file.startsWith('web/build/')).flatMap((file) => webFolderOf(file) ?? []);
  expect([...WEB_KIT, ...Object.keys(WEB_SCREENS)].toSorted()).toEqual([...new Set(folders)].toSorted());
  const edges = FILES.flatMap((file) => importsOf(file, sourceOf(file)));
  const imported = new Set(edges.map(({ from, to }) => `${webFolderOf(from)} → ${webFolderOf(to)}`));
  const named = Object.entries(WEB_SCREENS).flatMap(([screen, others]) =>
    others.map((other) => `${screen} → ${other}`),
  );
  expect(named.filter((edge) => !imported.has(edge))).toEqual([]);
});

/** The edges that are part of a cycle, or lead from one cycle to another. */
function cyclic(edges: readonly Import[]): readonly Import[] {
  const [froms, tos] = [new Set(edges.map(({ from }) => from)), new Set(edges.map(({ to }) => to))];
  const left = edges.filter(({ from, to }) => from !== to && froms.has(to) && tos.has(from));
  return left.length === edges.length ? left : cyclic(left);
}

test('neither files nor folders of web import each other in a cycle', () => {
  const edges = FILES.flatMap((file) => importsOf(file, sourceOf(file)));
  expect(cyclic(edges)).toEqual([]);
  const between = edges.flatMap(({ from, to }) => {
    const [folder, other] = [webFolderOf(from), webFolderOf(to)];
    return folder === undefined || other === undefined ? [] : [{ from: folder, to: other }];
  });
  expect(cyclic(between)).toEqual([]);
  const ring = ['a', 'b', 'c'].map((from, i, all) => ({ from, to: all[(i + 1) % all.length] ?? '' }));
  expect(cyclic([...ring, { from: 'a', to: 'd' }, { from: 'e', to: 'a' }])).toEqual(ring);
});

test('only src/config reads the environment, and only a main passes it on', () => {
  const readers = FILES.filter((file) => sourceOf(file).includes('process.env'));
  expect(readers.filter((file) => !/^src\/(main(-\w+)?|config\/config)\.ts$/.test(file))).toEqual([]);
});

test('every file that shows a Mantine field imports its styles', () => {
  const FIELDS = /import \{[^}]*\b(?:ActionIcon|Autocomplete|Select|TextInput)\b[^}]*\} from '@mantine\/core';/;
  const users = filesIn('web').filter((file) => FIELDS.test(sourceOf(file)));
  expect(users.length).toBeGreaterThan(5);
  expect(users.filter((file) => !sourceOf(file).includes('mantine-fields.ts'))).toEqual([]);
});

test.each([
  ['src/domain/decimal.ts', `import { readFileSync } from 'node:fs';`],
  ['src/domain/business/decide.ts', `import type { Field } from '#contract/fields.ts';`],
  ['src/domain/decimal.ts', `export * from '../app/ids.ts';`],
  ['src/contract/owner.ts', `import Koa from 'koa';`],
  ['src/app/businesses.ts', `const pg = await import('pg');`],
  ['src/app/businesses.ts', `import { createPostgresLog } from '#eventstore/postgres/postgres-log.ts';`],
  ['src/app/businesses.ts', `import {\n  randomUUID,\n} from 'node:crypto';`],
  ['src/eventstore/postgres/postgres-log.ts', `import { createApp } from '#http/app.ts';`],
  ['src/eventstore/memory.ts', `import pg from 'pg';`],
  ['projections/read/fold-batch.ts', `import 'node:fs';`],
  ['projections/read/fold-batch.ts', `import pg from "pg";`],
  ['web/app.tsx', `lazy(() => import('#http/pages.ts'));`],
  ['web/api/http.ts', `import { createVault } from '../../src/identity/vault.ts';`],
  ['web/app.tsx', `import { createServer } from 'http';`],
  ['src/domain/business/decide.ts', `import { createApp } from '#http/app.ts';`],
  ['src/erasure/erasure.ts', `import { problems } from '#http/problem.ts';`],
  ['web/api/demo.ts', `import { createPostgresLog } from '#eventstore/postgres/postgres-log.ts';`],
  ['src/contract/owner.ts', `import { newIdOf } from '#app/ids.ts';`],
  ['src/http/app.ts', `import { startHttpServer } from '#processes/http-server.ts';`],
  ['src/http/errors.ts', `import { createErasure } from '../erasure/erasure.ts';`],
  ['src/payments/use-cases/begin-payment.ts', `import { createAsaas } from '../asaas/asaas.ts';`],
  ['src/app/access.ts', `import { createIntents } from '#payments/intent-table.ts';`],
  ['web/ui/remote-data-view.tsx', `import { AddForm } from '../features/entry/add-form.tsx';`],
  ['web/features/entry/entry-row.tsx', `import { AtRiskFilter } from '../recipes/dish-filters.tsx';`],
  ['web/features/fields/columns.ts', `import { saveFile } from '../export/save-file.ts';`],
  ['web/features/recipes/dish-sheet.tsx', `const late = await import('../preparations/preparations.tsx');`],
  ['web/features/costs/costs-tab.tsx', `import { App } from '../../app.tsx';`],
  ['web/features/new-screen/page.tsx', `import { AddForm } from '../entry/add-form.tsx';`],
  ['web/app.tsx', `import { DEMO_MODULE } from './build/splitting.ts';`],
  ['src/new-module/anything.ts', `import { dec } from '#domain/decimal.ts';`],
  ['src/loose.ts', `import { dec } from '#domain/decimal.ts';`],
])('the dependency rules reject that the file %s contains: %s', (file, text) => {
  expect(importsOf(file, text).map(isAllowed)).toEqual([false]);
});

test.each([
  ['src/domain/business/decide.ts', `import { dec } from '../decimal.ts';`],
  ['src/http/app.ts', `import Koa from 'koa';\nimport { createVault } from '#identity/vault.ts';`],
  ['web/app.tsx', `import './base.css';\nimport { x } from '#domain/limits.ts';\nimport { y } from '@mantine/core';`],
])('the dependency rules allow that the file %s contains: %s', (file, text) => {
  const allowed = importsOf(file, text).map(isAllowed);
  expect(allowed.length).toBe(text.split('\n').length);
  expect(allowed).not.toContain(false);
});
