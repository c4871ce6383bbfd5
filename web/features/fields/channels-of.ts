import { mainFirst } from '#domain/business/channel/channels.ts';
import type { Channel } from '#domain/business/state.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';

/** The main one first; none while they are not known. */
export const channelsOf = (business: BusinessStore): readonly Channel[] =>
  business.view('channels').kind === 'known' ? mainFirst(business.state) : [];

/** What is there to be told apart; with fewer than two nothing of channels is on any screen. */
export function severalChannels(business: BusinessStore): readonly Channel[] {
  const channels = channelsOf(business);
  return channels.length < 2 ? [] : channels;
}
