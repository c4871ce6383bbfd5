import { observer } from 'mobx-react-lite';
import { useSearch } from 'wouter';
import { useStores } from '#web/stores/root-store.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Unfolding } from '#web/ui/unfolding.tsx';
import { channelsOf } from '../channels/channels-of.ts';

const Sales = onDemand(async () => (await import('./sales.tsx')).Sales);

/** The way to what is sold: an invitation until the first sale, which makes the first channel. */
export const SalesPart = observer(function SalesPart() {
  // Whoever has channels knows of it, whether or not something of them was sold: sales are read once this is opened.
  const hasBegun = channelsOf(useStores().business).length > 0;
  const isAskedFor = new URLSearchParams(useSearch()).has('vendas');
  return (
    <Unfolding
      label={hasBegun ? 'Pelo que você vende' : 'Conte o que vendeu e o número fica exato'}
      isNeeded={false}
      isOpenAtFirst={isAskedFor}
      isMadeLate
    >
      <Sales />
    </Unfolding>
  );
});
