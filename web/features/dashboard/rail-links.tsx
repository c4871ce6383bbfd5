import { ArrowUpDown, ChartLine, FlaskConical, type LucideIcon, ShoppingBag } from 'lucide-react';
import { Link } from 'wouter';
import { HISTORY } from '../places/history-address.ts';
import { PROFIT_CHANGE, SALES, WHAT_IF } from '../places/addresses.ts';
import type { ScreenKind } from '../places/place.ts';
import styles from './tab-nav.module.css';

interface RailLink {
  readonly screen: ScreenKind;
  readonly to: string;
  readonly label: string;
  readonly icon: LucideIcon;
}

const LINKS: readonly RailLink[] = [
  { screen: 'history', to: HISTORY, label: 'Histórico', icon: ChartLine },
  { screen: 'profit-change', to: PROFIT_CHANGE, label: 'Por que mudou', icon: ArrowUpDown },
  { screen: 'sales', to: SALES, label: 'Vendas', icon: ShoppingBag },
  { screen: 'what-if', to: WHAT_IF, label: 'E se?', icon: FlaskConical },
];

/** Below the tabs where a rail has room: the screens that look back and ahead. On a phone the dashboard leads to them. */
export function RailLinks({ current }: { readonly current: ScreenKind | null }) {
  return (
    <ul className={`${styles['more']} list hidden gap-2 line-above`} aria-label="Para entender">
      {LINKS.map(({ screen, to, label, icon: Icon }) => (
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
