import type { RecordedEvent } from '#domain/event.ts';
import { batchLookups } from '#runtime/batch-lookups.ts';
import { isStreamName } from '../serialised-append.ts';
import { type EventText, PAGE_BYTES, formatPosition } from '../port.ts';
import type { ReconnectingClient, Row, Statement } from './reconnecting-client.ts';

/**
 * A page is one row, each column one long text: parsing a few of them costs the reader less than half of thousands of
 * short ones. Meta and data, JSON already, form an array; names, which have no control characters, are separated by
 * one.
 */
const TYPES_SQL = 'string_agg(type, chr(31))';
const EVENTS_SQL = `${TYPES_SQL}, string_agg(id::text, chr(31)), '[' || string_agg(position::text, ',') || ']',
      '[' || string_agg(meta, ',') || ']', '[' || string_agg(coalesce(data, 'null'), ',') || ']'`;
const splitList = (text: string | null | undefined): readonly string[] => text?.split('\x1f') ?? [];
const parseArray = (json: string | null | undefined): readonly unknown[] => JSON.parse(json ?? '[]') as unknown[];

interface PageSql {
  /** The selected columns of the page. */
  readonly columns: string;
  /** The condition for events of the page. */
  readonly where: string;
  /** The column by which events are counted, with an upper bound for the page. The column `position` has the index. */
  readonly countedBy: 'position' | 'revision';
  readonly end: string;
  /** The maximum bytes of data, unless a single event has more. */
  readonly bytes: string;
}

/**
 * A page is a row of texts, whose last column is the number up to which it goes: `end`, or less where that would be too
 * many bytes. The length of a text is stored beside it, so nothing is decompressed to add lengths up; where everything
 * fits, which is nearly always, the page costs one additional sum.
 */
const pageSql = ({ columns, where, countedBy, end, bytes }: PageSql): string => `
  with page_end as materialized (select case
    when (select sum(octet_length(data)) from log.events where ${where}) > ${bytes} then (select max(number) from (
      select ${countedBy} as number, octet_length(data) as length, sum(octet_length(data)) over (order by ${countedBy}) as total
      from log.events where ${where}) lengths where total <= ${bytes} or total = length)
    else ${end} end as number)
  select ${columns}, (select number from page_end) from (
    select type, id, position, meta, data, stream, revision from log.events
    where ${where} and ${countedBy} <= (select number from page_end) order by ${countedBy}) page`;

const streamSql = (columns: string, stream: string, first: string): string =>
  pageSql({
    columns,
    where: `stream = ${stream} and revision >= ${first} and revision < ${first} + $3::integer and data is not null`,
    countedBy: 'revision',
    end: `${first} + $3::integer - 1`,
    bytes: '$4::bigint',
  });

/** Reads a page of each of several streams, in the requested order. */
const STREAM_PAGES_STATEMENT: Statement = {
  name: 'log_stream',
  text: `select page.* from unnest($1::text[], $2::bigint[]) with ordinality as wanted(stream, first, place)
    cross join lateral (${streamSql(EVENTS_SQL, 'wanted.stream', 'wanted.first')}) page order by wanted.place`,
};
/** Reads a page of one stream, to be parsed event by event. */
const STREAM_TEXTS_STATEMENT: Statement = {
  name: 'log_stream_texts',
  text: streamSql(`${TYPES_SQL}, string_agg(meta, chr(31)), string_agg(data, chr(31))`, '$1::text', '$2::bigint'),
};
/**
 * Reads a page of the whole log, and the end of the log at that moment: positions have no gaps, so a page is a range of
 * them, whatever types are requested.
 */
const LOG_PAGE_STATEMENT: Statement = {
  name: 'log_page',
  text: pageSql({
    columns: `${EVENTS_SQL}, string_agg(stream, chr(31)), '[' || string_agg(revision::text, ',') || ']',
      coalesce((select position from log.events order by position desc limit 1), 0)`,
    where: 'position > $1::bigint and position <= $2::bigint and ($3::text[] is null or type = any ($3))',
    countedBy: 'position',
    end: '$2::bigint',
    bytes: '$4::bigint',
  }),
};
const HEAD_STATEMENT: Statement = {
  name: 'log_head',
  text: 'select position from log.events order by position desc limit 1',
};

/**
 * SQL for the revision of a stream's last event, null for a stream without one: for a reader of the same database that
 * checks whether its cached state is current. `stream`: SQL for the stream's name.
 */
export const lastRevisionSql = (stream: string): string =>
  `(select revision from log.events where stream = ${stream} order by revision desc limit 1)`;

/** The size of the first page of a stream, and of the following ones where the stream turns out to be long. */
const FIRST_PAGE_SIZE = 1_000;
const LONG_PAGE_SIZE = 5_000;
/**
 * The maximum number of streams in one query. Their pages together are as long as four, so that they arrive within the
 * duration of a call.
 */
const MAX_STREAMS_PER_QUERY = 32;
const MAX_PAGES_PER_QUERY = 4;

interface StreamTail {
  readonly stream: string;
  readonly from: bigint;
}

