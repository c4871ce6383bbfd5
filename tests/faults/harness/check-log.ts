import { businessStream } from '#domain/streams.ts';
import { type Call, isSuccess, outcomeOf } from './calls.ts';
import { byKey, groupedBy, type LoggedEvent } from './log-contents.ts';

/** A. Every acknowledged call is in the log at the position of its answer, and no refused call is. */
export function checkAcknowledged(calls: readonly Call[], log: readonly LoggedEvent[]): string[] {
  const made = byKey(log);
  return calls.flatMap((call) => {
    const { method, path } = call.request;
    const events = made.get(call.key) ?? [];
    const name = `${method} ${path} ${call.key}`;
    if (outcomeOf(call) === 'failed' && events.length > 0) return [`A failed, yet in the log: ${name}`];
    if (outcomeOf(call) !== 'ok') return [];
    if (events.length === 0) return [`A acknowledged, not in the log: ${name}`];
    if (events.some((event) => event.stream !== businessStream(call.businessId)))
      return [`A in another stream: ${name}`];
    const position = positionOf(call);
    return events.some((event) => event.position === position) ? [] : [`A acknowledged at another position: ${name}`];
  });
}

function positionOf({ attempts }: Call): string | undefined {
  const { reaction } = attempts.find(isSuccess) ?? {};
  return reaction?.kind === 'answered' ? reaction.headers['x-position']?.toString() : undefined;
}

/** B. No call happened twice, however often it was sent; positions and revisions have no gaps. */
export function checkOnce(calls: readonly Call[], log: readonly LoggedEvent[]): string[] {
  const made = byKey(log);
  const twice = calls.flatMap(({ key, request }) => {
    const events = made.get(key) ?? [];
    const requests = new Set(events.map(({ meta }) => meta.requestId));
    const isOneAppend = events.every(({ revision }, i) => revision === (events[0]?.revision ?? 0n) + BigInt(i));
    const name = `${request.method} ${request.path} ${key}`;
    return requests.size > 1 || !isOneAppend ? [`B done ${requests.size} times: ${name}`] : [];
  });
  const gaps = log.flatMap(({ place }, i) => (place === i + 1 ? [] : [`B position ${place} follows ${i}`]));
  const ids = new Set(log.map(({ id }) => id)).size;
  const revisions = [...groupedBy(log, ({ stream }) => stream)].flatMap(([stream, events]) =>
    events.flatMap(({ revision }, i) =>
      revision === BigInt(i) ? [] : [`B revision ${revision} of ${stream} at place ${i}`],
    ),
  );
  return [
    ...twice,
    ...gaps.slice(0, 3),
    ...revisions.slice(0, 3),
    ...(ids === log.length ? [] : ['B an event id twice']),
  ];
}
