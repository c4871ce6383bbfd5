import { Button } from '@mantine/core';
import { FileSpreadsheet, ListChecks, ShoppingBag, ShoppingCart, FlaskConical, ChartNoAxesColumn } from 'lucide-react';
import { Link } from 'wouter';
import type { Ingredient } from '#domain/business/state.ts';
import { PresentOnly } from '../past/present-only.tsx';
import { importAddress, type ImportTab } from './import-address.ts';
import { PURCHASES, quickPurchaseAddress, SALES, SALES_REPORT, SHOPPING, WHAT_IF } from './addresses.ts';
import type { ReactNode } from 'react';
import { historyAddress } from './history-address.ts';

/** A link from a list to its import. */
export const ImportLink = ({
  tab,
  label = 'Importar planilha',
}: {
  readonly tab: ImportTab;
  readonly label?: string;
}) => (
  <PresentOnly>
    <Button
      component={Link}
      variant="subtle"
      color="gray"
      href={importAddress(tab)}
      leftSection={<FileSpreadsheet size={18} aria-hidden />}
    >
      {label}
    </Button>
  </PresentOnly>
);

/** A link from prices, months and the break-even point to the sales. */
export const SalesLink = () => (
  <PresentOnly>
    <Button
      component={Link}
      variant="subtle"
      color="gray"
      href={SALES}
      leftSection={<ShoppingBag size={18} aria-hidden />}
    >
      Vendas, meta e cardápio
    </Button>
  </PresentOnly>
);

/** A link from the list of ingredients to the purchases that their prices come from. */
export const PurchasesLink = () => (
  <PresentOnly>
    <Button
      component={Link}
      variant="subtle"
      color="gray"
      href={PURCHASES}
      leftSection={<ShoppingCart size={18} aria-hidden />}
    >
      Compras
    </Button>
  </PresentOnly>
);

/** A link from an ingredient to the form for a purchase of it. */
export const QuickPurchaseLink = ({ ingredient: { id, name } }: { readonly ingredient: Ingredient }) => (
  <PresentOnly>
    <Link to={quickPurchaseAddress(id)} className="inline-row touch gap-8 soft weight-520 underlined lightly hover-ink">
      <ShoppingCart size={18} aria-hidden />
      <span>
        Lançar compra<span className="visually-hidden"> de {name}</span>
      </span>
    </Link>
  </PresentOnly>
);

/** A link from recipes and prices to the shopping list. */
export const ShoppingLink = () => (
  <PresentOnly>
    <Button
      component={Link}
      variant="subtle"
      color="gray"
      href={SHOPPING}
      leftSection={<ListChecks size={18} aria-hidden />}
    >
      Lista de compras
    </Button>
  </PresentOnly>
);

/** A link from the sales to the import of a report. */
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

/** A link from prices to the simulation. */
export const WhatIfLink = () => (
  <PresentOnly>
    <Button
      component={Link}
      variant="subtle"
      color="gray"
      href={WHAT_IF}
      leftSection={<FlaskConical size={18} aria-hidden />}
    >
      E se? Testar preços
    </Button>
  </PresentOnly>
);

interface HistoryLinkProps {
  /** The entity as the API names it: 'ingredient:{id}' or 'dish:{id}'. */
  readonly subject: string;
  readonly children: ReactNode;
}

/** A link from an entity to its history. */
export const HistoryLink = ({ subject, children }: HistoryLinkProps) => (
  <Link
    to={historyAddress({ subject })}
    className="inline-row touch gap-8 soft weight-520 underlined lightly hover-ink"
  >
    <ChartNoAxesColumn size={18} aria-hidden />
    <span>{children}</span>
  </Link>
);
