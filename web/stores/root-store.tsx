import { createContext, type ReactNode, useContext, useEffect } from 'react';
import type { ApiClient } from '#web/api/client.ts';
import type { BusinessStore } from './business-store.ts';
import type { SessionStore } from './session-store.ts';

/** The stores of a signed-in owner. The landing gets by with the session alone and does not load the rest. */
export interface RootStore {
  readonly session: SessionStore;
  /** As it is now, or as it stood at a moment that is being looked at. */
  readonly business: BusinessStore;
  /** What it is read through, of today. */
  readonly api: ApiClient;
}

const StoresContext = createContext<RootStore | undefined>(undefined);

export function StoresProvider({ stores, children }: { readonly stores: RootStore; readonly children: ReactNode }) {
  return <StoresContext value={stores}>{children}</StoresContext>;
}

/** @throws Error outside of the dashboard */
export function useStores(): RootStore {
  const stores = useContext(StoresContext);
  if (stores === undefined) throw new Error('useStores must be used within a StoresProvider');
  return stores;
}

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
