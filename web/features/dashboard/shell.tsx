import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { onDemand } from '#web/ui/on-demand.tsx';
import { useShortcuts } from '../keyboard/use-shortcuts.ts';
import { addressAsOf, readAsOf, presentAddress } from '../past/as-of.ts';
import { PastBanner } from '../past/past-banner.tsx';
import { PastStores } from '../past/past-stores.tsx';
import { canShowPast, screenFrom } from '../navigation/dashboard-screen.ts';
import styles from './shell.module.css';
import { ScreenContent, preloadTabs } from './tab-content.tsx';
import { TabNav } from './tab-nav.tsx';
import { tabAddress, type TabKey } from '../navigation/addresses.ts';

const ShortcutHelp = onDemand(async () => (await import('../keyboard/shortcut-help.tsx')).ShortcutHelp);

interface ShellProps {
  readonly header: ReactNode;
  /** Notices about the data, above every tab. */
  readonly notice: ReactNode;
  readonly hasGuestPayment: boolean;
}

/** The frame of all tabs: header, navigation and notices. On a phone the tabs are at the bottom. */
export function Shell({ header, notice, hasGuestPayment }: ShellProps) {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const screen = screenFrom(path, search);
  const asOf = canShowPast(screen) ? readAsOf(search) : undefined;
  const goToTab = useCallback((tab: TabKey) => navigate(addressAsOf(tabAddress(tab), asOf)), [navigate, asOf]);
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const showHelp = useCallback(() => setIsHelpOpen(true), []);
  useShortcuts({ goToTab, showHelp });
  useEffect(preloadTabs, []);
  const content = <ScreenContent screen={screen} goToTab={goToTab} hasGuestPayment={hasGuestPayment} />;
  return (
    <div className={`${styles['shell']} stack`}>
      <a className={`${styles['skip']} pad-block-12 pad-inline-16 rounded-small`} href="#conteudo">
        Pular para o conteúdo
      </a>
      {header}
      <TabNav
        current={screen.tab}
        screen={screen.tab === null ? screen.kind : null}
        asOf={asOf}
        onShowShortcuts={showHelp}
      />
      <main id="conteudo" className={`${styles['main']} stack from-top wide shrinks gap-24 to-centre`} tabIndex={-1}>
        {asOf !== undefined && <PastBanner asOf={asOf} presentAddress={presentAddress(path, search)} />}
        <div className={styles['notice']}>{notice}</div>
        {asOf === undefined ? (
          content
        ) : (
          <PastStores key={asOf} asOf={asOf}>
            {content}
          </PastStores>
        )}
      </main>
      {isHelpOpen && <ShortcutHelp onClose={() => setIsHelpOpen(false)} />}
    </div>
  );
}
