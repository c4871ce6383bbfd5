/**
 * Markers that this browser remembers beside the server's session. They change what is shown, never what the server
 * returns. Keys about a person have this prefix, so that signing out can clear all of them.
 */
export const PERSONAL_PREFIX = 'prumo.user.';

/** The marker in session storage that the server accepted an administrator's password. */
const ADMIN_PASSWORD = 'admin_password_verified';
/** The marker that somebody has signed in here: the dashboard then loads in parallel with the session. */
export const SIGNED_IN_BEFORE = `${PERSONAL_PREFIX}signed-in`;
/** The marker of a visitor who paid without signing in; the stored key never changes. */
export const GUEST_PAYMENT = `${PERSONAL_PREFIX}direct-payment`;

/** The dashboard as it was last displayed: snapshot.ts. */
export const SNAPSHOT = `${PERSONAL_PREFIX}snapshot`;

/** The marker in session storage that a person who wants to pay is signing in. */
const SIGNING_IN_TO_PAY = 'pendingPayment';

/** An element with its attributes and children, or a text. */
export type SnapshotNode =
  string | readonly [name: string, attributes: Readonly<Record<string, string>>, children: readonly SnapshotNode[]];

/** The dashboard as it was last displayed in this browser. */
export interface Snapshot {
  readonly userId: string;
  /** The first script of the page; the classes of another build have other names. */
  readonly build: string;
  readonly content: SnapshotNode;
}

export interface LocalMarkers {
  wasSignedIn(): boolean;
  rememberSignedIn(): void;
  /** Tells whether a visitor of this browser paid without signing in. */
  hasGuestPayment(): boolean;
  /** Set after any own purchase; `setUser` forgets it for an account. */
  rememberGuestPayment(): void;
  forgetGuestPayment(): void;
  rememberSigningInToPay(): void;
  /** Removes the marker. @returns whether it was set */
  takeSigningInToPay(): boolean;
  forgetAdminPassword(): void;
  saveSnapshot(snapshot: Snapshot): void;
  /** @param exceptOf the person whose snapshot is kept */
  forgetSnapshot(exceptOf?: { readonly userId: string }): void;
  /** Removes everything about a person from this browser; the colour scheme stays. */
  clearPersonal(): void;
}

/** The stored value; null if storage is blocked. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

interface Storages {
  readonly local: Storage;
  readonly session: Storage;
}

/** A blocked storage, as in some private windows, reads as empty and ignores writes. */
export function createLocalMarkers(storages: () => Storages): LocalMarkers {
  function attempt<T>(work: (storages: Storages) => T, fallback: T): T {
    try {
      return work(storages());
    } catch {
      return fallback;
    }
  }
  return {
    wasSignedIn: () => attempt(({ local }) => local.getItem(SIGNED_IN_BEFORE) === 'true', false),
    rememberSignedIn: () => attempt(({ local }) => local.setItem(SIGNED_IN_BEFORE, 'true'), undefined),
    hasGuestPayment: () => attempt(({ local }) => local.getItem(GUEST_PAYMENT) === 'true', false),
    rememberGuestPayment: () => attempt(({ local }) => local.setItem(GUEST_PAYMENT, 'true'), undefined),
    forgetGuestPayment: () => attempt(({ local }) => local.removeItem(GUEST_PAYMENT), undefined),
    rememberSigningInToPay: () => attempt(({ session }) => session.setItem(SIGNING_IN_TO_PAY, 'true'), undefined),
    takeSigningInToPay: () =>
      attempt(({ session }) => {
        const isSigningInToPay = session.getItem(SIGNING_IN_TO_PAY) === 'true';
        session.removeItem(SIGNING_IN_TO_PAY);
        return isSigningInToPay;
      }, false),
    forgetAdminPassword: () => attempt(({ session }) => session.removeItem(ADMIN_PASSWORD), undefined),
    saveSnapshot: (snapshot) => attempt(({ local }) => local.setItem(SNAPSHOT, JSON.stringify(snapshot)), undefined),
    forgetSnapshot: (exceptOf) =>
      attempt(({ local }) => {
        const stored = JSON.parse(local.getItem(SNAPSHOT) ?? 'null') as Snapshot | null;
        if (exceptOf === undefined || stored?.userId !== exceptOf.userId) local.removeItem(SNAPSHOT);
      }, undefined),
    clearPersonal: () =>
      attempt(({ local, session }) => {
        for (const storage of [local, session])
          for (const key of Object.keys(storage)) if (key.startsWith(PERSONAL_PREFIX)) storage.removeItem(key);
        session.removeItem(SIGNING_IN_TO_PAY);
      }, undefined),
  };
}
