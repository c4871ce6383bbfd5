import { isSameValue } from '../../same-value.ts';

/** The ids of the channels in which a cost or a line counts; null for all channels, later ones included. */
export type Scope = readonly string[] | null;

/** @param channelId undefined where there are no channels */
export const isInScope = (scope: Scope, channelId: string | undefined): boolean =>
  scope === null || (channelId !== undefined && scope.includes(channelId));

export const isSameScope = (a: Scope, b: Scope): boolean =>
  a === b || isSameValue(a && [...a].toSorted(), b && [...b].toSorted());
