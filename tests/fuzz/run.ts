import type { Endpoint } from '#contract/endpoint.ts';
import { randomFrom } from '#tests/support/random.ts';
import { codeOf, isPastValidation, wrongWith } from './judge.ts';
import type { KnownIds } from './known-ids.ts';
import { createKnownIds } from './known-ids.ts';
import { type Draft, hostileDraft, requestOf, validDraft } from './requests.ts';
import { type Answer, lineTo, type Request } from './send.ts';

/** Somebody who calls. */
export interface Caller {
  readonly name: string;
  /** What it sends as `Cookie` now. */
  cookie(): string;
  /** Which calls it makes; all of them when left out. */
  readonly makes?: (endpoint: Endpoint) => boolean;
  /** Sent with half of its requests. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Takes what an answer has set. */
  take(setCookie: readonly string[]): void;
  /** Becomes again who it was, after it has signed out, lost its right or been erased; undefined: nothing can be lost. */
  readonly revive?: () => Promise<void>;
}

export interface FuzzOptions {
  readonly origin: string;
  readonly calls: Readonly<Record<string, Endpoint>>;
  readonly callers: readonly Caller[];
  readonly requests: number;
  readonly seed: number;
  /** Texts that only this run knows, asked for at each request. */
  readonly texts?: () => readonly string[];
  readonly ids?: KnownIds;
  /** Slower is wrong. */
  readonly slowMs?: number;
  /** Not there by then is hanging. */
  readonly patienceMs?: number;
  /** How long the run may take altogether; it ends with fewer requests then, and says so. */
  readonly longestMs?: number;
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
  /** What was wrong, at most a few of each call. */
  readonly faults: readonly string[];
}

const SLOW_MS = 3_000;
const PATIENCE_MS = 10_000;
const AT_ONCE = 8;
const SHOWN_PER_CALL = 5;
/** Of the requests; the others are changed. */
const VALID_SHARE = 0.4;

/** Makes every call as everybody, validly and not, and notes what should not have been answered like that. */
export async function fuzz(options: FuzzOptions): Promise<FuzzResult> {
  const { origin, calls, callers, requests, seed, texts = () => [], ids = createKnownIds() } = options;
  const { slowMs = SLOW_MS, patienceMs = PATIENCE_MS, longestMs = Infinity } = options;
  const line = lineTo(origin, patienceMs);
  const names = Object.keys(calls);
  const figures = new Map<string, CallFigures>(
    names.map((name) => [name, { name, requests: 0, pastValidation: 0, slowestMs: 0, statuses: {} }]),
  );
  const faults: string[] = [];
  const faultsOf = new Map<string, number>();
  const begun = performance.now();
  const pairs = callers.flatMap((caller) =>
    names.filter((name) => caller.makes?.(calls[name] as Endpoint) ?? true).map((name) => ({ caller, name })),
  );
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
    if (before < SHOWN_PER_CALL) faults.push(`${name} as ${caller}: ${wrong} ← ${inShort(asked)}`);
  }

  /** One revival at a time: whoever was under way meanwhile belongs to the old life. */
  function revived(caller: Caller): Promise<void> {
    const running = revivals.get(caller);
    if (running) return running;
    const revival = (caller.revive?.() ?? Promise.resolve()).finally(() => revivals.delete(caller));
    revivals.set(caller, revival);
    return revival;
  }

  async function one(number: number): Promise<void> {
    const random = randomFrom(seed + number * 7_919);
    const { caller, name } = pairs[number % pairs.length] as (typeof pairs)[number];
    await revivals.get(caller);
    const endpoint = calls[name] as Endpoint;
    const valid = validDraft(endpoint, { random, ids, texts: texts() });
    // Each caller makes each call validly first.
    const isValid = number < pairs.length || random() < VALID_SHARE;
    const drafted = isValid ? valid : hostileDraft(valid, random);
    const withOwn = caller.headers && (isValid || random() < 0.5);
    const draft: Draft = withOwn ? { ...drafted, headers: { ...drafted.headers, ...caller.headers } } : drafted;
    const cookie = caller.cookie();
    const asked = requestOf(draft, cookie);
    const answer = await line.send(asked, { streams: endpoint.media === 'text/event-stream' });
    note(name, answer, isValid && isPastValidation(answer));
    const wrong = wrongWith(answer, asked, slowMs);
    if (wrong !== undefined) fault(name, caller.name, asked, wrong);
    if (answer.kind !== 'answered' || asked.headers['Cookie'] !== (cookie === '' ? undefined : cookie)) return;
    if (isValid && answer.status < 300) ids.note(endpoint.path, answer.text);
    if (caller.cookie() !== cookie) return;
    caller.take([answer.headers['set-cookie'] ?? []].flat());
    if (hasLost(caller, answer, endpoint)) await revived(caller);
  }

  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < requests && performance.now() - begun < longestMs) {
      const number = next;
      next += 1;
      await one(number);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  line.close();
  if (next < requests) faults.push(`only ${next} of ${requests} requests in ${longestMs} ms`);
  for (const { name, pastValidation } of figures.values())
    if (pastValidation === 0) faults.push(`${name}: no request of ${next} got past validation`);
  for (const [name, count] of faultsOf)
    if (count > SHOWN_PER_CALL) faults.push(`${name}: ${count - SHOWN_PER_CALL} more of this kind`);
  return { requests: next, figures: [...figures.values()], faults };
}

/** Signed out, or without the right that it had. */
function hasLost({ revive }: Caller, answer: Extract<Answer, { kind: 'answered' }>, { access }: Endpoint): boolean {
  if (!revive) return false;
  if (answer.headers['clear-site-data'] !== undefined) return true;
  const code = codeOf(answer);
  return code === 'not_signed_in' || (code === 'no_access' && access === 'owner');
}

function inShort({ method, path, headers, body }: Request): string {
  const { Cookie: _cookie, 'Content-Length': _length, ...shown } = headers;
  const said = body === undefined ? '' : ` ${String(body).slice(0, 160)}`;
  return `${method} ${path.slice(0, 200)} ${JSON.stringify(shown).slice(0, 300)}${said}`;
}

/** A line per call: how often, with what, how slow. */
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
