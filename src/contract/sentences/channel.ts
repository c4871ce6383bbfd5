import type { ChannelEvent } from '#domain/business/channel/channel.ts';
import { channelFields } from '#domain/business/channel/fields.ts';
import { changePredicates, type Predicates } from './sentence.ts';
import { quoted } from './words.ts';

export const channelPredicates: Predicates<ChannelEvent> = {
  ChannelAdded: (channel) => `cadastrou o canal ${quoted(channel)}${channel.isMain ? ', o principal' : ''}`,
  ...changePredicates('o canal', channelFields),
  MainChannelChanged: ({ name, fromName }) => `fez de “${name}” o canal principal, no lugar de “${fromName}”`,
  ChannelRemoved: (channel) => `excluiu o canal ${quoted(channel)}`,
  ChannelRestored: (channel) => `trouxe de volta o canal ${quoted(channel)}`,
};
