import type { Route } from '#contract/endpoint.ts';
import { ApiProblem, NetworkFailure, problemOf } from './failures.ts';
import { READ_HEADERS } from './early-reads.ts';

export interface ClientOptions {
  readonly fetch: typeof fetch;
  /**
   * Tells whether a visitor paid without signing in. The summary calls then carry a header, as the specification of
   * the API requires; our server ignores it.
   */
  readonly hasGuestPayment?: () => boolean;
  /** Receives the log position of each answer and the name of its call. */
  readonly onPosition?: (position: string, call: string) => void;
  readonly newKey?: () => string;
  readonly wait?: (ms: number) => Promise<void>;
  /** Milliseconds after which a call without a complete answer counts as failed. */
  readonly timeout?: number;
}

/** Milliseconds without any answer after which a read has failed: somebody is looking at a spinner. */
const FIRST_BYTE_TIMEOUT_MS = 10_000;

/** Milliseconds before each repeat of a change that got no answer or was turned away for the moment. */
const RETRY_DELAYS_MS = [400, 1_200, 3_000];

/** 408: the request arrived too slowly. 503: the server is busy or starting. */
const RETRYABLE_STATUSES: ReadonlySet<number> = new Set([408, 503]);

const MAX_KEEPALIVE_BYTES = 8_192;

const SUMMARY_CALLS: ReadonlySet<string> = new Set([
  'listFixedCosts',
  'listVariableCosts',
  'listDishes',
  'listMonthRevenues',
  'breakEvenFinancial',
]);

/** Everything that any call may carry. */
export interface CallParts {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
  readonly ifMatch?: number | undefined;
  readonly idempotencyKey?: string;
  readonly onChangeId?: (changeId: string) => void;
}

/** An HTTP client for the calls that `routes` names. Its callers give it a type. */
export function createClient(
  routes: Readonly<Record<string, Route>>,
  {
    fetch,
    hasGuestPayment = () => false,
    onPosition,
    newKey = () => crypto.randomUUID(),
    wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    timeout = 20_000,
  }: ClientOptions,
) {
  const position = createReadPosition();

  async function sendOnce(name: string, url: string, init: RequestInit, parts: CallParts): Promise<unknown> {
    const limit = startTimeLimit(timeout, init.method === 'GET' ? Math.min(FIRST_BYTE_TIMEOUT_MS, timeout) : timeout);
    try {
      return await fetchReply(name, url, { ...init, signal: limit.signal }, { ...parts, onResponse: limit.onResponse });
    } finally {
      limit.end();
    }
  }

  async function fetchReply(
    name: string,
    url: string,
    init: RequestInit,
    { onChangeId, onResponse }: CallParts & { readonly onResponse: () => void },
  ): Promise<unknown> {
    const headers = new Headers(init.headers);
    const readAfter = position.highest();
    if (readAfter !== undefined) headers.set('X-Read-After', readAfter);
    const response = await orNetworkFailure(() => fetch(url, { ...init, headers }));
    onResponse();
    const answerPosition = response.headers.get('X-Position');
    position.remember(answerPosition);
    if (answerPosition !== null) onPosition?.(answerPosition, name);
    if (!response.ok) throw await problemOf(response);
    const changeId = response.headers.get('X-Change');
    if (changeId !== null) onChangeId?.(changeId);
    if (response.status === 204) return undefined;
    const reply = await orNetworkFailure<unknown>(() => response.json());
    if (!hasReplyShape(routes[name], reply)) throw new NetworkFailure('an answer of another shape than the call’s');
    return reply;
  }

  async function call(name: string, parts: CallParts): Promise<unknown> {
    const route = routes[name];
    if (route === undefined) throw new Error(`no call is named ${name}`);
    const { params = {}, query = {}, idempotencyKey } = parts;
    const { init, headers } = createRequest(route.method, parts);
    if (SUMMARY_CALLS.has(name) && hasGuestPayment()) {
      headers.set('Content-Type', 'application/json');
      headers.set('x-direct-payment-user', 'true');
    }
    const url = addressOf(route.path, params, query);
    const send = () => sendOnce(name, url, init, parts);
    if (route.method === 'GET') return repeatIfBusy(send, wait);
    if (route.changes !== 'data') return send();
    headers.set('Idempotency-Key', idempotencyKey ?? newKey());
    init.keepalive = isShort(init.body); // `keepalive` lets a change that is sent right before the page closes arrive.
    return retry(send, wait);
  }

  return { call };
}

