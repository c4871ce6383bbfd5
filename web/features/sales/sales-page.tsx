import { observer } from 'mobx-react-lite';
import { useStores } from '#web/stores/root-store.tsx';
import { RemoteDataView } from '#web/ui/remote-data-view.tsx';
import { Section } from '#web/ui/section.tsx';
import { ChannelsPart } from '../channels/channels-part.tsx';
import { Disagreement } from '../mix/weighted-value.tsx';
import { PresentOnly } from '../past/past-stores.tsx';
import { RealCmv } from '../real-cmv/real-cmv.tsx';
import { Sales } from './sales.tsx';

/** The page of sales, goal and menu engineering. */
export const SalesPage = observer(function SalesPage() {
  const { business } = useStores();
  return (
    <>
      <Disagreement />
      <Section
        title="Vendas"
        explanation="Conte o que vendeu e os números ficam exatos: quanto falta para a sua meta e quais pratos valem mais."
      >
        <RemoteDataView
          data={business.data('dishes', 'channels', 'settings')}
          onRetry={() => business.reader.retry()}
          loading="Carregando vendas..."
          failure="Erro ao carregar vendas"
        >
          {() => (
            <>
              <Sales />
              <PresentOnly>
                <RealCmv />
              </PresentOnly>
              <ChannelsPart />
            </>
          )}
        </RemoteDataView>
      </Section>
    </>
  );
});
