import type { RecordedEvent } from '#domain/event.ts';
import { batchLookups } from '#runtime/batch-lookups.ts';
import { isStreamName } from '../serialised-append.ts';
import { PAGE_BYTES } from '../page.ts';
import type { EventText } from '../port.ts';
import { formatPosition } from '../position.ts';
import type { ReconnectingClient, Row, Statement } from './reconnecting-client.ts';

/**
 * A page is one row, each column one long text: parsing a few of them costs the reader less than half of thousands of
 * short ones. Meta and data, JSON already, form an array; names, which have no control characters, are separated by
 * one.
 */
const TYPES = 'string_agg(type, chr(31))';
const EVENTS = `${TYPES}, string_agg(id::text, chr(31)), '[' || string_agg(position::text, ',') || ']',
      '[' || string_agg(meta, ',') || ']', '[' || string_agg(coalesce(data, 'null'), ',') || ']'`;
const listOf = (text: string | null | undefined): readonly string[] => text?.split('\x1f') ?? [];
const arrayOf = (json: string | null | undefined): readonly unknown[] => JSON.parse(json ?? '[]') as unknown[];

interface PageSql {
  /** The selected columns of the page. */
  readonly columns: string;
  /** The condition for events of the page. */
  readonly where: string;
  /** The number by which events are counted, with an upper bound for the page. */
  readonly number: 'position' | 'revision';
  readonly end: string;
  /** Maximum bytes of data, unless a single event has more. */
  readonly bytes: string;
}

/**
 * A page is a row of texts, whose last column is the number up to which it goes: `end`, or less where that would be too
 * many bytes. The length of a text is stored beside it, so nothing is decompressed to add lengths up; where everything
 * fits, which is nearly always, the page costs one additional sum.
 */
const pageSql = ({ columns, where, number, end, bytes }: PageSql): string => `
  with page_end as materialized (select case
    when (select sum(octet_length(data)) from log.events where ${where}) > ${bytes} then (select max(number) from (
      select ${number} as number, octet_length(data) as length, sum(octet_length(data)) over (order by ${number}) as total
      from log.events where ${where}) lengths where total <= ${bytes} or total = length)
    else ${end} end as number)
  select ${columns}, (select number from page_end) from (
    select type, id, position, meta, data, stream, revision from log.events
    where ${where} and ${number} <= (select number from page_end) order by ${number}) page`;

const streamSql = (columns: string, stream: string, first: string): string =>
  pageSql({
    columns,
    where: `stream = ${stream} and revision >= ${first} and revision < ${first} + $3::integer and data is not null`,
    number: 'revision',
    end: `${first} + $3::integer - 1`,
    bytes: '$4::bigint',
  });

/** A page of each of several streams, in the requested order. */
const STREAMS: Statement = {
  name: 'log_stream',
  text: `select page.* from unnest($1::text[], $2::bigint[]) with ordinality as wanted(stream, first, place)
    cross join lateral (${streamSql(EVENTS, 'wanted.stream', 'wanted.first')}) page order by wanted.place`,
};
/** A page of one stream, to be parsed event by event. */
const TEXTS: Statement = {
  name: 'log_stream_texts',
  text: streamSql(`${TYPES}, string_agg(meta, chr(31)), string_agg(data, chr(31))`, '$1::text', '$2::bigint'),
};
/**
 * A page of the whole log, and the end of the log at that moment: positions have no gaps, so a page is a range of them,
 * whatever types are requested.
 */
const PAGE: Statement = {
  name: 'log_page',
  text: pageSql({
    columns: `${EVENTS}, string_agg(stream, chr(31)), '[' || string_agg(revision::text, ',') || ']',
      coalesce((select position from log.events order by position desc limit 1), 0)`,
    where: 'position > $1::bigint and position <= $2::bigint and ($3::text[] is null or type = any ($3))',
    number: 'position',
    end: '$2::bigint',
    bytes: '$4::bigint',
  }),
};
const HEAD: Statement = { name: 'log_head', text: 'select position from log.events order by position desc limit 1' };

/**
 * SQL for the revision of a stream's last event, null for a stream without one: for a reader of the same database that
 * checks whether its cached state is current. `stream`: SQL for the stream's name.
 */
export const lastRevisionSql = (stream: string): string =>
  `(select revision from log.events where stream = ${stream} order by revision desc limit 1)`;

/** Size of the first page of a stream, and of the following ones where the stream turns out to be long. */
const STREAM_PAGE = 1_000;
const LONG_PAGE = 5_000;
/**
 * Maximum number of streams in one query. Their pages together are as long as four, so that they arrive within the
 * duration of a call.
 */
const STREAMS_AT_ONCE = 32;
const PAGES_AT_ONCE = 4;

interface StreamEnd {
  readonly stream: string;
  readonly from: bigint;
}

export interface StreamReader {
  readonly read: (place: StreamEnd) => AsyncIterable<RecordedEvent>;
  readonly readTexts: (place: StreamEnd) => AsyncIterable<readonly EventText[]>;
}

