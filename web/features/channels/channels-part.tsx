import { observer } from 'mobx-react-lite';
import { useStores } from '#web/stores/root-store.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { PresentOnly } from '../past/past-stores.tsx';
import { channelsIfSeveral, channelsOf, joinTexts } from '../fields/channels-of.ts';

const ChannelManager = onDemand(async () => (await import('./channel-manager.tsx')).ChannelManager);

const FirstChannels = onDemand(async () => (await import('./first-channels.tsx')).FirstChannels);

/** A link to the channels, or the form for the first two. */
export const ChannelsPart = observer(function ChannelsPart() {
  const { business } = useStores();
  const channels = channelsIfSeveral(channelsOf(business));
  // An empty list may also be a list that is not loaded.
  if (channels.length === 0)
    return business.data('channels').kind === 'known' ? (
      <PresentOnly>
        <Disclosure label="Vende também por aplicativo ou entrega?" isNeeded={false} isRenderedOnOpen>
          <FirstChannels />
        </Disclosure>
      </PresentOnly>
    ) : null;
  const names = channels.length > 3 ? `${channels.length} canais` : joinTexts(channels.map(({ name }) => name));
  return (
    <Disclosure label={`Canais de venda: ${names}`} isNeeded={false} isRenderedOnOpen>
      <ChannelManager />
    </Disclosure>
  );
});
