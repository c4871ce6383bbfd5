import * as v from 'valibot';
import { Id, YearMonth } from '../fields.ts';

/** What a path names. */

export const ById = v.object({ id: Id });
/** YYYY-MM */
export const ByMonth = v.object({ month: YearMonth });
export const ByLine = v.object({ dishId: Id, ingredientId: Id });
export const ByPreparation = v.object({ preparationId: Id });
export const ByPreparationLine = v.object({ preparationId: Id, ingredientId: Id });
