import type { CommandOf, CommandType } from '#contract/entities/command-call.ts';
import type { SingleChange } from '#domain/business/commands.ts';
import type { Business } from '#domain/business/state.ts';
import type { Failure } from '#web/stores/business/outcome.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import type { DrawnField, DrawnFields } from './drawn-field.tsx';

/** What is entered into its list by a form of its fields. */
export type EnteredNoun = 'FixedCost' | 'VariableCost' | 'Ingredient' | 'Channel';

/** All that is written about a noun in its form. Where it counts is said beside, and only once there are channels. */
export type Written<Noun extends EnteredNoun> = Omit<
  CommandOf<Extract<CommandType, `Add${Noun}`>>,
  'type' | 'id' | 'channels' | 'prices'
>;

/** Everything that can be written about a noun has an input; one that is forgotten does not compile. */
export type InputsOf<Noun extends EnteredNoun> = {
  readonly [Key in keyof Written<Noun>]-?: DrawnField<Exclude<Written<Noun>[Key], undefined>>;
};

export type EntryRow<Noun extends EnteredNoun> = Required<Written<Noun>> & {
  readonly id: string;
  readonly name: string;
  readonly version: number;
};

/** A noun as it is entered into its list: added by one form, edited in place by the same inputs, removed. */
export interface EntryKind<Noun extends EnteredNoun> {
  readonly noun: Noun;
  readonly inputs: InputsOf<Noun>;
  /** What is said of it besides, and stands in no sheet: in which channels it counts. */
  readonly beside?: (business: BusinessStore) => DrawnFields;
  /** What a new one cannot be saved without, beyond what each field wants by itself. */
  readonly lacking?: (texts: Readonly<Record<string, string>>) => Failure | undefined;
  /** All that is done where one is added, in one change. */
  readonly commands?: (business: BusinessStore, adding: SingleChange) => readonly SingleChange[];
  /** The one that is changed most often. */
  readonly focus: keyof Written<Noun> & string;
  /** As it is entered, where that is not as it is kept; `values` is the way back, of what has been changed. */
  readonly entered?: {
    of(this: void, row: EntryRow<Noun>): EntryRow<Noun>;
    values(this: void, entered: Partial<Written<Noun>>, held?: EntryRow<Noun>): Partial<Written<Noun>>;
  };
  readonly rows: (state: Business) => ReadonlyMap<string, EntryRow<Noun>>;
  /** 'Novo insumo' */
  readonly newTitle: string;
  /** 'Insumo excluído': what agrees with the noun, since nobody knows the gender of a name. */
  readonly removedTitle: string;
  /** 'Custo fixo adicionado: Aluguel, R$ 3.500,00 por mês.' */
  readonly addedText: (row: Required<Written<Noun>>) => string;
  /** '“Aluguel” já está na lista, com R$ 3.500,00 por mês.' */
  readonly equalText: (row: EntryRow<Noun>) => string;
  /** Names that most kitchens need, and what they are. */
  readonly usual?: { readonly label: string; readonly names: readonly string[] };
}

/** The commands of a noun, by what is entered of it. */
interface EntryCommands<Noun extends EnteredNoun> {
  readonly add: (id: string, values: Written<Noun>) => SingleChange;
  readonly change: (id: string, values: Partial<Written<Noun>>) => SingleChange;
  readonly remove: (id: string) => SingleChange;
}

const COMMANDS: { readonly [Noun in EnteredNoun]: EntryCommands<Noun> } = {
  FixedCost: {
    add: (id, values) => ({ type: 'AddFixedCost', id, ...values }),
    change: (id, values) => ({ type: 'ChangeFixedCost', id, ...values }),
    remove: (id) => ({ type: 'RemoveFixedCost', id }),
  },
  VariableCost: {
    add: (id, values) => ({ type: 'AddVariableCost', id, ...values }),
    change: (id, values) => ({ type: 'ChangeVariableCost', id, ...values }),
    remove: (id) => ({ type: 'RemoveVariableCost', id }),
  },
  Ingredient: {
    add: (id, values) => ({ type: 'AddIngredient', id, ...values }),
    change: (id, values) => ({ type: 'ChangeIngredient', id, ...values }),
    remove: (id) => ({ type: 'RemoveIngredient', id }),
  },
  Channel: {
    add: (id, values) => ({ type: 'AddChannel', id, ...values }),
    change: (id, values) => ({ type: 'ChangeChannel', id, ...values }),
    remove: (id) => ({ type: 'RemoveChannel', id }),
  },
};

/** A form that is read whole, or a row of a sheet, has all that a new one needs. */
export const addition = <Noun extends EnteredNoun>(
  noun: Noun,
  id: string,
  values: Partial<Written<Noun>>,
): SingleChange => COMMANDS[noun].add(id, values as Written<Noun>);

export const alteration = <Noun extends EnteredNoun>(
  noun: Noun,
  id: string,
  values: Partial<Written<Noun>>,
): SingleChange => COMMANDS[noun].change(id, values);

export const removal = (noun: EnteredNoun, id: string): SingleChange => COMMANDS[noun].remove(id);

/** All that its form asks. */
export const fieldsOf = <Noun extends EnteredNoun>(
  { inputs, beside }: EntryKind<Noun>,
  business: BusinessStore,
): DrawnFields => ({ ...inputs, ...beside?.(business) });

/** A row as it is entered. */
export const enteredOf = <Noun extends EnteredNoun>(
  { entered }: EntryKind<Noun>,
  row: EntryRow<Noun>,
): EntryRow<Noun> => entered?.of(row) ?? row;

/** What was entered, as commands take it. @param held what is changed by it */
export const valuesOf = <Noun extends EnteredNoun>(
  { entered }: EntryKind<Noun>,
  values: object,
  held?: EntryRow<Noun>,
): Partial<Written<Noun>> => entered?.values(values, held) ?? values;
