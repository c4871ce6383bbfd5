import { dayAfter, dayOf, monthsBefore, startOfDay } from '#contract/instants.ts';
import type { SingleCommand } from '#domain/business/commands.ts';
import {
  addDish,
  addIngredient,
  addPreparation,
  addRate,
  amount,
  type IdOf,
  type SampleDish,
  type SampleIngredient,
  type SampleUses,
  pricesIn,
  pricing,
  tenThousandths,
} from './sample-business.ts';
import { DISHES, FIXED_COSTS, INGREDIENTS, PREPARATIONS, SEASON } from './pizzeria.ts';
import { pizzeriaPurchases } from './pizzeria-purchases.ts';
import { APP, APP_PRICES, CHANNELS, inChannels, RATES, salesOf } from './pizzeria-channels.ts';

/** A command of the sample pizzeria, and its time. */
export interface DatedCommand {
  /** ISO instant. */
  readonly at: string;
  readonly command: SingleCommand;
}

interface Options {
  readonly idOf: IdOf;
  readonly now: Date;
  /** The number of months since the beginning; the events are spread over that time. */
  readonly months: number;
}

/**
 * The history of the sample pizzeria: its beginning and all later changes, oldest first. It ends as the sample pizzeria
 * of `pizzeria.ts`, with the revenue of every month.
 */
export function pizzeriaYear({ idOf, now, months }: Options): readonly DatedCommand[] {
  const start = at(monthsBefore(dayOf(now), months), 8 * 60);
  const span = now.getTime() - start.getTime();
  const ago = (monthsAgo: number) => new Date(now.getTime() - (monthsAgo / 12) * span);
  const kitchen: readonly DataEntry[] = [
    { at: start, commands: initialCommands(idOf, now, months) },
    ...YEAR_CHANGES.map(([monthsAgo, ...changes], index) => ({
      at: inOpeningHours(ago(monthsAgo), index),
      commands: changes.flatMap((change) => change(idOf)),
    })),
  ];
  const entries: readonly DataEntry[] = [
    ...kitchen,
    ...pizzeriaPurchases({ idOf, now, months, visits: kitchen }),
    ...Array.from({ length: months }, (_, index) => monthEndEntry(index + 1, now, { idOf, kitchen })),
  ];
  const [earliest, latest] = [start.toISOString(), now.toISOString()];
  return entries
    .flatMap(({ at, commands }) =>
      commands.map((command, index) => ({ at: new Date(at.getTime() + index * MINUTE_MS).toISOString(), command })),
    )
    .map(({ at, command }) => {
      const instant = clampInstant(at, earliest, latest);
      return {
        at: instant,
        command: command.type === 'ChangeIngredient' ? { ...command, today: dayOf(instant) } : command,
      };
    })
    .toSorted((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)));
}

function clampInstant(at: string, earliest: string, latest: string): string {
  if (at < earliest) return earliest;
  return at < latest ? at : latest;
}

/** Commands entered one after the other, a minute each. */
interface DataEntry {
  readonly at: Date;
  readonly commands: readonly SingleCommand[];
}

const MINUTE_MS = 60_000;

/** A time on the same day at which a pizzeria's owner would sit down to the figures. */
function inOpeningHours(day: Date, index: number): Date {
  const minutes = (9 + ((index * 5) % 9)) * 60 + ((index * 17) % 60);
  return at(dayOf(day), minutes);
}

const at = (day: string, minutes: number): Date => new Date(Date.parse(startOfDay(day)) + minutes * MINUTE_MS);

/** The month that ended `ago` months ago (1: the last complete one), recorded on the morning after. */
function monthEndEntry(
  ago: number,
  now: Date,
  { idOf, kitchen }: { readonly idOf: IdOf; readonly kitchen: readonly DataEntry[] },
): DataEntry {
  const month = monthBefore(ago, now);
  const next = dayAfter(`${month}-28`, 4).slice(0, 7);
  const morning = at(`${next}-01`, 8 * 60);
  const dishes = menuAt(morning, kitchen);
  return { at: morning, commands: [revenueOf(month, 1), ...salesOf({ month, ago, dishes }, idOf)] };
}

