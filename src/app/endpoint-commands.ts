import type { OwnerContract } from '#contract/owner.ts';
import type { ChangeCallName } from '#contract/routes/owner.ts';
import { salesReply } from '#contract/entities/sales.ts';
import type { Endpoint, Body, Params, Reply } from '#contract/endpoint.ts';
import type { CallInSet } from '#contract/change-set.ts';
import { commandMappingOf, commandMappings } from '#contract/entities/command-mappings.ts';
import { keysOf } from '#domain/business/field.ts';
import type { ChangeSet, SingleCommand, BusinessCommand } from '#domain/business/commands.ts';
import { entityIdOf } from './ids.ts';
import type { CommandEndpointName, CommandType, EndpointOf } from '#contract/entities/command-mapping.ts';
import type { PartName } from '#contract/refused-calls.ts';
import type { Business } from '#domain/business/state.ts';
import type { UndoableChange } from './history/business-history.ts';

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

const singleCommands: { readonly [Type in CommandType]: EndpointCommand<EndpointOf<Type>, SingleCommand> } =
  commandMappings;

/** How a call of one command becomes that command, and the state its reply. */
function singleCommandOf(name: CommandEndpointName): EndpointCommand<Endpoint, SingleCommand> {
  const type = keysOf(commandMappings).find((each) => commandMappings[each].endpoint === name);
  if (type === undefined) throw new Error(`no command has the call ${name}`);
  return singleCommands[type];
}

/**
 * Several calls as one command. An added entity gets the id that the caller gave it, or one that follows from the key.
 */
export const applyChanges: EndpointCommand<OwnerContract['applyChanges'], ChangeSet> = {
  command: ({ body, newId, today }) => ({
    type: 'ApplyChangeSet',
    commands: body.calls.map((call, index) =>
      singleCommandOf(call.call).command(inputOf(call, idIn(call, newId, index), today)),
    ),
  }),
  reply: (_after, { commands }) => ({ ids: commands.map(addedBy) }),
};

const idIn = (call: CallInSet, newId: string, index: number): string =>
  ('id' in call ? call.id : undefined) ?? entityIdOf(newId, index);

function addedBy(command: SingleCommand): string | null {
  if (commandMappingOf(command).kind !== 'adds') return null;
  if ('copyId' in command) return command.copyId;
  return 'id' in command ? command.id : null;
}

/** The input that this call would have had as a request of its own. */
function inputOf(call: CallInSet, newId: string, today: string): EndpointInput<Endpoint> {
  const input = {
    params: 'params' in call ? call.params : undefined,
    body: 'body' in call ? call.body : undefined,
    newId,
    changeId: newId,
    idAt: (index: number) => entityIdOf(newId, index),
    today,
    undone: undefined,
    version: 'if_match' in call ? call.if_match : undefined,
  };
  return input as EndpointInput<Endpoint>;
}

/** Sales of several months and channels, and revenue of the same report, as one command. */
const importSales: EndpointCommand<OwnerContract['importSales']> = {
  command: ({ body, newId, today }) => ({
    type: 'ApplyChangeSet',
    commands: [
      ...body.sets.map(
        ({ month, channel_id, rows }) =>
          ({
            type: 'RecordSales',
            month,
            channelId: channel_id,
            newChannelId: newId,
            rows,
            currentMonth: today.slice(0, 7),
          }) as const,
      ),
      ...body.revenue.map(
        ({ month, value, orders_count }) =>
          ({ type: 'RecordMonthRevenue', month, value, orders: orders_count }) as const,
      ),
    ],
  }),
  nameOfPart:
    ({ sets }) =>
    (index) =>
      index < sets.length ? `sets.${index}` : `revenue.${index - sets.length}`,
  reply: (after, _command, { body }) =>
    body.sets.map(({ month, channel_id }) => salesReply(after, { month, channelId: channel_id })),
};

/** Undoes everything that one call did. */
const undoChange: EndpointCommand<OwnerContract['undoChange']> = {
  idOfUndoneChange: ({ params }) => params.id,
  command: ({ undone }) => {
    if (!undone) throw new Error('what is taken back goes into the command');
    const { done, before, undoneBy } = undone;
    return { type: 'UndoChange', change: { events: done.map(({ event }) => event), before: before(), undoneBy } };
  },
  reply: (_after, _command, { changeId }) => ({ id: changeId }),
};

const severalChanges = { applyChanges, importSales, undoChange };

/** How a changing call becomes a command, and the state its reply; a call without a command does not compile. */
export const endpointCommandOf = (name: ChangeCallName): EndpointCommand<Endpoint> =>
  name === 'applyChanges' || name === 'importSales' || name === 'undoChange'
    ? severalChanges[name]
    : singleCommandOf(name);
