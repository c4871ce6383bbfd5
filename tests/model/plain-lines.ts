import { lineAnswer } from './plain-answers.ts';
import { type PlainLine, type PlainRecipe, textOf } from './plain-business.ts';
import { isSameScope, scopeOf, scopeRefusal } from './plain-channels.ts';
import { done, isStale, type Outcome, type PlainCall, refused, stale, unknown } from './plain-outcomes.ts';
import { componentOf, depthOf, isCountable, unitOf } from './plain-recipes.ts';

/** The two lists of recipes, whose lines follow the same rules. */

type Rows = 'dishes' | 'preparations';

const notCountable = refused(422, 'unit_not_convertible', ['unit']);
const ALREADY_IN: Record<Rows, Outcome> = {
  dishes: refused(409, 'ingredient_already_in_dish', ['ingredient_id']),
  preparations: refused(409, 'ingredient_already_in_preparation', ['ingredient_id']),
};

const recipeIn = ({ business, params, fields }: PlainCall, rows: Rows): PlainRecipe | undefined => {
  const id = rows === 'dishes' ? (params['dishId'] ?? fields['dish_id']) : params['preparationId'];
  return business[rows].find((row) => row.id === id);
};

export const addLine =
  (rows: Rows) =>
  (call: PlainCall): Outcome => {
    const { business, fields } = call;
    const recipe = recipeIn(call, rows);
    const component = componentOf(business, fields['ingredient_id']);
    if (!recipe) return rows === 'dishes' ? refused(422, 'line_dish_unknown', ['dish_id']) : unknown;
    if (!component) return refused(422, 'component_unknown', ['ingredient_id']);
    if (recipe.lines.some(({ ingredientId }) => ingredientId === component.id)) return ALREADY_IN[rows];
    const unit = textOf(fields['unit'] ?? unitOf(component));
    const line: PlainLine = {
      ingredientId: component.id,
      quantity: Number(fields['quantity']),
      unit,
      channels: scopeOf(fields['channels']),
      version: 1,
    };
    recipe.lines.push(line);
    const longest = Math.max(0, ...business.preparations.map(({ id }) => depthOf(business, id)));
    const refusal =
      longest === Infinity
        ? refused(409, 'recipe_circle')
        : longest > 10
          ? refused(422, 'recipe_too_deep', ['ingredient_id'])
          : isCountable(unit, component)
            ? scopeRefusal(business, line.channels)
            : notCountable;
    if (refusal) recipe.lines.pop();
    if (refusal) return refusal;
    recipe.version += 1;
    return done(201, lineAnswer(business, line));
  };

export const changeLine =
  (rows: Rows) =>
  (call: PlainCall): Outcome => {
    const { business, fields, version } = call;
    const found = lineAt(call, rows);
    const component = found && componentOf(business, found.line.ingredientId);
    if (!found || !component) return unknown;
    const { recipe, line } = found;
    const { quantity, unit, channels } = { ...line, ...fields } as PlainLine;
    if (fields['unit'] !== undefined && !isCountable(unit, component)) return notCountable;
    const refusal = scopeRefusal(business, channels);
    if (refusal) return refusal;
    if (isStale(version, line.version)) return stale(lineAnswer(business, line));
    const isMoved = !isSameScope(channels, line.channels);
    const changes = Number(quantity !== line.quantity) + Number(unit !== line.unit) + Number(isMoved);
    const scope = isMoved ? channels : line.channels;
    Object.assign(line, { quantity, unit, channels: scope, version: line.version + changes });
    recipe.version += changes;
    return done(200, lineAnswer(business, line), changes > 0);
  };

export const removeLine =
  (rows: Rows) =>
  (call: PlainCall): Outcome => {
    const found = lineAt(call, rows);
    if (!found) return unknown;
    const { recipe, line } = found;
    if (isStale(call.version, line.version)) return stale();
    recipe.lines.splice(recipe.lines.indexOf(line), 1);
    recipe.version += 1;
    return done(204);
  };

function lineAt(call: PlainCall, rows: Rows): { recipe: PlainRecipe; line: PlainLine } | undefined {
  const recipe = recipeIn(call, rows);
  const line = recipe?.lines.find(({ ingredientId }) => ingredientId === call.params['ingredientId']);
  return recipe && line && { recipe, line };
}