/** The names of the dishes that exist on that morning. */
function menuAt(morning: Date, kitchen: readonly DataEntry[]): readonly string[] {
  const names = new Map<string, string>();
  const done = kitchen.filter((sitting) => dayOf(sitting.at) < dayOf(morning));
  for (const command of done.toSorted((a, b) => a.at.getTime() - b.at.getTime()).flatMap(({ commands }) => commands))
    if (command.type === 'AddDish') names.set(command.id, command.name);
    else if (command.type === 'RemoveDish') names.delete(command.id);
  return [...names.values()];
}

/** The month that lies `ago` months before now: '2026-10' for one before any day of November 2026. */
function monthBefore(ago: number, now: Date): string {
  const [year = 0, month = 0] = dayOf(now).split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 - ago, 1)).toISOString().slice(0, 7);
}

/** @param part of the season's revenue: it was lower before */
function revenueOf(yearAndMonth: string, part: number): SingleCommand {
  const month = Number(yearAndMonth.slice(5));
  const [value, orders] = SEASON[month - 1] ?? ['0', 0];
  const cents = Math.round(Number(value) * part * 100);
  return {
    type: 'RecordMonthRevenue',
    month,
    value: tenThousandths((cents / 100).toFixed(2)),
    orders: Math.round(orders * part),
  };
}

/** Prices that were different at the beginning; for an ingredient in packs, the price of one pack. */
const INITIAL_PRICES: Readonly<Record<string, string>> = {
  Aluguel: '3150',
  'Salários e encargos': '8650',
  'Energia elétrica': '742.10',
  Contador: '420',
  'Internet e telefone': '109.90',
  'Taxa do cartão': '3.6',
  'Comissão do iFood': '21',
  'Farinha de trigo': '107.25',
  Muçarela: '33.90',
  'Tomate pelado': '129',
  Calabresa: '24.90',
  Presunto: '24.50',
  'Frango desfiado': '27.90',
  Catupiry: '64.35',
  Tomate: '6.50',
  Cebola: '3.80',
  Azeitona: '55',
  Ovo: '18.60',
  Azeite: '374.50',
  'Caixa de pizza': '38.75',
  'Guaraná em lata': '33.48',
  'Guaraná 2 litros': '47.94',
  'Pizza Muçarela': '47.90',
  'Pizza Calabresa': '49.90',
  'Pizza Marguerita': '51.90',
  'Pizza Portuguesa': '54.90',
  'Pizza Frango com Catupiry': '54.90',
  'Guaraná lata 350 ml': '6.90',
};

/** App prices at the beginning; other dishes cost the same as at the counter. */
const INITIAL_APP_PRICES: Readonly<Record<string, string>> = {
  'Pizza Muçarela': '52.90',
  'Pizza Calabresa': '54.90',
  'Pizza Marguerita': '56.90',
  'Pizza Portuguesa': '59.90',
  'Pizza Frango com Catupiry': '58.90',
};

/** Entities that were added later. */
const ADDED_LATER = new Set([
  'Camarão',
  'Chocolate ao leite',
  'Morango',
  'Pizza Camarão',
  'Broto de Chocolate com Morango',
]);

/** An ingredient that was removed since. */
const GORGONZOLA: SampleIngredient = ['Gorgonzola', 'kg', '62.90'];
const FOUR_CHEESES: SampleDish = {
  name: 'Pizza Quatro Queijos',
  price: '59.90',
  category: 'Pizzas',
  uses: {
    'Massa de pizza': '1 un',
    'Molho de tomate': '120 g',
    'Caixa de pizza': '1 un',
    Muçarela: '220 g',
    Catupiry: '100 g',
    Gorgonzola: '90 g',
  },
};

/** Recipes at the beginning: more cheese than a pizza needs, and more oil than a dough needs. */
const INITIAL_USES: Readonly<Record<string, SampleUses>> = {
  'Pizza Muçarela': { Muçarela: '360 g' },
  'Pizza Calabresa': { Calabresa: '220 g' },
  'Pizza Portuguesa': { Ovo: '3 un' },
  'Massa de pizza': { Azeite: '150 ml' },
};

