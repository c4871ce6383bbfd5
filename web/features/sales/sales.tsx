import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { whenChanged } from '#web/stores/business/watch-business.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { RemoteDataView } from '#web/ui/remote-data-view.tsx';
import { PresentOnly } from '../past/past-stores.tsx';
import { ReportLink } from '../navigation/links.tsx';
import { MenuList } from './menu-list.tsx';
import { RevenueDifferences } from './revenue-differences.tsx';
import { SalesGrid } from './sales-grid.tsx';
import { SalesLoader } from '../mix/sales-loader.ts';
import { WeightedFigures } from './weighted-figures.tsx';

/** The sales of each month, and the figures that follow from them. */
export const Sales = observer(function Sales() {
  const { business } = useStores();
  const [reading] = useState(() => new SalesLoader(business));
  useEffect(() => void reading.load(), [reading]);
  useEffect(() => {
    if (business.mix.data.kind === 'failed') void business.mix.read();
  }, [business]);
  useEffect(() => whenChanged(business, () => reading.retry()), [business, reading]);
  // Sales refer to dishes and channels, and their figures to costs and settings.
  const parts = business.data('dishes', 'channels', 'settings');
  return (
    <RemoteDataView
      data={parts.kind === 'known' ? reading.data : parts}
      onRetry={() => {
        if (parts.kind === 'failed') void business.reader.retry();
        reading.retry();
      }}
      loading="Carregando vendas..."
      failure="Erro ao carregar vendas"
    >
      {() => (
        <RemoteDataView
          data={business.mix.data}
          onRetry={() => business.mix.read()}
          loading="Carregando vendas..."
          failure="Erro ao carregar vendas"
        >
          {(mix) => (
            <div className="stack gap-24">
              {mix && <WeightedFigures mix={mix} />}
              <RevenueDifferences />
              <PresentOnly>
                <div>
                  <ReportLink />
                </div>
                <SalesGrid />
              </PresentOnly>
              {mix && <MenuList mix={mix} />}
            </div>
          )}
        </RemoteDataView>
      )}
    </RemoteDataView>
  );
});
