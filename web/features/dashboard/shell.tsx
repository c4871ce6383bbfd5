import { type ReactNode, useCallback, useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { addressAsOf, asOfFrom } from '../past/as-of.ts';
import { PastBand } from '../past/past-band.tsx';
import { PastStores } from '../past/past-stores.tsx';
import { ScreenContent } from './screen-content.tsx';
import { screenFrom, screenOf } from './screens.ts';
import styles from './shell.module.css';
import { TabContent, warmTabs } from './tab-content.tsx';
import { TabNav } from './tab-nav.tsx';
import { tabAddress, tabFrom, type TabKey } from './tabs.ts';

interface ShellProps {
  readonly header: ReactNode;
  /** Above every tab: what there is to know about the data shown. */
  readonly notice: ReactNode;
  readonly isDirectPaymentUser: boolean;
}

/** What stands around the tabs: header, navigation, notice. On a phone the tabs lie under the thumb. */
export function Shell({ header, notice, isDirectPaymentUser }: ShellProps) {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const screen = screenFrom(path);
  const tab = screen === undefined ? tabFrom(search) : screenOf(screen).tab;
  // Other screens are about all of time.
  const asOf = screen === undefined ? asOfFrom(search) : undefined;
  const goToTab = useCallback((to: TabKey) => navigate(addressAsOf(tabAddress(to), asOf)), [navigate, asOf]);
  useEffect(warmTabs, []);
  const content =
    screen === undefined ? (
      <TabContent tab={tab} goToTab={goToTab} isDirectPaymentUser={isDirectPaymentUser} />
    ) : (
      <ScreenContent screen={screen} />
    );
  return (
    <div className={styles['shell']}>
      <a className={styles['skip']} href="#conteudo">
        Pular para o conteúdo
      </a>
      {header}
      <TabNav current={tab} asOf={asOf} />
      <main id="conteudo" className={styles['main']} tabIndex={-1}>
        {asOf !== undefined && <PastBand asOf={asOf} today={tabAddress(tab)} />}
        {notice}
        {asOf === undefined ? (
          content
        ) : (
          <PastStores key={asOf} asOf={asOf}>
            {content}
          </PastStores>
        )}
      </main>
    </div>
  );
}
