import { observer } from 'mobx-react-lite';
import type { DishFigures } from '#domain/figures/dish-result.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { channelsIfSeveral, channelsOf, inChannel, joinTexts } from '../fields/channels-of.ts';
import styles from './channels.module.css';
import type { Channel } from '#domain/business/state.ts';
import type { TenThousandths } from '#domain/decimal.ts';
import { formatMoney } from '#domain/format.ts';

interface ChannelMargin {
  readonly channel: Channel;
  /** The price; 0 if the dish is not sold there. */
  readonly price: TenThousandths;
  readonly netProfit: TenThousandths;
}

/**
 * The amount that a sale leaves in each channel after all costs, lowest first: 'No App sobra R$ 2,10; no Balcão, R$
 * 15,40.' The verb is repeated where it changes: 'No App falta R$ 1,20; no Balcão sobra R$ 15,40.' Undefined for a dish
 * that is sold nowhere.
 */
export function channelMarginsSentence(margins: readonly ChannelMargin[]): string | undefined {
  const soldChannels = margins
    .filter(({ price }) => price > 0)
    .toSorted((a, b) => a.netProfit - b.netProfit)
    .map(({ channel, netProfit }) => ({
      channelText: inChannel(channel),
      verb: netProfit < 0 ? 'falta' : 'sobra',
      amount: formatMoney(Math.abs(netProfit)),
    }));
  if (soldChannels.length === 0) return undefined;
  const parts = soldChannels.map(({ channelText, verb, amount }, i) =>
    soldChannels[i - 1]?.verb === verb ? `${channelText}, ${amount}` : `${channelText} ${verb} ${amount}`,
  );
  const otherChannels = margins.filter(({ price }) => price === 0).map(({ channel }) => inChannel(channel));
  const notSoldTexts = otherChannels.length === 0 ? [] : [`${joinTexts(otherChannels)} não é vendido`];
  const text = [...parts, ...notSoldTexts].join('; ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** A sentence about the amount that a dish leaves in each channel; hidden while there are fewer than two channels. */
export const ChannelMargins = observer(function ChannelMargins({ figures }: { readonly figures: DishFigures }) {
  const channels = new Map(channelsIfSeveral(channelsOf(useStores().business)).map((channel) => [channel.id, channel]));
  const sentence = channelMarginsSentence(
    figures.channels.flatMap(({ channelId, ...rest }) => {
      const channel = channels.get(channelId);
      return channel ? [{ ...rest, channel }] : [];
    }),
  );
  return sentence === undefined ? null : <p className={`${styles['left']} soft text-15 tabular`}>{sentence}</p>;
});
