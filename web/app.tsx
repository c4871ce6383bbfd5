import { lazy, Suspense } from 'react';
import { Route, Switch } from 'wouter';
import { DASHBOARD_PATH } from './features/dashboard/places.ts';
import { JoinFirst } from './features/guest/join-first.tsx';
import { LandingPage } from './features/landing/landing-page.tsx';
import type { LocalMarkers } from './stores/local-markers.ts';
import { PageSpinner } from './ui/page-spinner.tsx';

// The landing comes with the first load, every other page when it is asked for.
const LoginPage = lazy(async () => ({ default: (await import('./features/login/login-page.tsx')).LoginPage }));
const AuthCallbackPage = lazy(async () => ({
  default: (await import('./features/login/auth-callback-page.tsx')).AuthCallbackPage,
}));
const DashboardPage = lazy(async () => ({
  default: (await import('./features/dashboard/dashboard-page.tsx')).DashboardPage,
}));
const TermsPage = lazy(async () => ({ default: (await import('./features/terms/terms-page.tsx')).TermsPage }));
const ContactPage = lazy(async () => ({
  default: (await import('./features/contact/contact-page.tsx')).ContactPage,
}));
const DirectPage = lazy(async () => ({ default: (await import('./features/payment/direct-page.tsx')).DirectPage }));
const PixPage = lazy(async () => ({ default: (await import('./features/payment/pix-page.tsx')).PixPage }));
const SuccessPage = lazy(async () => ({ default: (await import('./features/payment/success-page.tsx')).SuccessPage }));
const PendingPage = lazy(async () => ({ default: (await import('./features/payment/pending-page.tsx')).PendingPage }));
const FailurePage = lazy(async () => ({ default: (await import('./features/payment/failure-page.tsx')).FailurePage }));
const ReceiptPage = lazy(async () => ({ default: (await import('./features/payment/receipt-page.tsx')).ReceiptPage }));
const AccountPage = lazy(async () => ({ default: (await import('./features/account/account-page.tsx')).AccountPage }));
const AdminLoginPage = lazy(async () => ({
  default: (await import('./features/admin/admin-login-page.tsx')).AdminLoginPage,
}));
const PasswordVerificationPage = lazy(async () => ({
  default: (await import('./features/admin/password-verification-page.tsx')).PasswordVerificationPage,
}));
const AdminPage = lazy(async () => ({ default: (await import('./features/admin/admin-page.tsx')).AdminPage }));
const PersonPage = lazy(async () => ({ default: (await import('./features/admin/person-page.tsx')).PersonPage }));
const AuditPage = lazy(async () => ({ default: (await import('./features/admin/audit-page.tsx')).AuditPage }));
const StatusPage = lazy(async () => ({ default: (await import('./features/admin/status-page.tsx')).StatusPage }));
const TestPage = lazy(async () => ({ default: (await import('./features/admin/test-page.tsx')).TestPage }));
const NotFoundPage = lazy(async () => ({
  default: (await import('./features/not-found/not-found-page.tsx')).NotFoundPage,
}));

/** Which page stands at which address. */
export function App({ markers }: { readonly markers: LocalMarkers }) {
  return (
    <Suspense fallback={<PageSpinner label="Carregando..." />}>
      <Switch>
        <Route path="/">
          <JoinFirst>
            <LandingPage markers={markers} />
          </JoinFirst>
        </Route>
        <Route path="/login">
          <LoginPage />
        </Route>
        <Route path="/auth/callback">
          <AuthCallbackPage />
        </Route>
        <Route path={DASHBOARD_PATH}>
          <JoinFirst>
            <DashboardPage markers={markers} />
          </JoinFirst>
        </Route>
        <Route path="/payment/direct">
          <DirectPage markers={markers} />
        </Route>
        <Route path="/payment/pix">
          <PixPage />
        </Route>
        <Route path="/payment/success">
          <SuccessPage markers={markers} />
        </Route>
        <Route path="/payment/pending">
          <PendingPage />
        </Route>
        <Route path="/payment/failure">
          <FailurePage />
        </Route>
        <Route path="/payment/receipt/:paymentId">
          {({ paymentId }) => <ReceiptPage key={paymentId} paymentId={paymentId} />}
        </Route>
        <Route path="/account">
          <JoinFirst>
            <AccountPage />
          </JoinFirst>
        </Route>
        <Route path="/admin-login">
          <AdminLoginPage />
        </Route>
        <Route path="/password-verification">
          <PasswordVerificationPage />
        </Route>
        <Route path="/admin">
          <AdminPage />
        </Route>
        <Route path="/admin/audit">
          <AuditPage />
        </Route>
        <Route path="/status">
          <StatusPage />
        </Route>
        <Route path="/test">
          <TestPage />
        </Route>
        <Route path="/admin/people/:id">{({ id }) => <PersonPage id={id} />}</Route>
        <Route path="/terms">
          <TermsPage />
        </Route>
        <Route path="/contact">
          <ContactPage />
        </Route>
        <Route>
          <NotFoundPage />
        </Route>
      </Switch>
    </Suspense>
  );
}
