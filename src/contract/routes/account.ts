import type { Routes } from '../endpoint.ts';

/** Routes of payments and of the account. */
export const accountRoutes = {
  createPayment: { method: 'POST', path: '/api/payment/create-direct', changes: 'person' },
  paymentStatus: { method: 'GET', path: '/api/payment/status/:paymentId', replyShape: ['status', 'access_granted'] },
  receipt: {
    method: 'GET',
    path: '/api/payment/receipt/:paymentId',
    replyShape: ['payment_id', 'status', 'supplier', 'payer'],
  },
  verifyAccess: { method: 'POST', path: '/api/payment/verify-access', changes: 'person' },
  redeemReceipt: { method: 'POST', path: '/api/payment/redeem', changes: 'person' },
  answerTransfer: { method: 'POST', path: '/api/payment/transfer/:paymentId', changes: 'person' },
  simulatePayment: { method: 'POST', path: '/api/dev/payments/:paymentId/simulate', changes: 'person' },
  joinGuest: { method: 'POST', path: '/api/account/join', changes: 'person' },
  listBusinesses: { method: 'GET', path: '/api/account/businesses', replyShape: 'list' },
  openBusiness: { method: 'POST', path: '/api/account/businesses/:id/open', changes: 'person' },
  listSessions: { method: 'GET', path: '/api/account/sessions', replyShape: 'list' },
  endOtherSessions: { method: 'DELETE', path: '/api/account/sessions', changes: 'person' },
  downloadData: { method: 'GET', path: '/api/account/data', replyShape: [] },
  eraseAccount: { method: 'DELETE', path: '/api/account', changes: 'person' },
} as const satisfies Routes;
