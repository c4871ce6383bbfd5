import type { EventMeta } from '#domain/event.ts';
import { businessStream, importMemoryStream, streamRef } from '#domain/streams.ts';
import type { HashedEvent, AuditableLog } from '#eventstore/port.ts';
import type { ClientBase } from 'pg';
import type { Anchor } from './anchors.ts';
import { entryHash, matchesDigest, GENESIS_HASH } from './chain.ts';
import { accountsConcerned, kindOf } from './entries.ts';
import { createLogWalk, type LogWalk } from './log-walk.ts';

/** A difference between the audit log and its original content. */
export interface AuditProblem {
  /** The number of the entry; null when the problem concerns the audit log as a whole. */
  readonly number: bigint | null;
  readonly kind:
    /** A number is missing or occurs twice. */
    | 'gap'
    /** The entry does not follow from the one before it. */
    | 'broken_chain'
    /** A column beside the hashed ones differs from the event. */
    | 'column_changed'
    /** A person whom the entry concerns is missing from its list. */
    | 'concern_missing'
    /** The content differs from the recorded one. */
    | 'content_changed'
    /** The content is missing without an erasure. */
    | 'content_missing'
    /** The event log has another event at this position, or none, without an erasure. */
    | 'not_in_log'
    /** The event log has an event without an entry. */
    | 'not_in_audit_log'
    /** The chain does not lead to a head that was anchored outside the database. */
    | 'anchor'
    /** The head row does not match the last entry. */
    | 'head';
}

export interface AuditReport {
  readonly entries: bigint;
  readonly problems: readonly AuditProblem[];
}

interface StoredEntry extends HashedEvent {
  readonly number: bigint;
  readonly hash: Buffer;
  readonly kind: string;
  readonly actorKind: string;
  readonly cause: string | null;
  readonly at: Date;
  /** The latest time of this entry and all before it, by which entries can be searched though clocks may go back. */
  readonly orderedAt: Date;
  readonly concerned: readonly string[];
}

interface EntryRow extends Omit<StoredEntry, 'number' | 'revision'> {
  readonly number: string;
  readonly revision: string;
}

const PAGE_SIZE = 1_000;
/** An audit log that was replaced as a whole differs everywhere, so the first differences are enough. */
const MAX_PROBLEMS = 100;

/**
 * Verifies the whole audit log: numbers without gaps, each hash from the previous one, each content against its digest,
 * each entry equal to its event in the log, no event without an entry, and every anchor on the chain. Content may be
 * missing after an erasure; so may the event itself, in a log that removes erased events.
 * @throws LogUnavailable, or the database's own error
 */
export async function verifyAudit(options: {
  readonly client: Pick<ClientBase, 'query'>;
  readonly log: AuditableLog;
  readonly anchors: readonly Anchor[];
}): Promise<AuditReport> {
  const { client } = options;
  await client.query('begin isolation level repeatable read read only');
  try {
    return await verifyInSnapshot(options);
  } finally {
    await client.query('commit');
  }
}

async function verifyInSnapshot({ client, log, anchors }: Parameters<typeof verifyAudit>[0]): Promise<AuditReport> {
  const head = await readHead(client);
  const check = new AuditCheck(log, anchors);
  for (let after = 0n; ;) {
    const entries = await readEntries(client, after);
    if (entries.length === 0) break;
    for (const entry of entries) await check.next(entry);
    after = entries.at(-1)?.number ?? after;
  }
  return check.end(head);
}

interface Head {
  readonly number: bigint;
  readonly position: string | null;
  readonly hash: Buffer;
}

class AuditCheck {
  readonly #log: AuditableLog;
  /** Anchors that the walk has not reached yet, lowest number first. */
  readonly #anchors: Anchor[];
  readonly #walk: LogWalk;
  readonly #problems: AuditProblem[] = [];
  readonly #entriesWithoutContent: StoredEntry[] = [];
  readonly #entriesWithoutEvent: StoredEntry[] = [];
  /** Streams of the businesses that an erasure lists. */
  readonly #erasedStreams = new Set<string>();
  /** Streams of businesses with an event `BusinessErased`: content that was appended at that moment is missing too. */
  readonly #streamsOfErasedBusinesses = new Set<string>();
  #orderedAt = -Infinity;
  #previous: Head = { number: 0n, hash: GENESIS_HASH, position: null };

  constructor(log: AuditableLog, anchors: readonly Anchor[]) {
    this.#log = log;
    this.#anchors = anchors.toSorted((a, b) => (a.number < b.number ? -1 : 1));
    this.#walk = createLogWalk(log);
  }

