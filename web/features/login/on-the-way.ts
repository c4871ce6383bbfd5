/** What the page that sends somebody to sign in tells the page where they do. */
export interface OnTheWay {
  /** Where they go on afterwards. */
  readonly returnTo?: string;
  /** They want to pay: it goes on with that. */
  readonly isBuying?: true;
}

export const BUYING = { isBuying: true } as const satisfies OnTheWay;
