import { observer } from 'mobx-react-lite';
import { useStores } from '#web/stores/root-store.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Unfolding } from '#web/ui/unfolding.tsx';
import { channelsOf } from '../fields/channels-of.ts';

const Sales = onDemand(async () => (await import('./sales.tsx')).Sales);

/** The way to what is sold: an invitation until the first sale, which makes the first channel. */
export const SalesPart = observer(function SalesPart() {
  const { business } = useStores();
  // Whether there are any is not always known.
  if (business.view('channels').kind !== 'known') return null;
  // Whoever has channels knows of it, whether or not something of them was sold. What was sold is in view at once; where
  // nothing was, sales are read once this is opened.
  const hasBegun = channelsOf(business).length > 0;
  const isSelling = business.mix.kind === 'known' && business.mix.value !== null;
  return (
    <Unfolding
      label={hasBegun ? 'Pelo que você vende' : 'Conte o que vendeu e o número fica exato'}
      isNeeded={isSelling}
      isMadeLate
    >
      <Sales />
    </Unfolding>
  );
});
