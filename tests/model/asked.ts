import type { dataCalls } from '#app/data-calls.ts';
import type { ViewName } from '#contract/owner.ts';
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

/** Channels, and what is sold in them, are not in the model yet. */
export type ChangingName = Exclude<
  keyof typeof dataCalls,
  'addChannel' | 'changeChannel' | 'removeChannel' | 'recordSales'
>;

export interface Answered {
  readonly status: number;
  /** Parsed; undefined for an answer without a body. */
  readonly body: unknown;
  /** Where a reader must be to see it; null where it is not said. */
  readonly position: string | null;
}

/** One owner at an implementation of the API, with a business in which nothing has happened yet. */
export interface OwnerAtApi {
  ask(asked: Asked): Promise<Answered>;
  /** After everything that the owner has asked so far. */
  read(name: ViewName): Promise<unknown>;
}

/** The body as JSON has it. */
export const sentBody = ({ body }: Asked): Record<string, unknown> =>
  Object.fromEntries(Object.entries(body).map(([name, { sent }]) => [name, sent]));
