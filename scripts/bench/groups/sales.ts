import { performance } from 'node:perf_hooks';
import { fold } from '#domain/business/evolve.ts';
import { businessFigures } from '#domain/figures/business-figures.ts';
import { QUOTAS } from '#domain/limits.ts';
import { furnished, instantOf } from '../businesses.ts';
import { type HttpConnection, openHttp, requestText } from '../http-connection.ts';
import { runOperation } from '../programs.ts';
import { progress, type Result } from '../result.ts';
import { inRounds } from '../rounds.ts';
import { channelId, LAST_MONTH, plainMenu, sellingMenu, SETS, type Size, sizeOf, soldInTurn } from '../selling-menu.ts';
import type { Setting } from '../setting.ts';
import { type Stage, turns, withStage } from '../stage.ts';
import { quantile } from '../statistics.ts';
import { withClient } from '../../with-client.ts';

/** A pizzeria; a long menu of which each channel sells a tenth in a month; and one that sells all of it everywhere. */
const SIZES: readonly Size[] = [
  { dishes: 100, rows: 60 },
  { dishes: QUOTAS.dishes, rows: 100 },
  { dishes: QUOTAS.dishes, rows: QUOTAS.dishes },
];
/** Of which there are more than are remembered at a time, or they would not be read from the log. */
const LOOKED_BACK = SIZES.slice(0, 2);
const OWNERS = 24;
/** A business that sells everything everywhere is 45 MB of events by itself. */
const REBUILD_MB = { usual: 300, largest: 400 };
const TIMES = 16;

/** What years of sales cost: reading the dashboard, noting a month, looking back, and the room that they take. */
export async function sales(setting: Setting): Promise<Result[]> {
  const results: Result[] = [];
  for (const size of SIZES) results.push(...(await withSales(setting, size)));
  for (const size of LOOKED_BACK) results.push(...(await lookingBack(setting, size)));
  return results;
}

type Owner = Stage['owners'][number];

function withSales({ url, rivals, rounds }: Setting, size: Size): Promise<Result[]> {
  const [first, second] = furnished(2, 1);
  if (!first || !second) throw new RangeError('nobody is there');
  const [selling, plain] = [sellingMenu(first, size), plainMenu(second, size)];
  const [withMix, without] = [fold(selling.events), fold(plain.events)];
  return withStage(
    { url, name: `sales_${size.dishes}_${size.rows}`, owners: [selling, plain], rivals },
    async (stage) => {
      const connection = await openHttp(stage.product.port);
      const [seller, other] = stage.owners as readonly [Owner, Owner];
      const reading = (owner: Owner, path: string) => () => median(() => asked(connection, owner, path));
      let turn = 0;
      /** A month of a channel becomes another one, and is shown. */
      const noting = (rows: number) => () =>
        median(async () => {
          turn += 1;
          const month = soldInTurn(seller, { ...size, rows }, 1_000 + turn).map(({ dishId, quantity, revenue }) => ({
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
      const memory = stage.product.mostMemory();
      connection.close();
      progress('rebuilding');
      const rebuilt = await runOperation('rebuild', stage.url);
      const line = (what: string, unit: Result['unit'], ours: readonly number[]) => ({
        goal: 12,
        what: `${what}, ${sizeOf(size)}`,
        unit,
        ours,
      });
      const beside = (values: readonly number[]) => ({ name: 'the same dishes, one place, no sales', values });
      return [
        { ...line('figures', 'ms', found.figures), plain: beside(found.figuresPlain) },
        // As quick as without. The longest menus send two hundred kilobytes more: that is all that may be in it.
        size.dishes < QUOTAS.dishes
          ? {
              ...line('dashboard', 'ms', found.dashboard),
              plain: beside(found.dashboardPlain),
              wanted: { atMost: 1.2 },
            }
          : { ...line('dashboard', 'ms', found.dashboard), wanted: { atMost: 5 } },
        { ...line('list of dishes', 'ms', found.dishes), plain: beside(found.dishesPlain) },
        { ...line('one quantity until shown', 'ms', found.one), wanted: { atMost: 200 } },
        { ...line('a month of a channel until shown', 'ms', found.month), wanted: { atMost: 200 } },
        line('a year of sales read', 'ms', found.year),
        { ...line('rows of the read model', 'kB', [rows.seller]), plain: beside([rows.other]) },
        line('most memory of the product', 'MB', [memory]),
        line('a rebuild of both', 'ms', [rebuilt.milliseconds]),
        {
          ...line('most memory of that rebuild', 'MB', [rebuilt.mostMemory]),
          wanted: { atMost: size.rows < QUOTAS.dishes ? REBUILD_MB.usual : REBUILD_MB.largest },
        },
      ];
    },
  );
}

/** Each business in turn as of other days: read from the log, unless all of them fit into what is remembered. */
function lookingBack({ url, rivals, rounds }: Setting, size: Size): Promise<Result[]> {
  const owners = furnished(OWNERS, 1).map((owner) => sellingMenu(owner, size));
  return withStage({ url, name: `sales_past_${size.dishes}_${size.rows}`, owners, rivals }, async (stage) => {
    const connection = await openHttp(stage.product.port);
    const nextOwner = turns(stage.owners);
    const events = owners[0]?.events.length ?? 0;
    const dayOf = (place: number): string => instantOf(place).slice(0, 10);
    const [middle, end] = [dayOf(events - SETS / 2), dayOf(events + SETS)];
    const asking = (path: string) => () => median(() => asked(connection, nextOwner(), path));
    progress(`looking back on sales, ${sizeOf(size)}`);
    const found = await inRounds(rounds, {
      asOf: asking(`/api/dashboard?as_of=${middle}`),
      mix: asking(`/api/mix?as_of=${end}`),
      history: asking('/api/history'),
    });
    connection.close();
    const line = (what: string, ours: readonly number[], atMost?: number): Result => ({
      goal: 12,
      what: `${what}, ${sizeOf(size)}`,
      unit: 'ms',
      ours,
      ...(atMost === undefined ? {} : { wanted: { atMost } }),
    });
    const isSmall = size.dishes < QUOTAS.dishes;
    return [
      line('dashboard as of a day among the sales', found.asOf, isSmall ? 60 : 300),
      line('mix as of a day behind all of them', found.mix, isSmall ? 60 : 300),
      line('a year of history', found.history),
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
