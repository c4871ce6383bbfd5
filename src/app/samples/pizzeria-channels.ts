import { monthsBefore } from '#domain/figures/mix.ts';
import { dayOf } from '#contract/instants.ts';
import type { SingleCommand } from '#domain/business/commands.ts';
import { type IdOf, sampleCommands, type SampleDish, type SampleRate } from './sample-business.ts';
import { PIZZERIA, SEASON } from './pizzeria.ts';

/**
 * The channels and sales of the sample pizzeria. At the counter a pizza is eaten from a plate; through the app it goes
 * out in a box, costs a little more and pays a commission. The share of the app grows every month, so the mean of the
 * menu says less and less about the profit.
 */
const COUNTER = 'Balcão';
export const APP = 'App de entrega';

/** The channels, the main one first. */
export const CHANNELS = [COUNTER, APP] as const;

/** The app takes its own payments, so the card fee belongs to the counter. */
export const RATES: readonly SampleRate[] = [
  ['Impostos (Simples)', '6'],
  ['Taxa do cartão', '3.2', COUNTER],
  ['Comissão do iFood', '23', APP],
];

/** Prices in the app; other dishes cost the same as at the counter. */
export const APP_PRICES: Readonly<Record<string, string>> = {
  'Pizza Muçarela': '59.90',
  'Pizza Calabresa': '61.90',
  'Pizza Marguerita': '63.90',
  'Pizza Portuguesa': '66.90',
  'Pizza Frango com Catupiry': '64.90',
  'Guaraná lata 350 ml': '8.90',
  'Guaraná garrafa 2 l': '20.90',
};

/** A dish with its lines and prices in each channel. */
export function inChannels(dish: SampleDish, appPrices = APP_PRICES): SampleDish {
  const price = appPrices[dish.name];
  return {
    ...dish,
    ...('Caixa de pizza' in dish.uses ? { only: { 'Caixa de pizza': APP } } : {}),
    ...(price === undefined ? {} : { prices: { [APP]: price } }),
  };
}

/** Sales in a September half a year ago, at the counter and through the app. */
const SOLD: Readonly<Record<string, readonly [counter: number, app: number]>> = {
  'Pizza Muçarela': [77, 65],
  'Pizza Calabresa': [99, 102],
  'Pizza Marguerita': [48, 31],
  'Pizza Portuguesa': [53, 50],
  'Pizza Quatro Queijos': [17, 16],
  'Pizza Frango com Catupiry': [56, 66],
  'Pizza Camarão': [15, 16],
  'Broto de Chocolate com Morango': [24, 28],
  'Guaraná lata 350 ml': [240, 77],
  'Guaraná garrafa 2 l': [35, 63],
};

const OF_THE_SEASON = 751;
const HALF_A_YEAR = 6;
/** The share of sales that moves to the app each month. */
const DRIFT = 0.035;

interface SalesMonth {
  /** `YYYY-MM` */
  readonly month: string;
  /** The number of months ago; 1 is the last complete one. */
  readonly ago: number;
  /** The dishes that exist when the sales are recorded. */
  readonly dishes: readonly string[];
}

/** The sales of a month in each channel. */
export function salesOf({ month, ago, dishes }: SalesMonth, idOf: IdOf): readonly SingleCommand[] {
  const [, orders] = SEASON[Number(month.slice(5)) - 1] ?? ['0', 0];
  const drift = DRIFT * (HALF_A_YEAR - Math.min(ago, 2 * HALF_A_YEAR));
  return CHANNELS.map((channel, index) => {
    const part = (orders / OF_THE_SEASON) * (channel === APP ? 1 + drift : 1 - drift);
    const rows = dishes.map((name) => ({
      dishId: idOf(name),
      quantity: Math.round((SOLD[name]?.[index] ?? 0) * part),
      revenue: null,
    }));
    return { type: 'RecordSales', month, channelId: idOf(channel), newChannelId: idOf(channel), rows };
  });
}

const MONTHS_SOLD = 3;

/** Commands that create the pizzeria with both channels, and its sales in the last complete months. */
export function pizzeriaWithSales(idOf: IdOf, now: Date): readonly SingleCommand[] {
  const dishes = PIZZERIA.dishes.map((dish) => inChannels(dish));
  const names = dishes.map(({ name }) => name);
  const lastMonths = Array.from({ length: MONTHS_SOLD }, (_, index) => MONTHS_SOLD - index);
  return [
    ...sampleCommands({ ...PIZZERIA, channels: CHANNELS, variableCosts: RATES, dishes }, idOf),
    ...lastMonths.flatMap((ago) =>
      salesOf({ month: monthsBefore(dayOf(now).slice(0, 7), ago), ago, dishes: names }, idOf),
    ),
  ];
}
