import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { whenChanged } from '#web/stores/business/when-changed.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { Async } from '#web/ui/async.tsx';
import { OnlyNow } from '../past/only-now.tsx';
import { ReportLink } from '../sales-report/report-link.tsx';
import { MenuList } from './menu-list.tsx';
import styles from './sales.module.css';
import { SalesGrid } from './sales-grid.tsx';
import { SalesReading } from './sales-reading.ts';
import { Weighted } from './weighted.tsx';

/** What was sold, typed month by month, and the figures that follow from it. */
export const Sales = observer(function Sales() {
  const { business } = useStores();
  const [reading] = useState(() => new SalesReading(business));
  useEffect(() => void reading.read(), [reading]);
  useEffect(() => whenChanged(business, () => reading.retry()), [business, reading]);
  return (
    <Async
      of={reading.view}
      onRetry={() => reading.retry()}
      loading="Carregando vendas..."
      failure="Erro ao carregar vendas"
    >
      {({ mix }) => (
        <div className={styles['sales']}>
          {mix && <Weighted mix={mix} />}
          <OnlyNow>
            <div>
              <ReportLink />
            </div>
            <SalesGrid />
          </OnlyNow>
          {mix && <MenuList mix={mix} />}
        </div>
      )}
    </Async>
  );
});
