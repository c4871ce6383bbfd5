import type { Body, Endpoint, Params, Reply } from '#contract/endpoint.ts';
import type { BusinessCommand } from '#domain/business/commands.ts';
import type { Business } from '#domain/business/state.ts';

/** One changing call: which command it means, and what it answers from the state right after it. */
export interface BusinessCall<E extends Endpoint, Command extends BusinessCommand = BusinessCommand> {
  command(input: CallInput<E>): Command;
  reply(after: Business, input: CallInput<E>): Reply<E>;
}

export interface CallInput<E extends Endpoint> {
  readonly params: Params<E>;
  readonly body: Body<E>;
  /** Id for the thing that the call adds, if it adds one. */
  readonly newId: string;
  /** The version in If-Match. */
  readonly version: number | undefined;
}
