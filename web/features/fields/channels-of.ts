import { mainFirst } from '#domain/business/channel/channels.ts';
import type { Channel } from '#domain/business/state.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import type { Scope } from '#domain/business/channel/scope.ts';

/** The main one first; none while they are not known. */
export const channelsOf = (business: BusinessStore): readonly Channel[] =>
  business.view('channels').kind === 'known' ? mainFirst(business.state) : [];

/** What is there to be told apart; with fewer than two nothing of channels is on any screen. */
export function severalChannels(business: BusinessStore): readonly Channel[] {
  const channels = channelsOf(business);
  return channels.length < 2 ? [] : channels;
}

/**
 * 'no App', 'na Entrega', 'nas Mesas'. Nobody says which gender the name of a channel has: its first word ends like most
 * words of one do.
 */
export function inChannel({ name }: Pick<Channel, 'name'>): string {
  const [word = ''] = name.toLowerCase().split(' ');
  if (word.endsWith('as')) return `nas ${name}`;
  if (word.endsWith('os')) return `nos ${name}`;
  return /(?:a|ção|dade)$/.test(word) ? `na ${name}` : `no ${name}`;
}

/** 'só no App e na Entrega'; undefined where it counts in all of them. */
export function onlyIn(channels: readonly Channel[], scope: Scope): string | undefined {
  const where = channels.filter(({ id }) => scope?.includes(id));
  return where.length === 0 ? undefined : `só ${listed(where.map(inChannel))}`;
}

/** 'a, b e c' */
export const listed = (texts: readonly string[]): string =>
  texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} e ${texts.at(-1)}`;
