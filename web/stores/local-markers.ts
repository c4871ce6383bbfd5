/**
 * What this browser remembers beside the server's session. Markers change what is shown, never what the server gives.
 * Everything about a person carries the prefix below, so signing out can clear it without knowing each key.
 */
const PERSONAL_PREFIX = 'prumo.user.';

/** Set while an admin's password was accepted, in session storage. */
const ADMIN_PASSWORD = 'admin_password_verified';
/** Set once someone was signed in here: the dashboard then loads beside the session instead of after it. */
const SIGNED_IN_BEFORE = `${PERSONAL_PREFIX}signed-in`;
/** Set for a visitor who paid without signing in. */
const DIRECT_PAYMENT = `${PERSONAL_PREFIX}direct-payment`;

export interface LocalMarkers {
  wasSignedIn(): boolean;
  rememberSignedIn(): void;
  isDirectPayment(): boolean;
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
    forgetAdminPassword: () => attempt(({ session }) => session.removeItem(ADMIN_PASSWORD), undefined),
    clearPersonal: () =>
      attempt(({ local }) => {
        for (const key of Object.keys(local)) if (key.startsWith(PERSONAL_PREFIX)) local.removeItem(key);
      }, undefined),
  };
}
