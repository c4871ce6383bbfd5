import { Button } from '@mantine/core';
import { FileSpreadsheet, ListChecks, ShoppingBag, FlaskConical, ChartNoAxesColumn } from 'lucide-react';
import { Link } from 'wouter';
import { OnlyNow } from '../past/only-now.tsx';
import { importAddress, type ImportTab } from './import-address.ts';
import { SALES, SALES_REPORT, SHOPPING, WHAT_IF } from './addresses.ts';
import type { ReactNode } from 'react';
import { historyAddress } from './history-address.ts';

/** Leads from a list to the screen that fills it from a spreadsheet. */
export const ImportLink = ({
  tab,
  label = 'Importar planilha',
}: {
  readonly tab: ImportTab;
  readonly label?: string;
}) => (
  <OnlyNow>
    <Button
      component={Link}
      variant="subtle"
      color="gray"
      href={importAddress(tab)}
      leftSection={<FileSpreadsheet size={18} aria-hidden />}
    >
      {label}
    </Button>
  </OnlyNow>
);

/** From where prices, months and the break-even are to what was sold. */
export const SalesLink = () => (
  <OnlyNow>
    <Button
      component={Link}
      variant="subtle"
      color="gray"
      href={SALES}
      leftSection={<ShoppingBag size={18} aria-hidden />}
    >
      Vendas, meta e cardápio
    </Button>
  </OnlyNow>
);

/** From where recipes and prices are kept to what has to be bought for so many dishes. */
export const ShoppingLink = () => (
  <OnlyNow>
    <Button
      component={Link}
      variant="subtle"
      color="gray"
      href={SHOPPING}
      leftSection={<ListChecks size={18} aria-hidden />}
    >
      Lista de compras
    </Button>
  </OnlyNow>
);

/** Leads from what is typed of sales to the screen that reads them from a report. */
export const ReportLink = () => (
  <Button
    component={Link}
    variant="default"
    href={SALES_REPORT}
    leftSection={<FileSpreadsheet size={18} aria-hidden />}
  >
    Trazer relatório
  </Button>
);

/** From where prices are kept to where they can be tried. */
export const WhatIfLink = () => (
  <OnlyNow>
    <Button
      component={Link}
      variant="subtle"
      color="gray"
      href={WHAT_IF}
      leftSection={<FlaskConical size={18} aria-hidden />}
    >
      E se? Testar preços
    </Button>
  </OnlyNow>
);

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
