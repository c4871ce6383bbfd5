import './ui/fonts.css';
import './ui/tokens.css';
import './ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createHttpClient } from './api/http.ts';
import { App } from './app.tsx';
import { AuthProvider } from './stores/auth.tsx';
import { createLocalMarkers } from './stores/local-markers.ts';
import { SessionStore } from './stores/session-store.ts';
import { followScheme } from './ui/colour-scheme.ts';

followScheme();

const markers = createLocalMarkers(() => ({ local: localStorage, session: sessionStorage }));
const api = createHttpClient({ fetch: fetch.bind(globalThis), isDirectPayment: markers.isDirectPayment });
const session = new SessionStore({
  api,
  markers,
  window: {
    search: () => location.search,
    forgetSearch: () => history.replaceState(history.state, '', location.pathname),
    leaveTo: (url) => location.assign(url),
    reload: () => location.reload(),
  },
});

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

createRoot(root).render(
  <StrictMode>
    <AuthProvider session={session}>
      <App api={api} markers={markers} />
    </AuthProvider>
  </StrictMode>,
);
