import type { ChannelEvent } from '#domain/business/channel/channel.ts';
import type { Predicates } from './sentence.ts';
import { quoted, renamed } from './words.ts';

export const channelPredicates: Predicates<ChannelEvent> = {
  ChannelAdded: (channel) => `cadastrou o canal ${quoted(channel)}${channel.isMain ? ', o principal' : ''}`,
  ChannelRenamed: (change) => renamed('o canal', change),
  MainChannelChanged: ({ name, fromName }) => `fez de “${name}” o canal principal, no lugar de “${fromName}”`,
  ChannelRemoved: (channel) => `excluiu o canal ${quoted(channel)}`,
  ChannelRestored: (channel) => `trouxe de volta o canal ${quoted(channel)}`,
};
