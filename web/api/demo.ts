import type * as v from 'valibot';
import type { EndpointCommand } from '#app/endpoint-command.ts';
import { endpointCommands } from '#app/endpoint-commands.ts';
import { RefusedRead } from '#app/history/refused-read.ts';
import { historyReadOf } from '#app/history/history-reads.ts';
import type { ChangeResult } from '#app/businesses.ts';
import { validated } from '#contract/body.ts';
import { dataEndpoints } from '#contract/data.ts';
import type { Body, Endpoint, Query } from '#contract/endpoint.ts';
import { ownerEndpoints } from '#contract/owner.ts';
import { isPast, type PastName } from '#contract/routes/owner.ts';
import { isView } from '#contract/routes/views.ts';
import {
  keyReused,
  nothingThere,
  type PartName,
  type RefusedCall,
  refusedCall,
  wrongInput,
} from '#contract/refused-calls.ts';
import { ANSWER_TO } from '#read-model/owner-answers.ts';
import { addressOf, type CallParts } from './caller.ts';
import type { ApiClient } from './client.ts';
import { type DemoBusiness, reopenedBusiness, samplePizzeria, nextTask } from './demo-business.ts';
import { ApiProblem } from './failures.ts';
import type { EventStorage } from './event-storage.ts';

/**
 * A business without a server: every call of the contract is answered in this browser as the server would answer it.
 */
export interface DemoClient extends ApiClient {
  /** Starts again from the initial business. */
  restart(): void;
}

export interface DemoOptions {
  /** Stores the events over a reload; without it the business lasts as long as its client. */
  readonly kept?: EventStorage;
  /** The initial business; the sample pizzeria when left out. */
  readonly fresh?: () => Promise<DemoBusiness>;
}

export function createDemoClient({ kept, fresh = samplePizzeria }: DemoOptions = {}): DemoClient {
  let current = begin();

  /** Each step runs in its own task, so that neither a year of events nor the storage delays rendering. */
  async function begin(): Promise<DemoBusiness> {
    await nextTask();
    const past = kept?.read();
    // Events that cannot be read come from an older version of the demo and may be dropped.
    if (kept) await nextTask();
    return past ? reopenedBusiness(past).catch(fresh) : fresh();
  }

  async function read(name: keyof typeof ANSWER_TO, sent: CallParts): Promise<unknown> {
    const query = checked(dataEndpoints[name].query, onTheWire(sent.query) ?? {}, wrongInput) as ReadQuery | undefined;
    const business = await current;
    const answers = query?.as_of ? await business.answersAsOf(query.as_of).catch(refuseRead) : await business.answers();
    return JSON.parse(answers[ANSWER_TO[name]]);
  }

  async function readHistory(name: PastName, sent: CallParts): Promise<unknown> {
    const endpoint: Endpoint = ownerEndpoints[name];
    const params = checked(endpoint.params, sent.params, () => nothingThere);
    const query = checked(endpoint.query, onTheWire(sent.query) ?? {}, wrongInput);
    return onTheWire(await (await current).past(historyReadOf(name), { params, query }).catch(refuseRead));
  }

  async function remember(sent: CallParts): Promise<unknown> {
    const { rememberImport } = ownerEndpoints;
    const body: unknown = checked(rememberImport.body, onTheWire(sent.body) ?? {}, wrongInput);
    const belongsTo = current;
    const business = await belongsTo;
    const held = await business.importMemory.remember(body as Body<typeof rememberImport>);
    if (belongsTo === current) kept?.write(await business.events());
    return held;
  }

  async function change(name: keyof typeof endpointCommands, sent: CallParts): Promise<unknown> {
    const endpoint: Endpoint = ownerEndpoints[name];
    const asked = inputOf(endpoint, sent);
    const belongsTo = current;
    const business = await belongsTo;
    const call: EndpointCommand<Endpoint> = endpointCommands[name];
    const result = await business.change({
      call,
      asked,
      scope: `${endpoint.method} ${addressOf(endpoint.path, sent.params ?? {})}`,
      key: sent.idempotencyKey ?? crypto.randomUUID(),
    });
    if (belongsTo === current) kept?.write(await business.events());
    if (result.kind === 'done' && result.changeId !== null) sent.onChange?.(result.changeId);
    return replyOf(result, call.partOf?.(asked.body));
  }

  return {
    call(name, sent) {
      if (isView(name)) return read(name, sent) as Promise<never>;
      if (name === 'importMemory')
        return current.then((business) => business.importMemory.read()).then(onTheWire) as Promise<never>;
      if (name === 'rememberImport') return remember(sent) as Promise<never>;
      return (isPast(name) ? readHistory(name, sent) : change(name, sent)) as Promise<never>;
    },
    restart() {
      kept?.forget();
      current = begin();
    },
  };
}

/** A malformed id is answered like an unknown one. */
const inputOf = ({ params, body }: Endpoint, sent: CallParts) => ({
  params: checked(params, sent.params, () => nothingThere),
  body: checked(body, onTheWire(sent.body) ?? {}, wrongInput),
  version: sent.ifMatch,
});

type ReadQuery = Query<(typeof dataEndpoints)['dashboard']>;

/** @throws ApiProblem for a refused read; rethrows any other error */
function refuseRead(error: unknown): never {
  throw error instanceof RefusedRead ? problemSaying(error.refused) : error;
}

/** @throws ApiProblem */
function replyOf(result: ChangeResult<Endpoint>, partOf: PartName | undefined): unknown {
  switch (result.kind) {
    case 'done':
      return onTheWire(result.reply);
    case 'refused':
      throw problemSaying(refusedCall(result.refusal, onTheWire(result.current), partOf));
    case 'key_reused':
      throw problemSaying(keyReused);
    default:
      return result satisfies never;
  }
}

/** The value in types of the domain. @throws ApiProblem */
function checked(
  schema: v.GenericSchema | undefined,
  value: unknown,
  refuse: (fields: Readonly<Record<string, string>>) => RefusedCall,
): undefined {
  if (!schema) return undefined;
  const result = validated(schema, value);
  if (result.ok) return result.value as undefined;
  throw problemSaying(refuse(result.fields));
}

const problemSaying = (refused: RefusedCall): ApiProblem => new ApiProblem(refused);

/** A copy through JSON, as it would arrive over HTTP: nothing is shared, and what JSON cannot express is lost. */
const onTheWire = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));
