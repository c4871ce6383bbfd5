import type { ReconnectingClient, Statement } from './reconnecting-client.ts';

/**
 * The next names after $1 and before $2. From one name to the next is one step down the index of (stream, revision), so
 * a page costs by the names in it and not by the events of their streams.
 */
const NAMES: Statement = {
  name: 'log_stream_names',
  text: `with recursive names as (
      (select stream from log.events where stream > $1 and stream < $2 order by stream limit 1)
      union all
      select (select e.stream from log.events e where e.stream > names.stream and e.stream < $2
        order by e.stream limit 1)
      from names where names.stream is not null)
    select stream from names where stream is not null limit $3`,
};
const PAGE_SIZE = 500;

/** The first name, byte by byte, after all names that begin with `prefix`, which ends in an ASCII character. */
const endOfPrefix = (prefix: string): string =>
  `${prefix.slice(0, -1)}${String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1)}`;

/** The names of streams, in order within a prefix. @throws LogUnavailable */
export async function* listStreamNames(
  client: ReconnectingClient,
  prefixes: readonly string[],
): AsyncGenerator<readonly string[]> {
  for (const prefix of prefixes)
    for (let after = prefix; ;) {
      const names = (await client.query(NAMES, [after, endOfPrefix(prefix), PAGE_SIZE])).map(([name]) => name ?? '');
      if (names.length > 0) yield names;
      if (names.length < PAGE_SIZE) break;
      after = names.at(-1) ?? after;
    }
}
