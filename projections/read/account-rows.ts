import { type Account, hasAccess } from '#domain/account/account.ts';

export interface AccountRow {
  readonly userId: string;
  readonly accessGranted: boolean;
  /** The oldest payment that still gives access; null without one (a grant, or no access at all). */
  readonly paymentId: string | null;
  /** The business that the dashboard shows, as far as it is still theirs; null: the first one. */
  readonly chosenBusinessId: string | null;
}

export function accountRow(userId: string, account: Account): AccountRow {
  const payment = [...account.sources.values()].find((source) => source.kind === 'payment');
  return {
    userId,
    accessGranted: hasAccess(account),
    paymentId: payment?.id ?? null,
    chosenBusinessId: account.chosenBusinessId,
  };
}

export const isSameAccountRow = (a: AccountRow, b: AccountRow): boolean =>
  a.accessGranted === b.accessGranted && a.paymentId === b.paymentId && a.chosenBusinessId === b.chosenBusinessId;
