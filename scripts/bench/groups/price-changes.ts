import type { BusinessCommand } from '#domain/business/commands.ts';
import { businessStream } from '#domain/streams.ts';
import { createMemoryLog } from '#eventstore/memory.ts';
import type { EventBatch, EventLog } from '#eventstore/port.ts';
import { createFolding } from '#projections/runner/folding.ts';
import { BatchProjection } from '#projections/runner/batch-projection.ts';
import { connectProjector } from '#projections/runner/connection.ts';
import { v5 as uuidFrom } from 'uuid';
import { envelopes, eventsOf, type Furnished, furnished } from '../businesses.ts';
import { newDatabase } from '../databases.ts';
import { requestText } from '../http-connection.ts';
import { openHttp } from '../http-connection.ts';
import { progress, type Result } from '../result.ts';
import { inRounds } from '../rounds.ts';
import type { Setting } from '../setting.ts';
import { quantile } from '../statistics.ts';
import { withStage } from '../stage.ts';

const DISHES = 200;
const CHANGES = 200;
const BURST = 100;
const BURSTS = 20;

/** How many preparations stand between the flour and a dish. */
const LEVELS = 3;

/** A menu of 200 dishes with six ingredients each: all use flour, one uses truffle. @param levels of preparations with flour */
function menu(
  owner: Furnished,
  levels = 0,
): { readonly owner: Furnished; readonly flour: string; readonly truffle: string } {
  const id = (text: string): string => uuidFrom(text, owner.businessId);
  const others = Array.from({ length: 20 }, (_, i) => `Insumo ${i}`);
  const dishes = Array.from({ length: DISHES }, (_, i) => `Prato ${i}`);
  const made = Array.from({ length: levels }, (_, i) => `Massa ${i}`);
  const uses = (dish: number): string[] => [
    made.at(-1) ?? 'Farinha',
    ...(dish === 0 ? ['Trufa'] : []),
    ...Array.from({ length: 5 }, (_, i) => others[(dish + i) % others.length] ?? ''),
  ];
  const commands: BusinessCommand[] = [
    { type: 'OpenBusiness', ownerId: owner.userId },
    { type: 'AddFixedCost', id: id('Aluguel'), name: 'Aluguel', value: 35_000_000 },
    { type: 'AddVariableCost', id: id('Impostos'), name: 'Impostos', percentage: 60_000 },
    { type: 'RecordMonthRevenue', month: 1, value: 412_505_000, orders: 662 },
    ...['Farinha', 'Trufa', ...others].map(
      (name, i) => ({ type: 'AddIngredient', id: id(name), name, unit: 'kg', unitPrice: 40_000 + i * 1_234 }) as const,
    ),
    ...made.flatMap((name, i) => [
      { type: 'AddPreparation', id: id(name), name, yieldQuantity: 30_000, yieldUnit: 'kg' } as const,
      ...[made[i - 1] ?? 'Farinha', others[i] ?? ''].map(
        (component) =>
          ({
            type: 'AddPreparationIngredient',
            preparationId: id(name),
            ingredientId: id(component),
            quantity: 15_000,
          }) as const,
      ),
    ]),
    ...dishes.flatMap((name, dish) => [
      { type: 'AddDish', id: id(name), name, salePrice: 300_000 + dish * 100 } as const,
      ...uses(dish).map(
        (ingredient, i) =>
          ({
            type: 'AddDishIngredient',
            dishId: id(name),
            ingredientId: id(ingredient),
            quantity: 1_000 + i * 100,
          }) as const,
      ),
    ]),
  ];
  return { owner: { ...owner, events: eventsOf(commands) }, flour: id('Farinha'), truffle: id('Trufa') };
}

/** What a price change costs that moves every figure on a long menu, and many of them at once. */
export async function priceChanges(setting: Setting): Promise<Result[]> {
  return [...(await untilShown(setting)), ...(await untilShown(setting, LEVELS)), await bursts(setting)];
}

