import { renderToString } from 'react-dom/server';
import { Router } from 'wouter';
import { AuthProvider } from '#web/stores/root-store.tsx';
import { createLocalMarkers } from '#web/stores/local-markers.ts';
import { SessionStore } from '#web/stores/session-store.ts';
import { type Site, SiteProvider } from '#web/stores/site.tsx';
import { LandingPage } from './landing-page.tsx';

/** Placeholders that the server replaces when it serves the page; see src/http/pages.ts. */
const PLACEHOLDERS: Site = {
  price: '__PRICE__',
  shortPrice: '__SHORT_PRICE__',
  listPrice: '__LIST_PRICE__',
  seller: { name: '__SUPPLIER_NAME__', cnpj: '__SUPPLIER_CNPJ__', address: '__SUPPLIER_ADDRESS__' },
  support: { email: '', whatsapp: '' },
  needsTaxId: false,
  isSandbox: false,
  video: { kind: '__VIDEO__', src: '', own: '__OWN_VIDEO__' },
};

/**
 * The landing page as HTML for an unknown visitor. The build writes it into index.html, so it is painted without a
 * script; React then renders the same.
 */
export function landingHtml(): string {
  const failOutsideBrowser = (): never => {
    throw new Error('there is no browser while building');
  };
  const markers = createLocalMarkers(failOutsideBrowser);
  const session = new SessionStore({
    api: { call: failOutsideBrowser },
    markers,
    window: {
      search: failOutsideBrowser,
      forgetSearch: failOutsideBrowser,
      withLock: failOutsideBrowser,
      navigateTo: failOutsideBrowser,
      reload: failOutsideBrowser,
    },
  });
  return renderToString(
    <SiteProvider site={PLACEHOLDERS}>
      <AuthProvider session={session}>
        <Router ssrPath="/">
          <LandingPage markers={markers} />
        </Router>
      </AuthProvider>
    </SiteProvider>,
  );
}