function initialCommands(idOf: IdOf, now: Date, months: number): readonly SingleCommand[] {
  const value = (name: string, today: string) => tenThousandths(INITIAL_PRICES[name] ?? today);
  const ingredients = [...INGREDIENTS.filter(([name]) => !ADDED_LATER.has(name)), GORGONZOLA];
  const dishes = [...DISHES.filter(({ name }) => !ADDED_LATER.has(name)), FOUR_CHEESES];
  return [
    ...CHANNELS.map((name) => ({ type: 'AddChannel', id: idOf(name), name }) as const),
    ...FIXED_COSTS.map(
      ([name, today]) => ({ type: 'AddFixedCost', id: idOf(name), name, value: value(name, today) }) as const,
    ),
    ...RATES.map(([name, today, ...only]) => addRate([name, INITIAL_PRICES[name] ?? today, ...only], idOf)),
    // The revenue of the two months before, recorded from a notebook; a year later the new months take their places.
    ...[months + 2, months + 1].map((ago) => revenueOf(monthBefore(ago, now), 0.91)),
    ...ingredients.map((ingredient) => addIngredient(initialIngredient(ingredient), idOf)),
    ...PREPARATIONS.flatMap((preparation) => addPreparation(initialRecipe(preparation), idOf)),
    ...dishes
      .map((dish) => inChannels(initialRecipe(dish), INITIAL_APP_PRICES))
      .flatMap((dish) => addDish({ ...dish, price: INITIAL_PRICES[dish.name] ?? dish.price }, idOf)),
  ];
}

const atPrice = ([name, unit, , more]: SampleIngredient, price: string): SampleIngredient => [name, unit, price, more];

const initialIngredient = (ingredient: SampleIngredient): SampleIngredient =>
  atPrice(ingredient, INITIAL_PRICES[ingredient[0]] ?? ingredient[2]);

const initialRecipe = <Recipe extends { readonly name: string; readonly uses: SampleUses }>(
  recipe: Recipe,
): Recipe => ({ ...recipe, uses: { ...recipe.uses, ...INITIAL_USES[recipe.name] } });

/** One change made on a screen; a new dish comes with its lines. */
type ScreenChange = (idOf: IdOf) => SingleCommand | readonly SingleCommand[];

const fixedCost =
  (name: string, to: string): ScreenChange =>
  (idOf) => ({ type: 'ChangeFixedCost', id: idOf(name), value: tenThousandths(to) });
const variableCost =
  (name: string, to: string): ScreenChange =>
  (idOf) => ({ type: 'ChangeVariableCost', id: idOf(name), percentage: tenThousandths(to) });
const price =
  (name: string, to: string): ScreenChange =>
  (idOf) => ({ type: 'ChangeIngredient', id: idOf(name), ...pricing(atPrice(findIngredient(name), to)) });
const salePrice =
  (name: string, to: string): ScreenChange =>
  (idOf) => ({ type: 'ChangeDish', id: idOf(name), salePrice: tenThousandths(to) });
const appPrice =
  (name: string): ScreenChange =>
  (idOf) => ({ type: 'ChangeDish', id: idOf(name), prices: pricesIn({ [APP]: APP_PRICES[name] ?? '' }, idOf) });
const uses =
  (dish: string, ingredient: string, to: string): ScreenChange =>
  (idOf) => ({
    type: 'ChangeDishIngredient',
    dishId: idOf(dish),
    ingredientId: idOf(ingredient),
    ...amount(to),
  });
const preparationUses =
  (preparation: string, ingredient: string, to: string): ScreenChange =>
  (idOf) => ({
    type: 'ChangePreparationIngredient',
    preparationId: idOf(preparation),
    ingredientId: idOf(ingredient),
    ...amount(to),
  });

const newIngredient =
  (name: string): ScreenChange =>
  (idOf) =>
    addIngredient(initialIngredient(findIngredient(name)), idOf);

function findIngredient(wanted: string): SampleIngredient {
  const ingredient = INGREDIENTS.find(([name]) => name === wanted);
  if (!ingredient) throw new RangeError(`no ingredient of the pizzeria: ${wanted}`);
  return ingredient;
}

function newDish(wanted: string, from: string): ScreenChange {
  const dish = DISHES.find(({ name }) => name === wanted);
  if (!dish) throw new RangeError(`no dish of the pizzeria: ${wanted}`);
  return (idOf) => addDish({ ...inChannels(dish), price: from }, idOf);
}

