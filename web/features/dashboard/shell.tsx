import { useCallback, useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { Banners } from './banners.tsx';
import { Header } from './header.tsx';
import styles from './shell.module.css';
import { TabContent, warmTabs } from './tab-content.tsx';
import { TabNav } from './tab-nav.tsx';
import { tabAddress, tabFrom, type TabKey } from './tabs.ts';

/** What stands around the tabs: header, navigation, banners. On a phone the tabs lie under the thumb. */
export function Shell({ isDirectPaymentUser }: { readonly isDirectPaymentUser: boolean }) {
  const tab = tabFrom(useSearch());
  const [, navigate] = useLocation();
  const goToTab = useCallback((to: TabKey) => navigate(tabAddress(to)), [navigate]);
  useEffect(warmTabs, []);
  return (
    <div className={styles['shell']}>
      <a className={styles['skip']} href="#conteudo">
        Pular para o conteúdo
      </a>
      <Header />
      <TabNav current={tab} />
      <main id="conteudo" className={styles['main']} tabIndex={-1}>
        <Banners />
        <TabContent tab={tab} goToTab={goToTab} isDirectPaymentUser={isDirectPaymentUser} />
      </main>
    </div>
  );
}
