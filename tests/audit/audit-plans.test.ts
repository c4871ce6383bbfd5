import { type AuditFilter, auditRows } from '#queries/audit-rows.ts';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type AuditedDatabase, auditedDatabase } from './audited-database.ts';

const SOMEBODY = '00000000-0000-4000-8000-000000000007';
let database: AuditedDatabase;

/** There are enough entries for a realistic plan: 1 000 people, 500 streams, six types. */
beforeAll(async () => {
  database = await auditedDatabase();
  await database.client.query(`
    insert into audit.entry (number, position, event_id, stream, kind, revision, type, at, ordered_at, actor_kind, meta, data, salt, digest, hash)
    select n, lpad(n::text, 20, '0'), gen_random_uuid(), 'business-' || n % 500, case n % 20 when 0 then 'payment' else 'business' end,
      n, 'Type' || n % 6, now() + n * interval '1 second', now() + n * interval '1 second', 'account', '{}', '{}', '', '', ''
    from generate_series(1, 100000) n;
    insert into audit.concern
    select ('00000000-0000-4000-8000-' || lpad((n % 1000)::text, 12, '0'))::uuid, n from generate_series(1, 100000) n;
    analyze audit.entry; analyze audit.concern`);
});
afterAll(() => database.drop());

/** Returns the plan of the statement that the product executes. */
async function planOf(filter: AuditFilter): Promise<string> {
  let plan = '';
  const explaining = {
    async query(text: string, values: unknown[]) {
      const { rows } = await database.pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values);
      plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      return { rows: [] };
    },
  } as unknown as Pool;
  await auditRows(explaining, filter, { before: 90_000n, limit: 50 });
  return plan;
}

test.each<[string, AuditFilter, key?: string]>([
  ['everything', {}],
  ['a person', { person: SOMEBODY }, 'concern_pkey'],
  ['a kind of stream', { kind: 'payment' }, 'entry_kind'],
  ['a type of event', { type: 'Type3' }, 'entry_type'],
  ['a type that never occurred', { type: 'Never' }, 'entry_type'],
  ['a kind that never occurred', { kind: 'never' }, 'entry_kind'],
  ['one stream', { stream: 'business-7' }, 'entry_stream'],
  ['a period', { from: new Date(Date.now() + 3_600_000), until: new Date(Date.now() + 7_200_000) }],
  ['a person in a period', { person: SOMEBODY, from: new Date(Date.now() + 3_600_000) }],
])('a page of audit entries for %s is read along an index in its order', async (_name, filter, key) => {
  const plan = await planOf(filter);
  expect(plan).not.toMatch(/Seq Scan|Sort/);
  expect(plan).toContain('Index Cond');
  expect(plan).toMatch(new RegExp(`Index (?:Only )?Scan Backward using ${key ?? ''}`));
});

test('a search of the audit log for a type of event that its kind of stream never has sends no query', async () => {
  const asked = vi.fn<() => Promise<never>>();
  const pool = { query: asked } as unknown as Pool;
  expect(await auditRows(pool, { kind: 'business', type: 'SignedIn' }, { limit: 50 })).toEqual([]);
  expect(asked).not.toHaveBeenCalled();
});
