import { randomUUID } from 'node:crypto';
import { makeOwners } from '../businesses.ts';
import { requestText } from '../http-connection.ts';
import { type Errand, latency, throughput } from '../load.ts';
import { inRounds, logProgress, type Result, type Setting } from '../measuring.ts';
import { startBuiltProcesses } from '../programs.ts';
import { type RunningProduct, inTurns, withRunningProduct } from '../running-product.ts';

const CONNECTIONS = [32, 64];
const REQUESTS_PER_SECOND = 200;
const THROUGHPUT_MS = 1_000;
const LATENCY_MS = 2_500;
const CRUD = 'Koa + pg CRUD POST';
const ONE_PROCESS = 'one process';
const SEPARATE_PROCESSES = 'processes apart';

/**
 * Measures adding an ingredient until another process is notified that the read model has it, beside a POST that checks
 * the same session and body and inserts a row. The product is one process; "apart" is the same with site, projector and
 * reactors as processes of their own.
 */
export const commands = ({ url, rivals, rounds }: Setting): Promise<Result[]> => {
  const options = { url, owners: makeOwners(500, 100), rivals };
  return withRunningProduct({ ...options, name: 'commands' }, (running) =>
    withRunningProduct({ ...options, name: 'commands_apart', start: startBuiltProcesses }, (apart) =>
      measureCommands(rounds, running, apart),
    ),
  );
};

/** Requests to the product, by its owners in turn, and to the alternative that it is compared with. */
function createErrands(running: RunningProduct): { readonly plain: Errand; readonly shown: Errand } {
  const nextOwner = inTurns(running.owners);
  let number = 0;
  const request = (headers: Record<string, string>): string => {
    number += 1;
    const body = `{"name":"Insumo ${number}","unit":"kg","unit_price":"${number % 90},35"}`;
    return requestText('POST', '/api/ingredients', { cookie: nextOwner().cookie, headers, body });
  };
  return {
    plain: (connection) => connection.send(request({})),
    shown: async (connection) =>
      running.waitUntilVisible((await connection.send(request({ 'Idempotency-Key': randomUUID() }))).position),
  };
}

async function measureCommands(rounds: number, running: RunningProduct, apart: RunningProduct): Promise<Result[]> {
  const crud = await running.rival('crud');
  const { plain, shown } = createErrands(running);
  const { shown: shownApart } = createErrands(apart);
  const alternate = <Value>(measure: (port: number, errand: Errand) => Promise<Value>) =>
    inRounds<'one' | 'crud' | 'apart', Value>(rounds, {
      one: () => measure(running.product.port, shown),
      crud: () => measure(crud.port, plain),
      apart: () => measure(apart.product.port, shownApart),
    });
  const results: Result[] = [];
  for (const connections of CONNECTIONS) {
    logProgress(`commands, ${connections} connections`);
    const during = { connections, milliseconds: THROUGHPUT_MS };
    const rates = await alternate((port, errand) => throughput({ port, ...during }, errand));
    const row = { goal: 3, what: `commands/s shown, ${connections} connections`, unit: '/s' } as const;
    results.push(
      { ...row, ours: rates.one, plain: { name: CRUD, values: rates.crud }, atLeast: 0.7 },
      {
        ...row,
        what: `${row.what}, ${SEPARATE_PROCESSES}`,
        ours: rates.apart,
        plain: { name: ONE_PROCESS, values: rates.one },
      },
    );
  }
  logProgress(`commands, ${REQUESTS_PER_SECOND} per second`);
  const latencies = await alternate((port, errand) =>
    latency({ port, perSecond: REQUESTS_PER_SECOND, milliseconds: LATENCY_MS }, errand),
  );
  for (const percentile of ['p50', 'p99'] as const) {
    const valuesOf = (name: keyof typeof latencies): readonly number[] =>
      latencies[name].map((result) => result[percentile]);
    const [one, apartValues] = [valuesOf('one'), valuesOf('apart')];
    const row = { goal: 3, what: `${percentile} until shown, ${REQUESTS_PER_SECOND}/s offered`, unit: 'ms' } as const;
    results.push(
      { ...row, ours: one, plain: { name: CRUD, values: valuesOf('crud') }, atMost: 1.5 },
      {
        ...row,
        what: `${row.what}, ${SEPARATE_PROCESSES}`,
        ours: apartValues,
        plain: { name: ONE_PROCESS, values: one },
        atMost: 2,
      },
    );
  }
  return results;
}
