import type { Routes } from '../endpoint.ts';

/** Routes of payments and of the account. */
export const accountRoutes = {
  createPayment: { method: 'POST', path: '/api/payment/create-direct', changes: 'session' },
  paymentStatus: { method: 'GET', path: '/api/payment/status/:paymentId', replyShape: ['status', 'access_granted'] },
  receipt: {
    method: 'GET',
    path: '/api/payment/receipt/:paymentId',
    replyShape: ['payment_id', 'status', 'supplier', 'payer'],
  },
  verifyAccess: { method: 'POST', path: '/api/payment/verify-access', changes: 'session' },
  redeemReceipt: { method: 'POST', path: '/api/payment/redeem', changes: 'session' },
  answerTransfer: { method: 'POST', path: '/api/payment/transfer/:paymentId', changes: 'session' },
  simulatePayment: { method: 'POST', path: '/api/dev/payments/:paymentId/simulate', changes: 'session' },
  joinGuest: { method: 'POST', path: '/api/account/join', changes: 'session' },
  listBusinesses: { method: 'GET', path: '/api/account/businesses', replyShape: 'list' },
  openBusiness: { method: 'POST', path: '/api/account/businesses/:id/open', changes: 'session' },
  listSessions: { method: 'GET', path: '/api/account/sessions', replyShape: 'list' },
  endOtherSessions: { method: 'DELETE', path: '/api/account/sessions', changes: 'session' },
  downloadData: { method: 'GET', path: '/api/account/data', replyShape: [] },
  eraseAccount: { method: 'DELETE', path: '/api/account', changes: 'session' },
} as const satisfies Routes;
