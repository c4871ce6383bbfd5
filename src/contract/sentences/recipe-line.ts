import type { LineOf } from '#domain/business/recipe/line.ts';
import type { Predicates } from './sentence.ts';
import type { DishLineEvent } from '#domain/business/recipe/dish-line.ts';
import type { PreparationLineEvent } from '#domain/business/recipe/preparation-line.ts';
import type { Units } from '#domain/decimal.ts';
import { quantity } from '#domain/format.ts';
import { fromTo, scopeText } from './words.ts';

/** '0,35 kg'; without its unit where the event is from before it was recorded. */
const amount = (units: Units, { unit }: Pick<LineOf, 'unit'>): string =>
  unit === undefined ? quantity(units) : `${quantity(units)} ${unit}`;

/** '“Muçarela” em “Pizza”' */
const inRecipe = (line: LineOf, recipe: string): string => `“${line.ingredientName}” em “${recipe}”`;

export const dishLinePredicates: Predicates<DishLineEvent> = {
  DishIngredientAdded: (line) => `pôs ${inRecipe(line, line.dishName)}: ${amount(line.quantity, line)}`,
  DishIngredientQuantityChanged: (line) =>
    `mudou a quantidade de ${inRecipe(line, line.dishName)} ${fromTo(line, (units) => amount(units, line))}`,
  DishIngredientUnitChanged: (line) => `mudou a unidade de ${inRecipe(line, line.dishName)} ${fromTo(line, String)}`,
  DishIngredientChannelsChanged: (line) => `mudou onde vai ${inRecipe(line, line.dishName)}: ${scopeText(line)}`,
  DishIngredientRemoved: (line) =>
    `tirou “${line.ingredientName}” de “${line.dishName}”, onde havia ${amount(line.quantity, line)}`,
  DishIngredientRestored: (line) => `pôs de volta ${inRecipe(line, line.dishName)}: ${amount(line.quantity, line)}`,
};

export const preparationLinePredicates: Predicates<PreparationLineEvent> = {
  PreparationIngredientAdded: (line) => `pôs ${inRecipe(line, line.preparationName)}: ${amount(line.quantity, line)}`,
  PreparationIngredientQuantityChanged: (line) =>
    `mudou a quantidade de ${inRecipe(line, line.preparationName)} ${fromTo(line, (units) => amount(units, line))}`,
  PreparationIngredientUnitChanged: (line) =>
    `mudou a unidade de ${inRecipe(line, line.preparationName)} ${fromTo(line, String)}`,
  PreparationIngredientRemoved: (line) =>
    `tirou “${line.ingredientName}” de “${line.preparationName}”, onde havia ${amount(line.quantity, line)}`,
  PreparationIngredientRestored: (line) =>
    `pôs de volta ${inRecipe(line, line.preparationName)}: ${amount(line.quantity, line)}`,
};
