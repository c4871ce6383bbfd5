import type { SingleChange } from '#domain/business/commands.ts';
import type { Business } from '#domain/business/state.ts';
import type { Body, Params, Reply, SentParts } from '../endpoint.ts';
import type { OwnerContract } from '../owner.ts';

export type CommandType = SingleChange['type'];
export type CommandOf<Type extends CommandType> = Extract<SingleChange, { readonly type: Type }>;

/** Every command that changes one thing has a call of the same name. */
export type CallName = Uncapitalize<CommandType>;
export type EndpointOf<Type extends CommandType> = OwnerContract[Uncapitalize<Type>];

/** What the server makes a command of: values as the schemas have read them. */
export interface CommandInput<Type extends CommandType> {
  readonly params: Params<EndpointOf<Type>>;
  readonly body: Body<EndpointOf<Type>>;
  /** Id for the thing that the call adds, if it adds one and does not name it itself. */
  readonly newId: string;
  /** The version that the asker had in view. */
  readonly version: number | undefined;
  /** Ids for what the call makes besides, by any index. */
  readonly idAt: (index: number) => string;
  /** YYYY-MM-DD in São Paulo, as the call came. */
  readonly today: string;
}

/** What a command writes and what it counts on, by names that mean nothing else. */
export interface ReadWriteSet {
  readonly writes: readonly string[];
  readonly reads: readonly string[];
}

/** A command and its call, both ways. */
export interface CommandCall<Type extends CommandType> {
  readonly call: Uncapitalize<Type>;
  /**
   * `adds`: a thing with an id of its own. `puts`: something that is known by other things. `changes`: what it is about
   * has a version in view. `removes`: what somebody else has removed already is removed.
   */
  readonly kind: 'adds' | 'puts' | 'changes' | 'removes';
  /** The command as a call. */
  sent(this: void, command: CommandOf<Type>): SentParts<EndpointOf<Type>>;
  /** The call as a command. */
  command(this: void, input: CommandInput<Type>): CommandOf<Type>;
  /** What the call answers from the state right after the command. */
  reply(this: void, after: Business, command: CommandOf<Type>): Reply<EndpointOf<Type>>;
  readWriteSet(this: void, command: CommandOf<Type>, state: Business): ReadWriteSet;
  /** What is there of what it changes: a field that is the same need not be sent. Left out where all of it is sent. */
  held?(this: void, state: Business, command: CommandOf<Type>): object | undefined;
}

export type CommandCalls<Type extends CommandType = CommandType> = { readonly [T in Type]: CommandCall<T> };
