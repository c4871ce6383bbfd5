import { type ReactNode, useCallback, useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { WHAT_IF } from '../what-if/address.ts';
import styles from './shell.module.css';
import { TabContent, warmTabs } from './tab-content.tsx';
import { TabNav } from './tab-nav.tsx';
import { tabAddress, tabFrom, type TabKey } from './tabs.ts';

const WhatIfPage = onDemand(
  async () => (await import('../what-if/what-if-page.tsx')).WhatIfPage,
  <Spinner label="Carregando..." />,
);

interface ShellProps {
  readonly header: ReactNode;
  /** Above every tab: what there is to know about the data shown. */
  readonly notice: ReactNode;
  readonly isDirectPaymentUser: boolean;
}

/** What stands around the tabs: header, navigation, notice. On a phone the tabs lie under the thumb. */
export function Shell({ header, notice, isDirectPaymentUser }: ShellProps) {
  const tab = tabFrom(useSearch());
  const [path, navigate] = useLocation();
  const isTrying = path === WHAT_IF;
  const goToTab = useCallback((to: TabKey) => navigate(tabAddress(to)), [navigate]);
  useEffect(warmTabs, []);
  return (
    <div className={styles['shell']}>
      <a className={styles['skip']} href="#conteudo">
        Pular para o conteúdo
      </a>
      {header}
      <TabNav current={isTrying ? undefined : tab} />
      <main id="conteudo" className={styles['main']} tabIndex={-1}>
        {notice}
        {isTrying ? (
          <WhatIfPage />
        ) : (
          <TabContent tab={tab} goToTab={goToTab} isDirectPaymentUser={isDirectPaymentUser} />
        )}
      </main>
    </div>
  );
}
