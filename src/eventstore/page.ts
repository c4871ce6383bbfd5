/**
 * The maximum bytes of data in a page, unless a single event has more. A month of sales is two hundred times as long as
 * a price: five thousand prices fit, and a thousand months of sales would be a text of a hundred megabytes, which a
 * busy machine does not read within the duration of a call. Far smaller pages would cost the projector more, which
 * writes all rows of a business once for each.
 */
export const PAGE_BYTES = 4_000_000;

/** The number of events in a page, from the first on: at least one, and at most `maxEvents`. */
export function eventsInPage<Event>(
  events: readonly Event[],
  { maxEvents, bytesOf }: { readonly maxEvents: number; readonly bytesOf: (event: Event) => number },
): number {
  let bytes = 0;
  const end = events.findIndex((event, i) => {
    bytes += bytesOf(event);
    return i === maxEvents || (i > 0 && bytes > PAGE_BYTES);
  });
  return end < 0 ? events.length : end;
}
