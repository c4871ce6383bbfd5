import type { Decisions } from '../decision.ts';
import type { Evolution } from '../draft.ts';
import type { Inverses, Places } from '../inverse.ts';
import { type LineCommand, type LineEvent, recipeLines } from './recipe-lines.ts';

export type DishLineCommand = LineCommand<'Dish'>;
export type DishLineEvent = LineEvent<'Dish'>;

const lines = recipeLines('Dish');

export const dishLineDecisions = lines.decisions as Decisions<DishLineCommand, DishLineEvent>;
export const dishLineEvolution = lines.evolution as Evolution<DishLineEvent, 'dishes'>;
export const dishLineInverses = lines.inverses as Inverses<DishLineEvent>;
export const dishLinePlaces = lines.places as Places<DishLineEvent, 'DishIngredientRemoved'>;
