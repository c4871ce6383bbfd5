import type { ReactNode } from 'react';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { PROFIT_CHANGE } from '../profit-change/address.ts';

const WAITING = <Spinner label="Carregando..." />;

const ProfitChangeScreen = onDemand(
  async () => (await import('../profit-change/profit-change-screen.tsx')).ProfitChangeScreen,
  WAITING,
);

/** Does this address show one of the screens that stand in the dashboard's frame besides the seven tabs? */
export const isScreen = (location: string): boolean => location === PROFIT_CHANGE;

export function ScreenContent({ location }: { readonly location: string }): ReactNode {
  return location === PROFIT_CHANGE ? <ProfitChangeScreen /> : null;
}
