import { observer } from 'mobx-react-lite';
import type { ComponentType, ReactNode } from 'react';
import { Route, Switch } from 'wouter';
import { LandingPage } from './features/landing/landing-page.tsx';
import type { LocalMarkers } from './stores/local-markers.ts';
import { useSession } from './stores/root-store.tsx';
import { onDemand } from './ui/on-demand.tsx';
import { PageSpinner } from './ui/spinner.tsx';

const page = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  onDemand(load, <PageSpinner label="Carregando..." />);

// The landing page is in the first load; every other page is loaded on demand.
const JoinQuestion = page(async () => (await import('./features/guest/join-question.tsx')).JoinQuestion);
const LoginPage = page(async () => (await import('./features/login/login-page.tsx')).LoginPage);
const AuthCallbackPage = page(async () => (await import('./features/login/login-page.tsx')).AuthCallbackPage);
const DashboardPage = page(async () => (await import('./features/dashboard/dashboard-page.tsx')).DashboardPage);
const TermsPage = page(async () => (await import('./features/terms/terms-page.tsx')).TermsPage);
const ContactPage = page(async () => (await import('./features/contact/contact-page.tsx')).ContactPage);
const PixCheckoutPage = page(async () => (await import('./features/payment/pix-checkout-page.tsx')).PixCheckoutPage);
const PixPage = page(async () => (await import('./features/payment/pix-page.tsx')).PixPage);
const SuccessPage = page(async () => (await import('./features/payment/success-page.tsx')).SuccessPage);
const PendingPage = page(async () => (await import('./features/payment/unpaid-pages.tsx')).PendingPage);
const FailurePage = page(async () => (await import('./features/payment/unpaid-pages.tsx')).FailurePage);
const ReceiptPage = page(async () => (await import('./features/payment/receipt-page.tsx')).ReceiptPage);
const AccountPage = page(async () => (await import('./features/account/account-page.tsx')).AccountPage);
const AdminLoginPage = page(async () => (await import('./features/admin/admin-login-page.tsx')).AdminLoginPage);
const PasswordVerificationPage = page(
  async () => (await import('./features/admin/admin-login-page.tsx')).PasswordVerificationPage,
);
const AdminPage = page(async () => (await import('./features/admin/admin-page.tsx')).AdminPage);
const PersonPage = page(async () => (await import('./features/admin/person-page.tsx')).PersonPage);
const AuditPage = page(async () => (await import('./features/admin/audit-page.tsx')).AuditPage);
const StatusPage = page(async () => (await import('./features/admin/checks-pages.tsx')).StatusPage);
const TestPage = page(async () => (await import('./features/admin/checks-pages.tsx')).TestPage);
const NotFoundPage = page(async () => (await import('./features/not-found/not-found-page.tsx')).NotFoundPage);

/** A page that waits until a former guest has decided about their data. */
const JoinGuard = observer(function JoinGuard({ children }: { readonly children: ReactNode }) {
  const guest = useSession().user?.guest_to_join;
  return guest ? <JoinQuestion guest={guest} /> : children;
});

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
