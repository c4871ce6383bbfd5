import type { CallName } from '#contract/entities/command-call.ts';
import type { ViewName } from '#contract/routes/views.ts';
import type { Sent } from './sent-values.ts';

/** One changing call, with everything it names filled in. */
export interface Asked {
  readonly name: ChangingName;
  readonly params: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, Sent>>;
  /** The version in If-Match. */
  readonly ifMatch: number | undefined;
  /** The Idempotency-Key. */
  readonly key: string | undefined;
}

export type ChangingName = CallName | 'importSales' | 'undoChange';

/** The reads of the read model, and those that are calculated from the events. */
export type ReadName = ViewName | 'listSales' | 'mix' | PurchaseRead;
export type PurchaseRead = 'listPurchases' | 'purchase' | 'listSuppliers' | 'listStockValues' | 'monthCmv';

export interface Answered {
  readonly status: number;
  /** The parsed body; undefined for an answer without one. */
  readonly body: unknown;
  /** The position that a reader must have reached to see the change; null if the answer names none. */
  readonly position: string | null;
  /** The id with which the change can be undone; null if nothing changed. */
  readonly changeId: string | null;
}

export interface SentRead {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
}

/** One owner at an implementation of the API, with a business in which nothing has happened yet. */
export interface OwnerAtApi {
  ask(asked: Asked): Promise<Answered>;
  /** Reads the state after everything that the owner has asked so far. */
  read(name: ReadName, sent?: SentRead): Promise<unknown>;
}

/** The body as JSON has it. */
export const sentBody = ({ body }: Asked): Record<string, unknown> =>
  Object.fromEntries(Object.entries(body).map(([name, { sent }]) => [name, sent]));
