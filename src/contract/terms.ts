/** The terms of use in force: the page shows the date, and the server records which version a person accepted. */
export const TERMS = {
  /** The version that people accept; another one with every change of substance. */
  version: '2026-11-23',
  inForceSince: '23/11/2026',
} as const;
