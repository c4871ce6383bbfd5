import { randomUUID } from 'node:crypto';
import { furnished } from '../businesses.ts';
import { requestText } from '../http-connection.ts';
import { type Errand, latency, throughput } from '../load.ts';
import { progress, type Result } from '../result.ts';
import { inRounds } from '../rounds.ts';
import { startBuiltProcesses } from '../programs.ts';
import { type Stage, turns, withStage } from '../stage.ts';
import type { Setting } from '../setting.ts';

const CONNECTIONS = [32, 64];
const RATE = 200;
const THROUGHPUT_MS = 1_000;
const LATENCY_MS = 2_500;

/**
 * Adding an ingredient until another process has heard that the read model has it, beside a POST that checks the same
 * session and body and inserts a row. The product is one process; "apart" is the same with site, projector and reactors as
 * processes of their own.
 */
export const commands = ({ url, rivals, rounds }: Setting): Promise<Result[]> => {
  const cast = { url, owners: furnished(500, 100), rivals };
  return withStage({ ...cast, name: 'commands' }, (stage) =>
    withStage({ ...cast, name: 'commands_apart', start: startBuiltProcesses }, (apart) =>
      measured(rounds, stage, apart),
    ),
  );
};

/** What is asked of the product of a stage, by its owners in turn, and of what it is compared with. */
function errandsTo(stage: Stage): { readonly plain: Errand; readonly shown: Errand } {
  const nextOwner = turns(stage.owners);
  let number = 0;
  const request = (headers: Record<string, string>): string => {
    number += 1;
    const body = `{"name":"Insumo ${number}","unit":"kg","unit_price":"${number % 90},35"}`;
    const { cookie } = nextOwner();
    return requestText('POST', '/api/ingredients', {
      headers: { Accept: 'application/json', Cookie: cookie, ...headers },
      body,
    });
  };
  return {
    plain: (connection) => connection.send(request({})),
    shown: async (connection) =>
      stage.shown((await connection.send(request({ 'Idempotency-Key': randomUUID() }))).position),
  };
}

async function measured(rounds: number, stage: Stage, apart: Stage): Promise<Result[]> {
  const crud = await stage.rival('crud');
  const { plain, shown } = errandsTo(stage);
  const contenders = {
    shown: { port: stage.product.port, errand: shown },
    crud: { port: crud.port, errand: plain },
    apart: { port: apart.product.port, errand: errandsTo(apart).shown },
  };
  type Name = keyof typeof contenders;
  const inTurns = (measure: (port: number, errand: Errand, name: Name) => Promise<number>) => {
    const measuring = (name: Name) => () => measure(contenders[name].port, contenders[name].errand, name);
    return inRounds(rounds, { shown: measuring('shown'), crud: measuring('crud'), apart: measuring('apart') });
  };
  const line = (what: string, unit: Result['unit'], found: Readonly<Record<Name, readonly number[]>>) => {
    const besideCrud = {
      goal: 3,
      what,
      unit,
      ours: found.shown,
      plain: { name: 'Koa + pg CRUD POST', values: found.crud },
    };
    const besideOne = {
      goal: 3,
      what: `${what}, processes apart`,
      unit,
      ours: found.apart,
      plain: { name: 'one process', values: found.shown },
    };
    return { besideCrud, besideOne };
  };
  const results: Result[] = [];
  for (const connections of CONNECTIONS) {
    progress(`commands, ${connections} connections`);
    const found = await inTurns((port, errand) =>
      throughput({ port, connections, milliseconds: THROUGHPUT_MS }, errand),
    );
    const { besideCrud, besideOne } = line(`commands/s shown, ${connections} connections`, '/s', found);
    results.push({ ...besideCrud, wanted: { atLeast: 0.7 } }, besideOne);
  }
  progress(`commands, ${RATE} per second`);
  const slowest: Record<Name, number[]> = { shown: [], crud: [], apart: [] };
  const p50 = await inTurns(async (port, errand, name) => {
    const took = await latency({ port, perSecond: RATE, milliseconds: LATENCY_MS }, errand);
    slowest[name].push(took.p99);
    return took.p50;
  });
  const p99 = { shown: slowest.shown.slice(1), crud: slowest.crud.slice(1), apart: slowest.apart.slice(1) }; // the first was for warming up
  for (const [share, found] of Object.entries({ p50, p99 })) {
    const { besideCrud, besideOne } = line(`${share} until shown, ${RATE}/s offered`, 'ms', found);
    results.push({ ...besideCrud, wanted: { atMost: 1.5 } }, { ...besideOne, wanted: { atMost: 2 } });
  }
  return results;
}