/** Changes of a year, by months before now. The changes of one line are made in one session. */
const YEAR_CHANGES: readonly (readonly [monthsAgo: number, ...changes: readonly ScreenChange[]])[] = [
  [11.6, price('Muçarela', '34.90'), price('Tomate', '7.20')],
  [11.2, fixedCost('Energia elétrica', '801.35')],
  [10.7, fixedCost('Salários e encargos', '9240'), fixedCost('Contador', '450')],
  [10.4, price('Tomate', '8.90'), price('Cebola', '4.20')],
  [10.1, price('Azeite', '414.50'), price('Farinha de trigo', '112.25')],
  [9.6, price('Muçarela', '36.50')],
  [9.5, uses('Pizza Muçarela', 'Muçarela', '340 g')],
  [9.1, salePrice('Pizza Muçarela', '49.90'), salePrice('Pizza Calabresa', '51.90')],
  [8.7, price('Ovo', '25.50'), price('Frango desfiado', '29.40')],
  [8.3, newIngredient('Camarão'), price('Calabresa', '26.90')],
  [8.2, newDish('Pizza Camarão', '66.90')],
  [7.8, price('Catupiry', '66.75'), price('Presunto', '25.90')],
  [7.4, fixedCost('Energia elétrica', '868.90')],
  [7.0, price('Muçarela', '38.20'), price('Caixa de pizza', '42')],
  [
    6.6,
    (idOf) => ({
      type: 'AddFixedCost',
      id: idOf('Anúncio no rádio'),
      name: 'Anúncio no rádio',
      value: tenThousandths('480'),
    }),
  ],
  [6.3, price('Tomate pelado', '138.60')],
  [6.2, price('Tomate', '6.90'), price('Cebola', '5.60')],
  [5.8, variableCost('Comissão do iFood', '23')],
  [5.4, salePrice('Pizza Marguerita', '54.90'), salePrice('Pizza Portuguesa', '57.90')],
  [5.0, fixedCost('Aluguel', '3500')],
  [4.7, (idOf) => ({ type: 'RemoveFixedCost', id: idOf('Anúncio no rádio') })],
  [4.4, price('Azeite', '474.50'), price('Azeitona', '59.80')],
  [
    4.1,
    (idOf) => ({ type: 'RemoveDish', id: idOf(FOUR_CHEESES.name) }),
    (idOf) => ({ type: 'RemoveIngredient', id: idOf(GORGONZOLA[0]) }),
  ],
  [4.0, preparationUses('Massa de pizza', 'Azeite', '100 ml')],
  [3.8, newIngredient('Chocolate ao leite'), newIngredient('Morango')],
  [3.7, newDish('Broto de Chocolate com Morango', '29.90')],
  [3.4, price('Tomate pelado', '149.40'), price('Frango desfiado', '31.50')],
  [3.2, price('Guaraná em lata', '35.88'), price('Guaraná 2 litros', '50.94')],
  [3.0, variableCost('Taxa do cartão', '3.2')],
  // A misplaced comma, corrected at once.
  [2.6, price('Muçarela', '389'), price('Muçarela', '38.90')],
  [2.3, salePrice('Pizza Muçarela', '52.90'), salePrice('Pizza Calabresa', '54.90')],
  [2.2, salePrice('Pizza Marguerita', '56.90'), salePrice('Pizza Portuguesa', '59.90')],
  [2.1, salePrice('Pizza Frango com Catupiry', '58.90'), salePrice('Pizza Camarão', '69.90')],
  [2.0, ...Object.keys(APP_PRICES).map(appPrice)],
  [1.8, uses('Pizza Muçarela', 'Muçarela', '320 g'), uses('Pizza Calabresa', 'Calabresa', '200 g')],
  [1.7, uses('Pizza Portuguesa', 'Ovo', '2 un'), price('Ovo', '22.50')],
  [1.5, salePrice('Guaraná lata 350 ml', '7.50')],
  [1.4, fixedCost('Salários e encargos', '9800'), fixedCost('Internet e telefone', '119.90')],
  [1.1, price('Farinha de trigo', '119.75'), price('Calabresa', '28.90')],
  [0.8, price('Presunto', '26.40'), price('Catupiry', '70.20')],
  [0.6, price('Tomate', '7.90'), price('Cebola', '4.50')],
  [0.4, price('Azeite', '449.50'), price('Caixa de pizza', '43.75')],
  [0.3, fixedCost('Energia elétrica', '890.45')],
  [0.1, salePrice('Broto de Chocolate com Morango', '32.90')],
];
