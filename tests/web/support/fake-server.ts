import * as v from 'valibot';
import { dayOf } from '#contract/instants.ts';
import { endpointCommandOf } from '#app/endpoint-commands.ts';
import { type BusinessHistory, businessHistory, undoableChange } from '#app/history/business-history.ts';
import { historyReadOf } from '#app/history/history-reads.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { contract, type EndpointName } from '#contract/index.ts';
import { importMemoryBody, memoryEntriesOf } from '#contract/import-memory.ts';
import { toRefusedCall } from '#contract/refused-calls.ts';
import { type ChangeCallName, isPastRead } from '#contract/routes/owner.ts';
import { isView } from '#contract/routes/views.ts';
import type { BusinessCommand } from '#domain/business/commands.ts';
import { decide, isRefusal } from '#domain/business/decide.ts';
import type { BusinessEvent } from '#domain/business/events.ts';
import type { Business } from '#domain/business/state.ts';
import { decideImportMemory, emptyImportMemory, evolveImportMemory } from '#domain/import-memory/import-memory.ts';
import { schemaOf } from '#eventstore/upcasters.ts';
import { createPastAnswers } from '#read-model/owner-answers.ts';
import { plainPizzeria } from '#tests/support/plain-pizzeria.ts';
import { v5 as uuidFrom } from 'uuid';

/** One request that arrived. */
export interface ReceivedRequest {
  readonly name: EndpointName;
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: unknown;
}

/** A failure of a request: no answer, an answer lost after the work was done, or this response. */
export type RequestFailure = 'no answer' | 'lost answer' | Response;

const NAMESPACE = '0b8f3c5e-7a4d-4a52-9b58-0f4f4a3f7e11';

/** Browsers have this limit. */
const MAX_KEEPALIVE_BYTES = 65_536;
const sizeOf = (body: unknown): number => new TextEncoder().encode(typeof body === 'string' ? body : '').length;

/**
 * A `fetch` that answers by the contract, from the real domain over memory. `hold()` keeps requests waiting until
 * `release()`. Each failure is used once, by the next request of its name.
 */
export function createFakeServer(commands: readonly BusinessCommand[] = []) {
  let past = businessHistory([]);
  let memory = emptyImportMemory;
  append([{ type: 'BusinessOpened', data: { ownerId: 'owner' } }], { changeId: idOf('the opening') });
  commands.forEach(changeRemotely);
  const allRequests: ReceivedRequest[] = [];
  const failures: [EndpointName, RequestFailure][] = [];
  const replies = new Map<string, Response>();
  const answersOf = createPastAnswers();
  let gate: Promise<void> | undefined;
  let openGate: (() => void) | undefined;

  function append(
    events: readonly BusinessEvent[],
    { changeId, undoes }: { readonly changeId: string; readonly undoes?: string | undefined },
  ): void {
    past = withChange(past, events, { changeId, ...(undoes === undefined ? {} : { undoes }) });
  }

  /** Applies a change that another device makes. */
  function changeRemotely(command: BusinessCommand): void {
    const decision = decide(past.business(), command);
    if (isRefusal(decision)) throw new Error(`refused: ${decision.refusal}`);
    append(decision, { changeId: idOf(`change ${past.events.length}`) });
  }

  const position = (): string => `log:${String(past.events.length).padStart(20, '0')}`;

  function remember(sent: unknown): Response {
    const body = v.safeParse(contract.rememberImport.body, sent);
    if (!body.success) return invalid(body.issues);
    memory = decideImportMemory(memory, { type: 'Remember', ...memoryEntriesOf(body.output) }).reduce(
      evolveImportMemory,
      memory,
    );
    return Response.json({ layouts: memory.layouts.size, names: memory.names.size });
  }

  function change(name: EndpointName, endpoint: Endpoint, request: Omit<ReceivedRequest, 'name'>): Response {
    if (name === 'rememberImport') return remember(request.body);
    const key = request.headers.get('Idempotency-Key') ?? '';
    const previous = replies.get(`${request.path} ${key}`);
    if (previous) return previous.clone();
    const call = endpointCommandOf(name as ChangeCallName);
    const body = endpoint.body ? v.safeParse(endpoint.body, request.body) : undefined;
    if (body && !body.success) return invalid(body.issues);
    const version = /\d+/.exec(request.headers.get('If-Match') ?? '')?.[0];
    const changeId = uuidFrom(`change ${key}`, NAMESPACE);
    const undoes = name === 'undoChange' ? paramsOf(endpoint.path, request.path)['id'] : undefined;
    const input = {
      params: paramsOf(endpoint.path, request.path),
      body: body?.output,
      newId: uuidFrom(key, NAMESPACE),
      idAt: (index: number) => uuidFrom(`${key} ${index}`, NAMESPACE),
      today: dayOf(new Date()),
      changeId,
      undone: undoes === undefined ? undefined : undoableChange(past, undoes),
      version: version === undefined ? undefined : Number(version),
    } as never;
    const business = past.business();
    const command = call.command(input);
    const decision = decide(business, command);
    if (isRefusal(decision)) {
      const { refusal } = decision;
      if (refusal === 'changed_meanwhile') return changedMeanwhile(call.reply(business, command, input));
      if (refusal.endsWith('_unknown')) return problem(404, refusal, 'Recusado pelo servidor.');
      const { status, code, detail, fields } = toRefusedCall(decision);
      return problem(status, refusal === 'one_of_them' ? code : refusal, detail, fields);
    }
    append(decision, { changeId, undoes });
    const status = endpoint.status ?? 200;
    const reply = call.reply(past.business(), command, input);
    const response = new Response(status === 204 ? null : JSON.stringify(reply), {
      status,
      headers: {
        'Content-Type': 'application/json',
        'X-Position': position(),
        ...(decision.length === 0 ? {} : { 'X-Change': changeId }),
      },
    });
    replies.set(`${request.path} ${key}`, response);
    return response.clone();
  }

  function read(name: EndpointName, path: string, query: URLSearchParams): Response {
    if (name === 'importMemory') return Response.json(importMemoryBody(memory));
    if (isPastRead(name)) {
      const endpoint: Endpoint = contract[name];
      const parsedQuery = endpoint.query && v.parse(endpoint.query, Object.fromEntries(query));
      const params = paramsOf(endpoint.path, path);
      const input = { params: params as never, query: parsedQuery as undefined, userId: 'owner', now: new Date() };
      return Response.json(historyReadOf(name)(past, input));
    }
    if (!isView(name)) throw new Error(`not a read of this server: ${name}`);
    const text = answersOf(past.business())[name];
    return new Response(text, { headers: { 'Content-Type': 'application/json', 'X-Position': position() } });
  }

  const serve: typeof fetch = async (input, init) => {
    if (init?.keepalive && sizeOf(init.body) > MAX_KEEPALIVE_BYTES) throw new TypeError('Failed to fetch');
    const url = new URL(input instanceof Request ? input.url : input, 'http://localhost');
    const method = init?.method ?? 'GET';
    const [name, endpoint] = endpointOf(method, url.pathname);
    const headers = new Headers(init?.headers);
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
    const request = { method, path: url.pathname, headers, body };
    allRequests.push({ name, ...request });
    await gate;
    const index = failures.findIndex(([of]) => of === name);
    const failure = index < 0 ? undefined : failures.splice(index, 1)[0]?.[1];
    if (failure === 'no answer') throw new TypeError('Failed to fetch');
    if (failure instanceof Response) return failure;
    const response = method === 'GET' ? read(name, url.pathname, url.searchParams) : change(name, endpoint, request);
    if (failure === 'lost answer') throw new TypeError('Failed to fetch');
    return response;
  };

  return {
    fetch: serve,
    allRequests,
    /** The names of the requests that change the business, in order. */
    changes: (): readonly EndpointName[] =>
      allRequests.flatMap(({ method, name }) => (method === 'GET' || name === 'rememberImport' ? [] : [name])),
    requests: (name: EndpointName): readonly ReceivedRequest[] => allRequests.filter((each) => each.name === name),
    state: (): Business => past.business(),
    /** The position of the last change. */
    position,
    changeRemotely,
    failNext: (name: EndpointName, how: RequestFailure): void => void failures.push([name, how]),
    hold(): void {
      gate = new Promise((resolve) => {
        openGate = resolve;
      });
    },
    release(): void {
      gate = undefined;
      openGate?.();
    },
  };
}

