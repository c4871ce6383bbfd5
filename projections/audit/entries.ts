import type { EventMeta } from '#domain/event.ts';
import { streamRef } from '#domain/streams.ts';
import type { HashedEvent } from '#eventstore/hashed-event.ts';
import type { ClientBase } from 'pg';
import { accountsConcerned } from './concerned-accounts.ts';
import { createHash } from 'node:crypto';

/**
 * The part of an entry that its hash covers: everything but the content, which may be erased and is represented by
 * `digest`.
 */
type HashInput = Pick<HashedEvent, 'position' | 'id' | 'stream' | 'type' | 'meta' | 'digest'>;

/** The hash before the first entry. */
export const NO_HASH = Buffer.alloc(0);

/**
 * SHA-256 over the previous hash and the entry, each part after its length (four bytes, big-endian), so that nothing
 * can be moved from one part to the next. Changing, removing, adding or swapping an entry therefore changes every later
 * hash.
 */
export function hashOf(previous: Buffer, { position, id, stream, type, meta, digest }: HashInput): Buffer {
  const hash = createHash('sha256');
  for (const part of [previous, ...[position, id, stream, type, meta].map((text) => Buffer.from(text)), digest]) {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(part.length);
    hash.update(length).update(part);
  }
  return hash.digest();
}

/** Tells whether the digest was made from this content. */
export const matchesDigest = (
  digest: Buffer,
  { salt, data }: { readonly salt: Buffer; readonly data: string },
): boolean => createHash('sha256').update(salt).update(data).digest().equals(digest);

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

const APPEND_ENTRIES = {
  name: 'audit_append',
  text: `
with moved as (
  update audit.head set number = $2, position = $3, hash = $4, ordered_at = $5::timestamptz where number = $1 returning 1
), given as (
  select * from unnest($6::bigint[], $7::text[], $8::uuid[], $9::text[], $10::text[], $11::bigint[], $12::text[],
                       $13::timestamptz[], $14::timestamptz[], $15::text[], $16::text[], $17::text[], $18::bytea[],
                       $19::bytea[], $20::bytea[], $21::uuid[])
    as g(number, position, event_id, stream, kind, revision, type, at, ordered_at, actor_kind, meta, data, salt, digest, hash, cause)
), written as (
  insert into audit.entry (number, position, event_id, stream, kind, revision, type, at, ordered_at, actor_kind, meta, data,
                           salt, digest, hash, cause)
  select number, position, event_id, given.stream, kind, revision, type, at, ordered_at, actor_kind, meta,
         case when erased.stream is null then data end, case when erased.stream is null then salt end, digest, hash, cause
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
  const column = <Value>(value: (entry: NewEntry) => Value): Value[] => entries.map(value);
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
        column(({ number }) => number),
        column(({ event }) => event.position),
        column(({ event }) => event.id),
        column(({ event }) => event.stream),
        column(({ kind }) => kind),
        column(({ event }) => event.revision),
        column(({ event }) => event.type),
        column(({ at }) => at),
        column(({ orderedAt }) => orderedAt),
        column(({ actorKind }) => actorKind),
        column(({ event }) => event.meta),
        column(({ event }) => event.data),
        column(({ event }) => event.salt),
        column(({ event }) => event.digest),
        column(({ hash }) => hash),
        column(({ cause }) => cause),
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
    hash = hashOf(hash, event);
    orderedAt = orderedAt < at ? at : orderedAt;
    return { number, event, kind: kindOf(event.stream), actorKind: actor.kind, cause, at, orderedAt, hash };
  });
}
