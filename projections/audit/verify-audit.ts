import type { EventMeta } from '#domain/event.ts';
import { businessStream, importMemoryStream, streamRef } from '#domain/streams.ts';
import type { HashedEvent, HashedLog } from '#eventstore/hashed-event.ts';
import type { ClientBase } from 'pg';
import type { Anchor } from './anchors.ts';
import { hashOf, isSealedBy, NO_HASH } from './chain.ts';
import { concernedBy } from './concerned.ts';
import { kindOf } from './entries.ts';
import { createLogWalk } from './log-walk.ts';

/** Something about the trail that is not as it was written. */
export interface AuditProblem {
  /** Of the entry; null: of the trail as a whole. */
  readonly number: bigint | null;
  readonly what:
    /** A number is missing or stands twice. */
    | 'gap'
    /** The entry does not follow from the one before it. */
    | 'broken_chain'
    /** A column beside the hashed ones says something else than the event. */
    | 'column_changed'
    /** Somebody whom the entry concerns would not find it. */
    | 'concern_missing'
    /** The content is not the one that was recorded. */
    | 'content_changed'
    /** The content is gone, and nobody asked for that. */
    | 'content_missing'
    /** The log has another event at this place, or none, and nobody asked for that. */
    | 'not_in_log'
    /** The log has an event that the trail has passed without an entry. */
    | 'not_in_trail'
    /** The trail does not lead to what was anchored outside the database. */
    | 'anchor'
    /** The row that says how far the trail is does not fit its last entry. */
    | 'head';
}

export interface AuditVerdict {
  readonly entries: bigint;
  readonly problems: readonly AuditProblem[];
}

interface Entry extends HashedEvent {
  readonly number: bigint;
  readonly hash: Buffer;
  readonly kind: string;
  readonly actorKind: string;
  readonly cause: string | null;
  readonly at: Date;
  readonly orderedAt: Date;
  readonly concerned: readonly string[];
}

interface EntryRow extends Omit<Entry, 'number' | 'revision'> {
  readonly number: string;
  readonly revision: string;
}

const ENTRIES_AT_ONCE = 1_000;
/** A trail that was replaced as a whole differs everywhere: the first differences say enough. */
const MAX_PROBLEMS = 100;

/**
 * Walks the whole trail: numbers without gaps, each hash from the one before, each content from its digest, each entry
 * equal to its event in the log and no event without entry, and every anchor on the chain. Content may be missing where
 * somebody was erased; so may the event itself, in a log that clears away what it has erased.
 * @throws LogUnavailable, or the database's own error
 */
export async function verifyAudit(options: {
  readonly client: Pick<ClientBase, 'query'>;
  readonly log: HashedLog;
  readonly anchors: readonly Anchor[];
}): Promise<AuditVerdict> {
  const { client } = options;
  await client.query('begin isolation level repeatable read read only');
  try {
    return await verifyInSnapshot(options);
  } finally {
    await client.query('commit');
  }
}

