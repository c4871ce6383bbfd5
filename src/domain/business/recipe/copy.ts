import { componentOf } from './components.ts';
import type { ComponentReference, RecipeLine } from './line.ts';
import { type TenThousandths, SCALE } from '../../decimal.ts';
import { LIMITS } from '../../limits.ts';
import { convertExactly } from '../../units/conversions.ts';
import { componentReference } from './recipe.ts';
import type { SingleRefusal } from '../refusals.ts';
import type { Business } from '../state.ts';

/** The name of a copy, 'Pizza (cópia)'; a long name is shortened. */
export function nameForCopy(name: string): string {
  const ending = ' (cópia)';
  const room = LIMITS.name.max - Array.from(ending).length;
  return Array.from(name).slice(0, room).join('').trimEnd() + ending;
}

/** A quantity times a factor; undefined where the product has more than four decimals or is out of range. */
export function multiplied(
  quantity: TenThousandths,
  factor: TenThousandths,
  { max }: { readonly max: TenThousandths },
): TenThousandths | undefined {
  const exact = convertExactly(quantity, { n: BigInt(factor), d: BigInt(SCALE) });
  return exact === undefined || exact > max ? undefined : exact;
}

type CopiedLine = ComponentReference & {
  readonly quantity: TenThousandths;
  readonly ownUnit?: string;
  readonly channels?: readonly string[];
};

/** Differences between a copy and its original. */
export interface CopyOptions {
  readonly factor?: TenThousandths | undefined;
  /** The ids of the ingredients and preparations whose quantities are not multiplied, such as the box of a pizza. */
  readonly keep?: readonly string[] | undefined;
}

/** The lines of a copy, as carried by the events that add them. */
export function copyLines(
  state: Business,
  lines: readonly RecipeLine[],
  { factor = SCALE, keep = [] }: CopyOptions,
): readonly CopiedLine[] | SingleRefusal {
  const stranger = keep.findIndex((id) => !lines.some((line) => line.ingredientId === id));
  if (stranger !== -1) return { refusal: 'kept_line_unknown', index: stranger };
  const copies: CopiedLine[] = [];
  for (const line of lines) {
    const isKept = keep.includes(line.ingredientId);
    const quantity = isKept ? line.quantity : multiplied(line.quantity, factor, LIMITS.quantity);
    const { name } = componentOf(state, line.ingredientId) ?? { name: '' };
    if (quantity === undefined) return { refusal: 'factor_unfit', what: name };
    const place = componentReference(state, line);
    copies.push({
      ...place,
      quantity,
      ...(place.unit === undefined ? {} : { ownUnit: place.unit }),
      ...(line.channels === null ? {} : { channels: line.channels }),
    });
  }
  return copies;
}

export const isRefusedCopy = (copies: readonly CopiedLine[] | SingleRefusal): copies is SingleRefusal =>
  'refusal' in copies;
