import type { BusinessStore } from '#web/stores/business-store.ts';
import { channelsIfSeveral, channelsOf, inChannel } from '../fields/channels-of.ts';
import type { Mix } from './sales-loader.ts';
import type { SentenceContext } from './sentences.ts';

/** The figures weighted by sales, to show beside the specified ones. */
export interface WeightedMix {
  readonly mix: Mix;
  /** Tells whether they are older than the data on screen and being read again. */
  readonly isOld: boolean;
}

/** The weighted figures; undefined without sales, and while they are loading or could not be read again. */
export function weightedMixOf({ mix: { data, isOutdated } }: BusinessStore): WeightedMix | undefined {
  if (data.kind !== 'known' || data.staleSince || data.value === null) return undefined;
  return { mix: data.value, isOld: isOutdated };
}

/** The context of the sentences about the business. */
export function sentenceContextOf(business: BusinessStore): SentenceContext {
  const [main] = channelsIfSeveral(channelsOf(business));
  return { mix: weightedMixOf(business)?.mix, mainChannelText: main && inChannel(main) };
}
