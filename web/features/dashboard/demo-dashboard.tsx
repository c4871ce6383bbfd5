import { when } from 'mobx';
import { useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { createDemoClient, createEventStorage } from '#web/api/demo.ts';
import { VisitorHeader } from '#web/features/dashboard/header.tsx';
import { Shell } from '#web/features/dashboard/shell.tsx';
import { useSession, StoresProvider } from '#web/stores/root-store.tsx';
import { watchPage } from '#web/stores/business/watch-business.ts';
import { BusinessStore } from '#web/stores/business-store.ts';
import { KitProvider } from '#web/ui/kit-provider.tsx';
import { readAsOf, presentAddress } from '../past/as-of.ts';
import { useSite } from '#web/stores/site.tsx';
import { ActionButton, ActionLink } from '#web/ui/action.tsx';
import { Banner } from '#web/ui/panel.tsx';

/** The banner above every tab of the demo, which names the sample business and links to the payment. */
function DemoBanner({ onRestart }: { readonly onRestart: () => Promise<void> }) {
  const { shortPrice } = useSite();
  const [hasRestarted, setHasRestarted] = useState(false);
  async function restart() {
    setHasRestarted(false); // Removing the text first makes screen readers announce the same text again.
    await onRestart();
    setHasRestarted(true);
  }
  return (
    <Banner
      label="Demonstração"
      words={<strong>Demonstração: pizzaria de exemplo.</strong>}
      more="Os números ficam só neste navegador."
    >
      <ActionLink to="/payment/direct">Quero meu acesso por {shortPrice}</ActionLink>
      <ActionLink tone="plain" to="/login">
        Fazer Login
      </ActionLink>
      <ActionButton tone="plain" onClick={() => void restart()}>
        <span>
          Recomeçar<span className="visually-hidden"> a demonstração</span>
        </span>
      </ActionButton>
      <p className="visually-hidden" role="status">
        {hasRestarted ? 'A demonstração recomeçou com os números do exemplo.' : ''}
      </p>
    </Banner>
  );
}

/** The dashboard of the demo, whose business lives in this browser tab: nothing reaches the server. */
export function DemoDashboard() {
  const session = useSession();
  const [{ business, api, restart }] = useState(startDemo);
  useEffect(() => {
    if (business.reader.status === 'idle') void business.reader.open();
  }, [business]);
  useEffect(() => watchPage(business, window), [business]);
  const [path, navigate] = useLocation();
  const search = useSearch();
  async function restartDemo(): Promise<void> {
    // A moment of the past belongs to the business that is being discarded.
    if (readAsOf(search) !== undefined) navigate(presentAddress(path, search));
    await restart();
  }
  return (
    <StoresProvider stores={{ session, business, api }}>
      <KitProvider>
        <Shell header={<VisitorHeader />} notice={<DemoBanner onRestart={restartDemo} />} hasGuestPayment={false} />
      </KitProvider>
    </StoresProvider>
  );
}

function startDemo() {
  const api = createDemoClient({ storage: createEventStorage(() => sessionStorage) });
  const business = new BusinessStore({ api, onSignedOut: () => undefined });
  async function restart(): Promise<void> {
    // Pending changes belong to the business that is being discarded.
    await when(() => !business.hasUnsavedChanges);
    api.restart();
    await business.reader.refresh();
  }
  return { business, api, restart };
}
