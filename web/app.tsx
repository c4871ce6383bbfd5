import { Route, Switch } from 'wouter';
import { JoinGuard } from './features/guest/join-guard.tsx';
import { LandingPage } from './features/landing/landing-page.tsx';
import type { LocalMarkers } from './stores/local-markers.ts';
import { onDemand } from './ui/on-demand.tsx';
import { PageSpinner } from './ui/spinner.tsx';

const LOADING = <PageSpinner label="Carregando..." />;

// The landing page is in the first load; every other page is loaded on demand.
const LoginPage = onDemand(async () => (await import('./features/login/login-page.tsx')).LoginPage, LOADING);
const AuthCallbackPage = onDemand(
  async () => (await import('./features/login/auth-callback-page.tsx')).AuthCallbackPage,
  LOADING,
);
const DashboardPage = onDemand(
  async () => (await import('./features/dashboard/dashboard-page.tsx')).DashboardPage,
  LOADING,
);
const TermsPage = onDemand(async () => (await import('./features/terms/terms-page.tsx')).TermsPage, LOADING);
const ContactPage = onDemand(async () => (await import('./features/contact/contact-page.tsx')).ContactPage, LOADING);
const PixCheckoutPage = onDemand(
  async () => (await import('./features/payment/pix-checkout-page.tsx')).PixCheckoutPage,
  LOADING,
);
const PixPage = onDemand(async () => (await import('./features/payment/pix-page.tsx')).PixPage, LOADING);
const SuccessPage = onDemand(async () => (await import('./features/payment/success-page.tsx')).SuccessPage, LOADING);
const PendingPage = onDemand(async () => (await import('./features/payment/pending-page.tsx')).PendingPage, LOADING);
const FailurePage = onDemand(async () => (await import('./features/payment/failure-page.tsx')).FailurePage, LOADING);
const ReceiptPage = onDemand(async () => (await import('./features/payment/receipt-page.tsx')).ReceiptPage, LOADING);
const AccountPage = onDemand(async () => (await import('./features/account/account-page.tsx')).AccountPage, LOADING);
const AdminLoginPage = onDemand(
  async () => (await import('./features/admin/admin-login-page.tsx')).AdminLoginPage,
  LOADING,
);
const PasswordVerificationPage = onDemand(
  async () => (await import('./features/admin/admin-login-page.tsx')).PasswordVerificationPage,
  LOADING,
);
const AdminPage = onDemand(async () => (await import('./features/admin/admin-page.tsx')).AdminPage, LOADING);
const PersonPage = onDemand(async () => (await import('./features/admin/person-page.tsx')).PersonPage, LOADING);
const AuditPage = onDemand(async () => (await import('./features/admin/audit-page.tsx')).AuditPage, LOADING);
const StatusPage = onDemand(async () => (await import('./features/admin/checks-pages.tsx')).StatusPage, LOADING);
const TestPage = onDemand(async () => (await import('./features/admin/checks-pages.tsx')).TestPage, LOADING);
const NotFoundPage = onDemand(
  async () => (await import('./features/not-found/not-found-page.tsx')).NotFoundPage,
  LOADING,
);

/** The router: the page of each address. */
export function App({ markers }: { readonly markers: LocalMarkers }) {
  return (
    <Switch>
      <Route path="/">
        <JoinGuard>
          <LandingPage markers={markers} />
        </JoinGuard>
      </Route>
      <Route path="/login" component={LoginPage} />
      <Route path="/auth/callback" component={AuthCallbackPage} />
      <Route path="/dashboard/*?">
        <JoinGuard>
          <DashboardPage markers={markers} />
        </JoinGuard>
      </Route>
      <Route path="/payment/direct">
        <PixCheckoutPage markers={markers} />
      </Route>
      <Route path="/payment/pix" component={PixPage} />
      <Route path="/payment/success">
        <SuccessPage markers={markers} />
      </Route>
      <Route path="/payment/pending" component={PendingPage} />
      <Route path="/payment/failure" component={FailurePage} />
      <Route path="/payment/receipt/:paymentId">
        {({ paymentId }) => <ReceiptPage key={paymentId} paymentId={paymentId} />}
      </Route>
      <Route path="/account">
        <JoinGuard>
          <AccountPage />
        </JoinGuard>
      </Route>
      <Route path="/admin-login" component={AdminLoginPage} />
      <Route path="/password-verification" component={PasswordVerificationPage} />
      <Route path="/admin" component={AdminPage} />
      <Route path="/admin/audit" component={AuditPage} />
      <Route path="/status" component={StatusPage} />
      <Route path="/test" component={TestPage} />
      <Route path="/admin/people/:id">{({ id }) => <PersonPage id={id} />}</Route>
      <Route path="/terms" component={TermsPage} />
      <Route path="/contact" component={ContactPage} />
      <Route component={NotFoundPage} />
    </Switch>
  );
}
