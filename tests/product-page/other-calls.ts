import type { Contract, EndpointName } from '#contract/index.ts';

/** Calls that change something beside a business, or around it. */
export type OtherCall = {
  [Name in EndpointName]: Contract[Name] extends
    { readonly changes: 'session' | 'memory' } | { readonly access: 'provider' }
    ? Name
    : never;
}[EndpointName];

/** The page that makes each call; null where no page does. */
export const PAGE_OF_CALL: Readonly<Record<OtherCall, string | null>> = {
  openSession: '/auth/callback',
  logout: '/dashboard',
  joinGuest: '/dashboard',
  openBusiness: '/account',
  endOtherSessions: '/account',
  eraseAccount: '/account',
  rememberImport: '/dashboard/importar',
  createPayment: '/payment/direct',
  verifyAccess: '/',
  redeemReceipt: '/account',
  answerTransfer: '/dashboard',
  paymentWebhook: null,
  simulatePayment: '/payment/pix',
  checkAdminEmail: '/admin-login',
  verifyAdminPassword: '/password-verification',
  verifyAllPayments: '/admin',
  grantAccess: '/admin',
  withdrawGrant: '/admin',
  revokeAccess: '/admin/people/:id',
  refundPayment: '/admin/people/:id',
  endSessions: '/admin/people/:id',
  paymentCreateTest: '/test',
};
