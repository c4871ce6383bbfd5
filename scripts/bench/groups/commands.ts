import { randomUUID } from 'node:crypto';
import { makeOwners } from '../businesses.ts';
import { requestText } from '../http-connection.ts';
import { type Errand, latency, throughput } from '../load.ts';
import { inRounds, progress, type Result, type Setting } from '../measuring.ts';
import { startBuiltProcesses } from '../programs.ts';
import { type RunningProduct, turns, withRunningProduct } from '../running-product.ts';

const CONNECTIONS = [32, 64];
const RATE = 200;
const THROUGHPUT_MS = 1_000;
const LATENCY_MS = 2_500;
const CRUD = 'Koa + pg CRUD POST';
const ONE = 'one process';
const APART = 'processes apart';

/**
 * Measures adding an ingredient until another process is notified that the read model has it, beside a POST that checks
 * the same session and body and inserts a row. The product is one process; "apart" is the same with site, projector and
 * reactors as processes of their own.
 */
export const commands = ({ url, rivals, rounds }: Setting): Promise<Result[]> => {
  const options = { url, owners: makeOwners(500, 100), rivals };
  return withRunningProduct({ ...options, name: 'commands' }, (running) =>
    withRunningProduct({ ...options, name: 'commands_apart', start: startBuiltProcesses }, (apart) =>
      measured(rounds, running, apart),
    ),
  );
};

/** Requests to the product, by its owners in turn, and to the alternative that it is compared with. */
function errandsTo(running: RunningProduct): { readonly plain: Errand; readonly shown: Errand } {
  const nextOwner = turns(running.owners);
  let number = 0;
  const request = (headers: Record<string, string>): string => {
    number += 1;
    const body = `{"name":"Insumo ${number}","unit":"kg","unit_price":"${number % 90},35"}`;
    return requestText('POST', '/api/ingredients', { cookie: nextOwner().cookie, headers, body });
  };
  return {
    plain: (connection) => connection.send(request({})),
    shown: async (connection) =>
      running.shown((await connection.send(request({ 'Idempotency-Key': randomUUID() }))).position),
  };
}

async function measured(rounds: number, running: RunningProduct, apart: RunningProduct): Promise<Result[]> {
  const crud = await running.rival('crud');
  const { plain, shown } = errandsTo(running);
  const { shown: shownApart } = errandsTo(apart);
  const inTurns = <Value>(measure: (port: number, errand: Errand) => Promise<Value>) =>
    inRounds<'one' | 'crud' | 'apart', Value>(rounds, {
      one: () => measure(running.product.port, shown),
      crud: () => measure(crud.port, plain),
      apart: () => measure(apart.product.port, shownApart),
    });
  const results: Result[] = [];
  for (const connections of CONNECTIONS) {
    progress(`commands, ${connections} connections`);
    const during = { connections, milliseconds: THROUGHPUT_MS };
    const rates = await inTurns((port, errand) => throughput({ port, ...during }, errand));
    const line = { goal: 3, what: `commands/s shown, ${connections} connections`, unit: '/s' } as const;
    results.push(
      { ...line, ours: rates.one, plain: { name: CRUD, values: rates.crud }, atLeast: 0.7 },
      { ...line, what: `${line.what}, ${APART}`, ours: rates.apart, plain: { name: ONE, values: rates.one } },
    );
  }
  progress(`commands, ${RATE} per second`);
  const found = await inTurns((port, errand) => latency({ port, perSecond: RATE, milliseconds: LATENCY_MS }, errand));
  for (const share of ['p50', 'p99'] as const) {
    const of = (name: keyof typeof found): readonly number[] => found[name].map((each) => each[share]);
    const [one, ofApart] = [of('one'), of('apart')];
    const line = { goal: 3, what: `${share} until shown, ${RATE}/s offered`, unit: 'ms' } as const;
    results.push(
      { ...line, ours: one, plain: { name: CRUD, values: of('crud') }, atMost: 1.5 },
      { ...line, what: `${line.what}, ${APART}`, ours: ofApart, plain: { name: ONE, values: one }, atMost: 2 },
    );
  }
  return results;
}
