import { componentOf, unitOf } from '#domain/business/recipe/components.ts';
import type { RecipeLine } from '#domain/business/recipe/line.ts';
import { convertExactly } from '#domain/units/conversions.ts';
import type { Business } from '#domain/business/state.ts';
import { SCALE, type TenThousandths } from '#domain/decimal.ts';
import { formatQuantity } from '#domain/format.ts';
import { measureOf } from '#domain/units/measure.ts';
import type { RecipeOwner } from '../fields/recipe-owner.ts';

/** A line that is counted in pieces, for a copy of another size: one box stays one box, 2 eggs may become 3. */
export interface PieceLine {
  readonly ingredientId: string;
  readonly name: string;
  /** The quantity in the original: '1 un'. */
  readonly before: string;
  /** The multiplied quantity: '1,5 un'; undefined where four decimals cannot hold it. */
  readonly after: string | undefined;
  /** Tells whether the multiplied quantity is a whole number of pieces: a dozen and a half is, half an egg is not. */
  readonly isWhole: boolean;
}

/** The lines that are counted in pieces, multiplied by the factor. */
export const pieceLines = (state: Business, { lines }: RecipeOwner, factor: TenThousandths): readonly PieceLine[] =>
  lines.flatMap((line: RecipeLine): readonly PieceLine[] => {
    const component = componentOf(state, line.ingredientId);
    const unit = line.ownUnit ?? (component && unitOf(component)) ?? '';
    const { kind, size } = measureOf(unit);
    if (!component || kind !== 'count') return [];
    const exact = convertExactly(line.quantity, { n: BigInt(factor), d: BigInt(SCALE) });
    return [
      {
        ingredientId: component.id,
        name: component.name,
        before: `${formatQuantity(line.quantity)} ${unit}`,
        after: exact === undefined ? undefined : `${formatQuantity(exact)} ${unit}`,
        isWhole: exact !== undefined && (BigInt(exact) * size) % BigInt(SCALE) === 0n,
      },
    ];
  });