/** Reads streams page by page; first pages that are requested at the same time share one query. */
export function createStreamReader(client: ReconnectingClient, logId: string): StreamReader {
  const pages = (places: readonly StreamEnd[], size: number): Promise<readonly Row[]> => {
    const [streams, firsts] = [places.map(({ stream }) => stream), places.map(({ from }) => from)];
    return client.query(STREAMS, [
      streams,
      firsts,
      size,
      Math.floor(PAGE_BYTES / Math.max(1, places.length / PAGES_AT_ONCE)),
    ]);
  };
  const firstPage = batchLookups((places: readonly StreamEnd[]) => pages(places, STREAM_PAGE), STREAMS_AT_ONCE);
  return {
    async *read({ stream, from }) {
      const page = async (place: StreamEnd, size: number) =>
        size === STREAM_PAGE ? firstPage(place) : (await pages([place], size))[0];
      for await (const { first, row } of rowsOf({ stream, from }, page)) {
        const placeOf = (i: number) => ({ stream, revision: first + BigInt(i) });
        for (const event of eventsOf(logId, row, placeOf)) yield event;
      }
    },
    async *readTexts({ stream, from }) {
      const page = async (place: StreamEnd, size: number) =>
        (await client.query(TEXTS, [place.stream, place.from, size, PAGE_BYTES]))[0];
      for await (const { first, row } of rowsOf({ stream, from }, page)) {
        const [types, metas, datas] = row.map(listOf);
        yield (types ?? []).map((type, i) => ({
          number: Number(first) + i,
          type,
          meta: metas?.[i] ?? '',
          data: datas?.[i] ?? '',
        }));
      }
    },
  };
}

/**
 * Yields the pages of a stream, and requests the next one while the caller works on the current one. Revisions have no
 * gaps.
 */
async function* rowsOf(
  { stream, from }: StreamEnd,
  page: (place: StreamEnd, size: number) => Promise<Row | undefined>,
): AsyncGenerator<{ readonly first: bigint; readonly row: Row }> {
  if (!isStreamName(stream)) return;
  let first = from;
  for (let coming = page({ stream, from }, STREAM_PAGE); ;) {
    const row = (await coming) ?? [];
    const next = BigInt(row.at(-1) ?? first) + 1n;
    const isLast = first + BigInt(listOf(row[0]).length) < next;
    if (!isLast) {
      coming = page({ stream, from: next }, LONG_PAGE);
      coming.catch(() => undefined); // The error is thrown where the page is awaited.
    }
    yield { first, row };
    if (isLast) return;
    first = next;
  }
}

/** @param placeOf the place of the event at index `i` of the page */
function eventsOf(
  logId: string,
  [types, ids, positions, metas, datas]: Row,
  placeOf: (i: number) => Pick<RecordedEvent, 'stream' | 'revision'>,
): readonly RecordedEvent[] {
  const [typeOf, idOf] = [listOf(types), listOf(ids)];
  const [metaOf, dataOf] = [arrayOf(metas) as RecordedEvent['meta'][], arrayOf(datas) as RecordedEvent['data'][]];
  return (arrayOf(positions) as readonly number[]).map((position, i) => {
    const { stream, revision } = placeOf(i);
    return {
      id: idOf[i] ?? '',
      type: typeOf[i] ?? '',
      stream,
      revision,
      position: formatPosition(logId, position),
      meta: metaOf[i] as RecordedEvent['meta'],
      data: dataOf[i] ?? null,
    };
  });
}

export interface PageOfEvents {
  readonly events: readonly RecordedEvent[];
  /** Number of the last event that was read, `after` when there was none. */
  readonly last: number;
  /** Whether there were more events when this page was read. */
  readonly hasMore: boolean;
}

interface PageRange {
  readonly after: number;
  readonly size: number;
  /** The types to read, by default all. */
  readonly types: readonly string[] | undefined;
}

/** Reads events of these types among the `size` events after the position numbered `after`. @throws LogUnavailable */
export async function readPage(
  client: ReconnectingClient,
  logId: string,
  { after, size, types }: PageRange,
): Promise<PageOfEvents> {
  const [row = []] = await client.query(PAGE, [after, after + size, types ?? null, PAGE_BYTES]);
  const [streams, revisions] = [listOf(row[5]), arrayOf(row[6]) as readonly number[]];
  const [head, upTo] = [Number(row[7] ?? 0), Number(row[8] ?? after)];
  const events = eventsOf(logId, row, (i) => ({ stream: streams[i] ?? '', revision: BigInt(revisions[i] ?? -1) }));
  return { events, last: Math.max(after, Math.min(upTo, head)), hasMore: head > upTo };
}

/** Number of the last event, 0 when there is none. @throws LogUnavailable */
export async function readHead(client: ReconnectingClient): Promise<number> {
  return Number((await client.query(HEAD, []))[0]?.[0] ?? 0);
}
