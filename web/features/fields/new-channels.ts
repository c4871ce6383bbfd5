import { DEFAULT_CHANNEL_NAME } from '#domain/business/sales/fields.ts';
import type { SingleCommand } from '#domain/business/commands.ts';
import type { Channel } from '#domain/business/state.ts';
import { newId } from '#web/stores/business/entity-id.ts';
import { inChannel } from './channels-of.ts';

/** The explicit choice of all channels. */
export const ALL_CHANNELS = '*';
/** The prefix of a channel name that stands for a channel still to be made. */
export const NEW_CHANNEL_PREFIX = '+';

/** The question about a cost that is named like an app. */
export const appQuestion = (app: string): string => `Em todas as vendas, ou só ${inChannel({ name: app })}?`;

/**
 * The commands that make a channel; a first channel gets a counter as the main one. @param existing an item for each
 * existing channel
 */
export const channelAdditions = (
  existing: readonly unknown[],
  channel: { readonly id: string; readonly name: string },
): SingleCommand[] => [
  ...(existing.length === 0 ? [{ type: 'AddChannel', id: newId(), name: DEFAULT_CHANNEL_NAME } as const] : []),
  { type: 'AddChannel', ...channel },
];

interface ScopedChange {
  readonly channels?: readonly string[] | null | undefined;
}

/** Puts the commands for missing channels of a scope before the change, as one change. */
export function withNewChannels(
  channels: readonly Channel[],
  command: SingleCommand & ScopedChange,
): readonly SingleCommand[] {
  const name = command.channels?.find((id) => id.startsWith(NEW_CHANNEL_PREFIX))?.slice(NEW_CHANNEL_PREFIX.length);
  if (name === undefined) return [command];
  const id = newId();
  return [...channelAdditions(channels, { id, name }), { ...command, channels: [id] } as SingleCommand];
}
