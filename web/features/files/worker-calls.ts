/** Calls of an object that does its work in a worker, so that no file can freeze the page. */

interface Call {
  readonly number: number;
  readonly method: string;
  readonly args: readonly unknown[];
}

type Answer = { readonly number: number } & ({ readonly ok: true; readonly value: unknown } | { readonly ok: false });

type Methods<Target> = {
  readonly [Name in keyof Target]: Target[Name] extends (...args: never[]) => Promise<unknown> ? Name : never;
}[keyof Target] &
  string;

/** What a worker has of its scope; the program knows the page's only. */
const scope = globalThis as unknown as {
  addEventListener(type: 'message', listener: (event: MessageEvent<Call>) => void): void;
  postMessage(answer: Answer): void;
};

/** In a worker: answers the calls of its page, one after the other. */
export function answerCalls(target: object): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker answers its page alone
  const give = (answer: Answer): void => scope.postMessage(answer);
  const answer = async ({ method, args }: Call): Promise<unknown> =>
    (target as Readonly<Record<string, (...given: readonly unknown[]) => Promise<unknown>>>)[method]?.(...args);
  let last: Promise<void> = Promise.resolve();
  scope.addEventListener('message', ({ data }) => {
    last = last
      .then(() => answer(data))
      .then(
        (value) => give({ number: data.number, ok: true, value }),
        () => give({ number: data.number, ok: false }),
      );
  });
}

/** The worker took too long, or broke. It has ended. */
export class WorkerFailed extends Error {}

/** In a page. A cheap phone looks through fifty thousand lines within twenty seconds; others are slower yet. */
const BUDGET_MS = 60_000;

export class WorkerCalls<Target> {
  readonly #start: () => Worker;
  readonly #budgetMs: number;
  #worker: Worker | undefined;
  #number = 0;

  /** @param budgetMs as long as an answer may take */
  constructor(start: () => Worker, budgetMs = BUDGET_MS) {
    this.#start = start;
    this.#budgetMs = budgetMs;
  }

  /** @throws WorkerFailed */
  call<Name extends Methods<Target>>(
    method: Name,
    ...args: Target[Name] extends (...given: infer Args) => Promise<unknown> ? Args : never
  ): Target[Name] extends (...given: never[]) => infer Result ? Result : never {
    const worker = (this.#worker ??= this.#start());
    this.#number += 1;
    const number = this.#number;
    const answered = new Promise((resolve, reject) => {
      const ends = new AbortController();
      const fail = (): void => {
        end();
        if (this.#worker === worker) this.close();
        reject(new WorkerFailed('the worker failed'));
      };
      const timer = setTimeout(fail, this.#budgetMs);
      const end = (): void => {
        clearTimeout(timer);
        ends.abort();
      };
      worker.addEventListener('error', fail, ends);
      worker.addEventListener(
        'message',
        ({ data }: MessageEvent<Answer>) => {
          if (data.number !== number) return;
          if (!data.ok) return fail();
          end();
          resolve(data.value);
        },
        ends,
      );
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
      worker.postMessage({ number, method, args } satisfies Call);
    });
    return answered as Target[Name] extends (...given: never[]) => infer Result ? Result : never;
  }

  /** What it holds is no longer needed. */
  close(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
  }
}

/**
 * A reader that works in a worker. Another file begins in another worker.
 * @param tooLate said when opening takes too long
 */
export function readerInWorker<Reader extends { close(): void }>(
  start: () => Worker,
  {
    methods,
    tooLate,
  }: { readonly methods: readonly Exclude<keyof Reader & string, 'close'>[]; readonly tooLate: string },
): Reader {
  const calls = new WorkerCalls<Readonly<Record<string, (...args: readonly unknown[]) => Promise<unknown>>>>(start);
  const open = (...args: readonly unknown[]): Promise<unknown> => {
    calls.close();
    return calls.call('open', ...args).catch(() => ({ ok: false, sentence: tooLate }));
  };
  const others = methods.map((method) => [method, (...args: readonly unknown[]) => calls.call(method, ...args)]);
  return { ...Object.fromEntries(others), open, close: () => calls.close() } as Reader;
}
