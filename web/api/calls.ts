import type { adminEndpoints } from '#contract/admin.ts';
import type { accountEndpoints } from '#contract/account.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { paymentEndpoints } from '#contract/payment.ts';
import type { sessionEndpoints } from '#contract/session.ts';

/** What a caller needs of an endpoint. */
export type Call = Pick<Endpoint, 'method' | 'path' | 'changes'>;

/**
 * Method and path of an endpoint, written again where the contract's schemas would weigh more than the page that calls.
 * The compiler compares: a path that is not the contract's is an error.
 */
type CallOf<E extends Endpoint> = Pick<E, 'method' | 'path'> &
  (E extends { readonly changes: 'data' } ? Pick<E, 'changes'> : unknown);
export type CallsOf<All extends Record<string, Endpoint>> = { readonly [Name in keyof All]: CallOf<All[Name]> };

/** Who is there: all that the first page may want. */
export const sessionCalls: CallsOf<typeof sessionEndpoints> = {
  currentUser: { method: 'GET', path: '/api/users/me' },
  loginRedirect: { method: 'GET', path: '/api/oauth/google/redirect_url' },
  openSession: { method: 'POST', path: '/api/sessions' },
  logout: { method: 'GET', path: '/api/logout' },
};

/** Paying, and what belongs to the account. */
export const accountCalls: CallsOf<Omit<typeof paymentEndpoints, 'paymentWebhook'> & typeof accountEndpoints> = {
  createPayment: { method: 'POST', path: '/api/payment/create-direct' },
  paymentStatus: { method: 'GET', path: '/api/payment/status/:paymentId' },
  receipt: { method: 'GET', path: '/api/payment/receipt/:paymentId' },
  verifyAccess: { method: 'POST', path: '/api/payment/verify-access' },
  redeemReceipt: { method: 'POST', path: '/api/payment/redeem' },
  answerTransfer: { method: 'POST', path: '/api/payment/transfer/:paymentId' },
  simulatePayment: { method: 'POST', path: '/api/dev/payments/:paymentId/simulate' },
  joinGuest: { method: 'POST', path: '/api/account/join' },
  listBusinesses: { method: 'GET', path: '/api/account/businesses' },
  openBusiness: { method: 'POST', path: '/api/account/businesses/:id/open' },
  downloadData: { method: 'GET', path: '/api/account/data' },
  eraseAccount: { method: 'DELETE', path: '/api/account' },
};

/** The administration. Its spreadsheet and its live stream are addresses that the browser opens by itself. */
export const adminCalls: CallsOf<Omit<typeof adminEndpoints, 'auditCsv' | 'auditLive'>> = {
  checkAdminEmail: { method: 'POST', path: '/api/admin/check-email' },
  verifyAdminPassword: { method: 'POST', path: '/api/admin/verify-password' },
  checkAdmin: { method: 'GET', path: '/api/admin/check' },
  verifyAllPayments: { method: 'POST', path: '/api/admin/verify-all-payments' },
  verificationProgress: { method: 'GET', path: '/api/admin/verify-all-payments' },
  grantAccess: { method: 'POST', path: '/api/admin/grant-access/:email' },
  listWaitingGrants: { method: 'GET', path: '/api/admin/grants/waiting' },
  withdrawGrant: { method: 'POST', path: '/api/admin/grants/:id/withdraw' },
  revokeAccess: { method: 'POST', path: '/api/admin/users/:id/revoke' },
  refundPayment: { method: 'POST', path: '/api/admin/payments/:id/refund' },
  listUsers: { method: 'GET', path: '/api/admin/users' },
  countUsers: { method: 'GET', path: '/api/admin/users/counts' },
  person: { method: 'GET', path: '/api/admin/users/:id' },
  endSessions: { method: 'DELETE', path: '/api/admin/users/:id/sessions' },
  auditTrail: { method: 'GET', path: '/api/admin/audit' },
  auditEntry: { method: 'GET', path: '/api/admin/audit/entries/:number' },
  auditState: { method: 'GET', path: '/api/admin/audit/state' },
  paymentTest: { method: 'GET', path: '/api/payment/test' },
  paymentCreateTest: { method: 'GET', path: '/api/payment/create-test' },
  workerIp: { method: 'GET', path: '/api/worker/ip' },
  systemState: { method: 'GET', path: '/api/admin/system' },
};
