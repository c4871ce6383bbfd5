import { EVENT_TRAITS, type EventTraits } from '#domain/business/event-traits.ts';
import { tableOf } from '#domain/business/entity-fields.ts';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { filesIn, sourceOf } from './support/imports.ts';

/**
 * No list of events, commands or entities has string keys only, so the compiler says where a new one is missing. This
 * test leaves out every row of every such table once, and each time the file must not compile.
 */

type Table = readonly [file: string, table: string];

/** Tables in the files of single entities. */
const OF_ENTITIES = ['src/domain/business', 'src/contract/sentences'].flatMap((place) =>
  filesIn(place).flatMap((file) => {
    const tables = sourceOf(file).matchAll(
      /^(?:export )?const (CHANGES|\w+(?:Decisions|Evolution|Inverses|Phrases))\b[^=]*= \{$/gm,
    );
    return Array.from(tables, ([, table = '']): Table => [file, table]);
  }),
);

const TABLES: readonly Table[] = [
  ...OF_ENTITIES,
  ['src/domain/business/event-traits.ts', 'EVENT_TRAITS'],
  ['src/domain/business/evolve.ts', 'COLLECTIONS_OF_ENTITY'],
  ['src/domain/business/evolve.ts', 'EVOLUTIONS'],
  ['src/domain/business/undo.ts', 'INVERSES'],
  ['src/domain/business/undo.ts', 'FORMER_POSITIONS'],
  ['src/domain/business/decide.ts', 'DECISIONS'],
  ['src/domain/business/event-entities.ts', 'REFERENCES'],
  ['src/domain/account/account.ts', 'ACCOUNT_EFFECTS'],
  ['src/domain/payment/payment.ts', 'PAYMENT_EFFECTS'],
  ['src/domain/grant/grant.ts', 'GRANT_EFFECTS'],
  ['src/domain/admin/admin.ts', 'ADMIN_EFFECTS'],
  ['src/domain/import-memory/import-memory.ts', 'IMPORT_MEMORY_EFFECTS'],
  ['src/domain/any-event.ts', 'EFFECTS'],
  ['src/contract/event-sentences.ts', 'EVENT_PHRASES'],
  ['src/contract/undo-sentences.ts', 'FIELDS'],
  ['src/contract/entities/ingredient.ts', 'fields'],
  ['src/contract/entities/dish.ts', 'fields'],
  ['src/contract/entities/variable-cost.ts', 'fields'],
  ['src/contract/entities/month.ts', 'fields'],
  ['src/contract/entities/preparation.ts', 'fields'],
  ['src/contract/entities/fixed-cost.ts', 'fixedCostCommands'],
  ['src/contract/entities/variable-cost.ts', 'variableCostCommands'],
  ['src/contract/entities/channel.ts', 'channelCommands'],
  ['src/contract/entities/ingredient.ts', 'ingredientCommands'],
  ['src/contract/entities/preparation.ts', 'preparationCommands'],
  ['src/contract/entities/dish.ts', 'dishCommands'],
  ['src/contract/entities/dish-line.ts', 'dishLineCommands'],
  ['src/contract/entities/preparation-line.ts', 'preparationLineCommands'],
  ['src/contract/entities/command-mappings.ts', 'commandMappings'],
  ['src/app/history/figures-over-time.ts', 'AREA_OF_ENTITY'],
  ['src/app/history/list-changes.ts', 'SUBJECTS'],
  ['web/features/admin/recorded-facts.ts', 'FIELDS'],
];

interface Row {
  readonly name: string;
  readonly text: string;
}

/** The rows of a table: only a row begins with an indentation of two spaces. */
function rowsOf(source: string, table: string): readonly Row[] {
  const [, body = ''] = new RegExp(`const ${table}\\b[^]*? = \\{\n([^]*?)\n\\}`).exec(source) ?? [];
  return `${body}\n`
    .split(/^(?= {2}[\w.])/m)
    .filter((text) => /^ {2}[\w.]/.test(text))
    .map((text) => ({ name: /[\w-]+/.exec(text)?.[0] ?? '', text }));
}

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'tables-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The same text with imports that work from another folder. */
const movedFrom = (file: string, source: string): string =>
  source.replaceAll(/from '(\.{1,2}\/[^']+)'/g, (_, path: string) => `from '${join(root, dirname(file), path)}'`);

/** Table and row by the name of the file without that row; the row '' is the complete file. */
const variants = new Map<string, string>();
const failures = new Map<string, string>();

beforeAll(() => {
  for (const [file, table] of TABLES) {
    const source = sourceOf(file);
    for (const { name, text } of [{ name: '', text: '' }, ...rowsOf(source, table)]) {
      const variant = `variant-${variants.size}.ts`;
      variants.set(variant, `${file} ${table} ${name}`.trim());
      writeFileSync(join(folder, variant), movedFrom(file, text === '' ? source : source.replace(text, '')));
    }
  }
  const compilerOptions = {
    rootDir: '/',
    paths: Object.fromEntries(
      ['domain', 'contract', 'app', 'eventstore'].map((room) => [`#${room}/*`, [`${root}src/${room}/*`]]),
    ),
    types: [],
  };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: join(root, 'tsconfig.json'), compilerOptions, include: ['.'] }),
  );
  const { stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder, '--pretty', 'false'], {
    cwd: folder,
    encoding: 'utf8',
  });
  for (const [, variant = '', message = ''] of stdout.matchAll(/^(variant-\d+\.ts)\(\d+,\d+\): error (.*)$/gm))
    failures.set(variant, message);
});

describe('every row of an exhaustive table', () => {
  test('is left out once by this test', () => {
    const countOf = ([file, table]: Table) =>
      [...variants.values()].filter((name) => name.startsWith(`${file} ${table} `)).length;
    expect(TABLES.filter((table) => countOf(table) === 0)).toEqual([]);
    // The change events of a table's fields count as one row.
    const ofTables = Object.values(EVENT_TRAITS).filter(
      ({ entity, effect, field }: EventTraits) => effect === 'changed' && tableOf(entity)?.[field] !== undefined,
    );
    const tables = new Set(ofTables.map(({ entity }) => entity)).size;
    const expected = Object.keys(EVENT_TRAITS).length - ofTables.length + tables;
    expect(countOf(['src/domain/business/event-traits.ts', 'EVENT_TRAITS'])).toBe(expected);
  });

  test('is required by the compiler, which accepts the complete table only', () => {
    const outcomes = [...variants].map(([variant, name]) => [name, failures.has(variant)]);
    expect(outcomes).toEqual([...variants.values()].map((name) => [name, name.split(' ').length === 3]));
  });
});
