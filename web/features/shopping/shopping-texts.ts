import { lacksPrice } from '#domain/business/ingredient/price.ts';
import { toSafeNumber, SCALE, type TenThousandths } from '#domain/decimal.ts';
import { multiplyAmount, type NeededPreparation } from '#domain/figures/needed-preparations.ts';
import type { PlannedDish, ShoppingItem } from '#domain/figures/shopping-list.ts';
import { formatCount, formatDecimal, formatMoney, formatQuantity } from '#domain/format.ts';
import { roundForScale } from '../fields/round-for-scale.ts';
import { isToBuy, type ShoppingDraft } from './shopping-draft.ts';

/** The supplier of an ingredient; null if it has none. */
export type SupplierOf = (ingredientId: string) => string | null;

/** One line of the list, for the screen, paper or a message. */
export interface ListLine {
  readonly id: string;
  readonly name: string;
  /** The amount to buy: '2 × caixa 12 × 395 g'. */
  readonly amount: string;
  /** The need and the stock, where they add information: 'precisa de 7,92 kg, tem 1 kg'. */
  readonly note?: string;
  readonly cost?: string;
  /** The amount that a tick has to cover. */
  readonly missing: TenThousandths;
  /** The amount that a tick stands for; with whole packs it is more than the missing one. */
  readonly bought: TenThousandths;
}

/** The lines of one supplier. */
export interface ListGroup {
  /** The supplier's name; undefined if no ingredient has a supplier. */
  readonly supplier: string | undefined;
  readonly lines: readonly ListLine[];
  /** The expected cost of the group. */
  readonly cost: string;
}

/** The items to buy by supplier in alphabetical order, those without one last. */
export function supplierGroups(items: readonly ShoppingItem[], supplierOf: SupplierOf): readonly ListGroup[] {
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
  if (!items.some(isUnpriced)) return formatMoney(cost);
  return cost === 0 ? 'falta preço' : `${formatMoney(cost)} e o que falta`;
}

/** The total as the large figure of the page. */
export function totalFigure(items: readonly ShoppingItem[]) {
  const [cost, unpriced] = [sumOf(items), items.filter(isUnpriced).length];
  if (unpriced === 0) return { label: 'Deve custar', value: formatMoney(cost), note: 'nos preços de hoje' };
  const note = `falta preço em ${formatCount(unpriced)} ${unpriced === 1 ? 'insumo' : 'insumos'}`;
  return { label: 'Deve custar', value: cost === 0 ? '–' : formatMoney(cost), note };
}

const isUnpriced = (item: ShoppingItem): boolean => isToBuy(item) && lacksPrice(item.ingredient);

function bySupplier(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return a.localeCompare(b, 'pt-BR');
}

function lineOf(item: ShoppingItem): ListLine {
  const { ingredient, need, missing, packs, bought } = item;
  const { id, name, unit, pack } = ingredient;
  const isPack = packs !== undefined && pack !== null;
  const inStock = need - missing;
  const neededTexts = isPack || inStock > 0 ? [`precisa de ${roundForScale(need, unit)}`] : [];
  const stockTexts = inStock > 0 ? [`tem ${roundForScale(inStock, unit)}`] : [];
  const note = [...neededTexts, ...stockTexts].join(', ');
  return {
    id,
    name,
    amount: isPack ? packsText(packs, pack.label ?? amountOf(pack)) : roundForScale(missing, unit),
    ...(note === '' ? {} : { note }),
    cost: lacksPrice(ingredient) ? 'falta preço' : formatMoney(item.cost),
    missing,
    bought,
  };
}

const amountOf = ({ quantity, unit }: { readonly quantity: TenThousandths; readonly unit: string }): string =>
  `${formatQuantity(quantity)} ${unit}`;

/** The number of packs: '3 × saco de 25 kg', '2 × (12 × 395 g)'. */
const packsText = (packs: number, label: string): string =>
  `${formatCount(packs)} × ${/^\d.*[x×*]/.test(label) ? `(${label})` : label}`;

