import { observer } from 'mobx-react-lite';
import { Redirect, useLocation } from 'wouter';
import { useSession } from '#web/stores/root-store.tsx';
import type { LocalMarkers } from '#web/stores/local-markers.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { PageSpinner } from '#web/ui/spinner.tsx';
import { NotFoundPage } from '../not-found/not-found-page.tsx';
import { UnknownSessionPage } from '../session/unknown-session-page.tsx';
import { OwnerDashboard } from './owner-dashboard.tsx';
import { DASHBOARD_PATH } from '../navigation/dashboard-screen.ts';

const LOADING = <PageSpinner label="Carregando dashboard..." />;

const MovedPage = onDemand(async () => (await import('../guest/moved-page.tsx')).MovedPage, LOADING);
// Owners of a business never load the demo.
const DemoDashboard = onDemand(async () => (await import('./demo-dashboard.tsx')).DemoDashboard, LOADING);

/**
 * /dashboard: the person's own business with access, the demo for unknown visitors. A known person whose session has
 * ended is asked to sign in again: sample figures in place of their own would frighten them.
 */
export const DashboardPage = observer(function DashboardPage({ markers }: { readonly markers: LocalMarkers }) {
  const session = useSession();
  const [path] = useLocation();
  if (!DASHBOARD_PATH.test(path)) return <NotFoundPage />;
  const wasSignedIn = markers.wasSignedIn();
  if (session.hasAccess || (session.isPending && wasSignedIn)) return <OwnerDashboard markers={markers} />;
  if (session.isPending) return LOADING;
  if (session.isUnknown && wasSignedIn) return <UnknownSessionPage title="Erro ao carregar dados do dashboard" />;
  if (session.isGuest) return <MovedPage />;
  if (session.user !== null) return <Redirect to="/" replace />;
  // The session of a direct payment ends when its receipt code is used in another browser; a sign-in page alone would
  // not explain that.
  if (wasSignedIn && markers.hasGuestPayment()) return <MovedPage />;
  if (session.hasEnded || wasSignedIn) return <Redirect to="/login" replace state={{ returnTo: currentAddress() }} />;
  return <DemoDashboard />;
});

const currentAddress = (): string => location.pathname + location.search;
