import { when } from 'mobx';
import { useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { createDemoClient } from '#web/api/demo.ts';
import { createKeptEvents } from '#web/api/kept-events.ts';
import { VisitorHeader } from '#web/features/dashboard/header.tsx';
import { Shell } from '#web/features/dashboard/shell.tsx';
import { useAuth } from '#web/stores/auth.tsx';
import { watchPage } from '#web/stores/business/page-watch.ts';
import { BusinessStore } from '#web/stores/business-store.ts';
import { StoresProvider } from '#web/stores/root-store.tsx';
import { KitProvider } from '#web/ui/kit-provider.tsx';
import { asOfFrom, presentAddress } from '../past/as-of.ts';
import { DemoBanner } from './demo-banner.tsx';

/** The whole dashboard on a business that lives in this tab: nothing of it reaches the server. */
export function DemoDashboard() {
  const session = useAuth();
  const [{ business, api, restart }] = useState(startDemo);
  useEffect(() => {
    if (business.status === 'idle') void business.open();
  }, [business]);
  useEffect(() => watchPage(business, window), [business]);
  const [path, navigate] = useLocation();
  const search = useSearch();
  async function beginAgain(): Promise<void> {
    // What is looked at of the past belongs to what ends here.
    if (asOfFrom(search) !== undefined) navigate(presentAddress(path, search));
    await restart();
  }
  return (
    <StoresProvider stores={{ session, business, api }}>
      <KitProvider>
        <Shell header={<VisitorHeader />} notice={<DemoBanner onRestart={beginAgain} />} isDirectPaymentUser={false} />
      </KitProvider>
    </StoresProvider>
  );
}

function startDemo() {
  const api = createDemoClient({ kept: createKeptEvents(() => sessionStorage) });
  const business = new BusinessStore({ api, onSignedOut: () => undefined });
  async function restart(): Promise<void> {
    // What is on its way belongs to the business that ends here.
    await when(() => !business.unsaved);
    api.restart();
    await business.refresh();
  }
  return { business, api, restart };
}
