import type { RecordedEvent } from '#domain/event.ts';
import { batchTurns } from '#src/turn-batch.ts';
import { isStreamName, recordedFrom } from '../draft.ts';
import { formatPosition } from '../position.ts';
import type { Line, Row, Statement } from './line.ts';

const COLUMNS = 'position, stream, revision, id, type, meta, data';
const STREAMS: Statement = {
  name: 'log_stream',
  text: `select e.*, asked.place
    from unnest($1::text[], $2::bigint[]) with ordinality as asked(stream, first, place)
    cross join lateral (
      select ${COLUMNS} from log.events
      where stream = asked.stream and revision >= asked.first and data is not null order by revision limit $3) e
    order by asked.place, e.revision`,
};
/**
 * A page is one row: a JSON array for each column, meta and data being JSON already. Taking a few long texts apart at once
 * costs the reader less than half of what thousands of short ones do. Behind them the end of the log at that moment:
 * positions have no gaps, so a page is a stretch of them, whatever types are asked for.
 */
const PAGE: Statement = {
  name: 'log_page',
  text: `select '[' || string_agg(position::text, ',') || ']', json_agg(stream)::text,
      '[' || string_agg(revision::text, ',') || ']', '["' || string_agg(id::text, '","') || '"]', json_agg(type)::text,
      '[' || string_agg(meta, ',') || ']', '[' || string_agg(coalesce(data, 'null'), ',') || ']',
      coalesce((select position from log.events order by position desc limit 1), 0)
    from (select ${COLUMNS} from log.events
      where position > $1 and position <= $2 and ($3::text[] is null or type = any ($3)) order by position) page`,
};
/** The same of one long stream, from a revision on. */
const LONG_STREAM: Statement = {
  name: 'log_long_stream',
  text: `select '[' || string_agg(position::text, ',') || ']', '[' || string_agg(revision::text, ',') || ']',
      '["' || string_agg(id::text, '","') || '"]', json_agg(type)::text, '[' || string_agg(meta, ',') || ']',
      '[' || string_agg(data, ',') || ']'
    from (select ${COLUMNS} from log.events
      where stream = $1 and revision >= $2 and data is not null order by revision limit $3) page`,
};
const HEAD: Statement = { name: 'log_head', text: 'select position from log.events order by position desc limit 1' };

/**
 * SQL for the revision of a stream's last event, null for a stream without one: for who reads the same database anyway
 * and wants to know whether what it remembers of a stream is still all there is. `stream`: SQL for the stream's name.
 */
export const lastRevisionSql = (stream: string): string =>
  `(select revision from log.events where stream = ${stream} order by revision desc limit 1)`;

const STREAM_PAGE = 1_000;
/** Of a stream that has turned out to be long. */
const LONG_PAGE = 5_000;
/** Long ones too must come within the time that one call may take. */
const STREAMS_AT_ONCE = 32;

function eventFrom(logId: string, row: Row): RecordedEvent {
  const [position, stream, revision, id, type, meta, data] = row as [
    string,
    string,
    string,
    string,
    string,
    string,
    string | null,
  ];
  return recordedFrom(
    { id, type, meta, data },
    { stream, revision: BigInt(revision), position: formatPosition(logId, Number(position)) },
  );
}

interface Place {
  readonly stream: string;
  readonly from: bigint;
}

export type StreamReader = (place: Place) => AsyncIterable<RecordedEvent>;

/** Reads streams page by page; pages of several that are asked for at the same time come with one query. */
export function createStreamReader(line: Line, logId: string): StreamReader {
  const readRows = batchTurns(async (places: readonly Place[]): Promise<readonly Row[][]> => {
    const pages = places.map((): Row[] => []);
    const streams = places.map(({ stream }) => stream);
    const firsts = places.map(({ from }) => from);
    const rows = await line.query(STREAMS, [streams, firsts, STREAM_PAGE]);
    for (const row of rows) pages[Number(row.at(-1)) - 1]?.push(row);
    return pages;
  }, STREAMS_AT_ONCE);
  return async function* ({ stream, from }) {
    if (!isStreamName(stream)) return;
    const rows = await readRows({ stream, from });
    for (const row of rows) yield eventFrom(logId, row);
    if (rows.length < STREAM_PAGE) return;
    for (let next = from + BigInt(rows.length); ;) {
      const events = await readLongPage(line, logId, { stream, from: next });
      yield* events;
      if (events.length < LONG_PAGE) return;
      next += BigInt(events.length);
    }
  };
}

type StreamColumns = [
  positions: number[],
  revisions: number[],
  ids: string[],
  types: string[],
  metas: RecordedEvent['meta'][],
  datas: RecordedEvent['data'][],
];

async function readLongPage(line: Line, logId: string, { stream, from }: Place): Promise<readonly RecordedEvent[]> {
  const [row = []] = await line.query(LONG_STREAM, [stream, from, LONG_PAGE]);
  const columns = row.map((text): unknown => JSON.parse(text ?? '[]')) as StreamColumns;
  const [positions, revisions, ids, types, metas, datas] = columns;
  return positions.map((position, i): RecordedEvent => ({
    id: ids[i] ?? '',
    type: types[i] ?? '',
    stream,
    revision: BigInt(revisions[i] ?? -1),
    position: formatPosition(logId, position),
    meta: metas[i] as RecordedEvent['meta'],
    data: datas[i] ?? null,
  }));
}

export interface Page {
  readonly events: readonly RecordedEvent[];
  /** Number of the last event looked at, `after` when there was none. */
  readonly last: number;
  /** There were more when this page was read. */
  readonly hasMore: boolean;
}

type PageColumns = [
  positions: number[],
  streams: string[],
  revisions: number[],
  ids: string[],
  types: string[],
  metas: RecordedEvent['meta'][],
  datas: RecordedEvent['data'][],
  head: number,
];

interface Stretch {
  readonly after: number;
  readonly size: number;
  /** All when left out. */
  readonly types: readonly string[] | undefined;
}

/** Of the `size` events behind the position numbered `after` those of these types. @throws LogUnavailable */
export async function readPage(line: Line, logId: string, { after, size, types: wanted }: Stretch): Promise<Page> {
  const upTo = after + size;
  const [row = []] = await line.query(PAGE, [after, upTo, wanted ?? null]);
  const columns = row.map((text): unknown => JSON.parse(text ?? '[]')) as PageColumns;
  const [positions, streams, revisions, ids, types, metas, datas, head] = columns;
  const events = positions.map((position, i): RecordedEvent => ({
    id: ids[i] ?? '',
    type: types[i] ?? '',
    stream: streams[i] ?? '',
    revision: BigInt(revisions[i] ?? -1),
    position: formatPosition(logId, position),
    meta: metas[i] as RecordedEvent['meta'],
    data: datas[i] ?? null,
  }));
  return { events, last: Math.max(after, Math.min(upTo, head)), hasMore: head > upTo };
}

/** Number of the last event, 0 when there is none. @throws LogUnavailable */
export async function readHead(line: Line): Promise<number> {
  return Number((await line.query(HEAD, []))[0]?.[0] ?? 0);
}