  async next(entry: StoredEntry): Promise<void> {
    const { skipped, event } = await this.#walk.advanceTo(entry.position);
    this.#reportPassed(skipped);
    if (entry.number !== this.#previous.number + 1n) this.#report('gap', entry.number);
    if (!entryHash(this.#previous.hash, entry).equals(entry.hash)) this.#report('broken_chain', entry.number);
    this.#checkColumns(entry);
    this.#checkContent(entry);
    this.#checkEvent(entry, event);
    this.#checkAnchors(entry.number, entry.hash);
    this.#previous = entry;
  }

  async end(head: Head): Promise<AuditReport> {
    const { number: last, position, hash } = this.#previous;
    // The event log is compared only up to the last entry, so an empty audit log would pass unless it is checked here.
    if (last === 0n && (await this.#log.readHashedEvents(null, 1)).length > 0) this.#report('not_in_audit_log', null);
    for (const { number } of this.#anchors) this.#report('anchor', number);
    for (const { number, stream } of this.#entriesWithoutContent)
      if (!this.#erasedStreams.has(stream) && !this.#streamsOfErasedBusinesses.has(stream))
        this.#report('content_missing', number);
    for (const { number, stream } of this.#entriesWithoutEvent)
      if (!this.#erasedStreams.has(stream)) this.#report('not_in_log', number);
    const isHead = head.number === last && head.position === position && head.hash.equals(hash);
    if (!isHead) this.#report('head', null);
    if (head.position !== null) {
      const { skipped, event } = await this.#walk.advanceTo(head.position);
      this.#reportPassed(skipped + (event ? 1 : 0));
    }
    return { entries: last, problems: this.#problems };
  }

  #report(kind: AuditProblem['kind'], number: bigint | null): void {
    if (this.#problems.length < MAX_PROBLEMS) this.#problems.push({ kind, number });
  }

  /** Reports events of the log that have no entry. */
  #reportPassed(passed: number): void {
    for (let count = 0; count < passed; count += 1) this.#report('not_in_audit_log', null);
  }

  #checkEvent(entry: StoredEntry, event: HashedEvent | undefined): void {
    const mayBeCleared =
      event === undefined && this.#log.removesErasedEvents && entry.data === null && entry.salt === null;
    if (mayBeCleared) this.#entriesWithoutEvent.push(entry);
    else if (event === undefined || !isSameEvent(entry, event)) this.#report('not_in_log', entry.number);
    else if (entry.type === 'BusinessErased')
      for (const stream of streamsOf(streamRef(entry.stream)?.id ?? '')) this.#streamsOfErasedBusinesses.add(stream);
  }

  #checkAnchors(number: bigint, hash: Buffer): void {
    const anchors = this.#anchors.splice(0, this.#anchors.findLastIndex((anchor) => anchor.number <= number) + 1);
    for (const anchor of anchors)
      if (anchor.number !== number || anchor.hash !== hash.toString('hex')) this.#report('anchor', anchor.number);
  }

  #checkColumns(entry: StoredEntry): void {
    const { at, actor, causationId = null } = JSON.parse(entry.meta) as EventMeta;
    this.#orderedAt = Math.max(this.#orderedAt, Date.parse(at));
    const isConsistent =
      entry.kind === kindOf(entry.stream) &&
      entry.actorKind === actor.kind &&
      entry.cause === causationId &&
      entry.at.getTime() === Date.parse(at) &&
      entry.orderedAt.getTime() === this.#orderedAt;
    if (!isConsistent) this.#report('column_changed', entry.number);
    if (accountsConcerned(entry).some((id) => !entry.concerned.includes(id)))
      this.#report('concern_missing', entry.number);
  }

  #checkContent(entry: StoredEntry): void {
    const { number, type, data, salt, digest } = entry;
    if (data === null || salt === null) {
      this.#entriesWithoutContent.push(entry);
      if (data !== null || salt !== null) this.#report('content_changed', number);
      return;
    }
    if (!matchesDigest(digest, { salt, data })) this.#report('content_changed', number);
    else if (type === 'UserErased')
      for (const id of (JSON.parse(data) as { businessIds: string[] }).businessIds)
        for (const stream of streamsOf(id)) this.#erasedStreams.add(stream);
  }
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

async function readEntries(client: Pick<ClientBase, 'query'>, after: bigint): Promise<readonly StoredEntry[]> {
  const { rows } = await client.query<EntryRow>(
    `select number, position, event_id as id, stream, kind, revision, type, at, ordered_at as "orderedAt",
            actor_kind as "actorKind", cause, meta, data, salt, digest, hash,
            array(select user_id::text from audit.concern c where c.number = e.number) as concerned
     from audit.entry e where number > $1 order by number limit $2`,
    [after, PAGE_SIZE],
  );
  return rows.map((row) => ({ ...row, number: BigInt(row.number), revision: BigInt(row.revision) }));
}

async function readHead(client: Pick<ClientBase, 'query'>): Promise<Head> {
  const { rows } = await client.query<{ number: string; position: string | null; hash: Buffer }>(
    'select number, position, hash from audit.head',
  );
  const [row] = rows;
  return { number: BigInt(row?.number ?? 0), position: row?.position ?? null, hash: row?.hash ?? GENESIS_HASH };
}

/** The streams that are emptied when a business is erased. */
const streamsOf = (businessId: string): readonly string[] => [
  businessStream(businessId),
  importMemoryStream(businessId),
];
