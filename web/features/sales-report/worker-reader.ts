import type { Opening, OpeningOptions, ReportReader } from './report-reader.ts';
import type { Asked, Understood } from './understand.ts';

export type Question = { readonly number: number } & (
  | { readonly kind: 'open'; readonly bytes: ArrayBuffer; readonly options: OpeningOptions | undefined }
  | { readonly kind: 'understand'; readonly asked: Asked }
);
export type Answer = { readonly number: number } & (
  { readonly ok: true; readonly value: unknown } | { readonly ok: false }
);

export const TOO_LATE =
  'Este arquivo demora demais para abrir neste aparelho. Peça o relatório de um mês só, ou tente com um CSV.';

/** A cheap phone reads five thousand lines within two seconds. */
const BUDGET_MS = 20_000;

type Asking =
  | { readonly kind: 'open'; readonly bytes: ArrayBuffer; readonly options: OpeningOptions | undefined }
  | { readonly kind: 'understand'; readonly asked: Asked };

/** Works in a worker, so that no file can freeze the page; one that takes too long is ended. */
export function workerReader(): ReportReader {
  let worker: Worker | undefined;
  let number = 0;

  function close(): void {
    worker?.terminate();
    worker = undefined;
  }

  function ask(asking: Asking): Promise<unknown> {
    const asked = (worker ??= new Worker(new URL('./report-worker.ts', import.meta.url), { type: 'module' }));
    number += 1;
    const mine = number;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => end(() => reject(new Error(TOO_LATE))), BUDGET_MS);
      const ends = new AbortController();
      function end(how: () => void, isBroken = true): void {
        clearTimeout(timer);
        ends.abort();
        if (isBroken && worker === asked) close();
        how();
      }
      asked.addEventListener('error', () => end(() => reject(new Error('the worker failed'))), ends);
      asked.addEventListener(
        'message',
        ({ data }: MessageEvent<Answer>) => {
          if (data.number !== mine) return;
          end(() => (data.ok ? resolve(data.value) : reject(new Error('the report could not be read'))), !data.ok);
        },
        ends,
      );
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
      asked.postMessage({ number: mine, ...asking } satisfies Question);
    });
  }

  return {
    async open(bytes, options) {
      close(); // with the former file
      try {
        return (await ask({ kind: 'open', bytes, options })) as Opening;
      } catch {
        return { ok: false, sentence: TOO_LATE };
      }
    },
    understand: async (asked) => (await ask({ kind: 'understand', asked })) as Understood,
    close,
  };
}
