import { expect, test } from 'vitest';
import { filesIn, type Import, importsOf, sourceOf } from './support/imports.ts';

const DOMAIN = 'src/domain/';
const PORTS = ['src/eventstore/port.ts', 'src/eventstore/codec.ts', 'src/identity/port.ts'];
const PAYING = ['port', 'intent', 'webhook'].map((port) => `src/payments/${port}.ts`);
/** Each belongs to nobody and knows nothing. */
const TURN_BATCH = 'src/turn-batch.ts';
const ESCAPED = 'src/escaped.ts';
const LOOPBACK = 'src/loopback.ts';
const PACKAGES = ['npm:'];
const SERVER = [...PACKAGES, 'node:'];

/** Who may import whom: the beginnings of what a folder's files may name. The longest matching folder decides. */
const MAY: Readonly<Record<string, readonly string[]>> = {
  'src/domain/': [DOMAIN],
  'src/contract/': ['src/contract/', DOMAIN, 'npm:valibot'],
  'src/app/': ['src/app/', DOMAIN, 'src/contract/', ...PORTS, ...PAYING, 'npm:uuid'],
  'src/eventstore/': ['src/eventstore/', DOMAIN, TURN_BATCH, 'npm:pg', 'node:'],
  'src/eventstore/eventstoredb/': ['src/eventstore/', DOMAIN, 'npm:@eventstore/db-client', 'node:'],
  'src/eventstore/memory.ts': ['src/eventstore/', DOMAIN],
  'src/identity/': ['src/identity/', DOMAIN, ESCAPED, LOOPBACK, ...SERVER],
  'src/payments/': ['src/payments/', DOMAIN, 'src/identity/same-text.ts', ...SERVER],
  'src/queries/': [
    'src/queries/',
    'src/contract/',
    DOMAIN,
    'src/eventstore/port.ts',
    TURN_BATCH,
    'projections/read/',
    'npm:pg',
  ],
  [TURN_BATCH]: [],
  [ESCAPED]: [],
  [LOOPBACK]: [],
  'src/postgres/': ['src/postgres/', 'npm:pg', 'node:'],
  'src/access-log/': ['src/access-log/', ...SERVER],
  'src/limits/': ['src/limits/', 'src/contract/', ...SERVER],
  'src/mail/': ['src/mail/', DOMAIN, 'src/app/reaction.ts', 'src/site-config.ts', ESCAPED, ...SERVER],
  'src/http/': ['src/', 'projections/', ...SERVER],
  'src/http/version.ts': ['package.json'],
  'src/': ['src/', 'projections/', ...SERVER], // the mains, which wire everything
  'projections/read/': ['projections/read/', 'src/contract/', DOMAIN, ...PORTS],
  'projections/runner/': ['projections/', DOMAIN, ...PORTS, ...SERVER],
  'projections/': ['projections/', 'src/', ...SERVER],
  'web/': ['web/', 'src/contract/', DOMAIN, 'src/app/', 'src/eventstore/memory.ts', 'projections/read/', ...PACKAGES],
  'web/vite.config.ts': ['web/build/', ...SERVER],
  'web/build/': ['web/build/', ...SERVER],
};

function isAllowed({ from, to }: Import): boolean {
  const folders = Object.keys(MAY).filter((folder) => from.startsWith(folder));
  const nearest = folders.toSorted((a, b) => b.length - a.length)[0] ?? '';
  return MAY[nearest]?.some((beginning) => to.startsWith(beginning)) ?? false;
}

const FILES = ['src', 'projections', 'web'].flatMap(filesIn);

test('nobody imports what is not theirs to know', () => {
  const edges = FILES.flatMap((file) => importsOf(file, sourceOf(file)));
  expect(edges.length).toBeGreaterThan(500);
  expect(edges.filter((edge) => !isAllowed(edge))).toEqual([]);
});

test('only the configuration reads the environment, and only a main hands it over', () => {
  const readers = FILES.filter((file) => sourceOf(file).includes('process.env'));
  expect(readers.filter((file) => !/^(src\/config|(src|projections)\/main(-\w+)?)\.ts$/.test(file))).toEqual([]);
});

test('whoever shows a field of Mantine’s brings its styles', () => {
  const FIELDS = /import \{[^}]*\b(?:ActionIcon|Autocomplete|Select|TextInput)\b[^}]*\} from '@mantine\/core';/;
  const users = filesIn('web').filter((file) => FIELDS.test(sourceOf(file)));
  expect(users.length).toBeGreaterThan(5);
  expect(users.filter((file) => !sourceOf(file).includes('mantine-fields.ts'))).toEqual([]);
});

test.each([
  ['src/domain/decimal.ts', `import { readFileSync } from 'node:fs';`],
  ['src/domain/business/decide.ts', `import type { Field } from '#contract/fields.ts';`],
  ['src/domain/decimal.ts', `export * from '../app/ids.ts';`],
  ['src/contract/data.ts', `import Koa from 'koa';`],
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
])('%s may not: %s', (file, text) => {
  expect(importsOf(file, text).map(isAllowed)).toEqual([false]);
});

test.each([
  ['src/domain/business/decide.ts', `import { dec } from '../decimal.ts';`],
  ['src/http/app.ts', `import Koa from 'koa';\nimport { createVault } from '#identity/vault.ts';`],
  ['web/app.tsx', `import './base.css';\nimport { x } from '#domain/limits.ts';\nimport { y } from '@mantine/core';`],
])('%s may: %s', (file, text) => {
  const allowed = importsOf(file, text).map(isAllowed);
  expect(allowed.length).toBe(text.split('\n').length);
  expect(allowed).not.toContain(false);
});
