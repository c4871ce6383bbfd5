import type { CommandOf, CommandType } from '#contract/entities/command-mapping.ts';
import type { SingleChange } from '#domain/business/commands.ts';
import type { Business } from '#domain/business/state.ts';
import type { Failure } from '#web/stores/business/outcome.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import type { FieldWithInput, FieldsWithInputs } from './field-with-input.tsx';

/** An entity that is entered into a list by a form. */
export type FormEntity = 'FixedCost' | 'VariableCost' | 'Ingredient' | 'Channel';

/** The form's fields of an entity. The scope is separate, because it exists only with channels. */
export type Written<Noun extends FormEntity> = Omit<
  CommandOf<Extract<CommandType, `Add${Noun}`>>,
  'type' | 'id' | 'channels' | 'prices'
>;

/** An input for every field of the entity; a forgotten one does not compile. */
export type InputsOf<Noun extends FormEntity> = {
  readonly [Key in keyof Written<Noun>]-?: FieldWithInput<Exclude<Written<Noun>[Key], undefined>>;
};

export type EntryRow<Noun extends FormEntity> = Required<Written<Noun>> & {
  readonly id: string;
  readonly name: string;
  readonly version: number;
};

/** The description of an entity's list: one form adds, the same inputs edit in place. */
export interface EntryKind<Noun extends FormEntity> {
  readonly noun: Noun;
  readonly inputs: InputsOf<Noun>;
  /** A further field that no sheet has: the scope. */
  readonly extraFields?: (business: BusinessStore) => FieldsWithInputs;
  /** The failure of a new item that is complete field by field but cannot be saved yet. */
  readonly missing?: (texts: Readonly<Record<string, string>>) => Failure | undefined;
  /** All commands of one addition, sent as one change. */
  readonly commands?: (business: BusinessStore, adding: SingleChange) => readonly SingleChange[];
  /** The field that is changed most often. */
  readonly focus: keyof Written<Noun> & string;
  /**
   * The conversion to the entered form, where that differs from the stored one; `values` converts changed fields back.
   */
  readonly inputConversion?: {
    toInput(this: void, row: EntryRow<Noun>): EntryRow<Noun>;
    toValues(this: void, entered: Partial<Written<Noun>>, held?: EntryRow<Noun>): Partial<Written<Noun>>;
  };
  readonly rows: (state: Business) => ReadonlyMap<string, EntryRow<Noun>>;
  /** The title of the form that adds one: 'Novo insumo'. */
  readonly newTitle: string;
  /** The toast after a removal: 'Insumo excluído'. It agrees with the noun, because the gender of a name is unknown. */
  readonly removedTitle: string;
  /** The toast after an addition: 'Custo fixo adicionado: Aluguel, R$ 3.500,00 por mês.' */
  readonly addedText: (row: Required<Written<Noun>>) => string;
  /** The hint about a row with an equal name: '“Aluguel” já está na lista, com R$ 3.500,00 por mês.' */
  readonly equalText: (row: EntryRow<Noun>) => string;
  /** Names that most kitchens need, and the label of the suggestions. */
  readonly suggestions?: { readonly label: string; readonly names: readonly string[] };
}

/** The commands of an entity, made from entered values. */
interface EntryCommands<Noun extends FormEntity> {
  readonly add: (id: string, values: Written<Noun>) => SingleChange;
  readonly change: (id: string, values: Partial<Written<Noun>>) => SingleChange;
  readonly remove: (id: string) => SingleChange;
}

const COMMANDS: { readonly [Noun in FormEntity]: EntryCommands<Noun> } = {
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

/** The command that adds an item from a complete form or row of a sheet. */
export const addCommand = <Noun extends FormEntity>(
  noun: Noun,
  id: string,
  values: Partial<Written<Noun>>,
): SingleChange => COMMANDS[noun].add(id, values as Written<Noun>);

export const changeCommand = <Noun extends FormEntity>(
  noun: Noun,
  id: string,
  values: Partial<Written<Noun>>,
): SingleChange => COMMANDS[noun].change(id, values);

export const removeCommand = (noun: FormEntity, id: string): SingleChange => COMMANDS[noun].remove(id);

/** All fields of the form. */
export const fieldsOf = <Noun extends FormEntity>(
  { inputs, extraFields }: EntryKind<Noun>,
  business: BusinessStore,
): FieldsWithInputs => ({ ...inputs, ...extraFields?.(business) });

/** A stored row in its entered form. */
export const toInputRow = <Noun extends FormEntity>(
  { inputConversion }: EntryKind<Noun>,
  row: EntryRow<Noun>,
): EntryRow<Noun> => inputConversion?.toInput(row) ?? row;

/** Entered values as commands take them. @param held the row that they change */
export const valuesOf = <Noun extends FormEntity>(
  { inputConversion }: EntryKind<Noun>,
  values: object,
  held?: EntryRow<Noun>,
): Partial<Written<Noun>> => inputConversion?.toValues(values, held) ?? values;
