import type { adminEndpoints } from '#contract/admin.ts';
import type { accountEndpoints } from '#contract/account.ts';
import type { Endpoint, Reply } from '#contract/endpoint.ts';
import type { paymentEndpoints } from '#contract/payment.ts';
import type { sessionEndpoints } from '#contract/session.ts';

/** What a caller needs of an endpoint. */
export interface Call extends Pick<Endpoint, 'method' | 'path' | 'changes'> {
  /** By what the reply of a read is told from something else that was answered in its place: a list, or these fields; with none of them by nothing. */
  readonly gives?: 'list' | readonly string[];
  /** May the reply of a read say that there is nothing? */
  readonly mayBeNull?: true;
}

/**
 * Method and path of an endpoint, written again where the contract's schemas would weigh more than the page that calls.
 * The compiler compares: a path that is not the contract's is an error.
 */
type CallOf<E extends Endpoint> = Pick<E, 'method' | 'path'> &
  (E extends { readonly changes: 'data' } ? Pick<E, 'changes'> : unknown) &
  (E extends { readonly method: 'GET' } ? { readonly gives: Gives<NonNullable<Reply<E>>> } : unknown) &
  (null extends Reply<E> ? { readonly mayBeNull: true } : unknown);
type Gives<Given> = Given extends readonly unknown[] ? 'list' : readonly (keyof Given & string)[];
export type CallsOf<All extends Record<string, Endpoint>> = { readonly [Name in keyof All]: CallOf<All[Name]> };

/** Who is there: all that the first page may want. */
export const sessionCalls: CallsOf<typeof sessionEndpoints> = {
  currentUser: { method: 'GET', path: '/api/users/me', gives: ['access_granted'] },
  loginRedirect: { method: 'GET', path: '/api/oauth/google/redirect_url', gives: ['redirectUrl'] },
  openSession: { method: 'POST', path: '/api/sessions' },
  logout: { method: 'GET', path: '/api/logout', gives: ['signed_out'] },
};

/** Paying, and what belongs to the account. */
export const accountCalls: CallsOf<Omit<typeof paymentEndpoints, 'paymentWebhook'> & typeof accountEndpoints> = {
  createPayment: { method: 'POST', path: '/api/payment/create-direct' },
  paymentStatus: { method: 'GET', path: '/api/payment/status/:paymentId', gives: ['status', 'access_granted'] },
  receipt: {
    method: 'GET',
    path: '/api/payment/receipt/:paymentId',
    gives: ['payment_id', 'status', 'supplier', 'payer'],
  },
  verifyAccess: { method: 'POST', path: '/api/payment/verify-access' },
  redeemReceipt: { method: 'POST', path: '/api/payment/redeem' },
  answerTransfer: { method: 'POST', path: '/api/payment/transfer/:paymentId' },
  simulatePayment: { method: 'POST', path: '/api/dev/payments/:paymentId/simulate' },
  joinGuest: { method: 'POST', path: '/api/account/join' },
  listBusinesses: { method: 'GET', path: '/api/account/businesses', gives: 'list' },
  openBusiness: { method: 'POST', path: '/api/account/businesses/:id/open' },
  listSessions: { method: 'GET', path: '/api/account/sessions', gives: 'list' },
  endOtherSessions: { method: 'DELETE', path: '/api/account/sessions' },
  downloadData: { method: 'GET', path: '/api/account/data', gives: [] },
  eraseAccount: { method: 'DELETE', path: '/api/account' },
};

/** The administration. Its spreadsheet and its live stream are addresses that the browser opens by itself. */
export const adminCalls: CallsOf<Omit<typeof adminEndpoints, 'auditCsv' | 'auditLive'>> = {
  checkAdminEmail: { method: 'POST', path: '/api/admin/check-email' },
  verifyAdminPassword: { method: 'POST', path: '/api/admin/verify-password' },
  checkAdmin: { method: 'GET', path: '/api/admin/check', gives: ['password_verified'] },
  verifyAllPayments: { method: 'POST', path: '/api/admin/verify-all-payments' },
  verificationProgress: { method: 'GET', path: '/api/admin/verify-all-payments', gives: ['checked', 'total'] },
  grantAccess: { method: 'POST', path: '/api/admin/grant-access/:email' },
  listWaitingGrants: { method: 'GET', path: '/api/admin/grants/waiting', gives: 'list' },
  withdrawGrant: { method: 'POST', path: '/api/admin/grants/:id/withdraw' },
  revokeAccess: { method: 'POST', path: '/api/admin/users/:id/revoke' },
  refundPayment: { method: 'POST', path: '/api/admin/payments/:id/refund' },
  listUsers: { method: 'GET', path: '/api/admin/users', gives: 'list' },
  countUsers: {
    method: 'GET',
    path: '/api/admin/users/counts',
    gives: ['total', 'granted', 'pending', 'waiting_grants'],
  },
  person: { method: 'GET', path: '/api/admin/users/:id', gives: ['user', 'payments', 'grants', 'sessions'] },
  endSessions: { method: 'DELETE', path: '/api/admin/users/:id/sessions' },
  auditTrail: { method: 'GET', path: '/api/admin/audit', gives: ['entries', 'next'] },
  auditEntry: { method: 'GET', path: '/api/admin/audit/entries/:number', gives: ['entry', 'effects'] },
  auditState: { method: 'GET', path: '/api/admin/audit/state', gives: ['entries'] },
  paymentTest: { method: 'GET', path: '/api/payment/test', gives: ['provider', 'milliseconds'] },
  paymentCreateTest: { method: 'GET', path: '/api/payment/create-test', gives: ['message'] },
  workerIp: { method: 'GET', path: '/api/worker/ip', gives: ['addresses', 'node', 'version'] },
  systemState: { method: 'GET', path: '/api/admin/system', gives: ['log', 'read_model', 'audit', 'versions'] },
};
