import type { Endpoint } from '#contract/endpoint.ts';
import { contract } from '#contract/index.ts';
import { randomFrom } from '#tests/support/random.ts';
import { codeOf, isPastValidation, wrongWith } from './judge.ts';
import { createKnownIds } from './known-ids.ts';
import { type Draft, hostileDraft, requestOf, validDraft } from './requests.ts';
import { type Answer, connectTo, type Request } from './send.ts';

/** A visitor that makes calls. */
export interface Caller {
  readonly name: string;
  /** The `Cookie` header that it sends now. */
  cookie(): string;
  /** The calls that it makes; all when left out. */
  readonly makes?: (endpoint: Endpoint) => boolean;
  /** The access rules that it passes: it makes these calls more often. */
  readonly passes?: readonly Endpoint['access'][];
  /** Headers sent with half of its requests. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Stores the cookies of an answer. */
  take(setCookie: readonly string[]): void;
  /** Restores the first state after a sign-out, a lost right or an erasure; undefined if the state cannot change. */
  readonly revive?: () => Promise<void>;
}

export interface FuzzOptions {
  readonly origin: string;
  readonly callers: readonly Caller[];
  readonly requests: number;
  readonly seed: number;
  /** Returns texts with a meaning in this run, read at each request. */
  readonly texts: () => readonly string[];
  /** An answer slower than this is a fault. */
  readonly slowMs: number;
  /** The longest time of a round of requests; it ends with fewer of them then, and the first one reports that. */
  readonly longestMs: number;
}

export interface CallFigures {
  readonly name: string;
  requests: number;
  pastValidation: number;
  slowestMs: number;
  readonly statuses: Record<string, number>;
}

export interface FuzzResult {
  readonly requests: number;
  readonly figures: readonly CallFigures[];
  /** Faults, at most a few of each call. */
  readonly faults: readonly string[];
}

interface Pair {
  readonly caller: Caller;
  readonly name: string;
}

const repeated = <T>(list: readonly T[], times: number): readonly T[] =>
  Array.from({ length: times }, () => list).flat();

const CALLS: Readonly<Record<string, Endpoint>> = contract;
/** These calls have no time limit: they read each open payment from the provider, and report their progress. */
const WITHOUT_TIME_LIMIT = ['verifyAllPayments'];
/** A request without an answer after this time is hanging. */
const PATIENCE_MS = 30_000;
const AT_ONCE = 8;
const SHOWN_PER_CALL = 5;
const TIMES_PASSING = 3;
/** The number of additional valid rounds for calls that have not passed validation yet. */
const CLOSING_ROUNDS = 5;
const TIMES_CLOSING = 6;
/** The share of valid requests; the others are mutated. */
const VALID_SHARE = 0.4;

