import { renderToString } from 'react-dom/server';
import { Router } from 'wouter';
import { AuthProvider } from '#web/stores/auth.tsx';
import { createLocalMarkers } from '#web/stores/local-markers.ts';
import { SessionStore } from '#web/stores/session-store.ts';
import { LandingPage } from './landing-page.tsx';

/**
 * The landing as HTML, as it is before anybody is known to be there. The build puts it into index.html, so it is painted
 * without waiting for a script; React then draws the same over it.
 */
export function landingHtml(): string {
  const notHere = (): never => {
    throw new Error('there is no browser while building');
  };
  const session = new SessionStore({
    api: { call: notHere },
    markers: createLocalMarkers(notHere),
    window: { search: notHere, forgetSearch: notHere, leaveTo: notHere, reload: notHere },
  });
  return renderToString(
    <AuthProvider session={session}>
      <Router ssrPath="/">
        <LandingPage />
      </Router>
    </AuthProvider>,
  );
}
