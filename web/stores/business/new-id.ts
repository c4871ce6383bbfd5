/** Names a new thing until the server has named it, in a change set for good. */
export const newId = (): string => crypto.randomUUID();
