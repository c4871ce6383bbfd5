import { performance } from 'node:perf_hooks';
import { fold } from '#domain/business/evolve.ts';
import { businessFigures } from '#domain/figures/business-figures.ts';
import { QUOTAS } from '#domain/limits.ts';
import { furnished } from '../businesses.ts';
import { type HttpConnection, openHttp, requestText } from '../http-connection.ts';
import { progress, type Result } from '../result.ts';
import { inRounds } from '../rounds.ts';
import { channelId, LAST_MONTH, plainMenu, sellingMenu, sizeOf, soldInTurn } from '../selling-menu.ts';
import type { Setting } from '../setting.ts';
import { type Stage, withStage } from '../stage.ts';
import { quantile } from '../statistics.ts';
import { withClient } from '../../with-client.ts';

/** Of a till that sells a hundred dishes through each channel, and of one that sells everything everywhere. */
const SIZES = [{ rows: 100 }, { rows: QUOTAS.dishes }];
const TIMES = 16;

/** What years of sales cost: reading the dashboard, noting a month, looking back, and the room that they take. */
export async function sales(setting: Setting): Promise<Result[]> {
  const results: Result[] = [];
  for (const size of SIZES) results.push(...(await withSales(setting, size)));
  return results;
}

type Owner = Stage['owners'][number];

function withSales({ url, rivals, rounds }: Setting, size: { readonly rows: number }): Promise<Result[]> {
  const [first, second] = furnished(2, 1);
  if (!first || !second) throw new RangeError('nobody is there');
  const [selling, plain] = [sellingMenu(first, size), plainMenu(second)];
  const [withMix, without] = [fold(selling.events), fold(plain.events)];
  return withStage({ url, name: `sales_${size.rows}`, owners: [selling, plain], rivals }, async (stage) => {
    const connection = await openHttp(stage.product.port);
    const [seller, other] = stage.owners as readonly [Owner, Owner];
    const reading = (owner: Owner, path: string) => () => median(() => asked(connection, owner, path));
    let turn = 0;
    /** A month of a channel becomes another one, and is shown. */
    const noting = (rows: number) => () =>
      median(async () => {
        turn += 1;
        const month = soldInTurn(seller, { rows }, 1_000 + turn).map(({ dishId, quantity, revenue }) => ({
          dish_id: dishId,
          quantity,
          ...(revenue === null ? {} : { revenue: revenue / 10_000 }),
        }));
        const path = `/api/sales/${LAST_MONTH}/${channelId(seller, turn % QUOTAS.channels)}`;
        const headers = { Accept: 'application/json', Cookie: seller.cookie };
        const body = JSON.stringify({ rows: month });
        const { position } = await connection.send(requestText('PUT', path, { headers, body }));
        await stage.shown(position);
      });
    progress(`sales, ${sizeOf(size)}`);
    const found = await inRounds(rounds, {
      figures: () => median(() => void businessFigures(withMix)),
      figuresPlain: () => median(() => void businessFigures(without)),
      dashboard: reading(seller, '/api/dashboard'),
      dashboardPlain: reading(other, '/api/dashboard'),
      dishes: reading(seller, '/api/dishes'),
      dishesPlain: reading(other, '/api/dishes'),
      one: noting(1),
      month: noting(size.rows),
      year: reading(seller, `/api/sales?from=2025-11&to=${LAST_MONTH}`),
    });
    const rows = await rowBytes(stage, [seller, other]);
    connection.close();
    const line = (what: string, unit: Result['unit'], ours: readonly number[]) => ({
      goal: 12,
      what: `${what}, ${sizeOf(size)}`,
      unit,
      ours,
    });
    const beside = (values: readonly number[]) => ({ name: 'the same dishes, one place, no sales', values });
    return [
      { ...line('figures', 'ms', found.figures), plain: beside(found.figuresPlain) },
      { ...line('dashboard', 'ms', found.dashboard), plain: beside(found.dashboardPlain), wanted: { atMost: 1.2 } },
      { ...line('list of dishes', 'ms', found.dishes), plain: beside(found.dishesPlain) },
      { ...line('one quantity until shown', 'ms', found.one), wanted: { atMost: 200 } },
      { ...line('a month of a channel until shown', 'ms', found.month), wanted: { atMost: 200 } },
      line('a year of sales read', 'ms', found.year),
      { ...line('rows of the read model', 'kB', [rows.seller]), plain: beside([rows.other]) },
      line('memory of the product', 'MB', [stage.product.memory()]),
    ];
  });
}

async function asked(connection: HttpConnection, owner: Owner, path: string): Promise<void> {
  const headers = { Accept: 'application/json', Cookie: owner.cookie };
  await connection.send(requestText('GET', path, { headers }));
}

/** Milliseconds. */
async function median(act: () => unknown): Promise<number> {
  const took: number[] = [];
  for (let time = 0; time < TIMES; time += 1) {
    const started = performance.now();
    await act();
    took.push(performance.now() - started);
  }
  return quantile(took, 0.5);
}

/** What the rows of each of them are, as they are sent. */
async function rowBytes({ url }: Stage, [seller, other]: readonly [Owner, Owner]) {
  return withClient(url, async (client) => {
    const bytesOf = async ({ businessId }: Owner): Promise<number> => {
      const { rows } = await client.query<{ bytes: string }>(
        `select (select sum(octet_length(dashboard) + octet_length(break_even) + octet_length(settings))
                   from read.business where business_id = $1)
              + (select sum(octet_length(body)) from read.dish where business_id = $1) as bytes`,
        [businessId],
      );
      return Number(rows[0]?.bytes ?? 0) / 1_000;
    };
    return { seller: await bytesOf(seller), other: await bytesOf(other) };
  });
}
