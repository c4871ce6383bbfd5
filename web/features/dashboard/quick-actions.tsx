import { ArrowRight } from 'lucide-react';
import { Link } from 'wouter';
import { Panel } from '#web/ui/panel.tsx';
import { historyAddress } from '../navigation/history-address.ts';
import {
  QUICK_PURCHASE,
  SALES,
  SHOPPING,
  SUPPLIERS,
  WHAT_IF,
  type GoToTab,
  type TabKey,
} from '../navigation/addresses.ts';
import styles from './dashboard-tab.module.css';

const ACTIONS: readonly { readonly tab: TabKey; readonly text: string }[] = [
  { tab: 'recipes', text: 'Montar ou revisar um prato' },
  { tab: 'breakeven', text: 'Ver quanto preciso vender' },
  { tab: 'revenue', text: 'Lançar o faturamento do mês' },
  { tab: 'fixed-costs', text: 'Revisar os custos fixos' },
];

const ACTION_CLASSES = `${styles['action']} row between wide touch-48 gap-16 no-padding bare-button line-above same-colour text-start no-underline hover-basil`;

/** Links to the tasks that owners do most often. */
export function QuickActions({ onNavigate }: { readonly onNavigate: GoToTab }) {
  return (
    <Panel title="Ações rápidas">
      <ul className={`${styles['actions']} list`}>
        <li>
          <Link to={QUICK_PURCHASE} className={ACTION_CLASSES}>
            Lançar uma compra
            <ArrowRight className={`${styles['arrow']} rigid faint`} size={18} aria-hidden />
          </Link>
        </li>
        {ACTIONS.map(({ tab, text }) => (
          <li key={tab}>
            <button type="button" className={ACTION_CLASSES} onClick={() => onNavigate(tab)}>
              {text}
              <ArrowRight className={`${styles['arrow']} rigid faint`} size={18} aria-hidden />
            </button>
          </li>
        ))}
        <li>
          <Link to={historyAddress({})} className={ACTION_CLASSES}>
            Ver como os números andaram
            <ArrowRight className={`${styles['arrow']} rigid faint`} size={18} aria-hidden />
          </Link>
        </li>
        <li>
          <Link to={WHAT_IF} className={ACTION_CLASSES}>
            E se? Testar preços e custos
            <ArrowRight className={`${styles['arrow']} rigid faint`} size={18} aria-hidden />
          </Link>
        </li>
        <li>
          <Link to={SHOPPING} className={ACTION_CLASSES}>
            Fazer a lista de compras
            <ArrowRight className={`${styles['arrow']} rigid faint`} size={18} aria-hidden />
          </Link>
        </li>
        <li>
          <Link to={SUPPLIERS} className={ACTION_CLASSES}>
            Comparar preços de fornecedores
            <ArrowRight className={`${styles['arrow']} rigid faint`} size={18} aria-hidden />
          </Link>
        </li>
        <li>
          <Link to={SALES} className={ACTION_CLASSES}>
            Conferir o CMV real do mês
            <ArrowRight className={`${styles['arrow']} rigid faint`} size={18} aria-hidden />
          </Link>
        </li>
      </ul>
    </Panel>
  );
}
