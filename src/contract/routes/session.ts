import type { Routes } from '../endpoint.ts';

/** Routes of sessions, including every read of the first page. */
export const sessionRoutes = {
  currentUser: { method: 'GET', path: '/api/users/me', gives: ['access_granted'] },
  loginRedirect: { method: 'GET', path: '/api/oauth/google/redirect_url', gives: ['redirectUrl'] },
  openSession: { method: 'POST', path: '/api/sessions', changes: 'session' },
  logout: { method: 'GET', path: '/api/logout', changes: 'session', gives: ['signed_out'] },
} as const satisfies Routes;
