import { monthsBefore } from '#domain/figures/mix.ts';
import type { SoldDish } from '#domain/business/sales/fields.ts';
import type { BusinessCommand } from '#domain/business/commands.ts';
import type { BusinessEvent } from '#domain/business/events.ts';
import { QUOTAS } from '#domain/limits.ts';
import { v5 as uuidFrom } from 'uuid';
import { eventsOf, type OwnerWithBusiness } from './businesses.ts';

const CHANNELS = QUOTAS.channels;
const MONTHS = 36;
/** Number of events that record sales. */
const SETS = MONTHS * CHANNELS;
export const LAST_MONTH = '2026-10';
/** Lines of a dish; each dish uses flour, and five other ingredients in turn. */
const LINES = 6;
const OTHER_INGREDIENTS = 20;

interface Size {
  readonly dishes: number;
  /** Number of dishes that a channel sells in a month. */
  readonly rows: number;
}

const dishId = ({ businessId }: OwnerWithBusiness, dish: number): string => uuidFrom(`Prato ${dish}`, businessId);
const channelId = ({ businessId }: OwnerWithBusiness, channel: number): string =>
  uuidFrom(`Canal ${channel}`, businessId);

/**
 * A menu with this many dishes and the maximum number of channels, each with its own costs and prices, and their sales.
 */
export function withMenuAndSales(owner: OwnerWithBusiness, size: Size): OwnerWithBusiness {
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

function menuCommands(owner: OwnerWithBusiness, { dishes }: Size): BusinessCommand[] {
  const id = (text: string): string => uuidFrom(text, owner.businessId);
  const others = Array.from({ length: OTHER_INGREDIENTS }, (_, i) => `Insumo ${i}`);
  const ingredientNames = (dish: number) => [
    'Farinha',
    ...Array.from({ length: LINES - 1 }, (_, i) => others[(dish + i) % OTHER_INGREDIENTS] ?? ''),
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
 * The sales of a channel in a month, with other dishes and quantities each time.
 * @param turn index of the month and channel
 */
const salesOfTurn = (owner: OwnerWithBusiness, { dishes, rows }: Size, turn: number): readonly SoldDish[] =>
  Array.from({ length: rows }, (_, i) => ({
    dishId: dishId(owner, (turn * 7 + i) % dishes),
    quantity: 1 + ((turn * 31 + i * 17) % 400),
    revenue: i % 3 === 0 ? 1_000_000 + turn * 1_300 + i * 700 : null,
  }));

/** The sales events, oldest month first, written without commands because nothing preceded them. */
const salesEvents = (owner: OwnerWithBusiness, size: Size): readonly BusinessEvent[] =>
  Array.from({ length: SETS }, (_, turn) => {
    const channel = turn % CHANNELS;
    return {
      type: 'SalesRecorded',
      data: {
        month: monthsBefore(LAST_MONTH, MONTHS - 1 - Math.floor(turn / CHANNELS)),
        channelId: channelId(owner, channel),
        channelName: `Canal ${channel}`,
        rows: salesOfTurn(owner, size, turn).map(({ dishId: id, ...to }) => ({ dishId: id, from: null, to })),
      },
    } as const;
  });
