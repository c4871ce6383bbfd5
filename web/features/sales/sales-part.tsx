import { observer } from 'mobx-react-lite';
import { useStores } from '#web/stores/root-store.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { channelsOf } from '../fields/channels-of.ts';

const Sales = onDemand(async () => (await import('./sales.tsx')).Sales);

/** A link to the sales; before the first sale an invitation to enter it, which makes the first channel. */
export const SalesPart = observer(function SalesPart() {
  const { business } = useStores();
  // An empty list may also be a list that is not loaded.
  if (business.data('channels').kind !== 'known') return null;
  // An owner with channels knows the sales, with or without any. Existing sales are visible at once; without any they
  // are read when the section is opened.
  const hasChannels = channelsOf(business).length > 0;
  const hasSales = business.mix.hasSales;
  return (
    <Disclosure
      label={hasChannels ? 'Pelo que você vende' : 'Conte o que vendeu e o número fica exato'}
      isNeeded={hasSales}
      isRenderedOnOpen
    >
      <Sales />
    </Disclosure>
  );
});
