import {
  CalendarRange,
  ChefHat,
  LayoutDashboard,
  type LucideIcon,
  Percent,
  ReceiptText,
  Scale,
  Wheat,
  ArrowUpDown,
  ChartLine,
  FlaskConical,
  ListChecks,
  ShoppingBag,
  ShoppingCart,
  Truck,
} from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { Wordmark } from '#web/ui/wordmark.tsx';
import { addressAsOf } from '../past/as-of.ts';
import styles from './tab-nav.module.css';
import { TAB_LETTERS } from '../keyboard/shortcuts.ts';
import type { ScreenKind } from '../navigation/dashboard-screen.ts';
import { HISTORY } from '../navigation/history-address.ts';
import {
  PROFIT_CHANGE,
  PURCHASES,
  SALES,
  SHOPPING,
  SUPPLIERS,
  WHAT_IF,
  tabAddress,
  type TabKey,
  TABS,
} from '../navigation/addresses.ts';

const ICONS: Readonly<Record<TabKey, LucideIcon>> = {
  dashboard: LayoutDashboard,
  'fixed-costs': ReceiptText,
  'variable-costs': Percent,
  revenue: CalendarRange,
  ingredients: Wheat,
  recipes: ChefHat,
  breakeven: Scale,
};

interface TabNavProps {
  /** The current tab; null on a screen outside the tabs. */
  readonly current: TabKey | null;
  /** The current screen outside the tabs, if there is one. */
  readonly screen: ScreenKind | null;
  /** The moment of the past on screen, which links to the other tabs keep. */
  readonly asOf: string | undefined;
  readonly onShowShortcuts: () => void;
}

/** The seven tabs: a bar at the bottom of a phone, a rail at the side from 1024 px. */
export function TabNav({ current, screen, asOf, onShowShortcuts }: TabNavProps) {
  const bar = useRef<HTMLUListElement>(null);
  // With larger text the bar has more rows, so the content above it needs its height.
  useEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize ?? 0;
      style.setProperty('--bar-height', `${Math.ceil(height) + 1}px`);
    });
    if (bar.current) observer.observe(bar.current);
    return () => {
      observer.disconnect();
      style.removeProperty('--bar-height');
    };
  }, []);
  return (
    <nav className={`${styles['nav']} line-above on-surface`} aria-label="Abas" data-bottom-bar>
      <div className={`${styles['brand']} row hidden pad-inline-12`}>
        <Wordmark />
      </div>
      <ul ref={bar} className={`${styles['bar']} list flex wrap gap-2`}>
        {TABS.map(({ key, label }) => {
          const Icon = ICONS[key];
          return (
            <li key={key}>
              <Link
                to={addressAsOf(tabAddress(key), asOf)}
                className={`${styles['tab']} unbroken stack gap-2 rounded-small faint weight-540 no-underline hover-ink focus-within-edge`}
                aria-current={key === current ? 'page' : undefined}
              >
                <Icon size={20} strokeWidth={1.75} aria-hidden />
                {label}
                <kbd className={`${styles['hint']} hidden same-font faint text-13`} aria-hidden="true">
                  {shortcutText(key)}
                </kbd>
              </Link>
            </li>
          );
        })}
      </ul>
      <RailLinks current={screen} />
      <button
        type="button"
        className={`${styles['keys']} row hidden touch gap-12 no-padding pad-inline-12 bare-button rounded-small faint text-14 hover-sunken hover-ink`}
        onClick={onShowShortcuts}
      >
        <kbd className={`${styles['key']} centred edge-strong same-font`} aria-hidden="true">
          ?
        </kbd>
        Atalhos de teclado
      </button>
    </nav>
  );
}

function shortcutText(tab: TabKey): string | undefined {
  const letter = TAB_LETTERS[tab];
  return letter === undefined ? undefined : `g ${letter}`;
}

interface RailLink {
  readonly screen: ScreenKind;
  readonly to: string;
  readonly label: string;
  readonly icon: LucideIcon;
}

const RAIL_LINKS: readonly RailLink[] = [
  { screen: 'history', to: HISTORY, label: 'Histórico', icon: ChartLine },
  { screen: 'profit-change', to: PROFIT_CHANGE, label: 'Por que mudou', icon: ArrowUpDown },
  { screen: 'sales', to: SALES, label: 'Vendas', icon: ShoppingBag },
  { screen: 'purchases', to: PURCHASES, label: 'Compras', icon: ShoppingCart },
  { screen: 'shopping', to: SHOPPING, label: 'Lista de compras', icon: ListChecks },
  { screen: 'suppliers', to: SUPPLIERS, label: 'Fornecedores', icon: Truck },
  { screen: 'what-if', to: WHAT_IF, label: 'E se?', icon: FlaskConical },
];

/** Links below the tabs of the rail to the screens about past and future. On a phone the dashboard has these links. */
function RailLinks({ current }: { readonly current: ScreenKind | null }) {
  return (
    <ul className={`${styles['more']} list hidden gap-2 line-above`} aria-label="Para entender">
      {RAIL_LINKS.map(({ screen, to, label, icon: Icon }) => (
        <li key={screen}>
          <Link
            to={to}
            className={`${styles['tab']} unbroken stack gap-2 rounded-small faint weight-540 no-underline hover-ink focus-within-edge`}
            aria-current={screen === current ? 'page' : undefined}
          >
            <Icon size={20} strokeWidth={1.75} aria-hidden />
            {label}
          </Link>
        </li>
      ))}
    </ul>
  );
}
