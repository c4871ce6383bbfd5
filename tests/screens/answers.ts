import type { Page, Request, Route } from 'playwright-core';

/** A recorded answer. */
interface RecordedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Notifies the page of a change of its business. */
const CHANGE_NOTICE = 'event: changed\ndata: {"positions":["walk:00000000000000000001"]}\n\n';

/** The time at which a read fails: from its first request on, or only when it is repeated. */
export type FailureTime = 'at first' | 'again';

/** The ways in which a read may fail. */
export type FailureName = '500' | '503' | '401' | 'a page of others' | 'another shape' | 'nothing' | 'cut off';

const JSON_TYPE = 'application/problem+json; charset=utf-8';
const problem = (status: number, detail: string): string =>
  JSON.stringify({ type: 'urn:prumo:problem:planted', title: 'Falha', status, detail, code: 'planted' });

/** The texts of simulated failures, which a page may repeat. */
export const FAILURE_TEXTS = [
  'Algo deu errado do nosso lado. Tente de novo em instantes.',
  'O serviço está ocupado. Tente de novo em instantes.',
  'Entre com sua conta para continuar.',
];

export const FAILURES: Readonly<Record<FailureName, (route: Route) => Promise<void>>> = {
  '500': (route) => route.fulfill({ status: 500, contentType: JSON_TYPE, body: problem(500, FAILURE_TEXTS[0] ?? '') }),
  '503': (route) =>
    route.fulfill({
      status: 503,
      contentType: JSON_TYPE,
      headers: { 'Retry-After': '1' },
      body: problem(503, FAILURE_TEXTS[1] ?? ''),
    }),
  '401': (route) => route.fulfill({ status: 401, contentType: JSON_TYPE, body: problem(401, FAILURE_TEXTS[2] ?? '') }),
  'a page of others': (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Wi-Fi</title><p>Entre na rede.' }),
  'another shape': (route) => route.fulfill({ json: { ok: true } }),
  // The request stays open, so that only the page's own timeout ends it.
  nothing: () => new Promise(() => undefined),
  'cut off': (route) => route.abort('connectionreset'),
};

const keyOf = (request: Request): string => {
  const { pathname, search } = new URL(request.url());
  return pathname + search;
};

/** Returns true for a live stream. */
const isFollowed = (request: Request): boolean => request.resourceType() === 'eventsource';

/** Controls all API reads of a page: the server's answers are recorded, then played back with some of them failing. */
export class Answers {
  /** Answers by path and query. */
  readonly #recorded = new Map<string, RecordedAnswer>();
  #failing: { readonly reads: ReadonlySet<string>; readonly how: FailureName; readonly when: FailureTime } | undefined;
  #hasNews = false;
  #isRecording = true;
  readonly #underWay = new Map<Request, string>();
  readonly #asked = new Map<string, number>();
  readonly #faults: string[] = [];
  readonly #loading = new Set<Request>();

  /** Every read that has been recorded. */
  get reads(): readonly string[] {
    return [...this.#recorded.keys()];
  }

  /** Makes these reads fail from now on and resets the counts. With `again` the page is notified to read again. */
  fail(reads: Iterable<string>, how: FailureName, when: FailureTime): void {
    this.#isRecording = false;
    this.#failing = { reads: new Set(reads), how, when };
    this.#hasNews = when === 'again';
    this.#asked.clear();
    this.#faults.length = 0;
  }

  heal(): void {
    this.#failing = undefined;
  }

  /** The reads whose answers are still to come. */
  get pendingReads(): readonly string[] {
    return [...this.#loading].map(keyOf).concat([...this.#underWay.values()].filter((key) => !this.#isHung(key)));
  }

  /** Returns true if the page waits for an answer that never comes. */
  get isHanging(): boolean {
    return [...this.#underWay.values()].some((key) => this.#isHung(key));
  }

  #isHung(key: string): boolean {
    return this.#failing?.how === 'nothing' && this.#failing.reads.has(key);
  }

  /** Returns reads that were made while the same read was in flight, or again and again. */
  get faults(): readonly string[] {
    // This number is more than a page, its tab and its session request one after the other.
    const restless = [...this.#asked].filter(([key, times]) => times > 4 && !key.startsWith('/api/payment/status/'));
    return [...this.#faults, ...restless.map(([key, times]) => `${key} was asked ${times} times`)];
  }

  async interceptReads(page: Page): Promise<void> {
    page.on('request', (request) => {
      if (!keyOf(request).startsWith('/api/')) {
        this.#loading.add(request);
        return;
      }
      if (isFollowed(request) || request.method() !== 'GET') return;
      const key = keyOf(request);
      if ([...this.#underWay.values()].includes(key)) this.#faults.push(`${key} was asked twice at once`);
      this.#underWay.set(request, key);
      this.#asked.set(key, (this.#asked.get(key) ?? 0) + 1);
    });
    const ended = (request: Request): void => {
      this.#loading.delete(request);
      this.#underWay.delete(request);
    };
    page.on('requestfinished', ended);
    // An aborted read does not finish, but counts as answered.
    page.on('response', (response) => void this.#underWay.delete(response.request()));
    page.on('requestfailed', ended);
    page.on('close', () => {
      this.#underWay.clear();
      this.#loading.clear();
    });
    await page.route('**/api/**', (route) => this.#answer(route));
  }

  async #answer(route: Route): Promise<void> {
    const request = route.request();
    if (isFollowed(request)) return this.#follow(route);
    if (request.method() !== 'GET') return route.continue();
    const key = keyOf(request);
    const isFirst = this.#asked.get(key) === 1;
    if (this.#failing?.reads.has(key) && !(isFirst && this.#failing.when === 'again'))
      return FAILURES[this.#failing.how](route);
    const recorded = this.#recorded.get(key) ?? (await this.#record(route, key));
    return route.fulfill(recorded);
  }

  /** A live stream reports the prepared events, and otherwise never starts. */
  #follow(route: Route): Promise<void> {
    if (!this.#hasNews) return new Promise(() => undefined);
    this.#hasNews = false;
    return route.fulfill({ contentType: 'text/event-stream', body: CHANGE_NOTICE });
  }

  async #record(route: Route, key: string): Promise<RecordedAnswer> {
    const response = await route.fetch();
    const recorded = { status: response.status(), headers: response.headers(), body: await response.body() };
    if (this.#isRecording) this.#recorded.set(key, recorded);
    return recorded;
  }
}
