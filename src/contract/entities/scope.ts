import type { Scope } from '#domain/business/channel/scope.ts';
import type { WireField } from './field.ts';

/** The ids of the channels in which an entity counts; null means all. */
export const scope: WireField<Scope, 'channels', string[] | null> = {
  wire: 'channels',
  toWire: (channels) => channels && [...channels],
  fromWire: (sent) => sent,
};

/** Fields that may name channels: the scope and the channel prices. */
interface NamesChannels {
  readonly channels?: Scope | undefined;
  readonly prices?: Readonly<Record<string, unknown>> | null | undefined;
}

/** The ids of the channels that a command or a row names. */
export const channelsNamedIn = (named: object): readonly string[] => {
  const { channels, prices } = named as NamesChannels;
  return [...(channels ?? []), ...Object.keys(prices ?? {})];
};
