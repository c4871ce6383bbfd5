import { firstBusinessIdOf } from '#app/ids.ts';
import type { BusinessCommand } from '#domain/business/commands.ts';
import { decide, isRefusal } from '#domain/business/decide.ts';
import { fold } from '#domain/business/evolve.ts';
import { type Business, emptyBusiness } from '#domain/business/state.ts';
import type { JsonObject, NewEvent } from '#domain/event.ts';
import { businessStream } from '#domain/streams.ts';
import { schemaOf } from '#eventstore/upcasters.ts';
import type { EventLog, Position } from '#eventstore/port.ts';
import fc from 'fast-check';
import { v5 as uuidFrom } from 'uuid';
import { anyStep, anyStepAtAll, type PastChange, type CommandStep } from './arbitraries.ts';

/** The changes of one owner since the business was opened; refused commands and those without effect are left out. */
export interface History {
  readonly ownerId: string;
  readonly businessId: string;
  readonly changes: readonly Change[];
  /** The state of the business after all changes. */
  readonly state: Business;
}

/** One command with its events, which are one append. */
export type Change = PastChange;

const NAMESPACE = '3f0c6a52-8d0f-4f0e-9a53-6d1b2f7f6c11';
/** Returns the same UUID for the same parts. */
export const testId = (...parts: readonly (string | number)[]): string => uuidFrom(parts.join(' '), NAMESPACE);

/** Tries all steps through `decide` and returns the resulting history. */
export function historyOf(ownerId: string, steps: readonly CommandStep[]): History {
  const businessId = firstBusinessIdOf(ownerId);
  const changes: Change[] = [];
  let state = emptyBusiness;
  const tryTo = (command: BusinessCommand | undefined): void => {
    const decision = command ? decide(state, command) : [];
    if (!command || isRefusal(decision) || decision.length === 0) return;
    changes.push({ command, events: decision, before: state });
    state = fold(decision, state);
  };
  tryTo({ type: 'OpenBusiness', ownerId });
  steps.forEach((step, i) => tryTo(step(state, testId(businessId, i), changes)));
  return { ownerId, businessId, changes, state };
}

/** Histories of one business with at most `longest` changes after its opening. */
export const anyHistory = ({ ownerId = testId('owner'), longest = 80, step = anyStep } = {}): fc.Arbitrary<History> =>
  fc.array(step, { maxLength: longest, size: 'max' }).map((steps) => historyOf(ownerId, steps));

/** A fixed long history, after which every list of the business has rows. */
export function historyOfEverything(ownerId: string): History {
  const isFull = ({ state }: History): boolean =>
    Object.entries(state).every(([name, rows]) => name === 'removed' || !(rows instanceof Map) || rows.size > 0);
  const steps = fc.sample(fc.array(anyStep, { minLength: 150, maxLength: 150, size: 'max' }), { numRuns: 50, seed: 7 });
  const history = steps.map((each) => historyOf(ownerId, each)).find(isFull);
  if (!history) throw new Error('no history has everything');
  return history;
}

/** The contents of a log: changes of several businesses, in the order in which they are appended. */
export interface Traffic {
  readonly histories: readonly History[];
  /** The changes of each history are in their order. */
  readonly appends: readonly { readonly history: History; readonly change: Change }[];
}

/** One to `most` businesses at the same time; some of them change their owner, some are erased. */
export const anyTraffic = ({ most = 4, longest = 40 } = {}): fc.Arbitrary<Traffic> => {
  const steps = fc.array(anyStepAtAll, { maxLength: longest, size: 'max' });
  const pauses = fc.array(fc.nat({ max: 99 }), { maxLength: longest, size: 'max' });
  return fc.array(fc.tuple(steps, pauses), { minLength: 1, maxLength: most }).map(trafficOf);
};

function trafficOf(businesses: readonly (readonly [readonly CommandStep[], readonly number[]])[]): Traffic {
  const histories = businesses.map(([steps], i) => historyOf(testId('owner', i), steps));
  const due = histories.flatMap((history, i) => {
    let time = 0;
    return history.changes.map((change, nth) => {
      time += businesses[i]?.[1][nth] ?? 1;
      return { history, change, time };
    });
  });
  return { histories, appends: due.toSorted((a, b) => a.time - b.time) };
}

/** New events for a log; their ids follow from stream and revision. */
export function newEvents(
  stream: string,
  firstRevision: number,
  events: readonly { readonly type: string; readonly data: object }[],
): NewEvent[] {
  return events.map(({ type, data }, i) => ({
    id: testId(stream, firstRevision + i),
    type,
    data: data as JsonObject,
    meta: {
      at: new Date(Date.UTC(2026, 0, 1) + (firstRevision + i) * 60_000).toISOString(),
      actor: { kind: 'account', id: testId('actor') },
      requestId: 'test',
      changeId: testId(stream, 'change', firstRevision),
      schema: schemaOf(type),
    },
  }));
}

/** Appends to the end of a stream without another writer, and remembers its revision. */
export function createAppender(log: EventLog): {
  append(stream: string, events: readonly { readonly type: string; readonly data: object }[]): Promise<Position>;
  appendAll(traffic: Pick<Traffic, 'appends'>): Promise<Position>;
} {
  const lengths = new Map<string, number>();
  async function append(stream: string, events: readonly { readonly type: string; readonly data: object }[]) {
    const length = lengths.get(stream) ?? 0;
    const expected = length === 0 ? 'none' : BigInt(length - 1);
    const { position } = await log.append(stream, expected, newEvents(stream, length, events));
    lengths.set(stream, length + events.length);
    return position;
  }
  return {
    append,
    async appendAll({ appends }) {
      let last = '';
      for (const { history, change } of appends) last = await append(businessStream(history.businessId), change.events);
      return last;
    },
  };
}
