import type { Scope } from '#domain/business/channel/scope.ts';
import type { WireField } from './field.ts';

/** The ids of the channels in which an entity counts; null means all. */
export const scope: WireField<Scope, 'channels', string[] | null> = {
  apiName: 'channels',
  toWire: (channels) => channels && [...channels],
  fromWire: (wireValue) => wireValue,
};

/** Fields that may name channels: the scope and the channel prices. */
interface ChannelFields {
  readonly channels?: Scope | undefined;
  readonly prices?: Readonly<Record<string, unknown>> | null | undefined;
}

/** The ids of the channels that a command or a row names. */
export const channelIdsIn = (value: object): readonly string[] => {
  const { channels, prices } = value as ChannelFields;
  return [...(channels ?? []), ...Object.keys(prices ?? {})];
};
