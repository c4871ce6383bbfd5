import type { Endpoint, Params, Query, Reply } from '#contract/endpoint.ts';
import type { OwnerContract, PastName } from '#contract/owner.ts';
import { history } from './past/history.ts';
import { listChanges } from './past/list-changes.ts';
import { profitChange } from './past/profit-change.ts';
import type { Past } from './past.ts';

/** What a read of the past is answered from besides the past itself. */
export interface PastInput<E extends Endpoint> {
  readonly params: Params<E>;
  readonly query: Query<E>;
  /** The account or guest that asks: their own acts are "você". */
  readonly userId: string;
  readonly now: Date;
}

/** Answers one read from a business's past. Pure: the server and the browser's demo answer by the same. @throws RefusedRead */
export type PastCall<E extends Endpoint> = (past: Past, input: PastInput<E>) => Reply<E>;

/** Every read of the past in the contract; a missing one does not compile. */
export const pastCalls: { readonly [Name in PastName]: PastCall<OwnerContract[Name]> } = {
  history,
  listChanges,
  profitChange,
};

/** The call of a name that is known only as the program runs: what goes in has been checked by its schemas. */
export const pastCallOf = (name: PastName): PastCall<Endpoint> => pastCalls[name];
