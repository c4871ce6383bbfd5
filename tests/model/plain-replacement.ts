import { inUnits, isAbove, over, type Ratio, ratio, rounded, sum, times } from '#tests/support/reference/ratio.ts';
import { unitRatio } from '#tests/support/reference/units.ts';
import { ingredientAnswer } from './plain-answers.ts';
import type { PlainLine, PlainRecipe, Row } from './plain-business.ts';
import { isSameScope } from './plain-channels.ts';
import { done, type Outcome, type PlainCall, refused, unknown } from './plain-outcomes.ts';
import { displayedPack, rankTyped } from './plain-purchases.ts';
import { withDerivedUnitPrice } from './plain-ingredients.ts';
import { conversionsOf, isCountable, unitOf, usersOf } from './plain-recipes.ts';

/** Replaces one ingredient in every recipe, which adds one to the version of the recipe and of the remaining line. */
export function replaceIngredient({ business, params, fields }: PlainCall): Outcome {
  const old = business.ingredients.find(({ id }) => id === params['id']);
  const by = business.ingredients.find(({ id }) => id === fields['by']);
  const merge = fields['merge'] === true;
  if (!old) return unknown;
  if (!by) return refused(422, 'ingredient_not_there', ['by']);
  if (old === by) return refused(422, 'replaced_by_itself', ['by']);
  const users = usersOf(business, old.id);
  const amounts = users.map((recipe) => amountIn(recipe, old, by));
  const refusal = amounts.find((amount) => 'kind' in amount);
  if (refusal) return refusal;
  users.forEach((recipe, i) => replaceIn(recipe, { old, by, amount: amounts[i] as Amount }));
  if (merge) business.ingredients.splice(business.ingredients.indexOf(old), 1);
  if (merge) business.removedIds.push(old.id);
  return done(200, ingredientAnswer(by), users.length > 0 || merge);
}

interface Amount {
  readonly quantity: number;
  readonly unit: string;
}

const linesIn = ({ lines }: PlainRecipe, old: Row, by: Row) => {
  const [line, beside] = [old, by].map(({ id }) => lines.find(({ ingredientId }) => ingredientId === id));
  return { line: line as PlainLine, beside };
};

/** Writes the sum in the unit of the remaining line, otherwise of the removed one, otherwise in ever smaller ones. */
function amountIn(recipe: PlainRecipe, old: Row, by: Row): Amount | Outcome {
  const { line, beside } = linesIn(recipe, old, by);
  if (beside && !isSameScope(line.channels, beside.channels)) return refused(409, 'replacement_channels');
  const known = [conversionsOf(by), conversionsOf(old)];
  const ratioOfOld = (to: string): Ratio | undefined =>
    known.map((conversions) => unitRatio(line.unit, to, conversions)).find((each) => each !== undefined);
  const units = [...(beside ? [beside.unit] : []), line.unit, unitOf(by), 'g', 'ml', 'un', 'min'].filter(
    (unit) => isCountable(unit, by) && ratioOfOld(unit),
  );
  if (units.length === 0) return refused(422, 'replacement_not_convertible', ['by']);
  for (const unit of units) {
    const parts = [
      times(ratio(line.quantity, 10_000), ratioOfOld(unit) ?? ratio(0)),
      ...(beside
        ? [times(ratio(beside.quantity, 10_000), unitRatio(beside.unit, unit, conversionsOf(by)) ?? ratio(1, 3))]
        : []),
    ];
    const isWritable = parts.every((part) => (10_000n * part.top) % part.bottom === 0n);
    const together = sum(parts);
    if (isWritable && !isTooMuch(together)) return { quantity: inUnits(together), unit };
  }
  return refused(422, 'replacement_unfit', ['by']);
}

/** Returns true for a quantity above 99,999.9999. */
const isTooMuch = (quantity: Ratio): boolean => isAbove(quantity, ratio(999_999_999, 10_000));

function replaceIn(recipe: PlainRecipe, { old, by, amount }: { old: Row; by: Row; amount: Amount }): void {
  const { line, beside } = linesIn(recipe, old, by);
  const kept = beside ?? line;
  const now = { ...kept, ...amount, ingredientId: by.id, version: kept.version + 1 };
  recipe.lines.splice(recipe.lines.indexOf(kept), 1, now);
  if (beside) recipe.lines.splice(recipe.lines.indexOf(line), 1);
  recipe.version += 1;
}

/** Raises the typed price, or the price of the whole pack, by a percentage. */
export function repriceIngredients({ business, fields }: PlainCall): Outcome {
  const ids = fields['ids'] as readonly string[];
  const factor = over(ratio(1_000_000 + Number(fields['percentage'])), ratio(1_000_000));
  const rows = ids.map((id) => business.ingredients.find((row) => row.id === id));
  const prices = rows.map((row) => {
    const purchase = row ? displayedPack(row) : null;
    const before = purchase?.price ?? Number(row?.fields['unit_price'] ?? 0);
    return { purchase, before, after: inUnits(rounded(times(ratio(before, 10_000), factor))) };
  });
  for (const [i, row] of rows.entries()) {
    if (!row) return refused(422, 'ingredient_not_there', [`ids.${i}`]);
    if ((prices[i]?.after ?? 0) > 9_999_999_999) return refused(422, 'price_unfit', ['percentage']);
  }
  let changes = 0;
  for (const [i, row] of rows.entries()) {
    const price = prices[i];
    if (!row || !price || price.before === price.after || rows.indexOf(row) < i) continue;
    const { purchase, after } = price;
    Object.assign(
      row.fields,
      purchase
        ? withDerivedUnitPrice({ ...row.fields, purchase: { ...purchase, price: after } })
        : { unit_price: after },
    );
    rankTyped(business, row, { wasFree: row.fields['free'] === true });
    row.version += 1;
    changes += 1;
  }
  return done(
    200,
    rows.flatMap((row) => (row ? [ingredientAnswer(row)] : [])),
    changes > 0,
  );
}
