import { randomUUID } from 'node:crypto';
import { makeOwners } from '../businesses.ts';
import { requestText } from '../http-connection.ts';
import { latency, type Operation, throughput } from '../load-generator.ts';
import { type BenchmarkOptions, inRounds, logProgress, type Result } from '../measurement.ts';
import { startBuiltProcesses } from '../programs.ts';
import { type RunningProduct, roundRobin, withRunningProduct } from '../running-product.ts';

const CONNECTIONS = [32, 64];
const REQUESTS_PER_SECOND = 200;
const THROUGHPUT_MS = 1_000;
const LATENCY_MS = 2_500;

/**
 * Measures adding an ingredient until another process is notified that the read model contains it. The baseline is a
 * POST that checks the same session, validates the same body and inserts a row. The product runs as one process, and as
 * separate processes for api, projector and reactor; the baseline of these is the one process.
 */
export const commands = (options: BenchmarkOptions): Promise<Result[]> => {
  const owners = makeOwners(500, 100);
  return withRunningProduct({ ...options, name: 'commands', owners }, (oneProcess) =>
    withRunningProduct(
      { ...options, name: 'commands_separate', owners, start: startBuiltProcesses },
      (separateProcesses) => measureCommands(options.rounds, oneProcess, separateProcesses),
    ),
  );
};

/**
 * Operations that add an ingredient, with the owners in turn: to the baseline, and to the product until it is visible.
 */
function createOperations(running: RunningProduct): {
  readonly insert: Operation;
  readonly addUntilVisible: Operation;
} {
  const nextOwner = roundRobin(running.owners);
  let number = 0;
  const request = (headers: Record<string, string>): string => {
    number += 1;
    const body = `{"name":"Insumo ${number}","unit":"kg","unit_price":"${number % 90},35"}`;
    return requestText('POST', '/api/ingredients', { cookie: nextOwner().cookie, headers, body });
  };
  return {
    insert: (connection) => connection.send(request({})),
    addUntilVisible: async (connection) =>
      running.waitUntilVisible((await connection.send(request({ 'Idempotency-Key': randomUUID() }))).position),
  };
}

async function measureCommands(
  rounds: number,
  oneProcess: RunningProduct,
  separateProcesses: RunningProduct,
): Promise<Result[]> {
  const crud = await oneProcess.startBaseline('crud');
  const { insert, addUntilVisible } = createOperations(oneProcess);
  const { addUntilVisible: addSeparately } = createOperations(separateProcesses);
  const measureAll = <Value>(measure: (port: number, operation: Operation) => Promise<Value>) =>
    inRounds<'oneProcess' | 'crud' | 'separateProcesses', Value>(rounds, {
      oneProcess: () => measure(oneProcess.product.port, addUntilVisible),
      crud: () => measure(crud.port, insert),
      separateProcesses: () => measure(separateProcesses.product.port, addSeparately),
    });
  const results: Result[] = [];
  for (const connections of CONNECTIONS) {
    logProgress(`commands, ${connections} connections`);
    const load = { connections, milliseconds: THROUGHPUT_MS };
    const rates = await measureAll((port, operation) => throughput({ port, ...load }, operation));
    const metric = `commands/s until visible, ${connections} connections`;
    results.push(...resultsOf({ metric, unit: '/s' }, rates, [{ atLeast: 0.7 }, {}]));
  }
  logProgress(`commands, ${REQUESTS_PER_SECOND} per second`);
  const latencies = await measureAll((port, operation) =>
    latency({ port, perSecond: REQUESTS_PER_SECOND, milliseconds: LATENCY_MS }, operation),
  );
  for (const percentile of ['p50', 'p99'] as const) {
    const valuesOf = (name: keyof typeof latencies): readonly number[] =>
      latencies[name].map((each) => each[percentile]);
    const values = {
      oneProcess: valuesOf('oneProcess'),
      crud: valuesOf('crud'),
      separateProcesses: valuesOf('separateProcesses'),
    };
    const metric = `${percentile} until visible, at ${REQUESTS_PER_SECOND}/s`;
    results.push(...resultsOf({ metric, unit: 'ms' }, values, [{ atMost: 1.5 }, { atMost: 2 }]));
  }
  return results;
}

type Values = Readonly<Record<'oneProcess' | 'crud' | 'separateProcesses', readonly number[]>>;
type Target = Pick<Result, 'atLeast' | 'atMost'>;

/** @param targets of one process, and of separate processes */
function resultsOf(
  { metric, unit }: Pick<Result, 'metric' | 'unit'>,
  { oneProcess, crud, separateProcesses }: Values,
  [oneProcessTarget, separateTarget]: readonly [Target, Target],
): readonly Result[] {
  const common = { goal: '3 commands', unit } as const;
  const crudPost = { name: 'Koa + pg CRUD POST', values: crud };
  return [
    { ...common, metric, values: oneProcess, baseline: crudPost, ...oneProcessTarget },
    {
      ...common,
      metric: `${metric}, separate processes`,
      values: separateProcesses,
      baseline: { name: 'one process', values: oneProcess },
      ...separateTarget,
    },
  ];
}
