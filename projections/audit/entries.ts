import type { EventMeta } from '#domain/event.ts';
import { streamRef } from '#domain/streams.ts';
import type { HashedEvent } from '#eventstore/port.ts';
import type { ClientBase } from 'pg';
import { joinCells, rowsFromTextsSql } from '../runner/batch-statement.ts';
import { entryHash } from './chain.ts';
import { type DataField, effectOf } from '#domain/any-event.ts';

/** The last entry of the audit log. */
export interface AuditHead {
  /** The number of the last entry, 0 for none. */
  readonly number: bigint;
  readonly position: string | null;
  readonly hash: Buffer;
  readonly orderedAt: string;
}

/** Another process has written entries meanwhile and is the leader. */
class AuditHeadMoved extends Error {
  override readonly name = 'AuditHeadMoved';
}

interface HeadRow {
  readonly number: string;
  readonly position: string | null;
  readonly hash: Buffer;
  readonly ordered_at: string;
}

/** Reads the last entry of the audit log. */
export async function readAuditHead(client: Pick<ClientBase, 'query'>): Promise<AuditHead> {
  const { rows } = await client.query<HeadRow>(
    `select number, position, hash, case when number = 0 then '' else to_char(ordered_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end as ordered_at from audit.head`,
  );
  const [row] = rows;
  if (!row) throw new Error('the audit log has no head: run the migration');
  return { number: BigInt(row.number), position: row.position, hash: row.hash, orderedAt: row.ordered_at };
}

// Kinds of streams whose people change over time (who paid, who was granted access): the whole stream belongs to each
// of them.
const SHARED_STREAM_KINDS = ['payment', 'access-grant'];

interface EntryColumn {
  readonly name: string;
  readonly type: string;
  readonly value: (entry: NewEntry) => string | bigint | null;
}

const COLUMNS: readonly EntryColumn[] = [
  { name: 'number', type: 'bigint', value: ({ number }) => number },
  { name: 'position', type: 'text', value: ({ event }) => event.position },
  { name: 'event_id', type: 'uuid', value: ({ event }) => event.id },
  { name: 'stream', type: 'text', value: ({ event }) => event.stream },
  { name: 'kind', type: 'text', value: ({ kind }) => kind },
  { name: 'revision', type: 'bigint', value: ({ event }) => event.revision },
  { name: 'type', type: 'text', value: ({ event }) => event.type },
  { name: 'at', type: 'timestamptz', value: ({ at }) => at },
  { name: 'ordered_at', type: 'timestamptz', value: ({ orderedAt }) => orderedAt },
  { name: 'actor_kind', type: 'text', value: ({ actorKind }) => actorKind },
  { name: 'meta', type: 'text', value: ({ event }) => event.meta },
  { name: 'data', type: 'text', value: ({ event }) => event.data },
  { name: 'salt', type: 'bytea', value: ({ event }) => event.salt && byteaText(event.salt) },
  { name: 'digest', type: 'bytea', value: ({ event }) => byteaText(event.digest) },
  { name: 'hash', type: 'bytea', value: ({ hash }) => byteaText(hash) },
  { name: 'cause', type: 'uuid', value: ({ cause }) => cause },
];
/** Columns that stay empty in the entries of an erased stream. */
const CONTENT_COLUMNS = ['data', 'salt'];

const APPEND_ENTRIES = {
  name: 'audit_append',
  text: `
with moved as (
  update audit.head set number = $2, position = $3, hash = $4, ordered_at = $5::timestamptz where number = $1 returning 1
), given as (
  select * from ${rowsFromTextsSql(COLUMNS, 6)}
), written as (
  insert into audit.entry (${COLUMNS.map(({ name }) => name).join(', ')})
  select ${COLUMNS.map(({ name }) =>
    CONTENT_COLUMNS.includes(name) ? `case when erased.stream is null then given.${name} end` : `given.${name}`,
  ).join(', ')}
  from given cross join moved left join audit.erased on erased.stream = given.stream
)
select count(*)::int as moved from moved`,
};

const INSERT_CONCERNS = {
  name: 'audit_concerns',
  text: 'insert into audit.concern (user_id, number) select * from unnest($1::uuid[], $2::bigint[]) on conflict do nothing',
};

