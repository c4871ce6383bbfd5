/** A call to an object in a worker, which keeps file reading from freezing the page. */

interface WorkerCall {
  readonly number: number;
  readonly method: string;
  readonly args: readonly unknown[];
}

type WorkerAnswer = { readonly number: number } & (
  { readonly ok: true; readonly value: unknown } | { readonly ok: false }
);

type Methods<Target> = {
  readonly [Name in keyof Target]: Target[Name] extends (...args: never[]) => Promise<unknown> ? Name : never;
}[keyof Target] &
  string;

/** The global scope of a worker; the compiler knows only that of a page. */
const scope = globalThis as unknown as {
  addEventListener(type: 'message', listener: (event: MessageEvent<WorkerCall>) => void): void;
  postMessage(answer: WorkerAnswer): void;
};

/** Answers the calls of the page one after the other; runs in the worker. */
export function answerCalls(target: object): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker answers only its page
  const send = (answer: WorkerAnswer): void => scope.postMessage(answer);
  const answer = async ({ method, args }: WorkerCall): Promise<unknown> =>
    (target as Readonly<Record<string, (...args: readonly unknown[]) => Promise<unknown>>>)[method]?.(...args);
  let last: Promise<void> = Promise.resolve();
  scope.addEventListener('message', ({ data }) => {
    last = last
      .then(() => answer(data))
      .then(
        (value) => send({ number: data.number, ok: true, value }),
        () => send({ number: data.number, ok: false }),
      );
  });
}

/** The worker took too long or crashed, and has been terminated. */
export class WorkerFailed extends Error {}

/**
 * Milliseconds for an answer: a cheap phone reads fifty thousand lines within twenty seconds, and others are slower.
 */
const BUDGET_MS = 60_000;

export class WorkerCalls<Target> {
  readonly #start: () => Worker;
  readonly #budgetMs: number;
  #worker: Worker | undefined;
  #number = 0;

  /** @param budgetMs the milliseconds for an answer */
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
    const result = new Promise((resolve, reject) => {
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
        ({ data }: MessageEvent<WorkerAnswer>) => {
          if (data.number !== number) return;
          if (!data.ok) return fail();
          end();
          resolve(data.value);
        },
        ends,
      );
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- messages to a worker have no origin
      worker.postMessage({ number, method, args } satisfies WorkerCall);
    });
    return result as Target[Name] extends (...given: never[]) => infer Result ? Result : never;
  }

  /** Terminates the worker with its data. */
  close(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
  }
}

/**
 * A reader in a worker; each file gets a new worker.
 * @param tooLate the sentence for a file that takes too long to open
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
