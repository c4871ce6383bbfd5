import { createContext, type ReactNode, useContext, useEffect } from 'react';
import type { SessionStore } from './session-store.ts';

const AuthContext = createContext<SessionStore | undefined>(undefined);

/** Gives everything inside the session, and loads its user at start. */
export function AuthProvider({ session, children }: { readonly session: SessionStore; readonly children: ReactNode }) {
  useEffect(() => void session.begin(), [session]);
  return <AuthContext value={session}>{children}</AuthContext>;
}

/** @throws Error outside of an AuthProvider */
export function useAuth(): SessionStore {
  const session = useContext(AuthContext);
  if (session === undefined) throw new Error('useAuth must be used within a AuthProvider');
  return session;
}