const SHARE_CONCERNS = {
  name: 'audit_share',
  text: `insert into audit.concern (user_id, number)
    select distinct c.user_id, whole.number
    from audit.entry part join audit.concern c on c.number = part.number
    join audit.entry whole on whole.stream = part.stream
    where part.stream = any ($1)
    on conflict do nothing`,
};

/**
 * Appends events to the audit log, right after `head`, in one transaction.
 * @returns the new head
 * @throws AuditHeadMoved
 */
export async function appendEntries(
  client: Pick<ClientBase, 'query'>,
  head: AuditHead,
  events: readonly HashedEvent[],
): Promise<AuditHead> {
  const entries = chainEntries(head, events);
  const last = entries.at(-1);
  if (!last) return head;
  const next: AuditHead = {
    number: last.number,
    position: last.event.position,
    hash: last.hash,
    orderedAt: last.orderedAt,
  };
  await client.query('begin');
  try {
    // The lock is a statement of its own, so that the next statement sees the changes of an erasure that held the lock.
    await client.query('select from audit.head for update');
    const { rows } = await client.query<{ readonly moved: number }>({
      ...APPEND_ENTRIES,
      values: [
        head.number,
        next.number,
        next.position,
        next.hash,
        next.orderedAt,
        ...COLUMNS.map(({ value }) => joinCells(entries.map(value))),
      ],
    });
    if (rows[0]?.moved !== 1) throw new AuditHeadMoved('another process writes the audit log');
    const concerns = entries.flatMap(({ number, event }) => accountsConcerned(event).map((id) => ({ id, number })));
    await client.query({
      ...INSERT_CONCERNS,
      values: [concerns.map(({ id }) => id), concerns.map(({ number }) => number)],
    });
    const shared = [
      ...new Set(entries.filter(({ kind }) => SHARED_STREAM_KINDS.includes(kind)).map(({ event }) => event.stream)),
    ];
    if (shared.length > 0) await client.query({ ...SHARE_CONCERNS, values: [shared] });
    await client.query('commit');
    return next;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

const byteaText = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`;

/** The kind of the stream, by which an entry is filed. */
export const kindOf = (stream: string): string => streamRef(stream)?.kind ?? 'other';

interface NewEntry {
  readonly number: bigint;
  readonly event: HashedEvent;
  readonly kind: string;
  readonly actorKind: string;
  readonly cause: string | null;
  readonly at: string;
  readonly orderedAt: string;
  readonly hash: Buffer;
}

function chainEntries(head: AuditHead, events: readonly HashedEvent[]): readonly NewEntry[] {
  let { number, hash, orderedAt } = head;
  return events.map((event) => {
    const { at, actor, causationId: cause = null } = JSON.parse(event.meta) as EventMeta;
    number += 1n;
    hash = entryHash(hash, event);
    orderedAt = orderedAt < at ? at : orderedAt;
    return { number, event, kind: kindOf(event.stream), actorKind: actor.kind, cause, at, orderedAt, hash };
  });
}

/** Fields of an event's content that name an account. */
const PERSON_FIELDS = ['ownerId', 'userId', 'guestId'] as const satisfies readonly DataField[];

/**
 * Lists the accounts that an event concerns: its actor, the account whose stream holds the event, and the accounts
 * named in its content. The audit log of one person consists of these events.
 */
export function accountsConcerned({
  stream,
  type,
  meta,
  data,
}: Pick<HashedEvent, 'stream' | 'type' | 'meta' | 'data'>): readonly string[] {
  const ref = streamRef(stream);
  const { actor } = JSON.parse(meta) as { readonly actor: { readonly kind: string; readonly id: string } };
  const content = data === null ? {} : (JSON.parse(data) as Readonly<Record<string, unknown>>);
  const movedIds = effectOf(type) === 'moved' ? [content['from'], content['to']].map(accountIdIn) : [];
  const namedIds = PERSON_FIELDS.map((field) => content[field]);
  const ownerId = ref?.kind === 'account' || ref?.kind === 'admin' ? ref.id : undefined;
  const actors = actor.kind === 'system' ? [] : [actor.id];
  return [
    ...new Set([...actors, ownerId, ...movedIds, ...namedIds].filter((id) => typeof id === 'string' && isId(id))),
  ] as string[];
}

/** An account id is stored bare or as `{ kind, userId }`. */
function accountIdIn(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'userId' in value ? value.userId : value;
}

const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
