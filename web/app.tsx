import { lazy, Suspense } from 'react';
import { Route, Switch } from 'wouter';
import type { ApiClient } from './api/client.ts';
import { LandingPage } from './features/landing/landing-page.tsx';
import { AuthCallbackPage } from './features/login/auth-callback-page.tsx';
import { LoginPage } from './features/login/login-page.tsx';
import { NotFoundPage } from './features/not-found/not-found-page.tsx';
import type { LocalMarkers } from './stores/local-markers.ts';
import { PageSpinner } from './ui/page-spinner.tsx';

// The small pages come with the first load; the dashboard brings the component library and is loaded when it is asked for.
const DashboardPage = lazy(async () => ({
  default: (await import('./features/dashboard/dashboard-page.tsx')).DashboardPage,
}));

/** Which page stands at which address. */
export function App({ api, markers }: { readonly api: ApiClient; readonly markers: LocalMarkers }) {
  return (
    <Suspense fallback={<PageSpinner label="Carregando dashboard..." />}>
      <Switch>
        <Route path="/">
          <LandingPage />
        </Route>
        <Route path="/login">
          <LoginPage />
        </Route>
        <Route path="/auth/callback">
          <AuthCallbackPage />
        </Route>
        <Route path="/dashboard">
          <DashboardPage api={api} markers={markers} />
        </Route>
        <Route>
          <NotFoundPage />
        </Route>
      </Switch>
    </Suspense>
  );
}
