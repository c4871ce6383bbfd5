/**
 * What this browser remembers beside the server's session. Markers change what is shown, never what the server gives.
 * Everything about a person carries the prefix below, so signing out can clear it without knowing each key.
 */
export const PERSONAL_PREFIX = 'prumo.user.';

/** Set while an admin's password was accepted, in session storage. */
const ADMIN_PASSWORD = 'admin_password_verified';
/** Set once someone was signed in here: the dashboard then loads beside the session instead of after it. */
export const SIGNED_IN_BEFORE = `${PERSONAL_PREFIX}signed-in`;
/** Set for a visitor who paid without signing in. */
export const DIRECT_PAYMENT = `${PERSONAL_PREFIX}direct-payment`;

/** Set while somebody who wants to pay is away to sign in, in session storage. */
const PENDING_PAYMENT = 'pendingPayment';

export interface LocalMarkers {
  wasSignedIn(): boolean;
  rememberSignedIn(): void;
  isDirectPayment(): boolean;
  rememberDirectPayment(): void;
  forgetDirectPayment(): void;
  rememberPendingPayment(): void;
  /** Whether it was remembered; from then on it is not. */
  takePendingPayment(): boolean;
  forgetAdminPassword(): void;
  /** Removes everything about a person from this browser; the choice of light or dark stays. */
  clearPersonal(): void;
}

interface Storages {
  readonly local: Storage;
  readonly session: Storage;
}

/** Blocked storage (some private windows) reads as empty and takes nothing. */
export function createLocalMarkers(storages: () => Storages): LocalMarkers {
  function attempt<T>(work: (storages: Storages) => T, otherwise: T): T {
    try {
      return work(storages());
    } catch {
      return otherwise;
    }
  }
  return {
    wasSignedIn: () => attempt(({ local }) => local.getItem(SIGNED_IN_BEFORE) === 'true', false),
    rememberSignedIn: () => attempt(({ local }) => local.setItem(SIGNED_IN_BEFORE, 'true'), undefined),
    isDirectPayment: () => attempt(({ local }) => local.getItem(DIRECT_PAYMENT) === 'true', false),
    rememberDirectPayment: () => attempt(({ local }) => local.setItem(DIRECT_PAYMENT, 'true'), undefined),
    forgetDirectPayment: () => attempt(({ local }) => local.removeItem(DIRECT_PAYMENT), undefined),
    rememberPendingPayment: () => attempt(({ session }) => session.setItem(PENDING_PAYMENT, 'true'), undefined),
    takePendingPayment: () =>
      attempt(({ session }) => {
        const isPending = session.getItem(PENDING_PAYMENT) === 'true';
        session.removeItem(PENDING_PAYMENT);
        return isPending;
      }, false),
    forgetAdminPassword: () => attempt(({ session }) => session.removeItem(ADMIN_PASSWORD), undefined),
    clearPersonal: () =>
      attempt(({ local, session }) => {
        for (const storage of [local, session])
          for (const key of Object.keys(storage)) if (key.startsWith(PERSONAL_PREFIX)) storage.removeItem(key);
        session.removeItem(PENDING_PAYMENT);
      }, undefined),
  };
}
