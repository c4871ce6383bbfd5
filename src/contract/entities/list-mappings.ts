import type { Business } from '#domain/business/state.ts';
import type { Body, Reply } from '../endpoint.ts';
import {
  type CommandOf,
  type CommandType,
  type EndpointOf,
  type ReadWriteSet,
  requireRow,
  type RowIn,
  listOf,
  type EntityListName,
} from './command-mapping.ts';
import { type WireField, type Fields, type SomeValuesOf, toWire, channelIdsIn } from './field.ts';

/** An entity that is added, changed and removed by an id of its own. */
type ListEntity = {
  [Type in CommandType]: Type extends `Remove${infer Noun}`
    ? CommandOf<Type> extends { readonly id: string }
      ? Noun
      : never
    : never;
}[CommandType];

type Add<Noun extends ListEntity> = Extract<CommandType, `Add${Noun}`>;
type Change<Noun extends ListEntity> = Extract<CommandType, `Change${Noun}`>;
type BodyKey<Noun extends ListEntity> = keyof Body<EndpointOf<Add<Noun>>> | keyof Body<EndpointOf<Change<Noun>>>;

/** Each field of the commands, with its name in bodies and replies. */
export type FieldsOf<Noun extends ListEntity> = {
  readonly [Key in Exclude<keyof CommandOf<Add<Noun>>, 'type' | 'id'>]-?: WireField<
    CommandOf<Add<Noun>>[Key],
    Extract<BodyKey<Noun> & keyof Reply<EndpointOf<Add<Noun>>>, string>,
    // oxlint-disable-next-line typescript/no-explicit-any -- the JSON form differs by field
    any
  >;
};

interface ListMappingsOptions<List extends EntityListName, F extends Fields, ReplyBody> {
  readonly list: List;
  readonly fields: F;
  /** The reply for a row. */
  readonly body: (row: RowIn<List>, business: Business) => ReplyBody;
  /** The names that a removal relies on. */
  readonly removalReads?: (row: RowIn<List>) => readonly string[];
}

interface CommandWithId {
  readonly id: string;
}

/** The common part of adding, changing and removing entities of a list. */
export function listMappings<List extends EntityListName, F extends Fields, Answer>({
  list,
  fields,
  body,
  removalReads = () => [],
}: ListMappingsOptions<List, F, Answer>) {
  const savedRowOf = (state: Business, { id }: CommandWithId): RowIn<List> | undefined => listOf(state, list).get(id);
  const reply = (after: Business, { id }: CommandWithId): Answer => body(requireRow(listOf(after, list), id), after);
  return {
    add: {
      kind: 'adds',
      toRequest: <Values extends SomeValuesOf<F>>(command: Values) => ({ body: toWire(fields, command) }),
      reply,
      readWriteSet: (command: CommandWithId): ReadWriteSet => ({
        writes: [command.id, list],
        reads: channelIdsIn(command),
      }),
    },
    change: {
      kind: 'changes',
      toRequest: <Values extends SomeValuesOf<F>>(command: Values & CommandWithId) => ({
        params: { id: command.id },
        body: toWire<F, Values>(fields, command),
      }),
      reply,
      readWriteSet: (command: CommandWithId, state: Business): ReadWriteSet => ({
        writes: [command.id],
        reads: [command, savedRowOf(state, command) ?? {}].flatMap(channelIdsIn),
      }),
      savedValues: savedRowOf,
    },
    remove: {
      kind: 'removes',
      toRequest: ({ id }: CommandWithId) => ({ params: { id } }),
      reply: () => undefined,
      readWriteSet(command: CommandWithId, state: Business): ReadWriteSet {
        const row = savedRowOf(state, command);
        return { writes: [command.id], reads: row ? [...removalReads(row), ...channelIdsIn(row)] : [] };
      },
    },
  } as const;
}