/** The longest wait that a read accepts before it is repeated: somebody is looking at a spinner. */
const MAX_READ_PAUSE_SECONDS = 2;

/** Repeats a read once if the server is busy and says that it will soon have time for it. */
async function repeatIfBusy(send: () => Promise<unknown>, wait: (ms: number) => Promise<unknown>): Promise<unknown> {
  try {
    return await send();
  } catch (error) {
    const pause = error instanceof ApiProblem && error.status === 503 ? error.retryAfter : undefined;
    if (pause === undefined || pause > MAX_READ_PAUSE_SECONDS) throw error;
    await wait(pause * 1_000);
    return send();
  }
}

/** A change keeps its key over all repeats, so that the server makes it once. */
async function retry(send: () => Promise<unknown>, wait: (ms: number) => Promise<unknown>): Promise<unknown> {
  for (const pause of RETRY_DELAYS_MS) {
    try {
      return await send();
    } catch (error) {
      if (!isRetryable(error)) throw error;
      await wait(pause);
    }
  }
  return send();
}

function createRequest(method: string, { body, ifMatch, idempotencyKey }: CallParts) {
  const headers = new Headers(READ_HEADERS);
  const init: RequestInit = { method, headers, credentials: 'same-origin' };
  if (body !== undefined) {
    headers.set('Content-Type', 'application/json');
    init.body = JSON.stringify(body);
  }
  if (ifMatch !== undefined) headers.set('If-Match', `"${ifMatch}"`);
  if (idempotencyKey !== undefined) headers.set('Idempotency-Key', idempotencyKey);
  return { init, headers };
}

/**
 * A time limit: `totalMs` for the complete answer, `firstByteMs` for its beginning. It uses global timers, so
 * that a test with a fake clock controls it.
 */
function startTimeLimit(totalMs: number, firstByteMs: number) {
  const controller = new AbortController();
  const abort = (): void => controller.abort(new DOMException('no answer in time', 'TimeoutError'));
  const timers = [setTimeout(abort, totalMs), setTimeout(abort, firstByteMs)] as const;
  return {
    signal: controller.signal,
    onResponse: (): void => clearTimeout(timers[1]),
    end: (): void => timers.forEach((timer) => clearTimeout(timer)),
  };
}

/** A proxy between browser and server may answer 200 with a page of its own, so the shape of a reply is checked. */
function hasReplyShape(
  { replyShape = [], isNullable }: Pick<Route, 'replyShape' | 'isNullable'> = {},
  reply: unknown,
): boolean {
  if (replyShape.length === 0 || (isNullable === true && reply === null)) return true;
  if (replyShape === 'list')
    return Array.isArray(reply) && reply.every((item) => typeof item === 'object' && item !== null);
  return typeof reply === 'object' && reply !== null && replyShape.every((name) => name in reply);
}

/**
 * Browsers refuse `keepalive` requests of more than 64 KiB in total. A longer body, such as an import of several
 * hundred rows, is sent as an ordinary request.
 */
const isShort = (body: unknown): boolean =>
  typeof body !== 'string' || new TextEncoder().encode(body).length <= MAX_KEEPALIVE_BYTES;

/** The call may succeed later: it got lost (its outcome is unknown) or was turned away (nothing has happened). */
const isRetryable = (error: unknown): boolean =>
  error instanceof NetworkFailure || (error instanceof ApiProblem && RETRYABLE_STATUSES.has(error.status));

async function orNetworkFailure<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (cause) {
    throw new NetworkFailure(cause);
  }
}

/** The path and query of one call: `/api/dishes/:id` with { id: 'a' } → '/api/dishes/a'. */
export function addressOf(
  path: string,
  params: Readonly<Record<string, string>>,
  query: Readonly<Record<string, string | undefined>> = {},
): string {
  const filledPath = path.replaceAll(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''));
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value !== undefined) search.set(key, value);
  return search.size === 0 ? filledPath : `${filledPath}?${search}`;
}

/**
 * The furthest position in the event log that this browser knows of. Reads carry it, so that the answer includes the
 * browser's own changes. Positions are `{logId}:{20 digits}`: within one log they compare as text.
 */
export function createReadPosition() {
  let highest: string | undefined;
  return {
    highest: (): string | undefined => highest,
    remember(position: string | null): void {
      if (position === null || position === '') return;
      if (highest === undefined || logIdOf(position) !== logIdOf(highest) || position > highest) highest = position;
    },
  };
}

/** The log of a position: positions of two logs cannot be compared. */
export const logIdOf = (position: string): string => position.slice(0, position.lastIndexOf(':'));
