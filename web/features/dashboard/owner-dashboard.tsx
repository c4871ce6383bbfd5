import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { createHttpClient } from '#web/api/http.ts';
import { useAuth } from '#web/stores/auth.tsx';
import { watchPage } from '#web/stores/business/page-watch.ts';
import { BusinessStore } from '#web/stores/business-store.ts';
import type { LocalMarkers } from '#web/stores/local-markers.ts';
import { StoresProvider } from '#web/stores/root-store.tsx';
import { KitProvider } from '#web/ui/kit-provider.tsx';
import { PageSpinner } from '#web/ui/page-spinner.tsx';
import { Banners } from './banners.tsx';
import { Header } from './header.tsx';
import { Shell } from './shell.tsx';

/**
 * The visitor's own business. Shown before the session has said who is there, it is read beside the session's own load,
 * which saves a round trip.
 */
export const OwnerDashboard = observer(function OwnerDashboard({ markers }: { readonly markers: LocalMarkers }) {
  const session = useAuth();
  const [business] = useState(() => {
    const api = createHttpClient({ fetch: fetch.bind(globalThis), isDirectPayment: () => markers.isDirectPayment() });
    return new BusinessStore({ api, onSignedOut: () => session.expire() });
  });
  useEffect(() => {
    if (business.status === 'idle') void business.open();
  }, [business]);
  useEffect(() => watchPage(business, window), [business]);
  if (session.isPending) return <PageSpinner label="Carregando dashboard..." />;
  return (
    <StoresProvider stores={{ session, business }}>
      <KitProvider>
        <Shell header={<Header />} notice={<Banners />} isDirectPaymentUser={markers.isDirectPayment()} />
      </KitProvider>
    </StoresProvider>
  );
});
