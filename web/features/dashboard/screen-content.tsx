import { onDemand } from '#web/ui/on-demand.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { useTitle } from '#web/ui/use-title.ts';
import { type ScreenKey, screenOf } from './screens.ts';

const WAITING = <Spinner label="Carregando..." />;

const CONTENTS = {
  historico: onDemand(async () => (await import('../history/history-page.tsx')).HistoryPage, WAITING),
} satisfies Readonly<Record<ScreenKey, unknown>>;

/** A screen of the dashboard that is no tab. */
export function ScreenContent({ screen }: { readonly screen: ScreenKey }) {
  useTitle(screenOf(screen).title);
  const Screen = CONTENTS[screen];
  return <Screen />;
}
