import type { BusinessStore } from '#web/stores/business-store.ts';
import { severalChannels, inChannel } from '../fields/channels-of.ts';
import type { Mix } from './sales-reading.ts';
import type { SentenceContext } from './sentences.ts';

/** The figures by what is sold, to stand beside the specified ones. */
export interface MixBeside {
  readonly mix: Mix;
  /** Are they from before what is shown, and being read again? */
  readonly isOld: boolean;
}

/** undefined where nothing is sold, and where it is not known: what could not be read again stands beside nothing. */
export function mixBeside({ mix, isMixOld }: Pick<BusinessStore, 'mix' | 'isMixOld'>): MixBeside | undefined {
  if (mix.kind !== 'known' || mix.keptFrom || mix.value === null) return undefined;
  return { mix: mix.value, isOld: isMixOld };
}

/** What the sentences below the figures are about. */
export function toldOf(business: BusinessStore): SentenceContext {
  const [main] = severalChannels(business);
  return { mix: mixBeside(business)?.mix, where: main && inChannel(main) };
}
