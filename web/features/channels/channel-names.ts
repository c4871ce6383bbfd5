import type { Scope } from '#domain/business/scope.ts';
import type { Channel } from '#domain/business/state.ts';
import { plainName } from '../entry/equal-name.ts';

/** Written where something counts in all channels. */
const ALL = 'todos';

/** Channels by their names, as a cell has them: 'Balcão, App'; a name in quotes that would be taken for something else. */
export const namesOfScope = (channels: readonly Channel[], scope: Scope): string =>
  scope === null
    ? ALL
    : channels
        .filter(({ id }) => scope.includes(id))
        .map(({ name }) => (/[",]|^\s|\s$/.test(name) || plainName(name) === ALL ? quoted(name) : name))
        .join(', ');

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

type ScopeReading = { readonly ok: true; readonly value: Scope } | { readonly ok: false; readonly sentence: string };

/** The other way round. Nothing is all channels. */
export function scopeFromNames(channels: readonly Channel[], text: string): ScopeReading {
  if (text.trim() === '' || plainName(text) === ALL) return { ok: true, value: null };
  const ids: string[] = [];
  for (const name of namesIn(text)) {
    const channel = channelNamed(channels, name);
    if (!channel) return { ok: false, sentence: unknownSentence(channels, name) };
    if (!ids.includes(channel.id)) ids.push(channel.id);
  }
  return { ok: true, value: ids };
}

const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(/\s*(?:"((?:[^"]|"")*)"|([^,]+?))\s*(?:,|$)/g)].map(
    ([, inQuotes, plain = '']) => inQuotes?.replaceAll('""', '"') ?? plain,
  );

/** The one that is called exactly so, else one that is called nearly so. */
const channelNamed = (channels: readonly Channel[], name: string): Channel | undefined =>
  channels.find((channel) => channel.name === name) ??
  channels.find((channel) => plainName(channel.name) === plainName(name));

function unknownSentence(channels: readonly Channel[], name: string): string {
  const said = `Não há um canal “${name}”.`;
  if (channels.length < 2) return `${said} Deixe vazio, ou cadastre os canais antes.`;
  return `${said} Há ${channels.map((channel) => `“${channel.name}”`).join(', ')}.`;
}
