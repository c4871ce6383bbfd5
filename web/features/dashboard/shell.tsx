import { useCallback, useEffect, useRef } from 'react';
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
  const onShown = useFocusOnTitle(tab);
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
        <TabContent tab={tab} goToTab={goToTab} isDirectPaymentUser={isDirectPaymentUser} onShown={onShown} />
      </main>
    </div>
  );
}

/** After a change of tab the focus goes to its title, and the page to its top; not when the page has just opened. */
function useFocusOnTitle(tab: TabKey): () => void {
  const focused = useRef(tab);
  return useCallback(() => {
    if (focused.current === tab) return;
    focused.current = tab;
    window.scrollTo(0, 0);
    document.querySelector<HTMLElement>('[data-page-title]')?.focus({ preventScroll: true });
  }, [tab]);
}
