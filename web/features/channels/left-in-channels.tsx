import { observer } from 'mobx-react-lite';
import type { DishFigures } from '#domain/figures/dish-result.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { severalChannels } from '../fields/channels-of.ts';
import styles from './left-in-channels.module.css';
import { leftSentence } from './left-sentence.ts';

/** What a dish leaves in each channel, in a sentence; nothing while there are no two of them. */
export const LeftInChannels = observer(function LeftInChannels({ figures }: { readonly figures: DishFigures }) {
  const channels = new Map(severalChannels(useStores().business).map((channel) => [channel.id, channel]));
  const sentence = leftSentence(
    figures.channels.flatMap(({ channelId, ...left }) => {
      const channel = channels.get(channelId);
      return channel ? [{ ...left, channel }] : [];
    }),
  );
  return sentence === undefined ? null : <p className={`${styles['left']} soft text-15 tabular`}>{sentence}</p>;
});
