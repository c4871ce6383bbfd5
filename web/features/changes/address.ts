/** Where the changes are listed. Apart, so that a link to it loads nothing of it. */
export const CHANGES = '/dashboard/alteracoes';

/** The list at one change, which is marked. */
export const changeAddress = (changeId: string): string => `${CHANGES}?change=${encodeURIComponent(changeId)}`;
