import type { CommandOf, CommandType } from '#contract/entities/command-call.ts';
import type { ListedNoun } from '#contract/entities/listed.ts';
import type { SingleChange } from '#domain/business/commands.ts';
import type { Business } from '#domain/business/state.ts';
import type { Failure } from '#web/stores/business/outcome.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import type { DrawnField, DrawnFields } from './drawn-field.tsx';

/** All that is written about a noun in its form. Where it counts is said beside, and only once there are channels. */
export type Written<Noun extends ListedNoun> = Omit<
  CommandOf<Extract<CommandType, `Add${Noun}`>>,
  'type' | 'id' | 'channels' | 'prices'
>;

/** Everything that can be written about a noun has an input; one that is forgotten does not compile. */
export type InputsOf<Noun extends ListedNoun> = {
  readonly [Key in keyof Written<Noun>]-?: DrawnField<Exclude<Written<Noun>[Key], undefined>>;
};

export type EntryRow<Noun extends ListedNoun> = Required<Written<Noun>> & {
  readonly id: string;
  readonly name: string;
  readonly version: number;
};

/** A noun as it is entered into its list: added by one form, edited in place by the same inputs, removed. */
export interface EntryKind<Noun extends ListedNoun> {
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
    readonly of: (row: never) => object;
    readonly values: (entered: never, held?: never) => object;
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

export const addition = <Noun extends ListedNoun>(noun: Noun, id: string, values: Partial<Written<Noun>>) =>
  ({ type: `Add${noun}`, id, ...values }) as unknown as SingleChange;

export const alteration = <Noun extends ListedNoun>(noun: Noun, id: string, values: Partial<Written<Noun>>) =>
  ({ type: `Change${noun}`, id, ...values }) as unknown as SingleChange;

export const removal = (noun: ListedNoun, id: string): SingleChange => ({ type: `Remove${noun}`, id });

/** All that its form asks. */
export const fieldsOf = <Noun extends ListedNoun>(
  { inputs, beside }: EntryKind<Noun>,
  business: BusinessStore,
): DrawnFields => ({ ...inputs, ...beside?.(business) });

/** A row as it is entered. */
export const enteredOf = <Noun extends ListedNoun>(
  { entered }: EntryKind<Noun>,
  row: EntryRow<Noun>,
): EntryRow<Noun> => (entered ? (entered.of(row as never) as EntryRow<Noun>) : row);

/** What was entered, as commands take it. @param held what is changed by it */
export const valuesOf = <Noun extends ListedNoun>(
  { entered }: EntryKind<Noun>,
  values: object,
  held?: EntryRow<Noun>,
): Partial<Written<Noun>> => (entered ? entered.values(values as never, held as never) : values);
