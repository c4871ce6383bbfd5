import type { PartName } from '#contract/refused-calls.ts';
import type { Body, Endpoint, Params, Reply } from '#contract/endpoint.ts';
import type { BusinessCommand } from '#domain/business/commands.ts';
import type { Business } from '#domain/business/state.ts';
import type { UndoableChange } from './history/undoable-change.ts';

/**
 * How a changing call becomes a command, and the state right after that command its reply. One call makes exactly one
 * change.
 */
export interface EndpointCommand<E extends Endpoint, Command extends BusinessCommand = BusinessCommand> {
  command(this: void, input: EndpointInput<E>): Command;
  reply(this: void, after: Business, command: Command, input: EndpointInput<E>): Reply<E>;
  /** The name of a part of the body, for a call with several parts. */
  nameOfPart?(body: Body<E>): PartName;
  /** The id of the change that the call undoes: the change is loaded and passed as `undone`. */
  idOfUndoneChange?(input: Pick<EndpointInput<E>, 'params'>): string;
}

export interface EndpointInput<E extends Endpoint> {
  readonly params: Params<E>;
  readonly body: Body<E>;
  /** Id for the entity that the call adds, unless the call names it. */
  readonly newId: string;
  /** Identifies the change that the call makes. */
  readonly changeId: string;
  /** The change that the call undoes, if it undoes one. */
  readonly undone: UndoableChange | undefined;
  /** The version in If-Match. */
  readonly version: number | undefined;
  /** The id of the index-th further entity that the call makes; the same on every repeat. */
  readonly idAt: (index: number) => string;
  /** YYYY-MM-DD in São Paulo, as the call came. */
  readonly today: string;
}
