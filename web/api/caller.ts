import type { Route } from '#contract/endpoint.ts';
import { ApiProblem, NetworkFailure, problemOf } from './failures.ts';
import { READING } from './begin-reads.ts';

export interface CallerOptions {
  readonly routes: Readonly<Record<string, Route>>;
  readonly fetch: typeof fetch;
  /** A visitor who paid without signing in carries this marker: the summary calls say so, as specified. */
  readonly isDirectPayment?: () => boolean;
  /** Hears how far the server was when it answered, and to which call. */
  readonly onPosition?: (position: string, call: string) => void;
  readonly newKey?: () => string;
  readonly wait?: (ms: number) => Promise<void>;
  /** Milliseconds after which a call whose answer has not come whole counts as failed. */
  readonly timeout?: number;
}

/** A read of which nothing has come by then has failed: somebody is looking at a spinner. */
const SILENCE_MS = 10_000;

/** Pauses before each repeat of a change that got no answer or was turned away for the moment. */
const PAUSES_MS = [400, 1_200, 3_000];

/** It arrived too slowly · the server is busy, or starting. */
const TURNED_AWAY: ReadonlySet<number> = new Set([408, 503]);

const MAX_KEEPALIVE_BYTES = 8_192;

const SUMMARY: ReadonlySet<string> = new Set([
  'listFixedCosts',
  'listVariableCosts',
  'listDishes',
  'listMonthRevenues',
  'breakEvenFinancial',
]);

/** Everything a call may carry, whichever call it is. */
export interface AnySent {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
  readonly ifMatch?: number | undefined;
  readonly idempotencyKey?: string;
  readonly onChange?: (changeId: string) => void;
}

interface HttpClient {
  call(name: string, sent: AnySent): Promise<unknown>;
}

/** A client of the calls that `routes` names, over HTTP. Typed by those who make one. */
export const createClient = (options: CallerOptions): HttpClient => ({ call: createCaller(options) });

function createCaller({
  routes,
  fetch,
  isDirectPayment = () => false,
  onPosition,
  newKey = () => crypto.randomUUID(),
  wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  timeout = 20_000,
}: CallerOptions): (name: string, sent: AnySent) => Promise<unknown> {
  const position = createReadPosition();

  async function attempt(name: string, url: string, init: RequestInit, sent: AnySent): Promise<unknown> {
    const limit = limited(timeout, init.method === 'GET' ? Math.min(SILENCE_MS, timeout) : timeout);
    try {
      return await answerTo(name, url, { ...init, signal: limit.signal }, { ...sent, begun: limit.begun });
    } finally {
      limit.end();
    }
  }

  async function answerTo(
    name: string,
    url: string,
    init: RequestInit,
    { onChange, begun }: AnySent & { readonly begun: () => void },
  ): Promise<unknown> {
    const headers = new Headers(init.headers);
    const readAfter = position.highest();
    if (readAfter !== undefined) headers.set('X-Read-After', readAfter);
    const response = await answered(() => fetch(url, { ...init, headers }));
    begun();
    const reached = response.headers.get('X-Position');
    position.remember(reached);
    if (reached !== null) onPosition?.(reached, name);
    if (!response.ok) throw await problemOf(response);
    const changeId = response.headers.get('X-Change');
    if (changeId !== null) onChange?.(changeId);
    if (response.status === 204) return undefined;
    const reply = await answered<unknown>(() => response.json());
    if (!isGiven(routes[name], reply)) throw new NetworkFailure('an answer of another shape than the call’s');
    return reply;
  }

  return async (name, sent) => {
    const called = routes[name];
    if (called === undefined) throw new Error(`no call is named ${name}`);
    const { params = {}, query = {}, idempotencyKey } = sent;
    const { init, headers } = requestOf(called.method, sent);
    if (SUMMARY.has(name) && isDirectPayment()) {
      headers.set('Content-Type', 'application/json');
      headers.set('x-direct-payment-user', 'true');
    }
    const url = addressOf(called.path, params, query);
    const once = () => attempt(name, url, init, sent);
    if (called.changes !== 'data') return once();
    headers.set('Idempotency-Key', idempotencyKey ?? newKey());
    init.keepalive = isShort(init.body); // what was typed right before the page closes still arrives
    return repeated(once, wait);
  };
}

/** A change keeps its key over all repeats, so the server does it once however often it hears of it. */
async function repeated(once: () => Promise<unknown>, wait: (ms: number) => Promise<unknown>): Promise<unknown> {
  for (const pause of PAUSES_MS) {
    try {
      return await once();
    } catch (error) {
      if (!mayPass(error)) throw error;
      await wait(pause);
    }
  }
  return once();
}

function requestOf(method: string, { body, ifMatch, idempotencyKey }: AnySent) {
  const headers = new Headers(READING);
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
 * An end to waiting: `whole` milliseconds for all of an answer, `silence` for its beginning. The clock's own timers, so
 * that who holds the clock holds this too.
 */
function limited(whole: number, silence: number) {
  const giving = new AbortController();
  const giveUp = (): void => giving.abort(new DOMException('no answer in time', 'TimeoutError'));
  const timers = [setTimeout(giveUp, whole), setTimeout(giveUp, silence)] as const;
  return {
    signal: giving.signal,
    begun: (): void => clearTimeout(timers[1]),
    end: (): void => timers.forEach((timer) => clearTimeout(timer)),
  };
}

/** Somebody between us and the server may answer 200 with something else: what does not look like the reply is none. */
function isGiven({ gives = [], mayBeNull }: Pick<Route, 'gives' | 'mayBeNull'> = {}, reply: unknown): boolean {
  if (gives.length === 0 || (mayBeNull === true && reply === null)) return true;
  if (gives === 'list') return Array.isArray(reply) && reply.every((each) => typeof each === 'object' && each !== null);
  return typeof reply === 'object' && reply !== null && gives.every((name) => name in reply);
}

/**
 * Browsers refuse to send more than 64 KiB for pages that may be closed, of all that is under way together: an import of
 * some hundred rows is more, and waits for its answer like everything else.
 */
const isShort = (body: unknown): boolean =>
  typeof body !== 'string' || new TextEncoder().encode(body).length <= MAX_KEEPALIVE_BYTES;

/** Gone astray on the way (nothing is known) or turned away for the moment (nothing has happened). */
const mayPass = (error: unknown): boolean =>
  error instanceof NetworkFailure || (error instanceof ApiProblem && TURNED_AWAY.has(error.status));

async function answered<T>(make: () => Promise<T>): Promise<T> {
  try {
    return await make();
  } catch (cause) {
    throw new NetworkFailure(cause);
  }
}

/** Path and query of one call: `/api/dishes/:id` with { id: 'a' } → '/api/dishes/a'. */
export function addressOf(
  path: string,
  params: Readonly<Record<string, string>>,
  query: Readonly<Record<string, string | undefined>> = {},
): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''));
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value !== undefined) search.set(key, value);
  return search.size === 0 ? filled : `${filled}?${search}`;
}

/**
 * The furthest place in the event log that this browser has heard of. Reads carry it, so an own change is never missing
 * from what is shown after it. Positions are `{logId}:{20 digits}`: of one log they compare as text.
 */
export function createReadPosition() {
  let highest: string | undefined;
  return {
    highest: (): string | undefined => highest,
    remember(position: string | null): void {
      if (position === null || position === '') return;
      if (highest === undefined || logOf(position) !== logOf(highest) || position > highest) highest = position;
    },
  };
}

const logOf = (position: string): string => position.slice(0, position.lastIndexOf(':'));
