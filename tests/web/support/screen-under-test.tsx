import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { AuthProvider, StoresProvider } from '#web/stores/root-store.tsx';
import { KitProvider, LateToasts } from '#web/ui/kit-provider.tsx';
import { openBusiness } from './business-under-test.ts';
import type { FakeServer } from './fake-server.ts';
import { sessionUnderTest } from './session-under-test.ts';
import { vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { UserBody } from '#contract/account.ts';
import type { SiteBody } from '#contract/site.ts';
import { App } from '#web/app.tsx';
import { siteOf, SiteProvider } from '#web/stores/site.tsx';
import { STORED_PAYMENT_SHAPE } from '#web/features/payment/stored-payment.ts';
import { versionedText } from '#web/stores/stored-value.ts';

// A page that has been open for a while has loaded its toasts.
await LateToasts.preload();

/** Renders a tab over an open business, in the providers of the dashboard. */
export async function showTab(tab: ReactNode, server: FakeServer) {
  const { business, api } = await openBusiness(server);
  render(
    <StoresProvider stores={{ session: sessionUnderTest().session, business, api }}>
      <KitProvider>{tab}</KitProvider>
    </StoresProvider>,
  );
  return { business, user: userEvent.setup() };
}

/** The text of the page with plain spaces. */
export const page = (): string => (document.body.textContent ?? '').replaceAll('\u00A0', ' ');

export const shop: SiteBody = {
  price: 10,
  list_price: 27,
  supplier: { name: 'Cantina do Código Ltda.', cnpj: '11.222.333/0001-81', address: 'Rua das Flores, 12, Recife – PE' },
  support: { email: 'ajuda@cantina.com.br', whatsapp: '5581912345678' },
  needs_tax_id: false,
  payments_are_simulated: false,
  video: null,
};

interface PageSetup {
  readonly user?: UserBody | null;
  /** The query that the identity provider adds to the address. */
  readonly search?: string;
  /** The HTML says that it was requested without a session. */
  readonly isAnonymous?: boolean;
  readonly site?: Partial<SiteBody>;
  /** The answers by path, which are set before the page opens. */
  readonly answers?: Readonly<Record<string, () => Response | Promise<Response>>>;
  /** The content of the session storage when the page opens. */
  readonly storedSession?: Readonly<Record<string, unknown>>;
}

/** Opens a page of the product as `user`, over a network that answers by path. */
export function openPage(path: string, options: PageSetup = {}) {
  const { user = null, site = {}, answers = {}, storedSession = {}, search = '', isAnonymous = false } = options;
  const network = sessionUnderTest({ search, isAnonymous });
  network.visitor(user);
  for (const [at, answer] of Object.entries(answers)) network.answer(at, answer);
  for (const [key, value] of Object.entries(storedSession))
    sessionStorage.setItem(key, typeof value === 'string' ? value : versionedText(STORED_PAYMENT_SHAPE, value));
  vi.stubGlobal('fetch', network.fetch);
  const location = memoryLocation({ path, record: true });
  const shown = render(
    <SiteProvider site={siteOf({ ...shop, ...site })}>
      <AuthProvider session={network.session}>
        <Router hook={location.hook} searchHook={location.searchHook}>
          <App markers={network.markers} />
        </Router>
      </AuthProvider>
    </SiteProvider>,
  );
  return { ...network, ...shown, history: location.history, user: userEvent.setup({ delay: null }) };
}

/** The requests to one path, oldest first. */
export const requestsTo = ({ allRequests }: ReturnType<typeof openPage>, path: string) =>
  allRequests.filter((request) => request.path === path);
