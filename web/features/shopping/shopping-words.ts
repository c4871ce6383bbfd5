import { lacksPrice } from '#domain/business/ingredient/price.ts';
import { toSafeNumber, SCALE, type TenThousandths } from '#domain/decimal.ts';
import { multiplyAmount, type NeededPreparation } from '#domain/figures/needed-preparations.ts';
import type { PlannedDish, ShoppingItem } from '#domain/figures/shopping-list.ts';
import { count, formatDecimal, money, quantity } from '#domain/format.ts';
import { roundForScale } from '../fields/round-for-scale.ts';
import { isToBuy, type ShoppingDraft } from './shopping-draft.ts';

/** The supplier of an ingredient; null if it has none. */
export type SupplierOf = (ingredientId: string) => string | null;

/** One line of the list, for the screen, paper or a message. */
export interface ListLine {
  readonly id: string;
  readonly name: string;
  /** '2 × caixa 12 × 395 g' */
  readonly amount: string;
  /** 'precisa de 7,92 kg, tem 1 kg', where that adds information. */
  readonly note?: string;
  readonly cost?: string;
  /** The amount that a tick stands for. */
  readonly wanted: TenThousandths;
}

export interface ListGroup {
  /** Undefined if no ingredient has a supplier. */
  readonly supplier: string | undefined;
  readonly lines: readonly ListLine[];
  /** The expected cost of the group. */
  readonly cost: string;
}

/** The items to buy by supplier in alphabetical order, those without one last. */
export function groupsOf(items: readonly ShoppingItem[], supplierOf: SupplierOf): readonly ListGroup[] {
  const groups = new Map<string | null, ShoppingItem[]>();
  for (const item of items.filter(isToBuy)) {
    const supplier = supplierOf(item.ingredient.id);
    groups.set(supplier, [...(groups.get(supplier) ?? []), item]);
  }
  const hasSuppliers = [...groups.keys()].some((supplier) => supplier !== null);
  return [...groups]
    .toSorted(([a], [b]) => bySupplier(a, b))
    .map(([supplier, group]) => ({
      supplier: hasSuppliers ? (supplier ?? 'Sem fornecedor') : undefined,
      lines: group.map(lineOf),
      cost: costText(group),
    }));
}

const sumOf = (items: readonly ShoppingItem[]): TenThousandths =>
  toSafeNumber(items.reduce((sum, { cost }) => sum + BigInt(cost), 0n));

/** The expected cost; without an amount if no item has a price. */
export function costText(items: readonly ShoppingItem[]): string {
  const cost = sumOf(items);
  if (!items.some(isUnpriced)) return money(cost);
  return cost === 0 ? 'falta preço' : `${money(cost)} e o que falta`;
}

/** The total as the large figure of the page. */
export function totalOf(items: readonly ShoppingItem[]) {
  const [cost, unpriced] = [sumOf(items), items.filter(isUnpriced).length];
  if (unpriced === 0) return { label: 'Deve custar', value: money(cost), note: 'nos preços de hoje' };
  const note = `falta preço em ${count(unpriced)} ${unpriced === 1 ? 'insumo' : 'insumos'}`;
  return { label: 'Deve custar', value: cost === 0 ? '–' : money(cost), note };
}

const isUnpriced = (item: ShoppingItem): boolean => isToBuy(item) && lacksPrice(item.ingredient);

function bySupplier(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return a.localeCompare(b, 'pt-BR');
}

function lineOf(item: ShoppingItem): ListLine {
  const { ingredient, need, missing, packs } = item;
  const { id, name, unit, pack } = ingredient;
  const isPack = packs !== undefined && pack !== null;
  const atHome = need - missing;
  const needed = isPack || atHome > 0 ? [`precisa de ${roundForScale(need, unit)}`] : [];
  const there = atHome > 0 ? [`tem ${roundForScale(atHome, unit)}`] : [];
  const note = [...needed, ...there].join(', ');
  return {
    id,
    name,
    amount: isPack ? packsText(packs, pack.label ?? amountOf(pack)) : roundForScale(missing, unit),
    ...(note === '' ? {} : { note }),
    cost: lacksPrice(ingredient) ? 'falta preço' : money(item.cost),
    wanted: missing,
  };
}

