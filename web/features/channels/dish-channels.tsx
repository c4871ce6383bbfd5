import { observer } from 'mobx-react-lite';
import type { Dish } from '#domain/business/state.ts';
import type { DishFigures } from '#domain/figures/dish-result.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { RowList } from '../entry/row-list.tsx';
import { ExplainedTerm } from '../glossary/explained-term.tsx';
import { ChannelPriceRow } from './channel-price-row.tsx';
import { channelsIfSeveral, channelsOf } from '../fields/channels-of.ts';

interface DishChannelsProps {
  readonly dish: Dish;
  readonly figures: DishFigures;
}

/** The price and margin of a dish in each channel, side by side; hidden while there are fewer than two channels. */
export const DishChannels = observer(function DishChannels({ dish, figures }: DishChannelsProps) {
  const { business } = useStores();
  const channels = channelsIfSeveral(channelsOf(business));
  const mainFigures = figures.channels.find(({ channelId }) => channelId === channels[0]?.id);
  if (!mainFigures) return null;
  return (
    <section className="stack shrinks gap-12" aria-label={`Canais de venda de ${dish.name}`}>
      <h3 className="text-16 weight-600">
        <ExplainedTerm term="channel" name="Em cada canal" />
      </h3>
      <RowList label={`Preço de ${dish.name} em cada canal`}>
        {channels.map((channel) => {
          const channelFigures = figures.channels.find(({ channelId }) => channelId === channel.id);
          return (
            channelFigures && (
              <ChannelPriceRow
                key={channel.id}
                dish={dish}
                channel={channel}
                figures={channelFigures}
                mainFigures={mainFigures}
              />
            )
          );
        })}
      </RowList>
    </section>
  );
});
