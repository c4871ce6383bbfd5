import * as v from 'valibot';
import { Id } from '../fields.ts';

/** What a path names. */

export const ById = v.object({ id: Id });
export const ByLine = v.object({ dishId: Id, ingredientId: Id });
export const ByPreparation = v.object({ preparationId: Id });
export const ByPreparationLine = v.object({ preparationId: Id, ingredientId: Id });
