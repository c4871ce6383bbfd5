import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { withEarlyReads } from './api/early-reads.ts';
import { isPageWithoutSession, siteInPage } from './api/page.ts';
import { createSessionClient } from './api/session-client.ts';
import { App } from './app.tsx';
import { importAgain } from './import-again.ts';
import { AuthProvider } from './stores/root-store.tsx';
import { createLocalMarkers } from './stores/local-markers.ts';
import { SessionStore } from './stores/session-store.ts';
import { SiteProvider, siteOf } from './stores/site.tsx';
import { followScheme, rememberScheme } from './ui/colour-scheme.ts';
import './ui/tokens.css';
import './ui/base.css';
import './ui/kit.css';

followScheme();
// The build routes every dynamic import through it: web/build/dynamic-imports.ts.
Object.assign(globalThis, { importAgain });

const markers = createLocalMarkers(() => ({ local: localStorage, session: sessionStorage }));
const session = new SessionStore({
  api: createSessionClient({ fetch: withEarlyReads() }),
  markers,
  isAnonymous: isPageWithoutSession(document),
  loadCache: async () => (await import('./stores/business-cache.ts')).browserBusinessCache(() => markers.wasSignedIn()),
  window: {
    search: () => location.search,
    forgetSearch: () => history.replaceState(history.state, '', location.pathname),
    // Locks are not available without https.
    withLock: (work) => ('locks' in navigator ? navigator.locks.request('sign-in', work) : work()),
    navigateTo: (url) => location.assign(url),
    reload() {
      rememberScheme();
      location.reload();
    },
  },
});

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

const app = (
  <StrictMode>
    <SiteProvider site={siteOf(siteInPage(document))}>
      <AuthProvider session={session}>
        <App markers={markers} />
      </AuthProvider>
    </SiteProvider>
  </StrictMode>
);
void Promise.resolve(globalThis.fontChosen).then(() => createRoot(root).render(app));
