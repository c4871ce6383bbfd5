import { monthsBefore } from '#domain/figures/mix.ts';
import type { SoldDish } from '#domain/business/sales/fields.ts';
import type { BusinessCommand } from '#domain/business/commands.ts';
import type { BusinessEvent } from '#domain/business/events.ts';
import { QUOTAS } from '#domain/limits.ts';
import { v5 as uuidFrom } from 'uuid';
import { eventsOf, type OwnerWithBusiness } from './businesses.ts';

const CHANNELS = QUOTAS.channels;
export const MONTHS = 36;
export const LAST_MONTH = '2026-10';
/** A dish has six lines: flour, and five of the other ingredients. */
const LINES_PER_DISH = 6;
const OTHER_INGREDIENTS = 20;

interface MenuSize {
  readonly dishes: number;
  /** The number of dishes that each channel sells in a month. */
  readonly dishesPerChannel: number;
}

const dishId = ({ businessId }: OwnerWithBusiness, dish: number): string => uuidFrom(`Prato ${dish}`, businessId);
const channelId = ({ businessId }: OwnerWithBusiness, channel: number): string =>
  uuidFrom(`Canal ${channel}`, businessId);

/**
 * Gives the owner a menu, the maximum number of channels, each with its own costs and prices, and three years of sales.
 */
export function withMenuAndSales(owner: OwnerWithBusiness, size: MenuSize): OwnerWithBusiness {
  const channels = Array.from({ length: CHANNELS }, (_, channel) => channelId(owner, channel));
  const commands: BusinessCommand[] = [
    ...menuCommands(owner, size),
    ...channels.map((id, channel) => ({ type: 'AddChannel', id, name: `Canal ${channel}` }) as const),
    ...channels.map(
      (id, channel) =>
        ({
          type: 'AddVariableCost',
          id: uuidFrom(`Taxa ${channel}`, owner.businessId),
          name: `Taxa ${channel}`,
          percentage: 31_700 + channel * 11_300,
          channels: [id],
        }) as const,
    ),
    ...Array.from(
      { length: size.dishes },
      (_, dish) =>
        ({
          type: 'ChangeDish',
          id: dishId(owner, dish),
          prices: Object.fromEntries(channels.slice(1, 4).map((id, i) => [id, 310_000 + dish * 100 + i * 9_900])),
        }) as const,
    ),
  ];
  return { ...owner, events: [...eventsOf(commands), ...salesEvents(owner, size)] };
}

function menuCommands(owner: OwnerWithBusiness, { dishes }: MenuSize): BusinessCommand[] {
  const id = (text: string): string => uuidFrom(text, owner.businessId);
  const others = Array.from({ length: OTHER_INGREDIENTS }, (_, i) => `Insumo ${i}`);
  const ingredientNames = (dish: number) => [
    'Farinha',
    ...Array.from({ length: LINES_PER_DISH - 1 }, (_, i) => others[(dish + i) % OTHER_INGREDIENTS] ?? ''),
  ];
  return [
    { type: 'OpenBusiness', ownerId: owner.userId },
    { type: 'AddFixedCost', id: id('Aluguel'), name: 'Aluguel', value: 35_000_000 },
    { type: 'AddVariableCost', id: id('Impostos'), name: 'Impostos', percentage: 60_000 },
    { type: 'RecordMonthRevenue', month: 1, value: 412_505_000, orders: 662 },
    ...['Farinha', ...others].map(
      (name, i) => ({ type: 'AddIngredient', id: id(name), name, unit: 'kg', unitPrice: 40_000 + i * 1_234 }) as const,
    ),
    ...Array.from({ length: dishes }, (_, dish) => dish).flatMap((dish) => [
      { type: 'AddDish', id: dishId(owner, dish), name: `Prato ${dish}`, salePrice: 300_000 + dish * 100 } as const,
      ...ingredientNames(dish).map(
        (name, i) =>
          ({
            type: 'AddDishIngredient',
            dishId: dishId(owner, dish),
            ingredientId: id(name),
            quantity: 1_000 + i * 100,
          }) as const,
      ),
    ]),
  ];
}

/**
 * The sales of one channel in one month, with other dishes and quantities each time.
 * @param index of the event that records them
 */
const salesRows = (
  owner: OwnerWithBusiness,
  { dishes, dishesPerChannel }: MenuSize,
  index: number,
): readonly SoldDish[] =>
  Array.from({ length: dishesPerChannel }, (_, i) => ({
    dishId: dishId(owner, (index * 7 + i) % dishes),
    quantity: 1 + ((index * 31 + i * 17) % 400),
    revenue: i % 3 === 0 ? 1_000_000 + index * 1_300 + i * 700 : null,
  }));

/**
 * One event for each month and channel, the oldest month first. They are made without commands: nothing
 * was recorded before, so there is nothing to decide.
 */
const salesEvents = (owner: OwnerWithBusiness, size: MenuSize): readonly BusinessEvent[] =>
  Array.from({ length: MONTHS * CHANNELS }, (_, index) => {
    const channel = index % CHANNELS;
    return {
      type: 'SalesRecorded',
      data: {
        month: monthsBefore(LAST_MONTH, MONTHS - 1 - Math.floor(index / CHANNELS)),
        channelId: channelId(owner, channel),
        channelName: `Canal ${channel}`,
        rows: salesRows(owner, size, index).map(({ dishId: id, ...to }) => ({ dishId: id, from: null, to })),
      },
    } as const;
  });
