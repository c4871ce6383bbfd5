import { Button } from '@mantine/core';
import {
  ChartNoAxesColumn,
  FileSpreadsheet,
  FlaskConical,
  ListChecks,
  type LucideIcon,
  ShoppingBag,
  ShoppingCart,
} from 'lucide-react';
import { Link } from 'wouter';
import type { Ingredient } from '#domain/business/state.ts';
import { PresentOnly } from '../past/past-stores.tsx';
import { importAddress, type ImportTab } from './import-address.ts';
import { PURCHASES, quickPurchaseAddress, SALES, SALES_REPORT, SHOPPING, WHAT_IF } from './addresses.ts';
import type { ReactNode } from 'react';
import { historyAddress } from './history-address.ts';

interface ScreenLinkProps {
  readonly href: string;
  readonly icon: LucideIcon;
  readonly children: string;
}

/** A link beside a list to another screen of the present. */
const ScreenLink = ({ href, icon: Icon, children }: ScreenLinkProps) => (
  <PresentOnly>
    <Button component={Link} variant="subtle" color="gray" href={href} leftSection={<Icon size={18} aria-hidden />}>
      {children}
    </Button>
  </PresentOnly>
);

interface ImportLinkProps {
  readonly tab: ImportTab;
  readonly label?: string;
}

/** A link from a list to its import. */
export const ImportLink = ({ tab, label = 'Importar planilha' }: ImportLinkProps) => (
  <ScreenLink href={importAddress(tab)} icon={FileSpreadsheet}>
    {label}
  </ScreenLink>
);

/** A link from prices, months and the break-even point to the sales. */
export const SalesLink = () => (
  <ScreenLink href={SALES} icon={ShoppingBag}>
    Vendas, meta e cardápio
  </ScreenLink>
);

/** A link from the list of ingredients to the purchases that their prices come from. */
export const PurchasesLink = () => (
  <ScreenLink href={PURCHASES} icon={ShoppingCart}>
    Compras
  </ScreenLink>
);

/** A link from recipes and prices to the shopping list. */
export const ShoppingLink = () => (
  <ScreenLink href={SHOPPING} icon={ListChecks}>
    Lista de compras
  </ScreenLink>
);

/** A link from prices to the simulation. */
export const WhatIfLink = () => (
  <ScreenLink href={WHAT_IF} icon={FlaskConical}>
    E se? Testar preços
  </ScreenLink>
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
