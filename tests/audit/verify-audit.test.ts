import { randomBytes, randomUUID } from 'node:crypto';
import { verifyAudit } from '#projections/audit/verify-audit.ts';
import { readAuditHead } from '#projections/audit/entries.ts';
import type { Anchor } from '#projections/audit/anchors.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AuditedDatabase, auditedDatabase, event, appendSampleEvents } from './audited-database.ts';
import { accountStream } from '#domain/streams.ts';

/** The number of random changes that the verification must find; `AUDIT_TAMPERINGS=1000` makes the test longer. */
const TAMPERINGS = Number(process.env['AUDIT_TAMPERINGS'] ?? 60);

let database: AuditedDatabase;
let anchors: readonly Anchor[];

beforeAll(async () => {
  database = await auditedDatabase();
  await appendSampleEvents(database);
  const { number, hash } = await readAuditHead(database.client);
  anchors = [{ at: '2026-03-04T13:00:00.000Z', number, hash: hash.toString('hex') }];
  await database.client.query(`
    create table kept_entry as table audit.entry;
    create table kept_concern as table audit.concern;
    create table kept_head as table audit.head;
    set session_replication_role = replica`);
});
afterAll(() => database.drop());

const verify = (known = anchors) => verifyAudit({ client: database.client, log: database.sealed, anchors: known });

async function restored(): Promise<void> {
  await database.client.query(`
    truncate audit.entry, audit.concern, audit.head;
    insert into audit.entry select * from kept_entry;
    insert into audit.concern select * from kept_concern;
    insert into audit.head select * from kept_head`);
}

test('an untouched audit log verifies, including erased content', async () => {
  expect(await verify()).toEqual({ entries: 13n, problems: [] });
});

const CHANGES: Readonly<Record<string, string>> = {
  position: `position = position || '0'`,
  event_id: 'event_id = gen_random_uuid()',
  stream: `stream = stream || 'x'`,
  kind: `kind = case kind when 'business' then 'account' else 'business' end`,
  revision: 'revision = revision + 7',
  type: `type = type || 'x'`,
  at: `at = at + interval '1 second'`,
  ordered_at: `ordered_at = ordered_at + interval '1 second'`,
  actor_kind: `actor_kind = 'admin'`,
  cause: 'cause = gen_random_uuid()',
  meta: `meta = replace(meta, '"schema":1', '"schema":2')`,
  data: `data = case when data is null then '{}' else replace(data, '}', ' }') end`,
  'content and salt emptied': 'data = null, salt = null',
  salt: `salt = decode(md5(random()::text), 'hex')`,
  digest: `digest = sha256(digest)`,
  hash: `hash = sha256(hash)`,
};

describe('verification of a changed entry', () => {
  const columns = Object.keys(CHANGES);
  test(`fails for ${TAMPERINGS} changes at random places`, async () => {
    const entries = (await database.client.query<{ number: string }>('select number from kept_entry order by number'))
      .rows;
    const missed: string[] = [];
    for (let round = 0; round < TAMPERINGS; round += 1) {
      const column = columns[round % columns.length] ?? '';
      // A chain alone does not protect its last entry, so that one is drawn often.
      const place = round % 3 === 0 ? entries.length - 1 : randomBytes(1).readUInt8() % entries.length;
      const number = entries[place]?.number;
      const { rowCount } = await database.client.query(
        `update audit.entry set ${CHANGES[column]} where number = $1 and not (data is null and $2)`,
        [number, column === 'content and salt emptied'],
      );
      if (rowCount === 1 && (await verify([])).problems.length === 0) missed.push(`${column} of ${number}`);
      await restored();
    }
    expect(missed).toEqual([]);
  });
});

describe('verification of a damaged audit log', () => {
  const findings = async (tamper: string, known: readonly Anchor[] = []): Promise<readonly string[]> => {
    await database.client.query(tamper);
    const { problems } = await verify(known);
    await restored();
    return [...new Set(problems.map(({ kind }) => kind))];
  };

  test.each([1, 6, 13])('fails when entry %i is deleted', async (number) => {
    expect(await findings(`delete from audit.entry where number = ${number}`)).not.toEqual([]);
  });
  test('fails when the last entry is deleted and the head moved back', async () => {
    const back = `delete from audit.entry where number = 13;
      update audit.head set (number, position, hash, ordered_at) = (select number, position, hash, ordered_at from audit.entry order by number desc limit 1)`;
    expect(await findings(back, anchors)).toEqual(['anchor']);
  });
  test('fails when two entries are swapped', async () => {
    const swap = `update audit.entry set number = -1 where number = 4; update audit.entry set number = 4 where number = 5;
      update audit.entry set number = 5 where number = -1`;
    expect(await findings(swap)).toContain('broken_chain');
  });
  test('fails when an entry is forged behind the last', async () => {
    const forged = `insert into audit.entry select 14, position || '9', '${randomUUID()}', stream, kind, revision + 1, type, at, ordered_at,
      actor_kind, cause, meta, data, salt, digest, hash from audit.entry where number = 13`;
    expect(await findings(forged)).toContain('not_in_log');
  });
  test('fails when a person is removed from an entry about them', async () => {
    expect(await findings('delete from audit.concern where number = 3')).toEqual(['concern_missing']);
  });
  test('fails when no entry exists although events do', async () => {
    const emptied = `delete from audit.concern; delete from audit.entry;
      update audit.head set number = 0, position = null, hash = '', ordered_at = '-infinity'`;
    expect(await findings(emptied)).toEqual(['not_in_audit_log']);
  });
  test('fails when the head claims more entries than exist', async () => {
    expect(await findings('update audit.head set number = number + 1')).toEqual(['head']);
  });
});

test('verification of the audit log fails for an event that its writer has passed without an entry', async () => {
  const stream = accountStream(randomUUID());
  await database.append(stream, [event('SignedIn', {})]);
  const [last] = (await database.sealed.readHashedEvents(null, 1_000)).slice(-1);
  await database.client.query('update audit.head set position = $1', [last?.position]);
  const { problems } = await verify([]);
  expect(problems.map(({ kind }) => kind)).toContain('not_in_audit_log');
  await restored();
});
