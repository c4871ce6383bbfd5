import type { Scope } from '#domain/business/scope.ts';
import type { Field } from './field.ts';

/** In which channels something counts, by their ids; null: in all of them. */
export const scope: Field<Scope, 'channels', string[] | null> = {
  wire: 'channels',
  toWire: (channels) => channels && [...channels],
  fromWire: (sent) => sent,
};
