import { ArrowRight } from 'lucide-react';
import { Link } from 'wouter';
import { Panel } from '#web/ui/panel.tsx';
import { historyAddress } from '../places/history-address.ts';
import { WHAT_IF } from '../places/addresses.ts';
import styles from './quick-actions.module.css';
import type { GoToTab, TabKey } from '../places/tabs.ts';

const ACTIONS: readonly { readonly tab: TabKey; readonly text: string }[] = [
  { tab: 'recipes', text: 'Montar ou revisar um prato' },
  { tab: 'breakeven', text: 'Ver quanto preciso vender' },
  { tab: 'revenue', text: 'Lançar o faturamento do mês' },
  { tab: 'fixed-costs', text: 'Revisar os custos fixos' },
];

export function QuickActions({ onNavigate }: { readonly onNavigate: GoToTab }) {
  return (
    <Panel title="Ações rápidas">
      <ul className={`${styles['list']} no-padding`}>
        {ACTIONS.map(({ tab, text }) => (
          <li key={tab}>
            <button
              type="button"
              className={`${styles['action']} row between wide touch-48 gap-16 no-padding bare-button line-above same-colour text-start no-underline hover-basil`}
              onClick={() => onNavigate(tab)}
            >
              {text}
              <ArrowRight className={`${styles['arrow']} rigid faint`} size={18} aria-hidden />
            </button>
          </li>
        ))}
        <li>
          <Link
            to={historyAddress({})}
            className={`${styles['action']} row between wide touch-48 gap-16 no-padding bare-button line-above same-colour text-start no-underline hover-basil`}
          >
            Ver como os números andaram
            <ArrowRight className={`${styles['arrow']} rigid faint`} size={18} aria-hidden />
          </Link>
        </li>
        <li>
          <Link
            to={WHAT_IF}
            className={`${styles['action']} row between wide touch-48 gap-16 no-padding bare-button line-above same-colour text-start no-underline hover-basil`}
          >
            E se? Testar preços e custos
            <ArrowRight className={`${styles['arrow']} rigid faint`} size={18} aria-hidden />
          </Link>
        </li>
      </ul>
    </Panel>
  );
}
