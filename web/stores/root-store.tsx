import { createContext, type ReactNode, useContext, useEffect } from 'react';
import type { OwnerClient } from '#web/api/client.ts';
import type { BusinessStore } from './business-store.ts';
import type { SessionStore } from './session-store.ts';

/** The stores of a signed-in owner. The landing page needs only the session and does not load them. */
export interface RootStore {
  readonly session: SessionStore;
  /** The business, in the present or as of a moment. */
  readonly business: BusinessStore;
  /** The client of the current business. */
  readonly api: OwnerClient;
}

const StoresContext = createContext<RootStore | undefined>(undefined);

export function StoresProvider({ stores, children }: { readonly stores: RootStore; readonly children: ReactNode }) {
  return <StoresContext value={stores}>{children}</StoresContext>;
}

/** @throws Error outside the dashboard */
export function useStores(): RootStore {
  const stores = useContext(StoresContext);
  if (stores === undefined) throw new Error('useStores must be used within a StoresProvider');
  return stores;
}

const AuthContext = createContext<SessionStore | undefined>(undefined);

/** Provides the session and loads its user at start. */
export function AuthProvider({ session, children }: { readonly session: SessionStore; readonly children: ReactNode }) {
  useEffect(() => void session.begin(), [session]);
  return <AuthContext value={session}>{children}</AuthContext>;
}

/** @throws Error outside an AuthProvider */
export function useSession(): SessionStore {
  const session = useContext(AuthContext);
  if (session === undefined) throw new Error('useSession must be used within an AuthProvider');
  return session;
}