export interface StreamReader {
  readonly read: (tail: StreamTail) => AsyncIterable<RecordedEvent>;
  readonly readTexts: (tail: StreamTail) => AsyncIterable<readonly EventText[]>;
}

/** Reads streams page by page; first pages that are requested at the same time share one query. */
export function createStreamReader(client: ReconnectingClient, logId: string): StreamReader {
  const readStreamPages = (tails: readonly StreamTail[], size: number): Promise<readonly Row[]> => {
    const [streams, firsts] = [tails.map(({ stream }) => stream), tails.map(({ from }) => from)];
    return client.query(STREAM_PAGES_STATEMENT, [
      streams,
      firsts,
      size,
      Math.floor(PAGE_BYTES / Math.max(1, tails.length / MAX_PAGES_PER_QUERY)),
    ]);
  };
  const readFirstPage = batchLookups(
    (places: readonly StreamTail[]) => readStreamPages(places, FIRST_PAGE_SIZE),
    MAX_STREAMS_PER_QUERY,
  );
  return {
    async *read({ stream, from }) {
      const page = async (place: StreamTail, size: number) =>
        size === FIRST_PAGE_SIZE ? readFirstPage(place) : (await readStreamPages([place], size))[0];
      for await (const { first, row } of readRows({ stream, from }, page)) {
        const locationOf = (i: number) => ({ stream, revision: first + BigInt(i) });
        for (const event of eventsOf(logId, row, locationOf)) yield event;
      }
    },
    async *readTexts({ stream, from }) {
      const page = async (place: StreamTail, size: number) =>
        (await client.query(STREAM_TEXTS_STATEMENT, [place.stream, place.from, size, PAGE_BYTES]))[0];
      for await (const { first, row } of readRows({ stream, from }, page)) {
        const [types, metas, datas] = row.map(splitList);
        yield (types ?? []).map((type, i) => ({
          revision: Number(first) + i,
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
async function* readRows(
  { stream, from }: StreamTail,
  page: (place: StreamTail, size: number) => Promise<Row | undefined>,
): AsyncGenerator<{ readonly first: bigint; readonly row: Row }> {
  if (!isStreamName(stream)) return;
  let first = from;
  for (let nextRow = page({ stream, from }, FIRST_PAGE_SIZE); ;) {
    const row = (await nextRow) ?? [];
    const next = BigInt(row.at(-1) ?? first) + 1n;
    const isLast = first + BigInt(splitList(row[0]).length) < next;
    if (!isLast) {
      nextRow = page({ stream, from: next }, LONG_PAGE_SIZE);
      nextRow.catch(() => undefined); // The error is thrown where the page is awaited.
    }
    yield { first, row };
    if (isLast) return;
    first = next;
  }
}

/** Parses the events of a page. @param locationOf the stream and revision of the event at index `i` */
function eventsOf(
  logId: string,
  [types, ids, indexes, metas, datas]: Row,
  locationOf: (i: number) => Pick<RecordedEvent, 'stream' | 'revision'>,
): readonly RecordedEvent[] {
  const [typeOf, idOf] = [splitList(types), splitList(ids)];
  const [metaOf, dataOf] = [parseArray(metas) as RecordedEvent['meta'][], parseArray(datas) as RecordedEvent['data'][]];
  return (parseArray(indexes) as readonly number[]).map((index, i) => {
    const { stream, revision } = locationOf(i);
    return {
      id: idOf[i] ?? '',
      type: typeOf[i] ?? '',
      stream,
      revision,
      position: formatPosition(logId, index),
      meta: metaOf[i] as RecordedEvent['meta'],
      data: dataOf[i] ?? null,
    };
  });
}

export interface EventPage {
  readonly events: readonly RecordedEvent[];
  /** The number of the last event that was read, `after` when there was none. */
  readonly last: number;
  /** Tells whether there were more events when this page was read. */
  readonly hasMore: boolean;
}

interface PageRange {
  readonly after: number;
  readonly size: number;
  /** The types to read, by default all. */
  readonly types: readonly string[] | undefined;
}

/** Reads events of these types among the `size` events after the index `after`. @throws LogUnavailable */
export async function readPage(
  client: ReconnectingClient,
  logId: string,
  { after, size, types }: PageRange,
): Promise<EventPage> {
  const [row = []] = await client.query(LOG_PAGE_STATEMENT, [after, after + size, types ?? null, PAGE_BYTES]);
  const [streams, revisions] = [splitList(row[5]), parseArray(row[6]) as readonly number[]];
  const [head, upTo] = [Number(row[7] ?? 0), Number(row[8] ?? after)];
  const events = eventsOf(logId, row, (i) => ({ stream: streams[i] ?? '', revision: BigInt(revisions[i] ?? -1) }));
  return { events, last: Math.max(after, Math.min(upTo, head)), hasMore: head > upTo };
}

/** The index of the last event in the log, 0 when there is none. @throws LogUnavailable */
export async function readHead(client: ReconnectingClient): Promise<number> {
  return Number((await client.query(HEAD_STATEMENT, []))[0]?.[0] ?? 0);
}
