import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { withEarlyReads } from '#web/api/early-reads.ts';
import { createHttpClient } from '#web/api/http.ts';
import { isRead } from '#contract/routes/owner.ts';
import { useSession, StoresProvider } from '#web/stores/root-store.tsx';
import { cacheBusiness, registerWorker } from '#web/offline/cache-business.ts';
import { browserBusinessCache } from '#web/stores/business-cache.ts';
import { followBusiness } from '#web/stores/business/follow-business.ts';
import { createChangeTracker } from '#web/stores/business/change-tracker.ts';
import { watchPage } from '#web/stores/business/watch-business.ts';
import { BusinessStore } from '#web/stores/business-store.ts';
import type { LocalMarkers } from '#web/stores/local-markers.ts';
import { KitProvider } from '#web/ui/kit-provider.tsx';
import { PageSpinner } from '#web/ui/spinner.tsx';
import { Banners } from './banners.tsx';
import { keepSnapshot } from './dashboard-snapshot.ts';
import { GuestInvitation } from '../guest/guest-invitation.tsx';
import { storedPayment } from '../payment/stored-payment.ts';
import { Header } from './header.tsx';
import { Shell } from './shell.tsx';

/** The person's own business. It is read in parallel with the session, which saves a round trip. */
export const OwnerDashboard = observer(function OwnerDashboard({ markers }: { readonly markers: LocalMarkers }) {
  const session = useSession();
  // Before the session is loaded only the marker is available; it is removed when an account signs in.
  const hasGuestPayment = () => markers.hasGuestPayment() && (session.user === null || session.isGuest);
  const [{ business, api, cache }] = useState(() => {
    const changeTracker = createChangeTracker(isRead);
    const onPosition = (position: string, endpoint: string): void => changeTracker.recordPosition(position, endpoint);
    const client = createHttpClient({ fetch: withEarlyReads(), hasGuestPayment, onPosition });
    const businessCache = browserBusinessCache(() => markers.wasSignedIn());
    const onSignedOut = () => session.expire();
    const store = new BusinessStore({
      api: client,
      changeTracker,
      readCache: () => businessCache.read(),
      onSignedOut,
    });
    return { api: client, business: store, cache: businessCache };
  });
  useEffect(() => {
    if (business.reader.status === 'idle') void business.reader.open();
  }, [business]);
  useEffect(() => watchPage(business, window), [business]);
  const isLoaded = business.reader.status === 'loaded';
  useEffect(() => {
    if (!isLoaded) return undefined;
    // The session or the access may have ended, so both are read again.
    async function reloadSession() {
      await session.fetchUser();
      if (session.hasAccess) await business.reader.refresh();
    }
    return followBusiness(business.reader, { onOver: () => void reloadSession() });
  }, [business, isLoaded, session]);
  const isWhole = business.isFullyLoaded;
  useEffect(() => {
    if (!isWhole) return undefined;
    if (session.isFromCache) void session.fetchUser();
    void registerWorker();
    return cacheBusiness(business, session, cache);
  }, [business, isWhole, cache, session]);
  const userId = session.isFromCache ? undefined : session.user?.id;
  const address = useLocation()[0] + useSearch();
  useEffect(() => {
    if (!isWhole || userId === undefined) return undefined;
    return keepSnapshot({ business, userId, markers });
  }, [isWhole, business, userId, markers, address]);
  useEffect(() => {
    if (session.hasAccess && storedPayment.confirmedPaymentId() !== undefined) storedPayment.clear();
  }, [session.hasAccess]);
  if (session.isPending) return <PageSpinner label="Carregando dashboard..." />;
  return (
    <StoresProvider stores={{ session, business, api }}>
      <KitProvider>
        <Shell header={<Header />} notice={<OwnerNotices />} hasGuestPayment={hasGuestPayment()} />
      </KitProvider>
    </StoresProvider>
  );
});

const OwnerNotices = () => (
  <>
    <GuestInvitation />
    <Banners />
  </>
);
