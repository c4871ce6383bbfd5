import { ChartNoAxesColumn } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { historyAddress } from './history-address.ts';

interface HistoryLinkProps {
  /** 'ingredient:{id}' or 'dish:{id}' */
  readonly of: string;
  readonly children: ReactNode;
}

/** Leads from a thing to how it went. */
export const HistoryLink = ({ of, children }: HistoryLinkProps) => (
  <Link to={historyAddress({ of })} className="inline-row touch gap-8 soft weight-520 underlined lightly hover-ink">
    <ChartNoAxesColumn size={18} aria-hidden />
    <span>{children}</span>
  </Link>
);
