/** Where the history is. Without anything else, for whoever only needs to know the way. */
export const HISTORY = '/dashboard/historico';
