import { COUNTER } from '#domain/business/sales/fields.ts';
import type { SingleChange } from '#domain/business/commands.ts';
import type { Channel } from '#domain/business/state.ts';
import { newId } from '#web/stores/business/entity-id.ts';
import { inChannel } from './channels-of.ts';

/** Said in so many words: it is paid in all channels. */
export const IN_ALL = '*';
/** Before the name of a channel that is made together with what counts in it. */
export const TO_BE_MADE = '+';

/** Asked of a cost that is called like an app. */
export const appQuestion = (app: string): string => `Em todas as vendas, ou só ${inChannel({ name: app })}?`;

/** Makes a channel, behind the counter where it is the first. @param there whatever stands for those that are there */
export const channelAdditions = (
  there: readonly unknown[],
  added: { readonly id: string; readonly name: string },
): SingleChange[] => [
  ...(there.length === 0 ? [{ type: 'AddChannel', id: newId(), name: COUNTER } as const] : []),
  { type: 'AddChannel', ...added },
];

interface ScopedChange {
  readonly channels?: readonly string[] | null | undefined;
}

/** The channels that a change counts in and that are not there yet are made first, in one change. */
export function withChannelsMade(
  channels: readonly Channel[],
  change: SingleChange & ScopedChange,
): readonly SingleChange[] {
  const name = change.channels?.find((id) => id.startsWith(TO_BE_MADE))?.slice(TO_BE_MADE.length);
  if (name === undefined) return [change];
  const id = newId();
  return [...channelAdditions(channels, { id, name }), { ...change, channels: [id] } as SingleChange];
}
