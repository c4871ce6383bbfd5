/** What every call says that it takes. */
export const READING = { Accept: 'application/json, application/problem+json' } as const;
