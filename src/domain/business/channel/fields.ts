import type { Units } from '../../decimal.ts';
import { LIMITS } from '../../limits.ts';
import { type Entity, entityName, fields, type TypesOf, type Values } from '../field.ts';

/** The plain fields of a channel: its name. */
export const channelFields = fields({
  name: entityName({
    the: 'o nome',
    label: 'Nome',
    example: 'WhatsApp',
    headings: ['nome', 'canal'],
    max: LIMITS.channelName.max,
    sentence: 'O nome do canal',
    changed: 'ChannelRenamed',
  }),
});

export interface ChannelTypes extends TypesOf<typeof channelFields> {}
export interface ChannelFields extends Values<ChannelTypes> {
  /** Of exactly one, as soon as there are channels: the specified figures are its figures, its price is the sale price. */
  readonly isMain: boolean;
}

/** Where dishes are sold: at the counter, through an app. */
export interface Channel extends Entity, ChannelFields {}

/** What a dish costs in channels other than the main one, by their ids; null where all are its sale price. */
export type ChannelPrices = Readonly<Record<string, Units>> | null;
