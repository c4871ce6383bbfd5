import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { StoresProvider } from '#web/stores/root-store.tsx';
import { KitProvider, LateToasts } from '#web/ui/kit-provider.tsx';
import { openBusiness } from './business-under-test.ts';
import type { FakeServer } from './fake-server.ts';
import { sessionUnderTest } from './session-under-test.ts';

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
