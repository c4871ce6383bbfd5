import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { Redirect } from 'wouter';
import { createHttpClient } from '#web/api/http.ts';
import { useAuth } from '#web/stores/auth.tsx';
import { watchPage } from '#web/stores/business/page-watch.ts';
import { BusinessStore } from '#web/stores/business-store.ts';
import type { LocalMarkers } from '#web/stores/local-markers.ts';
import { StoresProvider } from '#web/stores/root-store.tsx';
import type { SessionStore } from '#web/stores/session-store.ts';
import { KitProvider } from '#web/ui/kit-provider.tsx';
import { PageSpinner } from '#web/ui/page-spinner.tsx';
import { Shell } from './shell.tsx';

interface DashboardPageProps {
  readonly markers: LocalMarkers;
}

/** /dashboard: for people with access. Others are shown the way in, or the start. */
export const DashboardPage = observer(function DashboardPage({ markers }: DashboardPageProps) {
  const session = useAuth();
  const business = useBusiness({ markers, session });
  if (session.isPending) return <PageSpinner label="Carregando dashboard..." />;
  if (session.user === null) return <Redirect to="/login" replace state={{ returnTo: hereWithTab() }} />;
  if (!session.hasAccess) return <Redirect to="/" replace />;
  return (
    <StoresProvider stores={{ session, business }}>
      <KitProvider>
        <Shell isDirectPaymentUser={markers.isDirectPayment()} />
      </KitProvider>
    </StoresProvider>
  );
});

const hereWithTab = (): string => location.pathname + location.search;

/**
 * One business per visit. It is read as soon as the session says who is there; where somebody was signed in before,
 * beside the session's own load, which saves them a round trip.
 */
function useBusiness({ markers, session }: DashboardPageProps & { readonly session: SessionStore }): BusinessStore {
  const [business] = useState(() => {
    const api = createHttpClient({ fetch: fetch.bind(globalThis), isDirectPayment: () => markers.isDirectPayment() });
    return new BusinessStore({ api, onSignedOut: () => session.expire() });
  });
  const mayOpen = session.hasAccess || (session.isPending && markers.wasSignedIn());
  useEffect(() => {
    if (mayOpen && business.status === 'idle') void business.open();
  }, [mayOpen, business]);
  useEffect(() => watchPage(business, window), [business]);
  return business;
}
