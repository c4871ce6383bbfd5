import { dayText } from '#contract/instants.ts';
import type { MovesBody, PurchaseBody } from '#contract/entities/purchase.schema.ts';
import { toSafeNumber, divideRounded, SCALE, type TenThousandths, requireTenThousandths } from '#domain/decimal.ts';
import { adjustToTotal } from '#domain/business/purchase/prices.ts';
import type { Ingredient } from '#domain/business/state.ts';
import { roundToCents } from '#domain/figures/dish-result.ts';
import { formatCount, formatPercentage, formatQuantity } from '#domain/format.ts';
import { type Fraction, rounded } from '#domain/fraction.ts';
import { displayUnitOf } from '#domain/units/measure.ts';
import { ratioOf } from '#domain/units/conversions.ts';
import { dishCountText, signedMoney } from '../consequences/wording.ts';
import { priceWithUnit } from '../fields/price-text.ts';

type PriceChange = MovesBody[number];
type ChangedDish = PriceChange['dishes'][number];
type Line = PurchaseBody['lines'][number];

const list = new Intl.ListFormat('pt-BR');

/** The title of a purchase: 'Compra de 12/11/2026, Atacadão'. */
export const purchaseTitle = ({ date, supplier }: Pick<PurchaseBody, 'date' | 'supplier'>): string =>
  `Compra de ${dayText(date)}${supplier ? `, ${supplier.name}` : ''}`;

/**
 * Tells what a purchase changed: 'Muçarela +8,2%: 6 pratos, −R$ 1,10 em cada; Pizza Camarão passa a dar prejuízo.'
 * Several changed prices share one sentence about the dishes.
 */
export function effectSentences(changes: readonly PriceChange[]): readonly string[] {
  if (changes.length === 0) return ['Nenhum preço mudou.'];
  const dishesById = new Map(changes.flatMap((change) => change.dishes.map((dish) => [dish.dish_id, dish] as const)));
  const prices = list.format(changes.map(priceText));
  const effects = effectsText([...dishesById.values()]);
  return changes.length === 1 ? [`${prices}: ${effects}.`] : [`${prices}.`, `No total, ${effects}.`];
}

function priceText({ name, from, to }: PriceChange): string {
  if (from === null) return `${name} (insumo novo)`;
  const [before, after] = [requireTenThousandths(from), requireTenThousandths(to)];
  if (before === 0) return `${name} (agora com preço)`;
  const relativeChange = toSafeNumber(divideRounded(BigInt(after - before) * 100n * BigInt(SCALE), BigInt(before)));
  const changeText = formatPercentage(relativeChange);
  if (changeText === formatPercentage(0)) return `${name} quase igual`;
  return `${name} ${relativeChange > 0 ? '+' : ''}${changeText}`;
}

function effectsText(dishEffects: readonly ChangedDish[]): string {
  const changed = dishEffects
    .map(({ name, net_profit_from, net_profit_to }) => ({
      name,
      before: requireTenThousandths(net_profit_from),
      after: requireTenThousandths(net_profit_to),
    }))
    .filter(({ before, after }) => roundToCents(before) !== roundToCents(after));
  if (changed.length === 0) return 'nenhum prato muda';
  const losing = changed.filter(({ before, after }) => before >= 0 && after < 0).map(({ name }) => name);
  const winning = changed.filter(({ before, after }) => before < 0 && after >= 0).map(({ name }) => name);
  const range = rangeText(changed.map(({ before, after }) => roundToCents(after) - roundToCents(before)));
  return [
    `${dishCountText(changed.length)}, ${range}${changed.length === 1 ? '' : ' em cada'}`,
    ...(losing.length === 0 ? [] : [`${namesText(losing)} ${losing.length === 1 ? 'passa' : 'passam'} a dar prejuízo`]),
    ...(winning.length === 0
      ? []
      : [`${namesText(winning)} ${winning.length === 1 ? 'deixa' : 'deixam'} de dar prejuízo`]),
  ].join('; ');
}

/** The range of the differences: '−R$ 1,10', 'de −R$ 0,40 a −R$ 1,10'. */
function rangeText(differences: readonly TenThousandths[]): string {
  const sorted = differences.toSorted((a, b) => Math.abs(a) - Math.abs(b));
  const [least = 0, most = 0] = [sorted.at(0), sorted.at(-1)];
  return least === most ? signedMoney(most) : `de ${signedMoney(least)} a ${signedMoney(most)}`;
}

const MAX_NAMES = 3;

const namesText = (names: readonly string[]): string =>
  names.length > MAX_NAMES + 1
    ? `${names.slice(0, MAX_NAMES).join(', ')} e mais ${formatCount(names.length - MAX_NAMES)}`
    : list.format(names);

/** The bought quantity: '3 × 25 kg', or '2,5 kg' if the pack is one unit. */
export function quantityText({ packs, pack_quantity, pack_unit }: Line): string {
  const [number, content] = [requireTenThousandths(packs), requireTenThousandths(pack_quantity)];
  if (content === SCALE) return `${formatQuantity(number)} ${pack_unit}`;
  return number === SCALE
    ? `${formatQuantity(content)} ${pack_unit}`
    : `${formatQuantity(number)} × ${formatQuantity(content)} ${pack_unit}`;
}

type Amounts = Pick<PurchaseBody, 'total' | 'freight' | 'discount'>;

/**
 * The exact cost of a line with its share of freight and discount, in ten-thousandths of a real. The `cost` of the API
 * is adjusted so that the lines add up to the total.
 */
function exactCost(line: Pick<Line, 'total'>, { total, freight, discount }: Amounts): Fraction {
  const paid = requireTenThousandths(total);
  const sumOfLines = paid - requireTenThousandths(freight) + requireTenThousandths(discount);
  return { n: BigInt(requireTenThousandths(line.total)) * BigInt(paid), d: BigInt(Math.max(sumOfLines, 1)) };
}

/** The costs of the lines in cents, which add up to the displayed total. */
export const displayedCosts = (
  purchase: Amounts & { readonly lines: readonly Pick<Line, 'total'>[] },
): readonly TenThousandths[] =>
  adjustToTotal(
    purchase.lines.map((line) => roundToCents(toSafeNumber(rounded(exactCost(line, purchase))))),
    roundToCents(requireTenThousandths(purchase.total)),
  );

/**
 * The cost of one unit of the ingredient with its share of freight and discount; undefined if its unit does not
 * convert.
 */
export function unitCost(
  line: Line,
  purchase: Amounts,
  { unit, conversions }: Pick<Ingredient, 'unit' | 'conversions'>,
): TenThousandths | undefined {
  const displayUnit = displayUnitOf(unit);
  const ratio = ratioOf(line.pack_unit, displayUnit, conversions);
  const quantity =
    BigInt(requireTenThousandths(line.packs)) * BigInt(requireTenThousandths(line.pack_quantity)) * (ratio?.n ?? 0n);
  if (!ratio || quantity === 0n) return undefined;
  const cost = exactCost(line, purchase);
  return toSafeNumber(divideRounded(cost.n * BigInt(SCALE) ** 2n * ratio.d, quantity * cost.d));
}

/** The cost of one unit of an ingredient: 'R$ 39,90 / kg'. */
export const unitCostText = (cost: TenThousandths, { unit }: Pick<Ingredient, 'unit'>): string =>
  priceWithUnit(cost, displayUnitOf(unit));
