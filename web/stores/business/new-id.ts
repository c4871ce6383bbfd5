/** Names a new thing, for good. */
export const newId = (): string => crypto.randomUUID();
