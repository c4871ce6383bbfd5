import type * as v from 'valibot';
import { endpointCommandOf } from '#app/endpoint-commands.ts';
import { RefusedRead } from '#app/history/business-history.ts';
import { historyReadOf } from '#app/history/history-reads.ts';
import type { ChangeResult } from '#app/businesses.ts';
import { parseInput } from '#contract/body.ts';
import type { Body, Endpoint, Query } from '#contract/endpoint.ts';
import { type OwnerContract, ownerEndpoints } from '#contract/owner.ts';
import { type ChangeCallName, isPastRead, type PastReadName } from '#contract/routes/owner.ts';
import { isView, type ViewName } from '#contract/routes/views.ts';
import {
  keyReused,
  notFound,
  type PartName,
  type RefusedCall,
  toRefusedCall,
  invalidInput,
} from '#contract/refused-calls.ts';
import { addressOf, type CallParts } from './caller.ts';
import type { OwnerClient } from './client.ts';
import { type DemoBusiness, reopenBusiness, createSamplePizzeria, nextTask } from './demo-business.ts';
import { ApiProblem } from './failures.ts';
import type { NewEvent } from '#domain/event.ts';

/**
 * A business without a server: every call of the contract is answered in this browser as the server would answer it.
 */
export interface DemoClient extends OwnerClient {
  /** Starts again from the initial business. */
  restart(): void;
}

export interface DemoOptions {
  /** Stores the events over a reload; without it the business lasts as long as its client. */
  readonly storage?: EventStorage;
  /** The initial business; the sample pizzeria when left out. */
  readonly createBusiness?: () => Promise<DemoBusiness>;
}

export function createDemoClient({ storage, createBusiness = createSamplePizzeria }: DemoOptions = {}): DemoClient {
  let current = begin();

  /** Each step runs in its own task, so that neither a year of events nor the storage delays rendering. */
  async function begin(): Promise<DemoBusiness> {
    await nextTask();
    const past = storage?.read();
    // Events that cannot be read come from an older version of the demo and may be dropped.
    if (storage) await nextTask();
    return past ? reopenBusiness(past).catch(createBusiness) : createBusiness();
  }

  async function read(name: ViewName, parts: CallParts): Promise<unknown> {
    const query = parseOrThrow(ownerEndpoints[name].query, copyThroughJson(parts.query) ?? {}, invalidInput) as
      ReadQuery | undefined;
    const business = await current;
    const answers = query?.as_of ? await business.answersAsOf(query.as_of).catch(refuseRead) : await business.answers();
    return JSON.parse(answers[name]);
  }

  async function readHistory(name: PastReadName, parts: CallParts): Promise<unknown> {
    const endpoint: Endpoint = ownerEndpoints[name];
    const params = parseOrThrow(endpoint.params, parts.params, () => notFound);
    const query = parseOrThrow(endpoint.query, copyThroughJson(parts.query) ?? {}, invalidInput);
    return copyThroughJson(await (await current).readPast(historyReadOf(name), { params, query }).catch(refuseRead));
  }

  async function remember(parts: CallParts): Promise<unknown> {
    const { rememberImport } = ownerEndpoints;
    const body: unknown = parseOrThrow(rememberImport.body, copyThroughJson(parts.body) ?? {}, invalidInput);
    const opened = current;
    const business = await opened;
    const reply = await business.importMemory.remember(body as Body<typeof rememberImport>);
    if (opened === current) storage?.write(await business.events());
    return reply;
  }

  async function change(name: ChangeCallName, parts: CallParts): Promise<unknown> {
    const endpoint: Endpoint = ownerEndpoints[name];
    const input = inputOf(endpoint, parts);
    const opened = current;
    const business = await opened;
    const call = endpointCommandOf(name);
    const result = await business.change({
      call,
      input,
      scope: `${endpoint.method} ${addressOf(endpoint.path, parts.params ?? {})}`,
      key: parts.idempotencyKey ?? crypto.randomUUID(),
    });
    if (opened === current) storage?.write(await business.events());
    if (result.kind === 'done' && result.changeId !== null) parts.onChangeId?.(result.changeId);
    return replyOrThrow(result, call.nameOfPart?.(input.body));
  }

  return {
    call(name, parts) {
      if (isView(name)) return read(name, parts) as Promise<never>;
      if (name === 'importMemory')
        return current.then((business) => business.importMemory.read()).then(copyThroughJson) as Promise<never>;
      if (name === 'rememberImport') return remember(parts) as Promise<never>;
      return (isPastRead(name) ? readHistory(name, parts) : change(name, parts)) as Promise<never>;
    },
    restart() {
      storage?.forget();
      current = begin();
    },
  };
}

/** A malformed id is answered like an unknown one. */
const inputOf = ({ params, body }: Endpoint, parts: CallParts) => ({
  params: parseOrThrow(params, parts.params, () => notFound),
  body: parseOrThrow(body, copyThroughJson(parts.body) ?? {}, invalidInput),
  version: parts.ifMatch,
});

type ReadQuery = Query<OwnerContract['dashboard']>;

/** @throws ApiProblem for a refused read; rethrows any other error */
function refuseRead(error: unknown): never {
  throw error instanceof RefusedRead ? toProblem(error.refusal) : error;
}

/** @throws ApiProblem */
function replyOrThrow(result: ChangeResult<Endpoint>, nameOfPart: PartName | undefined): unknown {
  switch (result.kind) {
    case 'done':
      return copyThroughJson(result.reply);
    case 'refused':
      throw toProblem(toRefusedCall(result.refusal, copyThroughJson(result.current), nameOfPart));
    case 'key_reused':
      throw toProblem(keyReused);
    default:
      return result satisfies never;
  }
}

/** The value in types of the domain. @throws ApiProblem */
function parseOrThrow(
  schema: v.GenericSchema | undefined,
  value: unknown,
  refuse: (fields: Readonly<Record<string, string>>) => RefusedCall,
): undefined {
  if (!schema) return undefined;
  const result = parseInput(schema, value);
  if (result.ok) return result.value as undefined;
  throw toProblem(refuse(result.fields));
}

const toProblem = (refused: RefusedCall): ApiProblem => new ApiProblem(refused);

/** A copy through JSON, as it would arrive over HTTP: nothing is shared, and what JSON cannot express is lost. */
const copyThroughJson = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value));

/** Storage of the demo's events until the next load of the page. */
export interface EventStorage {
  /** Reads the stored events; undefined when there are none or they cannot be read. */
  read(): readonly NewEvent[] | undefined;
  write(events: readonly NewEvent[]): void;
  forget(): void;
}

const KEY = 'prumo.demo';

/**
 * Stores events in a storage of the browser. A blocked storage keeps nothing and a full one keeps its old events; the
 * demo goes on in both cases.
 */
export function createEventStorage(storage: () => Storage): EventStorage {
  function attempt<T>(work: (storage: Storage) => T): T | undefined {
    try {
      return work(storage());
    } catch {
      return undefined;
    }
  }
  return {
    read() {
      const events = attempt((place): unknown => JSON.parse(place.getItem(KEY) ?? 'null'));
      return Array.isArray(events) && events.length > 0 ? (events as NewEvent[]) : undefined;
    },
    write: (events) => attempt((place) => place.setItem(KEY, JSON.stringify(events))),
    forget: () => attempt((place) => place.removeItem(KEY)),
  };
}