/** The preparations to make, in the order of their dependencies, and the hours of work in their recipes. */
export const preparationLines = ({
  needs,
  labourItems,
}: Pick<ShoppingDraft, 'needs' | 'labourItems'>): readonly ListLine[] => [
  ...needs.preparations.toReversed().map(preparationLine),
  ...labourItems.map(({ ingredient: { id, name, unit }, need }) => ({
    id,
    name,
    amount: roundForScale(need, unit),
    missing: need,
    bought: need,
  })),
];

/** A preparation with its batches: 7,35 kg of one that yields 2 kg are '3,68 receitas de 2 kg'. */
function preparationLine({ preparation, quantity: neededQuantity, times }: NeededPreparation): ListLine {
  const { id, name, yieldQuantity, yieldUnit } = preparation;
  const batches = multiplyAmount(SCALE, times);
  const text = formatDecimal(batches, 2).replace(/,?0+$/, '');
  // Less than a hundredth of a batch is still more than nothing.
  const batchesText = `${text === '0' ? 'menos de 0,01' : text} ${batches < 2 * SCALE ? 'receita' : 'receitas'}`;
  const note = `${batchesText} de ${amountOf({ quantity: yieldQuantity, unit: yieldUnit })}`;
  return {
    id,
    name,
    amount: roundForScale(neededQuantity, yieldUnit),
    note,
    missing: neededQuantity,
    bought: neededQuantity,
  };
}

/** The planned dishes: '40 Pizza Calabresa, 20 Marguerita'. */
export const plannedText = (planned: readonly (PlannedDish & { readonly name: string })[]): string =>
  planned.map((dish) => `${formatCount(dish.quantity)} ${dish.name}`).join(', ');

/** The needed items of which enough is at home. */
export const inStockText = (items: readonly ShoppingItem[]): string =>
  items
    .filter((item) => !isToBuy(item))
    .map(({ ingredient }) => ingredient.name)
    .join(', ');

/** Names the recipes that the list lacks: 'Falta a ficha de Pizza: o que vai ali não está na lista.' */
export const missingRecipesText = ({ withoutRecipe }: Pick<ShoppingDraft, 'withoutRecipe'>): string =>
  withoutRecipe.length === 0 ? '' : `Falta a ficha de ${withoutRecipe.join(', ')}: o que vai ali não está na lista.`;

interface ListTextInput {
  readonly planned: string;
  readonly groups: readonly ListGroup[];
  readonly preparations: readonly ListLine[];
  readonly covered: string;
  readonly cost: string;
  readonly missingRecipes: string;
  readonly isTicked: (line: ListLine) => boolean;
}

/** The list as a message. WhatsApp shows text between stars in bold. */
export function listText({
  planned,
  groups,
  preparations,
  covered,
  cost,
  missingRecipes,
  isTicked,
}: ListTextInput): string {
  const lineText = (line: ListLine): string => {
    const note = line.note === undefined ? '' : ` (${line.note})`;
    const price = line.cost === undefined ? '' : `, ${line.cost}`;
    return `${isTicked(line) ? '✓' : '•'} ${line.name}: ${line.amount}${note}${price}`;
  };
  const groupTexts = groups.map(({ supplier = 'Comprar', lines, cost: groupCost }) =>
    [`*${supplier}*${groups.length > 1 ? ` ${groupCost}` : ''}`, ...lines.map(lineText)].join('\n'),
  );
  return [
    `*Lista de compras*\nPara ${planned}`,
    ...groupTexts,
    covered === '' ? '' : `Já tem: ${covered}`,
    groups.length === 0 ? '' : `*Deve custar ${cost}*`,
    preparations.length === 0 ? '' : ['*Fazer*', ...preparations.map(lineText)].join('\n'),
    missingRecipes,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .replaceAll('\u00A0', ' '); // Messages show a no-break space as a strange character.
}
