import type { Routes } from '../endpoint.ts';

/** Routes of sessions, including every read of the first page. */
export const sessionRoutes = {
  currentUser: { method: 'GET', path: '/api/users/me', replyShape: ['access_granted'] },
  loginRedirect: { method: 'GET', path: '/api/oauth/google/redirect_url', replyShape: ['redirectUrl'] },
  openSession: { method: 'POST', path: '/api/sessions', changes: 'person' },
  logout: { method: 'GET', path: '/api/logout', changes: 'person', replyShape: ['signed_out'] },
} as const satisfies Routes;
