import { WorkerCalls } from '../files/worker-calls.ts';
import type { ReportReader } from './report-reader.ts';

export const TOO_LATE =
  'Este arquivo demora demais para abrir neste aparelho. Peça o relatório de um mês só, ou tente com um CSV.';

/** Reads in a worker. */
export function workerReader(): ReportReader {
  const calls = new WorkerCalls<ReportReader>(
    () => new Worker(new URL('./report-worker.ts', import.meta.url), { type: 'module' }),
  );
  return {
    async open(files, options) {
      calls.close(); // with the former file
      return calls.call('open', files, options).catch(() => ({ ok: false, sentence: TOO_LATE }) as const);
    },
    understand: (asked) => calls.call('understand', asked),
    close: () => calls.close(),
  };
}