/** Makes every call as every visitor, with valid and mutated input, and collects wrong answers. */
export async function fuzz(options: FuzzOptions): Promise<FuzzResult> {
  const { origin, callers, requests, seed, texts, slowMs, longestMs } = options;
  const ids = createKnownIds();
  const line = connectTo(origin, PATIENCE_MS);
  const names = Object.keys(CALLS);
  const figures = new Map<string, CallFigures>(
    names.map((name) => [name, { name, requests: 0, pastValidation: 0, slowestMs: 0, statuses: {} }]),
  );
  const faults: string[] = [];
  const faultsOf = new Map<string, number>();
  const pairs = pairsOf(callers);
  const own = new Map(callers.map((caller) => [caller, createKnownIds(ids)]));
  const revivals = new Map<Caller, Promise<void>>();

  function note(name: string, { kind, ...answer }: Answer, isPast: boolean): void {
    const of = figures.get(name);
    if (!of) return;
    of.requests += 1;
    of.slowestMs = Math.max(of.slowestMs, answer.milliseconds);
    const status = kind === 'answered' && 'status' in answer ? String(answer.status) : kind;
    of.statuses[status] = (of.statuses[status] ?? 0) + 1;
    if (isPast) of.pastValidation += 1;
  }

  function fault(name: string, caller: string, asked: Request, wrong: string): void {
    const before = faultsOf.get(name) ?? 0;
    faultsOf.set(name, before + 1);
    if (before < SHOWN_PER_CALL) faults.push(`${name} as ${caller}: ${wrong} ← ${summaryOf(asked)}`);
  }

  /** Only one revival runs at a time, and requests in flight meanwhile belong to the state before it. */
  function revive(caller: Caller): Promise<void> {
    const running = revivals.get(caller);
    if (running) return running;
    own.get(caller)?.forget();
    const revival = (caller.revive?.() ?? Promise.resolve()).finally(() => revivals.delete(caller));
    revivals.set(caller, revival);
    return revival;
  }

  async function one({ caller, name }: Pair, number: number, alwaysValid: boolean): Promise<void> {
    const random = randomFrom(seed + number * 7_919);
    await revivals.get(caller);
    const endpoint = CALLS[name] as Endpoint;
    const known = own.get(caller) ?? ids;
    const valid = validDraft(endpoint, { random, ids: known, texts: texts() });
    // At first, each caller makes each call with valid input.
    const isValid = alwaysValid || random() < VALID_SHARE;
    const drafted = isValid ? valid : hostileDraft(valid, random);
    const withOwn = caller.headers && (isValid || random() < 0.5);
    const draft: Draft = withOwn ? { ...drafted, headers: { ...drafted.headers, ...caller.headers } } : drafted;
    const cookie = caller.cookie();
    const asked = requestOf(draft, cookie);
    const answer = await line.send(asked, { streams: endpoint.media === 'text/event-stream' });
    note(name, answer, isValid && isPastValidation(answer));
    const wrong = wrongWith(answer, asked, WITHOUT_TIME_LIMIT.includes(name) ? Infinity : slowMs);
    if (wrong !== undefined) fault(name, caller.name, asked, wrong);
    if (answer.kind !== 'answered' || asked.headers['Cookie'] !== (cookie === '' ? undefined : cookie)) return;
    if (caller.cookie() !== cookie) return;
    if (isValid && answer.status < 300) for (const each of [known, ids]) each.noteIds(endpoint.path, answer.text);
    if (isValid && answer.status === 404) known.forgetIdsIn(decodeURIComponent(`${asked.path} `) + String(asked.body));
    caller.take([answer.headers['set-cookie'] ?? []].flat());
    if (hasLost(caller, answer, endpoint)) await revive(caller);
  }

  let made = 0;

  /** Makes `count` requests, pair after pair, or as many as a time of `longestMs` from now allows. */
  async function makeAll(some: readonly Pair[], count: number, isValid: (turn: number) => boolean): Promise<void> {
    let turn = 0;
    const begun = performance.now();
    const worker = async (): Promise<void> => {
      while (turn < count && performance.now() - begun < longestMs) {
        const pair = some[turn % some.length] as Pair;
        const alwaysValid = isValid(turn);
        turn += 1;
        made += 1;
        await one(pair, made, alwaysValid);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  }

  // At first, each caller makes each call with valid input.
  await makeAll(pairs, requests, (turn) => turn < pairs.length);
  if (made < requests) faults.push(`only ${made} of ${requests} requests in ${longestMs} ms`);
  for (let round = 0; round < CLOSING_ROUNDS; round += 1) {
    const lacksSuccess = ({ name }: Pair): boolean => figures.get(name)?.pastValidation === 0;
    const pairsWithoutSuccess = pairs.filter(lacksSuccess);
    if (pairsWithoutSuccess.length === 0) break;
    // What a call needs may have been removed by others, so it is added and listed again.
    const adding = pairs.filter(({ name }) => pairsWithoutSuccess.some((pair) => adds(CALLS[name], CALLS[pair.name])));
    const listing = pairs.filter(({ name }) => isList(CALLS[name]));
    const some = [...repeated(adding, TIMES_CLOSING), ...listing, ...repeated(pairsWithoutSuccess, TIMES_CLOSING)];
    await makeAll(some, some.length, () => true);
  }
  line.close();
  for (const { name, pastValidation } of figures.values())
    if (pastValidation === 0) faults.push(`${name}: no request of ${made} got past validation`);
  for (const [name, count] of faultsOf)
    if (count > SHOWN_PER_CALL) faults.push(`${name}: ${count - SHOWN_PER_CALL} more of this kind`);
  return { requests: made, figures: [...figures.values()], faults };
}

/** Returns true for calls that return ids and change nothing. */
const isList = (endpoint: Endpoint | undefined): boolean =>
  endpoint?.method === 'GET' && endpoint.changes === undefined && !endpoint.path.includes(':');

/** Returns true for a call that adds an entity of which the other call needs one. */
const adds = (endpoint: Endpoint | undefined, other: Endpoint | undefined): boolean =>
  endpoint?.method === 'POST' && other?.path.startsWith(`${endpoint.path}/:`) === true;

/** The pairs of caller and call in the order of the first round: reads come before changes. */
function pairsOf(callers: readonly Caller[]): readonly Pair[] {
  const names = Object.keys(CALLS).toSorted((a, b) => Number(isList(CALLS[b])) - Number(isList(CALLS[a])));
  return names.flatMap((name) => {
    const endpoint = CALLS[name] as Endpoint;
    return callers
      .filter(({ makes }) => makes?.(endpoint) ?? true)
      .flatMap((caller) => {
        const times = caller.passes?.includes(endpoint.access) ? TIMES_PASSING : 1;
        return Array.from({ length: times }, () => ({ caller, name }));
      });
  });
}

/** Returns true if the caller is signed out, or has lost a right. */
function hasLost(
  { revive, passes }: Caller,
  answer: Extract<Answer, { kind: 'answered' }>,
  { access }: Endpoint,
): boolean {
  if (!revive) return false;
  if (answer.headers['clear-site-data'] !== undefined) return true;
  const code = codeOf(answer);
  return code === 'not_signed_in' || (code === 'no_access' && (passes?.includes(access) ?? false));
}

function summaryOf({ method, path, headers, body }: Request): string {
  const { Cookie: _cookie, 'Content-Length': _length, ...shown } = headers;
  const said = body === undefined ? '' : ` ${String(body).slice(0, 160)}`;
  return `${method} ${path.slice(0, 200)} ${JSON.stringify(shown).slice(0, 300)}${said}`;
}

/** Writes a line per call: how often, with which statuses, how slow. */
export function tableOf({ figures, requests }: FuzzResult): string {
  const width = Math.max(...figures.map(({ name }) => name.length));
  const lines = figures.map(({ name, requests: count, pastValidation, slowestMs, statuses }) => {
    const said = Object.entries(statuses).map(([status, times]) => `${status}×${times}`);
    const columns = [String(count).padStart(8), String(pastValidation).padStart(6), slowestMs.toFixed(0).padStart(8)];
    return `${name.padEnd(width)} ${columns.join(' ')}  ${said.join(' ')}`;
  });
  const head = `${'call'.padEnd(width)} requests  valid slowest/ms  statuses`;
  return [head, ...lines, `${requests} requests`].join('\n');
}