export type FakeServer = ReturnType<typeof createFakeServer>;

/** Returns the same id for the same name. */
export const idOf = (name: string): string => uuidFrom(name, NAMESPACE);
export const pizzeriaServer = (): FakeServer => createFakeServer(plainPizzeria(idOf));

export function problem(
  status: number,
  code: string,
  detail: string,
  fields?: Readonly<Record<string, string>>,
): Response {
  const body = {
    type: `urn:prumo:problem:${code}`,
    title: 'Erro',
    status,
    detail,
    code,
    ...(fields ? { fields } : {}),
  };
  return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/problem+json' } });
}

function changedMeanwhile(current: unknown): Response {
  const body = { type: '', title: 'Conflito', status: 409, detail: 'Isto mudou.', code: 'changed_meanwhile', current };
  return new Response(JSON.stringify(body), { status: 409, headers: { 'Content-Type': 'application/problem+json' } });
}

function invalid(issues: readonly v.BaseIssue<unknown>[]): Response {
  const fields = Object.fromEntries(issues.map((issue) => [v.getDotPath(issue) ?? 'body', issue.message]));
  return problem(422, 'invalid', Object.values(fields)[0] ?? '', fields);
}

/** Appends one change of the owner, a minute after the one before; the first is of 2 March. */
const withChange = (
  past: BusinessHistory,
  events: readonly BusinessEvent[],
  meta: { readonly changeId: string; readonly undoes?: string },
): BusinessHistory =>
  businessHistory(
    events.map(({ type, data }, i) => ({
      revision: past.events.length + i,
      type,
      data: JSON.stringify(data),
      meta: JSON.stringify({
        at: new Date(Date.UTC(2026, 2, 2, 12, past.events.length)).toISOString(),
        actor: { kind: 'account', id: 'owner' },
        requestId: '',
        schema: schemaOf(type),
        ...meta,
      }),
    })),
    past,
  );

function endpointOf(method: string, path: string): [EndpointName, Endpoint] {
  const found = (Object.entries(contract) as [EndpointName, Endpoint][]).find(
    ([, endpoint]) => endpoint.method === method && patternOf(endpoint.path).test(path),
  );
  if (!found) throw new Error(`not in the contract: ${method} ${path}`);
  return found;
}

const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`);

const paramsOf = (pattern: string, path: string) => ({ ...patternOf(pattern).exec(path)?.groups });