function untilShown({ url, rivals, rounds }: Setting, levels = 0): Promise<Result[]> {
  const { owner, flour, truffle } = menu(furnished(1, 1)[0] as Furnished, levels);
  const through = levels === 0 ? '' : ` through ${levels} levels of preparations`;
  return withStage({ url, name: `price_changes_${levels}`, owners: [owner], rivals }, async (stage) => {
    const connection = await openHttp(stage.product.port);
    const headers = { Accept: 'application/json', Cookie: stage.owners[0]?.cookie ?? '' };
    let price = 0;
    async function change(ingredient: string): Promise<number> {
      price += 1;
      const body = `{"unit_price":"${10 + (price % 80)},${10 + (price % 90)}"}`;
      const started = performance.now();
      const { position } = await connection.send(
        requestText('PUT', `/api/ingredients/${ingredient}`, { headers, body }),
      );
      await stage.shown(position);
      return performance.now() - started;
    }
    const medians: Record<'many' | 'one', number[]> = { many: [], one: [] };
    const measured = (name: keyof typeof medians, ingredient: string) => async (): Promise<number> => {
      const took: number[] = [];
      for (let i = 0; i < CHANGES; i += 1) took.push(await change(ingredient));
      medians[name].push(quantile(took, 0.5));
      return quantile(took, 0.99);
    };
    progress('price changes until shown');
    const p99 = await inRounds(rounds, { many: measured('many', flour), one: measured('one', truffle) });
    connection.close();
    const name = 'touching 1 dish';
    return [
      {
        goal: 5,
        what: `p50 until a price touching ${DISHES} dishes${through} is shown`,
        unit: 'ms',
        ours: medians.many.slice(1),
        plain: { name, values: medians.one.slice(1) },
      },
      {
        goal: 5,
        what: `p99 until a price touching ${DISHES} dishes${through} is shown`,
        unit: 'ms',
        ours: p99.many,
        plain: { name, values: p99.one },
        wanted: { atMost: 3 },
      },
    ];
  });
}

/** The projector's part alone, with a log that costs nothing. */
async function bursts({ url: server, rounds }: Setting): Promise<Result> {
  const url = await newDatabase(server, 'bursts');
  const { owner, flour } = menu(furnished(1, 1)[0] as Furnished);
  const log = createMemoryLog();
  const stream = businessStream(owner.businessId);
  await log.append(stream, 'none', envelopes(owner.events));
  const connection = await connectProjector(url);
  const { client } = connection;
  const projection = new BatchProjection({
    folding: createFolding({ log, capacity: 100_000 }),
    client,
    schema: 'read',
    checkpoint: { position: null, generation: 1 },
    parked: [],
    onCommit: () => undefined,
  });
  let length = owner.events.length;
  let last: string | null = null;
  async function project(): Promise<number> {
    const batch = await nextBatch(log, last);
    last = batch.last;
    const started = performance.now();
    await projection.take(batch);
    return performance.now() - started;
  }
  /** @returns milliseconds for so many changes in one batch */
  async function changes(count: number): Promise<number> {
    const some = Array.from({ length: count }, (_, i) => ({
      type: 'IngredientRepriced',
      data: { id: flour, name: 'Farinha', unit: 'kg', from: 0, to: 10_000 + length + i },
    }));
    await log.append(stream, BigInt(length - 1), envelopes(some));
    length += count;
    return project();
  }
  const median = (count: number) => async (): Promise<number> => {
    const took: number[] = [];
    for (let i = 0; i < BURSTS; i += 1) took.push(await changes(count));
    return quantile(took, 0.5);
  };
  try {
    await project();
    progress('price changes in a burst');
    const found = await inRounds(rounds, { burst: median(BURST), one: median(1) });
    return {
      goal: 5,
      what: `projecting ${BURST} such price changes in one batch`,
      unit: 'ms',
      ours: found.burst,
      plain: { name: 'one', values: found.one },
      wanted: { atMost: 2.5 },
    };
  } finally {
    await connection.close();
  }
}

async function nextBatch(log: EventLog, after: string | null): Promise<EventBatch> {
  const { signal } = new AbortController();
  for await (const batch of log.subscribe(after, { batchSize: 10_000, signal })) return batch;
  throw new Error('the log has ended');
}
