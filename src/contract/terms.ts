/** The terms of use in force: the page shows the date, the server records which version somebody accepted. */
export const TERMS = {
  /** Grows with every change of substance. */
  version: '2026-11-23',
  inForceSince: '23/11/2026',
} as const;
