import { isSameValue } from '../../same-value.ts';

/** In which channels something counts, by their ids; null: in all of them, also in those that are yet to come. */
export type Scope = readonly string[] | null;

/** `channelId`: undefined where there are no channels. */
export const countsIn = (scope: Scope, channelId: string | undefined): boolean =>
  scope === null || (channelId !== undefined && scope.includes(channelId));

export const isSameScope = (a: Scope, b: Scope): boolean =>
  a === b || isSameValue(a && [...a].toSorted(), b && [...b].toSorted());
