import { observer } from 'mobx-react-lite';
import { useStores } from '#web/stores/root-store.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Unfolding } from '#web/ui/unfolding.tsx';
import { severalChannels } from './channels-of.ts';
import { listed } from './in-channel.ts';

const ChannelManager = onDemand(async () => (await import('./channel-manager.tsx')).ChannelManager);

/** The way to the channels, once there are two of them. */
export const ChannelsPart = observer(function ChannelsPart() {
  const channels = severalChannels(useStores().business);
  if (channels.length === 0) return null;
  const names = channels.length > 3 ? `${channels.length} canais` : listed(channels.map(({ name }) => name));
  return (
    <Unfolding label={`Canais de venda: ${names}`} isNeeded={false} isMadeLate>
      <ChannelManager />
    </Unfolding>
  );
});
