import type { Routes } from '../endpoint.ts';

/** Routes of the administration. The browser opens the spreadsheet and the live stream by their addresses. */
export const adminRoutes = {
  checkAdminEmail: { method: 'POST', path: '/api/admin/check-email', changes: 'session' },
  verifyAdminPassword: { method: 'POST', path: '/api/admin/verify-password', changes: 'session' },
  checkAdmin: { method: 'GET', path: '/api/admin/check', gives: ['password_verified'] },
  verifyAllPayments: { method: 'POST', path: '/api/admin/verify-all-payments', changes: 'session' },
  verificationProgress: { method: 'GET', path: '/api/admin/verify-all-payments', gives: ['checked', 'total'] },
  grantAccess: { method: 'POST', path: '/api/admin/grant-access/:email', changes: 'session' },
  listWaitingGrants: { method: 'GET', path: '/api/admin/grants/waiting', gives: 'list' },
  withdrawGrant: { method: 'POST', path: '/api/admin/grants/:id/withdraw', changes: 'session' },
  revokeAccess: { method: 'POST', path: '/api/admin/users/:id/revoke', changes: 'session' },
  refundPayment: { method: 'POST', path: '/api/admin/payments/:id/refund', changes: 'session' },
  listUsers: { method: 'GET', path: '/api/admin/users', gives: 'list' },
  countUsers: {
    method: 'GET',
    path: '/api/admin/users/counts',
    gives: ['total', 'granted', 'pending', 'waiting_grants'],
  },
  person: { method: 'GET', path: '/api/admin/users/:id', gives: ['user', 'payments', 'grants', 'sessions'] },
  endSessions: { method: 'DELETE', path: '/api/admin/users/:id/sessions', changes: 'session' },
  auditTrail: { method: 'GET', path: '/api/admin/audit', gives: ['entries', 'next'] },
  auditEntry: { method: 'GET', path: '/api/admin/audit/entries/:number', gives: ['entry', 'effects'] },
  auditState: { method: 'GET', path: '/api/admin/audit/state', gives: ['entries'] },
  paymentTest: { method: 'GET', path: '/api/payment/test', gives: ['provider', 'milliseconds'] },
  paymentCreateTest: { method: 'GET', path: '/api/payment/create-test', changes: 'session', gives: ['message'] },
  workerIp: { method: 'GET', path: '/api/worker/ip', gives: ['addresses', 'node', 'version'] },
  systemState: { method: 'GET', path: '/api/admin/system', gives: ['log', 'read_model', 'audit', 'versions'] },
  auditCsv: { method: 'GET', path: '/api/admin/audit.csv', gives: [] },
  auditLive: { method: 'GET', path: '/api/admin/audit/live', gives: [] },
} as const satisfies Routes;
