import type { CommandEndpointName } from '#contract/entities/command-mapping.ts';
import type { ViewName } from '#contract/routes/views.ts';
import type { WireValue } from './wire-values.ts';

/** A call that changes data, with all its parameters filled in. */
export interface ModelRequest {
  readonly name: ChangingName;
  readonly params: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, WireValue>>;
  /** The version in If-Match. */
  readonly ifMatch: number | undefined;
  /** The Idempotency-Key. */
  readonly key: string | undefined;
}

export type ChangingName = CommandEndpointName | 'importSales' | 'undoChange';

/** The names of all reads: those of the read model, and those that are calculated from the events. */
export type ReadName = ViewName | 'listSales' | 'mix' | PurchaseRead;
export type PurchaseRead = 'listPurchases' | 'purchase' | 'listSuppliers' | 'listStockValues' | 'monthCmv';

export interface OwnerAnswer {
  readonly status: number;
  /** The parsed body; undefined for an answer without one. */
  readonly body: unknown;
  /** The position that a reader must have reached to see the change; null if the answer names none. */
  readonly position: string | null;
  /** The id with which the change can be undone; null if nothing changed. */
  readonly changeId: string | null;
}

export interface ReadParameters {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
}

/** An owner at one implementation of the API, with a business that is still empty. */
export interface OwnerAtApi {
  ask(asked: ModelRequest): Promise<OwnerAnswer>;
  /** Reads the state after all requests of the owner so far. */
  read(name: ReadName, sent?: ReadParameters): Promise<unknown>;
}

/** Returns the body as it is sent in JSON. */
export const wireBody = ({ body }: ModelRequest): Record<string, unknown> =>
  Object.fromEntries(Object.entries(body).map(([name, { sent }]) => [name, sent]));
