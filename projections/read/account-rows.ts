import { type Account, hasAccess } from '#domain/account/account.ts';

export interface AccountRow {
  readonly userId: string;
  readonly accessGranted: boolean;
  /** The oldest payment that still gives access; null without one (a grant, or no access at all). */
  readonly paymentId: string | null;
}

export function accountRow(userId: string, account: Account): AccountRow {
  const payment = [...account.sources.values()].find((source) => source.kind === 'payment');
  return { userId, accessGranted: hasAccess(account), paymentId: payment?.id ?? null };
}

export const isSameAccountRow = (a: AccountRow, b: AccountRow): boolean =>
  a.accessGranted === b.accessGranted && a.paymentId === b.paymentId;
