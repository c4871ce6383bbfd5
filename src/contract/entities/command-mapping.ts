import type { SingleCommand } from '#domain/business/commands.ts';
import type {
  Business,
  Channel,
  Dish,
  FixedCost,
  Ingredient,
  Preparation,
  VariableCost,
} from '#domain/business/state.ts';
import type { Body, Params, Reply, RequestParts } from '../endpoint.ts';
import type { OwnerContract } from '../owner.ts';

export type CommandType = SingleCommand['type'];
export type CommandOf<Type extends CommandType> = Extract<SingleCommand, { readonly type: Type }>;

/** Every command that changes one thing has a call of the same name. */
export type CommandEndpointName = Uncapitalize<CommandType>;
export type EndpointOf<Type extends CommandType> = OwnerContract[Uncapitalize<Type>];

/** The input from which the server makes a command: parsed values. */
export interface CommandInput<Type extends CommandType> {
  readonly params: Params<EndpointOf<Type>>;
  readonly body: Body<EndpointOf<Type>>;
  /** Id for the entity that the call adds, unless the call names it. */
  readonly newId: string;
  /** The version that the caller has seen. */
  readonly version: number | undefined;
  /** The id of the index-th further entity that the call makes; the same on every repeat. */
  readonly idAt: (index: number) => string;
  /** YYYY-MM-DD in São Paulo, as the call came. */
  readonly today: string;
}

/** The values that a command writes and relies on, by unique names. */
export interface ReadWriteSet {
  readonly writes: readonly string[];
  readonly reads: readonly string[];
}

/** How a command becomes an HTTP call and back. */
export interface CommandMapping<Type extends CommandType> {
  readonly endpoint: Uncapitalize<Type>;
  /**
   * `adds`: an entity with an id of its own. `other`: neither a new id nor a version to send. `changes`: an entity
   * with a version that the caller has seen. `removes`: an entity that may have been removed by another request
   * already.
   */
  readonly kind: 'adds' | 'other' | 'changes' | 'removes';
  /** Makes the call of a command. */
  toRequest(this: void, command: CommandOf<Type>): RequestParts<EndpointOf<Type>>;
  /** Makes the command of a call. */
  command(this: void, input: CommandInput<Type>): CommandOf<Type>;
  /** Makes the reply from the state right after the command. */
  reply(this: void, after: Business, command: CommandOf<Type>): Reply<EndpointOf<Type>>;
  readWriteSet(this: void, command: CommandOf<Type>, state: Business): ReadWriteSet;
  /**
   * The current values of the changed entity: an unchanged field need not be sent. Left out where all fields are sent.
   */
  savedValues?(this: void, state: Business, command: CommandOf<Type>): object | undefined;
}

export type CommandMappings<Type extends CommandType = CommandType> = { readonly [T in Type]: CommandMapping<T> };

interface BusinessRows {
  readonly fixedCosts: FixedCost;
  readonly variableCosts: VariableCost;
  readonly ingredients: Ingredient;
  readonly preparations: Preparation;
  readonly dishes: Dish;
  readonly channels: Channel;
}
export type EntityListName = keyof BusinessRows;
export type RowIn<List extends EntityListName> = BusinessRows[List];
type EntityLists = { readonly [Table in EntityListName]: ReadonlyMap<string, RowIn<Table>> };

export const listOf = <List extends EntityListName>(state: EntityLists, list: List): EntityLists[List] => state[list];

/** A row that the last command has made or changed, and that therefore exists. */
export function requireRow<Id, Row>(rows: ReadonlyMap<Id, Row>, id: Id): Row {
  const row = rows.get(id);
  if (row === undefined) throw new Error(`row ${String(id)} is missing after its command`);
  return row;
}
