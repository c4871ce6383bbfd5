import { businessAggregate } from '#app/aggregate.ts';
import { createCommandHandler } from '#app/command-handler.ts';
import type { CommandContext } from '#app/new-events.ts';
import type { BusinessCommand } from '#domain/business/commands.ts';
import type { RecordedEvent } from '#domain/event.ts';
import { businessStream } from '#domain/streams.ts';
import type { EventLog } from '#eventstore/port.ts';
import { testId } from '#tests/support/histories.ts';

export const BUSINESS = testId('business of ana');
export const STREAM = businessStream(BUSINESS);

export const rent = { type: 'AddFixedCost', id: 'aluguel', name: 'Aluguel', value: 10 } as const;
export const rentOf = (value: number) => ({ type: 'ChangeFixedCost', id: 'aluguel', value }) as const;
export const addCost = (id: string): BusinessCommand => ({ type: 'AddFixedCost', id, name: id, value: 1 });

/** A call with an Idempotency-Key. The body's hash is a word here. */
export const keyed = (key: string, hash = 'body'): Partial<CommandContext> => ({
  changeId: testId('change', key),
  request: { key, scope: 'POST /api/fixed-costs', hash },
});

interface Process {
  readonly log: EventLog;
  readonly now?: () => Date;
  readonly wait?: (milliseconds: number) => Promise<void>;
  readonly cacheSize?: number;
  readonly monotonicNow?: () => number;
}

/** A process that executes Ana's commands; two of them over one log are two processes. */
export function anasProcess({
  log,
  now = () => new Date('2026-03-01T12:00:00Z'),
  wait = async () => {},
  ...rest
}: Process) {
  const handler = createCommandHandler({ log, aggregate: businessAggregate, now, wait, ...rest });
  let calls = 0;
  const ask = (command: BusinessCommand, context: Partial<CommandContext> = {}) => {
    calls += 1;
    return handler.handle(
      BUSINESS,
      { ownerId: 'ana', command },
      { actor: { kind: 'account', id: 'ana' }, requestId: 'r', changeId: crypto.randomUUID(), ...context },
    );
  };
  return { handler, ask, asked: () => calls, open: () => ask({ type: 'OpenBusiness', ownerId: 'ana' }) };
}

export async function eventsIn(log: EventLog, stream = STREAM): Promise<readonly RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for await (const event of log.read(stream)) events.push(event);
  return events;
}

export const typesIn = async (log: EventLog): Promise<readonly string[]> =>
  (await eventsIn(log)).map((event) => event.type);
