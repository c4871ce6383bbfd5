import { randomUUID } from 'node:crypto';
import { furnished } from '../businesses.ts';
import { type HttpAnswer, type HttpConnection, requestText } from '../http-connection.ts';
import { type Errand, type Latency, latency, throughput } from '../load.ts';
import { progress, type Result } from '../result.ts';
import { inRounds } from '../rounds.ts';
import { startBuiltProcesses } from '../programs.ts';
import { type Stage, turns, withStage } from '../stage.ts';
import type { Setting } from '../setting.ts';

const CONNECTIONS = [32, 64];
const RATES = [200, 1_000];
const THROUGHPUT_MS = 1_000;
const LATENCY_MS = 2_500;
const CRUD = 'Koa + pg CRUD POST';

/**
 * Adding an ingredient: acknowledged (the log has it for good), and shown (another process has heard that the read model
 * has it), beside a POST that checks the same session and body and inserts a row. The product is one process; shown
 * "apart" is the same with site, projector and reactors as processes of their own.
 */
export const commands = ({ url, rivals, rounds }: Setting): Promise<Result[]> => {
  const cast = { url, owners: furnished(500, 100), rivals };
  return withStage({ ...cast, name: 'commands' }, (stage) =>
    withStage({ ...cast, name: 'commands_apart', start: startBuiltProcesses }, (apart) =>
      measured(rounds, stage, apart),
    ),
  );
};

type Kind = 'acknowledged' | 'shown' | 'apart';
const UNTIL: Readonly<Record<Kind, string>> = {
  acknowledged: 'acknowledged',
  shown: 'shown',
  apart: 'shown, processes apart',
};

interface Errands {
  readonly plain: Errand;
  readonly acknowledged: Errand;
  readonly shown: Errand;
}

/** What is asked of the product of a stage, by its owners in turn. */
export function errandsTo(stage: Stage): Errands {
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
  const keyed = (connection: HttpConnection): Promise<HttpAnswer> =>
    connection.send(request({ 'Idempotency-Key': randomUUID() }));
  return {
    plain: (connection) => connection.send(request({})),
    acknowledged: keyed,
    shown: async (connection) => stage.shown((await keyed(connection)).position),
  };
}

async function measured(rounds: number, stage: Stage, apart: Stage): Promise<Result[]> {
  const { port } = stage.product;
  const crud = await stage.rival('crud');
  const { plain, acknowledged, shown } = errandsTo(stage);
  const { shown: shownApart } = errandsTo(apart);
  const results: Result[] = [];
  for (const connections of CONNECTIONS) {
    progress(`commands, ${connections} connections`);
    const during = { connections, milliseconds: THROUGHPUT_MS };
    const found = await inRounds(rounds, {
      acknowledged: () => throughput({ port, ...during }, acknowledged),
      crud: () => throughput({ port: crud.port, ...during }, plain),
      shown: () => throughput({ port, ...during }, shown),
      apart: () => throughput({ port: apart.product.port, ...during }, shownApart),
    });
    const rival = { name: CRUD, values: found.crud };
    const what = (answered: string): string => `commands/s ${answered}, ${connections} connections`;
    results.push(
      { goal: 2, what: what('acknowledged'), unit: '/s', ours: found.acknowledged, plain: rival },
      { goal: 2, what: what('shown'), unit: '/s', ours: found.shown, plain: rival, wanted: { atLeast: 1.25 } },
      { goal: 2, what: what('shown, processes apart'), unit: '/s', ours: found.apart, plain: rival },
    );
  }
  for (const perSecond of RATES) {
    progress(`commands, ${perSecond} per second`);
    const offered = { perSecond, milliseconds: LATENCY_MS };
    const p99: Record<'crud' | Kind, number[]> = { crud: [], acknowledged: [], shown: [], apart: [] };
    const noted = async (name: keyof typeof p99, measuring: Promise<Latency>): Promise<number> => {
      const { p50, p99: slowest } = await measuring;
      p99[name].push(slowest);
      return p50;
    };
    const p50 = await inRounds(rounds, {
      acknowledged: () => noted('acknowledged', latency({ port, ...offered }, acknowledged)),
      crud: () => noted('crud', latency({ port: crud.port, ...offered }, plain)),
      shown: () => noted('shown', latency({ port, ...offered }, shown)),
      apart: () => noted('apart', latency({ port: apart.product.port, ...offered }, shownApart)),
    });
    const line = (kind: Kind, share: 'p50' | 'p99', atMost?: number): Result => ({
      goal: 2,
      what: `${share} until ${UNTIL[kind]}, ${perSecond}/s offered`,
      unit: 'ms',
      ours: share === 'p50' ? p50[kind] : p99[kind].slice(1), // the first was for warming up
      plain: { name: CRUD, values: share === 'p50' ? p50.crud : p99.crud.slice(1) },
      ...(atMost === undefined ? {} : { wanted: { atMost } }),
    });
    results.push(
      line('acknowledged', 'p50'),
      line('acknowledged', 'p99'),
      line('shown', 'p50', perSecond === 200 ? 1.5 : undefined),
      line('shown', 'p99', 1.5),
      line('apart', 'p50'),
      line('apart', 'p99'),
    );
  }
  return results;
}
