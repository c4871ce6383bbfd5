import type { PartName } from '#contract/refused-calls.ts';
import type { Body, Endpoint, Params, Reply } from '#contract/endpoint.ts';
import type { BusinessCommand } from '#domain/business/commands.ts';
import type { Business } from '#domain/business/state.ts';
import type { UndoableChange } from './history/undoable-change.ts';

/**
 * One changing call as the server does it: which command it means, and what it answers from the state right after it.
 * `CommandCall` is one that makes one change.
 */
export interface BusinessCall<E extends Endpoint, Command extends BusinessCommand = BusinessCommand> {
  command(this: void, input: CallInput<E>): Command;
  reply(this: void, after: Business, command: Command, input: CallInput<E>): Reply<E>;
  /** Name of a part of the body, for a call that is made of several parts. */
  partOf?(body: Body<E>): PartName;
  /** The change that the call takes back, by its id: what is known of it goes into the input. */
  undoes?(asked: Pick<CallInput<E>, 'params'>): string;
}

export interface CallInput<E extends Endpoint> {
  readonly params: Params<E>;
  readonly body: Body<E>;
  /** Id for the thing that the call adds, if it adds one and does not name it itself. */
  readonly newId: string;
  /** Names what the call does. */
  readonly changeId: string;
  /** What the call takes back, if it takes something back. */
  readonly undone: UndoableChange | undefined;
  /** The version in If-Match. */
  readonly version: number | undefined;
  /** Ids for what the call makes besides, by any index. */
  readonly idAt: (index: number) => string;
  /** YYYY-MM-DD in São Paulo, as the call came. */
  readonly today: string;
}
