import { isSameValue } from '../../same-value.ts';
import type { EntityReference } from '../entity-reference.ts';
import type { SingleRefusal, UndoRefusal } from '../refusals.ts';
import type { Business } from '../state.ts';

/** In which channels something counts, by their ids; null: in all of them, also in those that are yet to come. */
export type Scope = readonly string[] | null;

type Channels = Pick<Business, 'channels'>;

/** `channelId`: undefined where there are no channels. */
export const countsIn = (scope: Scope, channelId: string | undefined): boolean =>
  scope === null || (channelId !== undefined && scope.includes(channelId));

export const isSameScope = (a: Scope, b: Scope): boolean =>
  a === b || isSameValue(a && [...a].toSorted(), b && [...b].toSorted());

/** What the channels of a scope are called; none where it is all of them. */
export const namesIn = ({ channels }: Channels, scope: Scope): readonly string[] =>
  (scope ?? []).flatMap((id) => channels.get(id)?.name ?? []);

const isThere = ({ channels }: Channels, scope: Scope): boolean =>
  scope === null || scope.every((id) => channels.has(id));

/** Why something cannot be said to count there; undefined where it can. */
export const scopeRefusal = (state: Channels, scope: Scope | undefined): SingleRefusal | undefined =>
  scope === undefined || isThere(state, scope) ? undefined : { refusal: 'channel_not_there', field: 'channels' };

/** Why what counts there cannot come back; undefined where it can. */
export const goneChannel = (state: Channels, entity: EntityReference, scope: Scope): UndoRefusal | undefined =>
  isThere(state, scope) ? undefined : { refusal: 'channel_gone', entity };
