import { dayOf, startOfDay } from '#contract/instants.ts';
import { monthsBefore } from '#domain/figures/mix.ts';
import type { SingleCommand } from '#domain/business/commands.ts';
import { SCALE, type TenThousandths } from '#domain/decimal.ts';
import { type IdOf, tenThousandths } from './sample-business.ts';

/** Commands that are entered one after the other. */
interface DataEntry {
  readonly at: Date;
  readonly commands: readonly SingleCommand[];
}

interface Supplier {
  readonly name: string;
  readonly cnpj: string | null;
}

const DAIRY: Supplier = { name: 'Laticínios Serra Azul', cnpj: '11222333000181' };
const WHOLESALE: Supplier = { name: 'Atacado Central', cnpj: '45723174000110' };
const GREENGROCER: Supplier = { name: 'Hortifruti da Praça', cnpj: null };
const CORNER_SHOP: Supplier = { name: 'Mercado da Esquina', cnpj: null };

/** The purchases of every month: the day, the supplier and the number of packs of each ingredient. */
const MONTHLY_PURCHASES: readonly (readonly [
  day: number,
  supplier: Supplier,
  packs: Readonly<Record<string, number>>,
])[] = [
  [4, DAIRY, { Muçarela: 78, Catupiry: 20, Presunto: 20, Calabresa: 29 }],
  [6, WHOLESALE, { 'Farinha de trigo': 13, 'Tomate pelado': 9, Azeite: 2, 'Guaraná em lata': 20 }],
  [11, GREENGROCER, { Tomate: 18, Cebola: 14, Ovo: 8 }],
  [17, DAIRY, { Muçarela: 74, 'Frango desfiado': 33, Calabresa: 25 }],
  [19, WHOLESALE, { 'Farinha de trigo': 11, Azeitona: 3, 'Caixa de pizza': 18, 'Guaraná 2 litros': 12 }],
  [24, GREENGROCER, { Tomate: 16, Cebola: 12, Ovo: 7 }],
];

/** The value of the stock at the end of each past month, the last one first. */
const STOCK_VALUES: readonly string[] = ['2780', '3140', '2950', '3060'];

/** The number of months before this one that have purchases. */
const PURCHASE_MONTHS = STOCK_VALUES.length - 1;

interface Options {
  readonly idOf: IdOf;
  readonly now: Date;
  /** The age of the sample in months. */
  readonly months: number;
  /** The other commands of the sample, in their order. */
  readonly visits: readonly DataEntry[];
}

/**
 * The purchases of the last months, and the stock values. They have the prices of their days, so that no price changes.
 */
export function pizzeriaPurchases({ idOf, now, months, visits }: Options): readonly DataEntry[] {
  const monthsAgo = Array.from({ length: Math.min(PURCHASE_MONTHS, months - 1) }, (_, index) => index + 1).toReversed();
  const purchases = monthsAgo.flatMap((ago) => {
    const month = monthsBefore(dayOf(now).slice(0, 7), ago);
    return MONTHLY_PURCHASES.map(([day, supplier, packs], index): DataEntry => {
      const date = `${month}-${String(day).padStart(2, '0')}`;
      const at = eveningOf(date);
      const lines = Object.entries(packs).map(([name, count]) =>
        line({ id: idOf(name), count }, priceAt(visits, idOf(name), at)),
      );
      return { at, commands: [entry({ idOf, supplier, date, number: String(4_100 - ago * 37 + index * 6) }, lines)] };
    });
  });
  return [
    ...purchases,
    ...stockCounts(now, monthsAgo.length),
    ...(monthsAgo.length > 0 ? [lateReceipt(idOf, now)] : []),
  ];
}

/** Stock values, recorded on the morning after each month. */
const stockCounts = (now: Date, months: number): readonly DataEntry[] =>
  STOCK_VALUES.slice(0, months + 1).map((value, index) => {
    const month = monthsBefore(dayOf(now).slice(0, 7), index + 1);
    const morning = new Date(Date.parse(startOfDay(`${monthsBefore(month, -1)}-01`)) + 9 * HOUR_MS);
    return { at: morning, commands: [{ type: 'RecordStockValue', month, value: tenThousandths(value) }] };
  });

/** A receipt that is entered after later ones: it changes no price, and shows another supplier's prices. */
function lateReceipt(idOf: IdOf, now: Date): DataEntry {
  const date = `${monthsBefore(dayOf(now).slice(0, 7), 1)}-14`;
  const lines = [
    line({ id: idOf('Muçarela'), count: 4 }, { price: tenThousandths('43.90'), quantity: SCALE, unit: 'kg' }),
    line({ id: idOf('Tomate'), count: 5 }, { price: tenThousandths('9.90'), quantity: SCALE, unit: 'kg' }),
  ];
  const at = eveningOf(`${monthsBefore(dayOf(now).slice(0, 7), 1)}-26`);
  return { at, commands: [entry({ idOf, supplier: CORNER_SHOP, date, number: null }, lines)] };
}

const HOUR_MS = 3_600_000;
const eveningOf = (date: string): Date => new Date(Date.parse(startOfDay(date)) + 18 * HOUR_MS);

interface Pack {
  readonly price: TenThousandths;
  readonly quantity: TenThousandths;
  readonly unit: string;
}

/** The price of a pack at an instant, according to the commands until then. */
function priceAt(visits: readonly DataEntry[], id: string, at: Date): Pack {
  let pack: Pack | undefined;
  for (const visit of visits.toSorted((a, b) => a.at.getTime() - b.at.getTime()))
    for (const command of visit.at <= at ? visit.commands : []) {
      if ((command.type !== 'AddIngredient' && command.type !== 'ChangeIngredient') || command.id !== id) continue;
      const unit = command.unit ?? pack?.unit ?? '';
      if (command.pack) pack = command.pack;
      else if (command.unitPrice !== undefined) pack = { price: command.unitPrice, quantity: SCALE, unit };
    }
  if (!pack) throw new RangeError(`nothing is known of the price of ${id}`);
  return pack;
}

type Line = Extract<SingleCommand, { readonly type: 'EnterPurchase' }>['lines'][number];

const line = (
  { id, count }: { readonly id: string; readonly count: number },
  { price, quantity, unit }: Pack,
): Line => ({
  ingredient: { id },
  packs: count * SCALE,
  packQuantity: quantity,
  packUnit: unit,
  total: count * price,
  code: null,
  gtin: null,
  billedUnit: null,
  description: null,
  cfop: null,
});

interface Receipt {
  readonly idOf: IdOf;
  readonly supplier: Supplier;
  readonly date: string;
  readonly number: string | null;
}

const entry = ({ idOf, supplier, date, number }: Receipt, lines: readonly Line[]): SingleCommand => ({
  type: 'EnterPurchase',
  id: idOf(`compra ${supplier.name} ${date}`),
  supplier: { id: idOf(supplier.name), ...supplier },
  date,
  number,
  source: 'manual',
  freight: 0,
  discount: 0,
  confirmed: true,
  lines,
});
