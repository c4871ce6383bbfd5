import { v5 as uuidFrom } from 'uuid';
import { businessAggregate, importMemoryAggregate } from '#app/aggregate.ts';
import type { EndpointCommand } from '#app/endpoint-commands.ts';
import { type ChangeParts, type ChangeResult, createBusinesses } from '#app/businesses.ts';
import { createCommandHandler } from '#app/command-handler.ts';
import { createImportMemories, type ImportMemories } from '#app/import-memories.ts';
import { firstBusinessIdOf } from '#app/ids.ts';
import { businessAsOf, type HistoryRead, type HistoryInput } from '#app/history/business-history.ts';
import { openPizzeriaWithHistory } from '#app/samples/seed-year.ts';
import { createHistories } from '#app/history/histories.ts';
import type { RequestedMoment } from '#contract/instants.ts';
import type { Endpoint, Reply } from '#contract/endpoint.ts';
import type { Actor, NewEvent } from '#domain/event.ts';
import { streamKindOf } from '#domain/any-event.ts';
import { businessStream, importMemoryStream } from '#domain/streams.ts';
import { createMemoryLog } from '#eventstore/memory.ts';
import { createPastAnswers, type OwnerAnswers, ownerAnswers } from '#read-model/owner-answers.ts';

/** Milliseconds: a longer slice would delay the page's reaction to the user on a slow phone. */
const MAX_SLICE_MS = 8;

/** Resolves in a new task, after the page has rendered and handled pending input. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/** A pause for work in small steps: awaited between two steps, it yields to the page every few milliseconds. */
function createTimeSlicer(now = () => performance.now()): () => Promise<void> {
  let sliceStart = now();
  return async () => {
    if (now() - sliceStart < MAX_SLICE_MS) return;
    await nextTask();
    sliceStart = now();
  };
}

/** One business in this browser's memory, with the same command handler and folds as on the server. */
export interface DemoBusiness {
  /** The replies to all reads, as JSON texts. */
  answers(): Promise<OwnerAnswers>;
  /** The replies as of a moment. @throws RefusedRead if the moment is in the future */
  answersAsOf(moment: RequestedMoment): Promise<OwnerAnswers>;
  change(request: DemoRequest): Promise<ChangeResult<Endpoint>>;
  /** Answers a read of the past. @throws RefusedRead */
  readPast<E extends Endpoint>(
    call: HistoryRead<E>,
    input: Pick<HistoryInput<E>, 'params' | 'query'>,
  ): Promise<Reply<E>>;
  /** The import memory: what earlier imports have taught. */
  readonly importMemory: {
    read(): ReturnType<ImportMemories['read']>;
    remember(body: Parameters<ImportMemories['remember']>[1]): ReturnType<ImportMemories['remember']>;
  };
  /** All events of the business: a reopened demo continues from them. */
  events(): Promise<readonly NewEvent[]>;
}

interface DemoRequest {
  readonly call: EndpointCommand<Endpoint>;
  readonly input: ChangeParts<Endpoint>;
  /** Method and path of the request. */
  readonly scope: string;
  /** The Idempotency-Key. */
  readonly key: string;
}

const VISITOR = 'visitor';
const BUSINESS = firstBusinessIdOf(VISITOR);
const OWNED_BUSINESS = { id: BUSINESS, ownerId: VISITOR };
const STREAM = businessStream(BUSINESS);
const MEMORY_STREAM = importMemoryStream(BUSINESS);
const actor: Actor = { kind: 'guest', id: VISITOR };

/** A business without events. */
export const createEmptyBusiness = (): DemoBusiness => createParts().business;

/** The sample pizzeria with a year of events. */
export async function createSamplePizzeria(): Promise<DemoBusiness> {
  const { business, log } = createParts();
  await openPizzeriaWithHistory({
    log,
    ownerId: VISITOR,
    actor,
    now: new Date(),
    months: 12,
    between: createTimeSlicer(),
  });
  return business;
}

/**
 * A business that continues from earlier events.
 * @throws Error if the events are not those of a business or come from another version of this program
 */
export async function reopenBusiness(past: readonly NewEvent[]): Promise<DemoBusiness> {
  const { business, handler, log } = createParts();
  const revisions = new Map<string, bigint>();
  const between = createTimeSlicer();
  for (const event of past) {
    await between();
    const stream = streamKindOf(event.type) === 'import-memory' ? MEMORY_STREAM : STREAM;
    const { revision } = await log.append(stream, revisions.get(stream) ?? 'none', [event]);
    revisions.set(stream, revision);
  }
  await handler.currentState(BUSINESS);
  return business;
}

function createParts() {
  const log = createMemoryLog();
  const handlerOptions = {
    log,
    now: () => new Date(),
    wait: (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds)),
  };
  const handler = createCommandHandler({ ...handlerOptions, aggregate: businessAggregate });
  const memories = createImportMemories(
    () => createCommandHandler({ ...handlerOptions, aggregate: importMemoryAggregate }),
    () => crypto.randomUUID(),
  );
  const histories = createHistories({ log });
  const pastAnswers = createPastAnswers();
  const businesses = createBusinesses({
    handler,
    histories,
    randomId: () => crypto.randomUUID(),
    clock: () => new Date(),
  });
  const business: DemoBusiness = {
    async answers() {
      const position = await log.head();
      return ownerAnswers(await handler.currentState(BUSINESS), position);
    },
    async answersAsOf(moment) {
      return pastAnswers(businessAsOf(await histories.of(OWNED_BUSINESS), moment, new Date()));
    },
    change({ call, input, scope, key }) {
      // Every event of the change carries the hash, and a change can have a thousand events, so the hash is short.
      const hash = uuidFrom(JSON.stringify([input.params, input.body]), BUSINESS);
      const owner = { userId: VISITOR, businessId: BUSINESS, actor, requestId: key };
      return businesses.change({ ...owner, methodAndPath: scope, idempotencyKey: key, requestHash: hash }, call, input);
    },
    async readPast(call, input) {
      return call(await histories.of(OWNED_BUSINESS), { ...input, userId: VISITOR, now: new Date() });
    },
    importMemory: {
      read: () => memories.read(BUSINESS),
      remember: (body) => memories.remember(BUSINESS, body, { actor, requestId: crypto.randomUUID() }),
    },
    async events() {
      const events: NewEvent[] = [];
      for (const stream of [STREAM, MEMORY_STREAM])
        for await (const { id, type, data, meta } of log.read(stream))
          if (data !== null) events.push({ id, type, data, meta });
      return events;
    },
  };
  return { business, handler, log };
}
