import type { Scope } from '#domain/business/channel/scope.ts';
import type { Field } from './field.ts';

/** The ids of the channels in which something counts; null means all. */
export const scope: Field<Scope, 'channels', string[] | null> = {
  wire: 'channels',
  toWire: (channels) => channels && [...channels],
  fromWire: (sent) => sent,
};

/** What may name channels: where it counts, or what it costs there. */
interface NamesChannels {
  readonly channels?: Scope | undefined;
  readonly prices?: Readonly<Record<string, unknown>> | null | undefined;
}

/** The ids of the channels that a command or a row names. */
export const channelsNamedIn = (named: object): readonly string[] => {
  const { channels, prices } = named as NamesChannels;
  return [...(channels ?? []), ...Object.keys(prices ?? {})];
};
