import type { TenThousandths } from '../../decimal.ts';
import { LIMITS } from '../../limits.ts';
import { type Entity, entityName, fields, type TypesOf, type Values } from '../field.ts';
import { isSameValue } from '../../same-value.ts';

/** The plain fields of a channel: its name. */
export const channelFields = fields({
  name: entityName({
    nameWithArticle: 'o nome',
    label: 'Nome',
    example: 'WhatsApp',
    importHeadings: ['nome', 'canal'],
    max: LIMITS.channelName.max,
    sentence: 'O nome do canal',
    changed: 'ChannelRenamed',
  }),
});

export interface ChannelTypes extends TypesOf<typeof channelFields> {}
export interface ChannelFields extends Values<ChannelTypes> {
  /**
   * Tells whether this is the main channel, which exactly one is. The specified figures are those of the main channel;
   * its price is the sale price.
   */
  readonly isMain: boolean;
}

/** A channel through which dishes are sold: the counter, an app. */
export interface Channel extends Entity, ChannelFields {}

/** Prices by channel id where they differ from the sale price; null when none differs. */
export type ChannelPrices = Readonly<Record<string, TenThousandths>> | null;

/** The ids of the channels in which a cost or a line counts; null for all channels, later ones included. */
export type Scope = readonly string[] | null;

/** @param channelId undefined where there are no channels */
export const isInScope = (scope: Scope, channelId: string | undefined): boolean =>
  scope === null || (channelId !== undefined && scope.includes(channelId));

export const isSameScope = (a: Scope, b: Scope): boolean =>
  a === b || isSameValue(a && [...a].toSorted(), b && [...b].toSorted());
