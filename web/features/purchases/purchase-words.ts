import { dayText } from '#contract/instants.ts';
import type { MovesBody, PurchaseBody } from '#contract/entities/purchase.schema.ts';
import { toSafeNumber, divideRounded, SCALE, type TenThousandths, requireTenThousandths } from '#domain/decimal.ts';
import type { Ingredient } from '#domain/business/state.ts';
import { roundToCents } from '#domain/figures/displayed-dish.ts';
import { count, percentage, quantity } from '#domain/format.ts';
import { ratioOf } from '#domain/units/conversions.ts';
import { dishCountText, signedMoney } from '../consequences/wording.ts';
import { displayedPrice, displayUnitOf } from '../fields/price-text.ts';

/** Sentences about the effects of a purchase. */

type Move = MovesBody[number];
type MovedDish = Move['dishes'][number];
type Line = PurchaseBody['lines'][number];

const list = new Intl.ListFormat('pt-BR');

/** 'Compra de 12/11/2026, Atacadão' */
export const purchaseTitle = ({ date, supplier }: Pick<PurchaseBody, 'date' | 'supplier'>): string =>
  `Compra de ${dayText(date)}${supplier ? `, ${supplier.name}` : ''}`;

/**
 * 'Muçarela +8,2%: 6 pratos, −R$ 1,10 em cada; Pizza Camarão passa a dar prejuízo.' Several changed prices get one
 * sentence about the dishes.
 */
export function movedSentences(moved: readonly Move[]): readonly string[] {
  if (moved.length === 0) return ['Nenhum preço mudou.'];
  const together = new Map(moved.flatMap((move) => move.dishes.map((dish) => [dish.dish_id, dish] as const)));
  const prices = list.format(moved.map(priceText));
  const effects = effectsText([...together.values()]);
  return moved.length === 1 ? [`${prices}: ${effects}.`] : [`${prices}.`, `No total, ${effects}.`];
}

function priceText({ name, from, to }: Move): string {
  if (from === null) return `${name} (insumo novo)`;
  const [was, is] = [requireTenThousandths(from), requireTenThousandths(to)];
  if (was === 0) return `${name} (agora com preço)`;
  const change = toSafeNumber(divideRounded(BigInt(is - was) * 100n * BigInt(SCALE), BigInt(was)));
  const shown = percentage(change);
  if (shown === percentage(0)) return `${name} quase igual`;
  return `${name} ${change > 0 ? '+' : ''}${shown}`;
}

function effectsText(moved: readonly MovedDish[]): string {
  const changed = moved
    .map(({ name, net_profit_from, net_profit_to }) => ({
      name,
      was: requireTenThousandths(net_profit_from),
      is: requireTenThousandths(net_profit_to),
    }))
    .filter(({ was, is }) => roundToCents(was) !== roundToCents(is));
  if (changed.length === 0) return 'nenhum prato muda';
  const losing = changed.filter(({ was, is }) => was >= 0 && is < 0).map(({ name }) => name);
  const winning = changed.filter(({ was, is }) => was < 0 && is >= 0).map(({ name }) => name);
  const range = rangeText(changed.map(({ was, is }) => roundToCents(is) - roundToCents(was)));
  return [
    `${dishCountText(changed.length)}, ${range}${changed.length === 1 ? '' : ' em cada'}`,
    ...(losing.length === 0 ? [] : [`${namesText(losing)} ${losing.length === 1 ? 'passa' : 'passam'} a dar prejuízo`]),
    ...(winning.length === 0
      ? []
      : [`${namesText(winning)} ${winning.length === 1 ? 'deixa' : 'deixam'} de dar prejuízo`]),
  ].join('; ');
}

/** '−R$ 1,10', 'de −R$ 0,40 a −R$ 1,10' */
function rangeText(differences: readonly TenThousandths[]): string {
  const sorted = differences.toSorted((a, b) => Math.abs(a) - Math.abs(b));
  const [least = 0, most = 0] = [sorted.at(0), sorted.at(-1)];
  return least === most ? signedMoney(most) : `de ${signedMoney(least)} a ${signedMoney(most)}`;
}

const NAMED = 3;

const namesText = (names: readonly string[]): string =>
  names.length > NAMED + 1
    ? `${names.slice(0, NAMED).join(', ')} e mais ${count(names.length - NAMED)}`
    : list.format(names);

/** '3 × 25 kg'; '2,5 kg' if the pack is one unit. */
export function boughtText({ packs, pack_quantity, pack_unit }: Line): string {
  const [number, content] = [requireTenThousandths(packs), requireTenThousandths(pack_quantity)];
  if (content === SCALE) return `${quantity(number)} ${pack_unit}`;
  return number === SCALE
    ? `${quantity(content)} ${pack_unit}`
    : `${quantity(number)} × ${quantity(content)} ${pack_unit}`;
}

/**
 * The cost of one unit of the ingredient with its share of freight and discount; undefined if its unit does not
 * convert.
 */
export function unitCost(
  line: Line,
  { unit, conversions }: Pick<Ingredient, 'unit' | 'conversions'>,
): TenThousandths | undefined {
  const shownIn = displayUnitOf(unit);
  const ratio = ratioOf(line.pack_unit, shownIn, conversions);
  const bought =
    BigInt(requireTenThousandths(line.packs)) * BigInt(requireTenThousandths(line.pack_quantity)) * (ratio?.n ?? 0n);
  if (!ratio || bought === 0n) return undefined;
  return toSafeNumber(divideRounded(BigInt(requireTenThousandths(line.cost)) * BigInt(SCALE) ** 2n * ratio.d, bought));
}

/** 'R$ 39,90 / kg' */
export const unitCostText = (cost: TenThousandths, { unit }: Pick<Ingredient, 'unit'>): string =>
  displayedPrice(cost, displayUnitOf(unit));
