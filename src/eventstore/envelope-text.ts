import type { EventMeta } from '#domain/event.ts';

/**
 * Single fields of an envelope that is still text. A history of twenty thousand events asks each when it happened, and
 * taking all of each envelope apart for that would be half of its work. The text is what `JSON.stringify` makes, without
 * spaces and with every quote inside a string escaped: what looks like a field is that field.
 */

/** An instant or an id, of which JSON escapes nothing; undefined when it is not there. */
export function textIn(meta: string, name: 'at' | 'changeId' | 'undoes'): string | undefined {
  const opening = `"${name}":"`;
  const found = meta.indexOf(opening);
  if (found === -1) return undefined;
  const begin = found + opening.length;
  return meta.slice(begin, meta.indexOf('"', begin));
}

/** Version of the event's shape. */
export const schemaIn = (meta: string): EventMeta['schema'] => Number(/"schema":(\d+)/.exec(meta)?.[1]);
