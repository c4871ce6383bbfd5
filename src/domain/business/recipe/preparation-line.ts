import type { Decisions } from '../decision.ts';
import type { Evolution } from '../draft.ts';
import type { Inverses, Places } from '../inverse.ts';
import { type LineCommand, type LineEvent, recipeLines } from './recipe-lines.ts';

export type PreparationLineCommand = LineCommand<'Preparation'>;
export type PreparationLineEvent = LineEvent<'Preparation'>;

const lines = recipeLines('Preparation');

export const preparationLineDecisions = lines.decisions as Decisions<PreparationLineCommand, PreparationLineEvent>;
export const preparationLineEvolution = lines.evolution as Evolution<PreparationLineEvent, 'preparations'>;
export const preparationLineInverses = lines.inverses as Inverses<PreparationLineEvent>;
export const preparationLinePlaces = lines.places as Places<PreparationLineEvent, 'PreparationIngredientRemoved'>;
