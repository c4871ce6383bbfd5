import type { Scope } from '#domain/business/channel/scope.ts';
import type { Channel } from '#domain/business/state.ts';
import { namesOfScope, scopeFromNames } from './channel-names.ts';
import { onlyIn } from './in-channel.ts';
import type { ImportColumn } from './import-kind.ts';

/** In which channels something counts, by their names. @param channels the main one first */
export const channelsColumn = (channels: () => readonly Channel[]): ImportColumn<Scope> => ({
  is: 'channels',
  label: 'Canais',
  read: (text) => scopeFromNames(channels(), text),
  written: (scope) => namesOfScope(channels(), scope),
  said: (scope) => onlyIn(channels(), scope) ?? 'em todos os canais',
  isSeldom: true,
  keepsHeld: true,
});
