import type pg from 'pg';
import { type Furnished, furnished } from './businesses.ts';
import { withClient } from '../with-client.ts';

export interface TrailSize {
  readonly entries: number;
  readonly people: number;
}

/** What every two hundredth entry is, in which stream of its person, and who did it. */
interface Template {
  readonly kind: 'business' | 'account' | 'payment' | 'access-grant' | 'admin';
  readonly type: string;
  readonly data: object;
  readonly actor: 'account' | 'admin' | 'system';
}

const ID = '11111111-1111-4111-8111-111111111111';
/** Stands for the person's own id in `data`. */
const PERSON = '22222222-2222-4222-8222-222222222222';
const SOURCE = { kind: 'payment', id: ID };
const HOLDER = { kind: 'account', userId: PERSON };
const CHARGE = { provider: 'asaas', chargeId: 'pay_080225913252', cents: 1_000 };
/** A first instant, and how far an entry is from the next: a million of them make a year. */
const STARTS = '2025-11-01T03:00:00Z';
const SECONDS_APART = 31;
const CHUNKS = 10;

const businessTemplates = ([owner]: readonly Furnished[]): readonly Template[] =>
  (owner?.events ?? []).map(({ type, data }) => ({ kind: 'business', type, data, actor: 'account' }));

function templates(): readonly Template[] {
  const rest: readonly Template[] = [
    { kind: 'account', type: 'AccountRegistered', data: { issuer: 'https://accounts.google.com' }, actor: 'account' },
    { kind: 'account', type: 'AccessSourceAdded', data: { source: SOURCE, reason: 'paid' }, actor: 'system' },
    { kind: 'account', type: 'TermsAccepted', data: { from: null, to: '2026-01' }, actor: 'account' },
    { kind: 'payment', type: 'PaymentConfirmed', data: CHARGE, actor: 'system' },
    { kind: 'payment', type: 'PaymentClaimed', data: { from: null, to: HOLDER, via: 'session' }, actor: 'account' },
    { kind: 'access-grant', type: 'GrantGiven', data: { reason: 'Cortesia' }, actor: 'admin' },
    { kind: 'admin', type: 'PersonalDataRead', data: { what: 'person', userId: PERSON }, actor: 'admin' },
    ...Array.from({ length: 13 }, (): Template => ({ kind: 'account', type: 'SignedIn', data: {}, actor: 'account' })),
  ];
  return [...businessTemplates(furnished(1, 180)), ...rest];
}

/** Id of one of the people of such a trail. */
export const personAt = (place: number): string => `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`;

/** Around which instant entry `number` is. */
export const instantOf = (number: number): Date => new Date(Date.parse(STARTS) + number * SECONDS_APART * 1_000);

const UUID_OF = (place: string): string => `'00000000-0000-4000-8000-' || lpad((${place})::text, 12, '0')`;

// People take turns out of step with the templates, so that everybody has a little of everything.
const ENTRIES = `
insert into audit.entry (number, position, event_id, stream, kind, revision, type, at, ordered_at, actor_kind, meta, data, salt, digest, hash)
select n, $5::text || lpad(n::text, 20, '0'), gen_random_uuid(), kind || '-' || person, kind, n, type, at, at, actor,
  '{"at":"' || to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '","actor":{"kind":"' || actor || '","id":"'
    || case actor when 'system' then 'payments' when 'admin' then ${UUID_OF('0')} else person end
    || '"},"requestId":"bench","changeId":"' || person || '","schema":1}',
  replace(data, '${PERSON}', person), substring(digest, 1, 16), digest, digest
from (
  select n, t.*, ${UUID_OF('(n * 7919 + n / $3::bigint) % $3::bigint')} as person,
    $6::timestamptz + n * interval '${SECONDS_APART} seconds' as at, sha256(int8send(n)) as digest
  from generate_series($1::bigint, $2::bigint) n
  join rows from (json_to_recordset($4::json) as (kind text, type text, data text, actor text)) with ordinality
    as t(kind, type, data, actor, place) on t.place = n % json_array_length($4::json) + 1
) made`;

const CONCERNS = `
insert into audit.concern (user_id, number)
select right(stream, 36)::uuid, number from audit.entry where number between $1 and $2
union select (meta::json #>> '{actor,id}')::uuid, number from audit.entry where number between $1 and $2 and actor_kind = 'admin'`;

const PEOPLE = `
insert into identity.person (user_id, issuer, subject, email, email_verified, name)
select (${UUID_OF('n')})::uuid, 'https://accounts.google.com', n::text, 'pessoa' || n || '@exemplo.com', true, 'Dona Marta ' || n
from generate_series(0, $1 - 1) n`;

/** What can be made once everything is there, as a restored backup makes it too: cheaper than entry by entry. */
const LATER = ['entry_stream', 'entry_kind', 'entry_type', 'entry_cause', 'entry_ordered_at', 'concern_number'];

/**
 * Fills the trail of a new database: the content is what the product writes, but the hashes are no chain, because that
 * would take as long as writing it.
 */
export async function fillTrail(url: string, { entries, people }: TrailSize): Promise<void> {
  await withClient(url, async (client) => {
    const remake = await statementsFor(client, LATER);
    await client.query(`drop index ${LATER.map((name) => `audit.${name}`).join(', ')}`);
    await client.query(PEOPLE, [people]);
    const each = entries / CHUNKS;
    const given = JSON.stringify(templates().map((template) => ({ ...template, data: JSON.stringify(template.data) })));
    for (let from = 1; from <= entries; from += each) {
      const chunk = [from, from + each - 1];
      await client.query(ENTRIES, [...chunk, people, given, 'bench:', STARTS]);
      await client.query(CONCERNS, chunk);
    }
    await moveHead(client);
    for (const statement of remake) await client.query(statement);
    await client.query('vacuum analyze audit.entry, audit.concern, identity.person');
  });
}

/** Statements that make these indexes of the trail. */
async function statementsFor(client: pg.Client, indexes: readonly string[]): Promise<readonly string[]> {
  const { rows } = await client.query<{ indexdef: string }>(
    `select indexdef from pg_indexes where schemaname = 'audit' and indexname = any($1)`,
    [indexes],
  );
  return rows.map(({ indexdef }) => indexdef);
}

const moveHead = (client: pg.Client): Promise<unknown> =>
  client.query(`update audit.head set (number, position, hash, ordered_at) =
    (select number, position, hash, ordered_at from audit.entry order by number desc limit 1)`);
