import { sortMainFirst } from '#domain/business/channel/channels.ts';
import type { Channel } from '#domain/business/state.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import type { Scope } from '#domain/business/channel/fields.ts';

/** The channels, the main one first; empty while they are not loaded. */
export const channelsOf = (business: BusinessStore): readonly Channel[] =>
  business.data('channels').kind === 'known' ? sortMainFirst(business.state) : [];

/** The channels where there are at least two, else none: a single channel is not shown anywhere. */
export const channelsIfSeveral = (channels: readonly Channel[]): readonly Channel[] =>
  channels.length < 2 ? [] : channels;

/**
 * A channel with its preposition: 'no App', 'na Entrega', 'nas Mesas'. The gender is guessed from the first word's
 * ending.
 */
export function inChannel({ name }: Pick<Channel, 'name'>): string {
  const [word = ''] = name.toLowerCase().split(' ');
  if (word.endsWith('as')) return `nas ${name}`;
  if (word.endsWith('os')) return `nos ${name}`;
  return /(?:a|ção|dade)$/.test(word) ? `na ${name}` : `no ${name}`;
}

/** A scope in words: 'só no App e na Entrega'; undefined for a scope of all channels. */
export function onlyIn(channels: readonly Channel[], scope: Scope): string | undefined {
  const names = channels.filter(({ id }) => scope?.includes(id));
  return names.length === 0 ? undefined : `só ${joinTexts(names.map(inChannel))}`;
}

/** Joins texts as a Portuguese sentence does: 'a, b e c'. */
export const joinTexts = (texts: readonly string[]): string =>
  texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} e ${texts.at(-1)}`;
