import type { Channel } from '#domain/business/state.ts';
import type { Scope } from '#domain/business/channel/scope.ts';

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
