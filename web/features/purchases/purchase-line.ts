import type { WireBody } from '#contract/endpoint.ts';
import type { OwnerContract } from '#contract/owner.ts';
import { AMOUNTS, readAmount } from '#domain/amounts.ts';
import type { Pack } from '#domain/business/ingredient/price.ts';
import type { Ingredient } from '#domain/business/state.ts';
import { fromTenThousandths, SCALE, type TenThousandths } from '#domain/decimal.ts';
import { readUnit } from '#domain/names.ts';
import { displayUnitOf } from '#domain/units/measure.ts';
import type { FieldReading } from '#domain/business/field.ts';
import { NEW_INGREDIENT } from '../fields/new-ingredient.ts';
import { packField } from '../fields/pack-field.ts';

/** The body of the request that enters a purchase. */
export type PurchaseInput = WireBody<OwnerContract['enterPurchase']>;

/** The choice for a paid item that is not an ingredient, such as detergent. */
export const NOT_INGREDIENT = 'not-food';

/** The typed texts of a purchase line. */
export interface LineTexts {
  /** The id of an ingredient, `NEW_INGREDIENT` or `NOT_INGREDIENT`; empty while nothing is chosen. */
  readonly item: string;
  /** The name of an item that is not in the list, or a typed one while nothing is chosen. */
  readonly name: string;
  readonly packs: string;
  /** The content of one pack: '12 × 395 g'. */
  readonly pack: string;
  readonly price: string;
}

export type LineField = Exclude<keyof LineTexts, 'name'>;
export type LineErrors = { readonly [Field in LineField]?: string };

export const EMPTY_LINE: LineTexts = { item: '', name: '', packs: '1', pack: '', price: '' };

interface PurchaseLine extends Pick<LineTexts, 'item' | 'name'> {
  readonly packs: TenThousandths;
  readonly quantity: TenThousandths;
  readonly unit: string;
  readonly price: TenThousandths;
}

type LineReading =
  { readonly ok: true; readonly line: PurchaseLine } | { readonly ok: false; readonly errors: LineErrors };

/** The content of an ingredient's pack at its last purchase, or else one of its unit: 'kg'. */
export const packTextOf = ({ pack, unit }: Pick<Ingredient, 'pack' | 'unit'>): string =>
  pack ? packField.toInputText(pack) : unit;

const packOf = (quantity: TenThousandths, unit: string): Pack => ({ price: 0, quantity, unit, label: null });

/** Reads '12 × 395 g' or '5 kg'; a unit alone means one of it. */
export function readPackContent(text: string): FieldReading<Pack> {
  const unit = /\d/.test(text) ? undefined : readUnit(text);
  if (unit?.ok) return { ok: true, value: packOf(SCALE, unit.name) };
  const pack = packField.read(text);
  if (!pack.ok) return pack;
  if (pack.value) return { ok: true, value: pack.value };
  return { ok: false, sentence: 'Diga quanto vem em cada um: 5 kg, 12 × 395 g, un.' };
}

const itemProblem = (name: string): string =>
  name === '' ? 'Escolha o insumo, ou escreva um novo.' : `Escolha “${name}” na lista, ou toque em insumo novo.`;

/** Reads the texts of a line; without an ingredient, the line is one pack of one piece. */
export function readLine({ item, name, ...texts }: LineTexts): LineReading {
  const isIngredient = item !== NOT_INGREDIENT;
  const packs = readAmount(isIngredient ? texts.packs : '1', AMOUNTS.packs);
  const content = isIngredient ? readPackContent(texts.pack) : { ok: true as const, value: packOf(SCALE, 'un') };
  const price = readAmount(texts.price, AMOUNTS.purchaseTotal);
  if (item !== '' && packs.ok && content.ok && price.ok) {
    const { quantity, unit } = content.value;
    return { ok: true, line: { item, name, packs: packs.tenThousandths, quantity, unit, price: price.tenThousandths } };
  }
  return {
    ok: false,
    errors: {
      ...(item === '' && { item: itemProblem(name) }),
      ...(!packs.ok && { packs: packs.sentence }),
      ...(item !== '' && !content.ok && { pack: content.sentence }),
      ...(!price.ok && { price: price.sentence }),
    },
  };
}

/**
 * Writes a line for the request. A new ingredient gets the display unit of its pack's unit: kg if the pack is in grams.
 */
export function lineInput(
  { item, name, packs, quantity, unit }: PurchaseLine,
  total: TenThousandths,
): PurchaseInput['lines'][number] {
  const itemBody =
    item === NEW_INGREDIENT
      ? { new: { name, unit: displayUnitOf(unit) } }
      : item === NOT_INGREDIENT
        ? { ingredient_id: null, description: name }
        : { ingredient_id: item };
  return {
    ...itemBody,
    packs: fromTenThousandths(packs),
    pack_quantity: fromTenThousandths(quantity),
    pack_unit: unit,
    total: fromTenThousandths(total),
  };
}

const FIELD_BY_WIRE_NAME: Readonly<Record<string, LineField>> = {
  ingredient_id: 'item',
  new: 'item',
  description: 'item',
  packs: 'packs',
  pack_quantity: 'pack',
  pack_unit: 'pack',
  total: 'price',
};

/** The server's sentences about lines, by the index of the sent line: 3 for 'lines.3.pack_unit'. */
export function errorsByLine(fields: Readonly<Record<string, string>>): ReadonlyMap<number, LineErrors> {
  const errors = new Map<number, LineErrors>();
  for (const [path, sentence] of Object.entries(fields)) {
    const [, index, name = ''] = /^lines\.(\d+)\.(\w+)/.exec(path) ?? [];
    const field = FIELD_BY_WIRE_NAME[name];
    // The question about a unit is answered in the field for the pack.
    const text =
      field === 'pack' && sentence.endsWith('?') ? `${sentence} Escreva aqui quanto tem, como 5 kg.` : sentence;
    if (field) errors.set(Number(index), { ...errors.get(Number(index)), [field]: text });
  }
  return errors;
}
