import type { Business } from '#domain/business/state.ts';
import type { Body, Reply } from '../endpoint.ts';
import type { CommandCalls, CommandInput, CommandOf, CommandType, EndpointOf, ReadWriteSet } from './command-call.ts';
import { type Field, fromRead, toWire } from './field.ts';
import { channelsNamedIn } from './scope.ts';
import { present, type RowIn, type TableName, withoutRow, withRow } from './rows.ts';

/** What is added, changed and removed by an id of its own. */
export type ListedNoun = {
  [Type in CommandType]: Type extends `Remove${infer Noun}`
    ? CommandOf<Type> extends { readonly id: string }
      ? Noun
      : never
    : never;
}[CommandType];

type Add<Noun extends ListedNoun> = Extract<CommandType, `Add${Noun}`>;
type Change<Noun extends ListedNoun> = Extract<CommandType, `Change${Noun}`>;
type Remove<Noun extends ListedNoun> = Extract<CommandType, `Remove${Noun}`>;
type BodyKey<Noun extends ListedNoun> = keyof Body<EndpointOf<Add<Noun>>> | keyof Body<EndpointOf<Change<Noun>>>;
type ReplyOf<Noun extends ListedNoun> = Reply<EndpointOf<Add<Noun>>>;

/** Each field of the commands, under a name that bodies have and answers too. */
export type FieldsOf<Noun extends ListedNoun> = {
  readonly [Key in Exclude<keyof CommandOf<Add<Noun>>, 'type' | 'id'>]-?: Field<
    CommandOf<Add<Noun>>[Key],
    Extract<BodyKey<Noun> & keyof ReplyOf<Noun>, string>,
    // oxlint-disable-next-line typescript/no-explicit-any -- whichever form its JSON has
    any
  >;
};

/** A field of a body that no command takes asks for what is not there. */
type Covering<Noun extends ListedNoun, Given extends FieldsOf<Noun>> =
  Exclude<BodyKey<Noun>, Given[keyof Given]['wire']> extends never
    ? unknown
    : { readonly 'no command takes': Exclude<BodyKey<Noun>, Given[keyof Given]['wire']> };

interface Options<Noun extends ListedNoun, Table extends TableName, Given extends FieldsOf<Noun>> {
  readonly noun: Noun;
  readonly table: Table;
  readonly fields: Given & Covering<Noun, Given>;
  /** A row as it is answered. */
  readonly body: (row: RowIn<Table>, business: Business) => ReplyOf<Noun>;
  /** The way back; `sequence` is its place in its list. */
  readonly row: (body: ReplyOf<Noun>, sequence: number) => RowIn<Table>;
  /** What stands or falls with it. */
  readonly removalReads?: (row: RowIn<Table>) => readonly string[];
}

interface Row {
  readonly id: string;
  readonly sequence: number;
}

type Values = { readonly id: string } & Readonly<Record<string, unknown>>;

/**
 * Commands and calls of one listed noun. What is given is typed by the noun; inside, the three calls are the same for
 * all nouns.
 */
export function listed<Noun extends ListedNoun, const Table extends TableName, const Given extends FieldsOf<Noun>>(
  options: Options<Noun, Table, Given>,
): CommandCalls<Add<Noun> | Change<Noun> | Remove<Noun>> {
  const { noun, table, fields, removalReads = () => [] } = options;
  const rowsIn = (state: Business) => state[table] as unknown as ReadonlyMap<string, Row & RowIn<Table>>;
  const reply = (after: Business, { id }: Row) => options.body(present(rowsIn(after), id), after);
  /** In its place where it is known already, else behind all others. */
  const applied = (state: Business, body: ReplyOf<Noun> & Row) =>
    withRow(state, table, options.row(body, (rowsIn(state).get(body.id) ?? state).sequence) as Row & RowIn<Table>);

  const calls = {
    [`Add${noun}`]: {
      call: `add${noun}`,
      kind: 'adds',
      sent: (command: Values) => ({ body: toWire(fields, command as never) }),
      command: ({ newId, body }: CommandInput<Add<Noun>>) => ({
        type: `Add${noun}`,
        id: newId,
        ...fromRead(fields, body as object as Values),
      }),
      reply,
      applied,
      readWriteSet: (command: Values): ReadWriteSet => ({
        writes: [command.id, table],
        reads: channelsNamedIn(command),
      }),
    },
    [`Change${noun}`]: {
      call: `change${noun}`,
      kind: 'changes',
      sent: (command: Values) => ({ params: { id: command.id }, body: toWire(fields, command as never) }),
      command: ({ params, body, version }: CommandInput<Change<Noun>>) => ({
        type: `Change${noun}`,
        id: (params as Row).id,
        ...fromRead(fields, body as object as Values),
        version,
      }),
      reply,
      applied,
      readWriteSet: (command: Values, state: Business): ReadWriteSet => ({
        writes: [command.id],
        reads: [command, rowsIn(state).get(command.id) ?? {}].flatMap(channelsNamedIn),
      }),
      held: (state: Business, { id }: Row) => rowsIn(state).get(id),
    },
    [`Remove${noun}`]: {
      call: `remove${noun}`,
      kind: 'removes',
      sent: ({ id }: Row) => ({ params: { id } }),
      command: ({ params, version }: CommandInput<Remove<Noun>>) => ({
        type: `Remove${noun}`,
        id: (params as Row).id,
        version,
      }),
      reply: () => undefined,
      applied: (state: Business, _: undefined, { id }: Row) => withoutRow(state, table, id),
      readWriteSet({ id }: Row, state: Business): ReadWriteSet {
        const row = rowsIn(state).get(id);
        return { writes: [id], reads: row ? [...removalReads(row), ...channelsNamedIn(row)] : [] };
      },
    },
  };
  return calls as unknown as CommandCalls<Add<Noun> | Change<Noun> | Remove<Noun>>;
}
