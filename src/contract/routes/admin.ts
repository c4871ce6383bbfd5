import type { Routes } from '../endpoint.ts';

/** Routes of the administration. The browser opens the spreadsheet and the live stream by their addresses. */
export const adminRoutes = {
  checkAdminEmail: { method: 'POST', path: '/api/admin/check-email', changes: 'person' },
  verifyAdminPassword: { method: 'POST', path: '/api/admin/verify-password', changes: 'person' },
  checkAdmin: { method: 'GET', path: '/api/admin/check', replyShape: ['password_verified'] },
  verifyAllPayments: { method: 'POST', path: '/api/admin/verify-all-payments', changes: 'person' },
  verificationProgress: { method: 'GET', path: '/api/admin/verify-all-payments', replyShape: ['checked', 'total'] },
  grantAccess: { method: 'POST', path: '/api/admin/grant-access/:email', changes: 'person' },
  listWaitingGrants: { method: 'GET', path: '/api/admin/grants/waiting', replyShape: 'list' },
  withdrawGrant: { method: 'POST', path: '/api/admin/grants/:id/withdraw', changes: 'person' },
  revokeAccess: { method: 'POST', path: '/api/admin/users/:id/revoke', changes: 'person' },
  refundPayment: { method: 'POST', path: '/api/admin/payments/:id/refund', changes: 'person' },
  listUsers: { method: 'GET', path: '/api/admin/users', replyShape: 'list' },
  countUsers: {
    method: 'GET',
    path: '/api/admin/users/counts',
    replyShape: ['total', 'granted', 'pending', 'waiting_grants'],
  },
  person: { method: 'GET', path: '/api/admin/users/:id', replyShape: ['user', 'payments', 'grants', 'sessions'] },
  endSessions: { method: 'DELETE', path: '/api/admin/users/:id/sessions', changes: 'person' },
  auditTrail: { method: 'GET', path: '/api/admin/audit', replyShape: ['entries', 'next'] },
  auditEntry: { method: 'GET', path: '/api/admin/audit/entries/:number', replyShape: ['entry', 'effects'] },
  auditState: { method: 'GET', path: '/api/admin/audit/state', replyShape: ['entries'] },
  paymentTest: { method: 'GET', path: '/api/payment/test', replyShape: ['provider', 'milliseconds'] },
  paymentCreateTest: { method: 'GET', path: '/api/payment/create-test', changes: 'person', replyShape: ['message'] },
  workerIp: { method: 'GET', path: '/api/worker/ip', replyShape: ['addresses', 'node', 'version'] },
  systemState: { method: 'GET', path: '/api/admin/system', replyShape: ['log', 'read_model', 'audit', 'versions'] },
  auditCsv: { method: 'GET', path: '/api/admin/audit.csv', replyShape: [] },
  auditLive: { method: 'GET', path: '/api/admin/audit/live', replyShape: [] },
} as const satisfies Routes;