const amountOf = ({ quantity: amount, unit }: { readonly quantity: TenThousandths; readonly unit: string }): string =>
  `${quantity(amount)} ${unit}`;

/** '3 × saco de 25 kg', '2 × (12 × 395 g)' */
const packsText = (packs: number, label: string): string =>
  `${count(packs)} × ${/^\d.*[x×*]/.test(label) ? `(${label})` : label}`;

/** The preparations to make, in the order of their dependencies, and the hours of work in their recipes. */
export const makingOf = ({ needs, work }: Pick<ShoppingDraft, 'needs' | 'work'>): readonly ListLine[] => [
  ...needs.preparations.toReversed().map(preparationLine),
  ...work.map(({ ingredient: { id, name, unit }, need }) => ({
    id,
    name,
    amount: roundForScale(need, unit),
    wanted: need,
  })),
];

/** '7,35 kg' of a preparation whose batch yields 2 kg: '3,68 receitas de 2 kg'. */
function preparationLine({ preparation, quantity: needed, times }: NeededPreparation): ListLine {
  const { id, name, yieldQuantity, yieldUnit } = preparation;
  const batches = multiplyAmount(SCALE, times);
  const text = formatDecimal(batches, 2).replace(/,?0+$/, '');
  // Less than a hundredth of a batch is still more than nothing.
  const said = `${text === '0' ? 'menos de 0,01' : text} ${batches < 2 * SCALE ? 'receita' : 'receitas'}`;
  const note = `${said} de ${amountOf({ quantity: yieldQuantity, unit: yieldUnit })}`;
  return { id, name, amount: roundForScale(needed, yieldUnit), note, wanted: needed };
}

/** '40 Pizza Calabresa, 20 Marguerita' */
export const plannedText = (planned: readonly (PlannedDish & { readonly name: string })[]): string =>
  planned.map((dish) => `${count(dish.quantity)} ${dish.name}`).join(', ');

/** The needed items of which enough is at home. */
export const coveredText = (items: readonly ShoppingItem[]): string =>
  items
    .filter((item) => !isToBuy(item))
    .map(({ ingredient }) => ingredient.name)
    .join(', ');

/** 'Falta a ficha de Pizza: o que vai ali não está na lista.' */
export const lacksOf = ({ withoutRecipe }: Pick<ShoppingDraft, 'withoutRecipe'>): string =>
  withoutRecipe.length === 0 ? '' : `Falta a ficha de ${withoutRecipe.join(', ')}: o que vai ali não está na lista.`;

interface WrittenList {
  readonly planned: string;
  readonly groups: readonly ListGroup[];
  readonly making: readonly ListLine[];
  readonly covered: string;
  readonly cost: string;
  readonly lacks: string;
  readonly isTicked: (line: ListLine) => boolean;
}

/** The list as a message. WhatsApp shows text between stars in bold. */
export function listText({ planned, groups, making, covered, cost, lacks, isTicked }: WrittenList): string {
  const lineText = (line: ListLine): string => {
    const note = line.note === undefined ? '' : ` (${line.note})`;
    const price = line.cost === undefined ? '' : `, ${line.cost}`;
    return `${isTicked(line) ? '✓' : '•'} ${line.name}: ${line.amount}${note}${price}`;
  };
  const bought = groups.map(({ supplier = 'Comprar', lines, cost: ofGroup }) =>
    [`*${supplier}*${groups.length > 1 ? ` ${ofGroup}` : ''}`, ...lines.map(lineText)].join('\n'),
  );
  return [
    `*Lista de compras*\nPara ${planned}`,
    ...bought,
    covered === '' ? '' : `Já tem: ${covered}`,
    groups.length === 0 ? '' : `*Deve custar ${cost}*`,
    making.length === 0 ? '' : ['*Fazer*', ...making.map(lineText)].join('\n'),
    lacks,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .replaceAll('\u00A0', ' '); // Messages show a no-break space as a strange character.
}
