import type { Business } from '#domain/business/state.ts';
import type { Body, Reply } from '../endpoint.ts';
import type { CommandOf, CommandType, EndpointOf, ReadWriteSet } from './command-call.ts';
import { type WireField, type Fields, type SomeValuesOf, toWire } from './field.ts';
import { channelsNamedIn } from './scope.ts';
import { present, type RowIn, rowsIn, type TableName } from './rows.ts';

/** An entity that is added, changed and removed by an id of its own. */
type ListedNoun = {
  [Type in CommandType]: Type extends `Remove${infer Noun}`
    ? CommandOf<Type> extends { readonly id: string }
      ? Noun
      : never
    : never;
}[CommandType];

type Add<Noun extends ListedNoun> = Extract<CommandType, `Add${Noun}`>;
type Change<Noun extends ListedNoun> = Extract<CommandType, `Change${Noun}`>;
type BodyKey<Noun extends ListedNoun> = keyof Body<EndpointOf<Add<Noun>>> | keyof Body<EndpointOf<Change<Noun>>>;

/** Each field of the commands, with its name in bodies and replies. */
export type FieldsOf<Noun extends ListedNoun> = {
  readonly [Key in Exclude<keyof CommandOf<Add<Noun>>, 'type' | 'id'>]-?: WireField<
    CommandOf<Add<Noun>>[Key],
    Extract<BodyKey<Noun> & keyof Reply<EndpointOf<Add<Noun>>>, string>,
    // oxlint-disable-next-line typescript/no-explicit-any -- the JSON form differs by field
    any
  >;
};

interface Options<Table extends TableName, F extends Fields, Answer> {
  readonly table: Table;
  readonly fields: F;
  /** The reply for a row. */
  readonly body: (row: RowIn<Table>, business: Business) => Answer;
  /** The names that a removal relies on. */
  readonly removalReads?: (row: RowIn<Table>) => readonly string[];
}

interface NamedCommand {
  readonly id: string;
}

/** The common part of adding, changing and removing entities of a list. */
export function listed<Table extends TableName, F extends Fields, Answer>({
  table,
  fields,
  body,
  removalReads = () => [],
}: Options<Table, F, Answer>) {
  const held = (state: Business, { id }: NamedCommand): RowIn<Table> | undefined => rowsIn(state, table).get(id);
  const reply = (after: Business, { id }: NamedCommand): Answer => body(present(rowsIn(after, table), id), after);
  return {
    added: {
      kind: 'adds',
      sent: <Values extends SomeValuesOf<F>>(command: Values) => ({ body: toWire(fields, command) }),
      reply,
      readWriteSet: (command: NamedCommand): ReadWriteSet => ({
        writes: [command.id, table],
        reads: channelsNamedIn(command),
      }),
    },
    changed: {
      kind: 'changes',
      sent: <Values extends SomeValuesOf<F>>(command: Values & NamedCommand) => ({
        params: { id: command.id },
        body: toWire<F, Values>(fields, command),
      }),
      reply,
      readWriteSet: (command: NamedCommand, state: Business): ReadWriteSet => ({
        writes: [command.id],
        reads: [command, held(state, command) ?? {}].flatMap(channelsNamedIn),
      }),
      held,
    },
    removed: {
      kind: 'removes',
      sent: ({ id }: NamedCommand) => ({ params: { id } }),
      reply: () => undefined,
      readWriteSet(command: NamedCommand, state: Business): ReadWriteSet {
        const gone = held(state, command);
        return { writes: [command.id], reads: gone ? [...removalReads(gone), ...channelsNamedIn(gone)] : [] };
      },
    },
  } as const;
}