async function verifyInSnapshot({
  client,
  log,
  anchors: given,
}: Parameters<typeof verifyAudit>[0]): Promise<AuditVerdict> {
  const problems: AuditProblem[] = [];
  const anchors = given.toSorted((a, b) => (a.number < b.number ? -1 : 1));
  const walk = createLogWalk(log);
  const emptied: Entry[] = [];
  const cleared: Entry[] = [];
  /** Named by somebody's erasure, and closed by it besides: what came to them at that moment is not named. */
  const [named, closed] = [new Set<string>(), new Set<string>()];
  let orderedAt = -Infinity;
  let previous: { readonly number: bigint; readonly hash: Buffer; readonly position: string | null } = {
    number: 0n,
    hash: NO_HASH,
    position: null,
  };

  const head = await readHead(client);
  const report = (what: AuditProblem['what'], number: bigint | null): void => {
    if (problems.length < MAX_PROBLEMS) problems.push({ what, number });
  };

  function checkAnchors(number: bigint, hash: Buffer): void {
    for (const anchor of anchors.splice(0, anchors.findLastIndex((each) => each.number <= number) + 1))
      if (anchor.number !== number || anchor.hash !== hash.toString('hex')) report('anchor', anchor.number);
  }

  function check(entry: Entry, event: HashedEvent | undefined): void {
    const mayBeCleared = event === undefined && log.clearsErased && entry.data === null && entry.salt === null;
    if (entry.number !== previous.number + 1n) report('gap', entry.number);
    if (!hashOf(previous.hash, entry).equals(entry.hash)) report('broken_chain', entry.number);
    checkColumns(entry);
    checkContent(entry);
    if (mayBeCleared) cleared.push(entry);
    else if (event === undefined || !isSameEvent(entry, event)) report('not_in_log', entry.number);
    else if (entry.type === 'BusinessErased')
      for (const stream of streamsOf(streamRef(entry.stream)?.id ?? '')) closed.add(stream);
    checkAnchors(entry.number, entry.hash);
    previous = entry;
  }

  function checkColumns(entry: Entry): void {
    const { at, actor, causationId = null } = JSON.parse(entry.meta) as EventMeta;
    orderedAt = Math.max(orderedAt, Date.parse(at));
    const isRight =
      entry.kind === kindOf(entry.stream) &&
      entry.actorKind === actor.kind &&
      entry.cause === causationId &&
      entry.at.getTime() === Date.parse(at) &&
      entry.orderedAt.getTime() === orderedAt;
    if (!isRight) report('column_changed', entry.number);
    if (concernedBy(entry).some((id) => !entry.concerned.includes(id))) report('concern_missing', entry.number);
  }

  function checkContent(entry: Entry): void {
    const { number, type, data, salt, digest } = entry;
    if (data === null || salt === null) {
      emptied.push(entry);
      if (data !== null || salt !== null) report('content_changed', number);
      return;
    }
    if (!isSealedBy(digest, { salt, data })) report('content_changed', number);
    else if (type === 'UserErased')
      for (const id of (JSON.parse(data) as { businessIds: string[] }).businessIds)
        for (const stream of streamsOf(id)) named.add(stream);
  }

  for (let after = 0n; ;) {
    const entries = await readEntries(client, after);
    if (entries.length === 0) break;
    for (const entry of entries) {
      const { passed, event } = await walk.to(entry.position);
      for (let without = 0; without < passed; without += 1) report('not_in_trail', null);
      check(entry, event);
    }
    after = entries.at(-1)?.number ?? after;
  }
  // What has been written up to now is compared with the log only as far as it goes: nothing would be as good as all.
  if (previous.number === 0n && (await log.hashedEvents(null, 1)).length > 0) report('not_in_trail', null);
  for (const { number } of anchors) report('anchor', number);
  for (const { number, stream } of emptied)
    if (!named.has(stream) && !closed.has(stream)) report('content_missing', number);
  for (const { number, stream } of cleared) if (!named.has(stream)) report('not_in_log', number);
  const isHead =
    head.number === previous.number && head.position === previous.position && head.hash.equals(previous.hash);
  if (!isHead) report('head', null);
  if (head.position !== null) {
    const { passed, event } = await walk.to(head.position);
    for (let without = 0; without < passed + (event ? 1 : 0); without += 1) report('not_in_trail', null);
  }
  return { entries: previous.number, problems };
}

const isSameEvent = (entry: HashedEvent, event: HashedEvent): boolean =>
  entry.position === event.position &&
  entry.id === event.id &&
  entry.stream === event.stream &&
  entry.revision === event.revision &&
  entry.type === event.type &&
  entry.meta === event.meta &&
  entry.digest.equals(event.digest) &&
  entry.data === event.data;

async function readEntries(client: Pick<ClientBase, 'query'>, after: bigint): Promise<readonly Entry[]> {
  const { rows } = await client.query<EntryRow>(
    `select number, position, event_id as id, stream, kind, revision, type, at, ordered_at as "orderedAt",
            actor_kind as "actorKind", cause, meta, data, salt, digest, hash,
            array(select user_id::text from audit.concern c where c.number = e.number) as concerned
     from audit.entry e where number > $1 order by number limit $2`,
    [after, ENTRIES_AT_ONCE],
  );
  return rows.map((row) => ({ ...row, number: BigInt(row.number), revision: BigInt(row.revision) }));
}

async function readHead(client: Pick<ClientBase, 'query'>) {
  const { rows } = await client.query<{ number: string; position: string | null; hash: Buffer }>(
    'select number, position, hash from audit.head',
  );
  const [row] = rows;
  return { number: BigInt(row?.number ?? 0), position: row?.position ?? null, hash: row?.hash ?? NO_HASH };
}

/** What is emptied with a business. */
const streamsOf = (businessId: string): readonly string[] => [
  businessStream(businessId),
  importMemoryStream(businessId),
];
