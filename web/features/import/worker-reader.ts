import { WorkerCalls } from '../files/worker-calls.ts';
import type { ListReader } from './list-reader.ts';

const TOO_LATE =
  'Este arquivo demora demais para abrir neste aparelho. Divida a planilha em partes, ou tente com um CSV.';

/** Reads and reviews in a worker. */
export function workerReader(): ListReader {
  const calls = new WorkerCalls<ListReader>(
    () => new Worker(new URL('./list-worker.ts', import.meta.url), { type: 'module' }),
  );
  return {
    async open(tab, files, encoding) {
      calls.close(); // with the former file
      return calls.call('open', tab, files, encoding).catch(() => ({ ok: false, sentence: TOO_LATE }) as const);
    },
    review: (request) => calls.call('review', request),
    part: (index) => calls.call('part', index),
    finish: (numbers) => calls.call('finish', numbers),
    text: () => calls.call('text'),
    close: () => calls.close(),
  };
}
