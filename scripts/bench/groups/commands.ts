import { randomUUID } from 'node:crypto';
import { furnished } from '../businesses.ts';
import { requestText } from '../http-connection.ts';
import { type Errand, type Latency, latency, throughput } from '../load.ts';
import { progress, type Result } from '../result.ts';
import { inRounds } from '../rounds.ts';
import { turns, withStage } from '../stage.ts';
import type { Setting } from '../setting.ts';

const CONNECTIONS = [32, 64];
const RATES = [200, 1_000];
const THROUGHPUT_MS = 1_000;
const LATENCY_MS = 2_500;
const CRUD = 'Koa + pg CRUD POST';

/**
 * Adding an ingredient: acknowledged (the log has it for good), and shown (another process has heard that the read model
 * has it), beside a POST that checks the same session and body and inserts a row.
 */
export const commands = ({ url, rivals, rounds }: Setting): Promise<Result[]> =>
  withStage({ url, name: 'commands', owners: furnished(500, 100), rivals }, async (stage) => {
    const { port } = stage.product;
    const crud = await stage.rival('crud');
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
    const plain: Errand = (connection) => connection.send(request({}));
    const acknowledged: Errand = (connection) => connection.send(request({ 'Idempotency-Key': randomUUID() }));
    const shown: Errand = async (connection) =>
      stage.shown((await connection.send(request({ 'Idempotency-Key': randomUUID() }))).position);

    const results: Result[] = [];
    for (const connections of CONNECTIONS) {
      progress(`commands, ${connections} connections`);
      const during = { connections, milliseconds: THROUGHPUT_MS };
      const found = await inRounds(rounds, {
        acknowledged: () => throughput({ port, ...during }, acknowledged),
        crud: () => throughput({ port: crud.port, ...during }, plain),
        shown: () => throughput({ port, ...during }, shown),
      });
      const rival = { name: CRUD, values: found.crud };
      const what = (answered: string): string => `commands/s ${answered}, ${connections} connections`;
      results.push(
        { goal: 2, what: what('acknowledged'), unit: '/s', ours: found.acknowledged, plain: rival },
        { goal: 2, what: what('shown'), unit: '/s', ours: found.shown, plain: rival, wanted: { atLeast: 1.25 } },
      );
    }
    for (const perSecond of RATES) {
      progress(`commands, ${perSecond} per second`);
      const offered = { perSecond, milliseconds: LATENCY_MS };
      const p99: Record<'crud' | 'acknowledged' | 'shown', number[]> = { crud: [], acknowledged: [], shown: [] };
      const noted = async (name: keyof typeof p99, measuring: Promise<Latency>): Promise<number> => {
        const { p50, p99: slowest } = await measuring;
        p99[name].push(slowest);
        return p50;
      };
      const p50 = await inRounds(rounds, {
        acknowledged: () => noted('acknowledged', latency({ port, ...offered }, acknowledged)),
        crud: () => noted('crud', latency({ port: crud.port, ...offered }, plain)),
        shown: () => noted('shown', latency({ port, ...offered }, shown)),
      });
      const line = (kind: 'acknowledged' | 'shown', share: 'p50' | 'p99', atMost?: number): Result => ({
        goal: 2,
        what: `${share} until ${kind}, ${perSecond}/s offered`,
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
      );
    }
    return results;
  });
