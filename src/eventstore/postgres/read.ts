import type { RecordedEvent } from '#domain/event.ts';
import { batchLookups } from '#runtime/batch-lookups.ts';
import { isStreamName } from '../serialised-append.ts';
import type { EventText } from '../port.ts';
import { formatPosition } from '../position.ts';
import type { ReconnectingClient, Row, Statement } from './reconnecting-client.ts';

/**
 * A page is one row, each column one long text: taking a few of them apart costs the reader less than half of what
 * thousands of short ones do. Meta and data, JSON already, make an array; names, which have no control characters, are
 * parted by one.
 */
const TYPES = 'string_agg(type, chr(31))';
const EVENTS = `${TYPES}, string_agg(id::text, chr(31)), '[' || string_agg(position::text, ',') || ']',
      '[' || string_agg(meta, ',') || ']', '[' || string_agg(coalesce(data, 'null'), ',') || ']'`;
const listOf = (text: string | null | undefined): readonly string[] => text?.split('\x1f') ?? [];
const arrayOf = (json: string | null | undefined): readonly unknown[] => JSON.parse(json ?? '[]') as unknown[];

/** A page of each of several streams, in the order in which they are asked for. */
const STREAMS: Statement = {
  name: 'log_stream',
  text: `select page.* from unnest($1::text[], $2::bigint[]) with ordinality as asked(stream, first, place)
    cross join lateral (select ${EVENTS} from (select type, id, position, meta, data from log.events
      where stream = asked.stream and revision >= asked.first and data is not null order by revision limit $3) e) page
    order by asked.place`,
};
/** A page of one stream, to be taken apart event by event. */
const TEXTS: Statement = {
  name: 'log_stream_texts',
  text: `select ${TYPES}, string_agg(meta, chr(31)), string_agg(data, chr(31)) from (select type, meta, data
      from log.events where stream = $1 and revision >= $2 and data is not null order by revision limit $3) page`,
};
/**
 * A page of the whole log, and the end of the log at that moment: positions have no gaps, so a page is a stretch of them,
 * whatever types are asked for.
 */
const PAGE: Statement = {
  name: 'log_page',
  text: `select ${EVENTS}, string_agg(stream, chr(31)), '[' || string_agg(revision::text, ',') || ']',
      coalesce((select position from log.events order by position desc limit 1), 0)
    from (select type, id, position, meta, data, stream, revision from log.events
      where position > $1 and position <= $2 and ($3::text[] is null or type = any ($3)) order by position) page`,
};
const HEAD: Statement = { name: 'log_head', text: 'select position from log.events order by position desc limit 1' };

/**
 * SQL for the revision of a stream's last event, null for a stream without one: for who reads the same database anyway
 * and wants to know whether what it remembers of a stream is still all there is. `stream`: SQL for the stream's name.
 */
export const lastRevisionSql = (stream: string): string =>
  `(select revision from log.events where stream = ${stream} order by revision desc limit 1)`;

/** First page of a stream, and those that follow where it has turned out to be long. */
const STREAM_PAGE = 1_000;
const LONG_PAGE = 5_000;
/**
 * A month of sales is two hundred times as long as a price: behind long events a page has fewer of them, or it would be a
 * text of hundreds of megabytes.
 */
const PAGE_CHARACTERS = 16_000_000;
const SHORTEST_PAGE = 20;
/** Long ones too must come within the time that one call may take. */
const STREAMS_AT_ONCE = 32;

interface Place {
  readonly stream: string;
  readonly from: bigint;
}

export interface StreamReader {
  readonly read: (place: Place) => AsyncIterable<RecordedEvent>;
  readonly readTexts: (place: Place) => AsyncIterable<readonly EventText[]>;
}

/** Reads streams page by page; first pages of several that are asked for at the same time come with one query. */
export function createStreamReader(client: ReconnectingClient, logId: string): StreamReader {
  const pages = (places: readonly Place[], size: number): Promise<readonly Row[]> =>
    client.query(STREAMS, [places.map(({ stream }) => stream), places.map(({ from }) => from), size]);
  const firstPage = batchLookups((places: readonly Place[]) => pages(places, STREAM_PAGE), STREAMS_AT_ONCE);
  return {
    async *read({ stream, from }) {
      const page = async (place: Place, size: number) =>
        size === STREAM_PAGE ? firstPage(place) : (await pages([place], size))[0];
      for await (const { first, row } of rowsOf({ stream, from }, page)) {
        const placeOf = (i: number) => ({ stream, revision: first + BigInt(i) });
        for (const event of eventsOf(logId, row, placeOf)) yield event;
      }
    },
    async *readTexts({ stream, from }) {
      const page = async (place: Place, size: number) =>
        (await client.query(TEXTS, [place.stream, place.from, size]))[0];
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

/** The pages of a stream, each asked for while the one before it is worked on. Revisions have no gaps. */
async function* rowsOf(
  { stream, from }: Place,
  page: (place: Place, size: number) => Promise<Row | undefined>,
): AsyncGenerator<{ readonly first: bigint; readonly row: Row }> {
  if (!isStreamName(stream)) return;
  let [first, size] = [from, STREAM_PAGE];
  for (let asked = page({ stream, from }, size); ;) {
    const row = (await asked) ?? [];
    const isLast = listOf(row[0]).length < size;
    const next = first + BigInt(size);
    const nextSize = sizeAfter({ count: size, characters: charactersIn(row) }, LONG_PAGE);
    if (!isLast) {
      asked = page({ stream, from: next }, nextSize);
      asked.catch(() => undefined); // thrown where it is awaited
    }
    yield { first, row };
    if (isLast) return;
    [first, size] = [next, nextSize];
  }
}

/** How many events the next page may have, by how long those of this one are. */
export const sizeAfter = (
  { count, characters }: { readonly count: number; readonly characters: number },
  most: number,
): number => {
  if (count === 0) return most;
  const wanted = Math.floor(PAGE_CHARACTERS / Math.max(characters / count, 1));
  return Math.max(Math.min(wanted, most), Math.min(SHORTEST_PAGE, most));
};

const charactersIn = (row: Row): number => row.reduce((sum, text) => sum + (text?.length ?? 0), 0);

/** @param placeOf of the event that stands at index `i` of the page */
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

export interface Page {
  readonly events: readonly RecordedEvent[];
  /** In all that was read for them. */
  readonly characters: number;
  /** Number of the last event looked at, `after` when there was none. */
  readonly last: number;
  /** There were more when this page was read. */
  readonly hasMore: boolean;
}

interface Stretch {
  readonly after: number;
  readonly size: number;
  /** All when left out. */
  readonly types: readonly string[] | undefined;
}

/** Of the `size` events behind the position numbered `after` those of these types. @throws LogUnavailable */
export async function readPage(
  client: ReconnectingClient,
  logId: string,
  { after, size, types }: Stretch,
): Promise<Page> {
  const upTo = after + size;
  const [row = []] = await client.query(PAGE, [after, upTo, types ?? null]);
  const [streams, revisions, head] = [listOf(row[5]), arrayOf(row[6]) as readonly number[], Number(row[7] ?? 0)];
  const events = eventsOf(logId, row, (i) => ({ stream: streams[i] ?? '', revision: BigInt(revisions[i] ?? -1) }));
  const last = Math.max(after, Math.min(upTo, head));
  return { events, characters: charactersIn(row), last, hasMore: head > upTo };
}

/** Number of the last event, 0 when there is none. @throws LogUnavailable */
export async function readHead(client: ReconnectingClient): Promise<number> {
  return Number((await client.query(HEAD, []))[0]?.[0] ?? 0);
}
