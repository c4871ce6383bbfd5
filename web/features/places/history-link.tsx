import { ChartNoAxesColumn } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { historyAddress } from './history-address.ts';
import styles from './history-link.module.css';

interface HistoryLinkProps {
  /** 'ingredient:{id}' or 'dish:{id}' */
  readonly of: string;
  readonly children: ReactNode;
}

/** Leads from a thing to how it went. */
export const HistoryLink = ({ of, children }: HistoryLinkProps) => (
  <Link to={historyAddress({ of })} className={`${styles['link']} inline-row touch gap-8 soft underlined`}>
    <ChartNoAxesColumn size={18} aria-hidden />
    <span>{children}</span>
  </Link>
);
