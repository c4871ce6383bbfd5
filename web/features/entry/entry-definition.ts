import type { CommandOf, CommandType } from '#contract/entities/command-mapping.ts';
import type { SingleCommand } from '#domain/business/commands.ts';
import type { Business } from '#domain/business/state.ts';
import type { Failure } from '#web/stores/business/outcome.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import type { FieldWithInput, FieldsWithInputs } from './field-with-input.tsx';

/** An entity that is entered into a list by a form. */
export type FormEntity = 'FixedCost' | 'VariableCost' | 'Ingredient' | 'Channel';

/** The form's fields of an entity. The scope is separate, because it exists only with channels. */
export type EnteredValues<Entity extends FormEntity> = Omit<
  CommandOf<Extract<CommandType, `Add${Entity}`>>,
  'type' | 'id' | 'channels'
>;

/** An input for every field of the form; a missing one does not compile. */
export type InputsOf<Entity extends FormEntity> = {
  readonly [Key in keyof EnteredValues<Entity>]-?: FieldWithInput<Exclude<EnteredValues<Entity>[Key], undefined>>;
};

/** A row of the list, with all fields of the form. */
export type FormEntityRow<Entity extends FormEntity> = Required<EnteredValues<Entity>> & {
  readonly id: string;
  readonly name: string;
  readonly version: number;
};

/** All that the list of an entity needs to add rows by a form and to edit them in place by the same inputs. */
export interface EntryDefinition<Entity extends FormEntity> {
  readonly entity: Entity;
  readonly inputs: InputsOf<Entity>;
  /** Fields that depend on the business: the scope, which exists only with channels. */
  readonly extraFields?: (business: BusinessStore) => FieldsWithInputs;
  /** The failure of a new item that is complete field by field but cannot be saved yet. */
  readonly findIncompleteness?: (texts: Readonly<Record<string, string>>) => Failure | undefined;
  /** All commands of one addition, sent as one change. */
  readonly additionCommands?: (business: BusinessStore, addition: SingleCommand) => readonly SingleCommand[];
  /** The field that an editor focuses: the one that is changed most often. */
  readonly firstFocusedField: keyof EnteredValues<Entity> & string;
  /**
   * The conversion between a stored row and the values that its inputs display, where the two differ: an ingredient
   * that is bought by the pack displays the price of the pack.
   */
  readonly displayConversion?: {
    toDisplayed(this: void, row: FormEntityRow<Entity>): FormEntityRow<Entity>;
    toStored(
      this: void,
      entered: Partial<EnteredValues<Entity>>,
      savedRow?: FormEntityRow<Entity>,
    ): Partial<EnteredValues<Entity>>;
  };
  readonly rows: (state: Business) => ReadonlyMap<string, FormEntityRow<Entity>>;
  /** The title of the form that adds one: 'Novo insumo'. */
  readonly newTitle: string;
  /**
   * The toast after a removal: 'Insumo excluído'. It agrees with the entity, because the gender of a name is unknown.
   */
  readonly removedText: string;
  /** The toast after an addition: 'Custo fixo adicionado: Aluguel, R$ 3.500,00 por mês.' */
  readonly addedText: (row: Required<EnteredValues<Entity>>) => string;
  /** The hint about a row with an equal name: '“Aluguel” já está na lista, com R$ 3.500,00 por mês.' */
  readonly duplicateHint: (row: FormEntityRow<Entity>) => string;
  /** Names that most kitchens need, and the label of the suggestions. */
  readonly suggestions?: { readonly label: string; readonly names: readonly string[] };
}

/** The commands of an entity, made from entered values. */
interface EntryCommands<Entity extends FormEntity> {
  readonly add: (id: string, values: EnteredValues<Entity>) => SingleCommand;
  readonly change: (id: string, values: Partial<EnteredValues<Entity>>) => SingleCommand;
  readonly remove: (id: string) => SingleCommand;
}

const COMMANDS: { readonly [Entity in FormEntity]: EntryCommands<Entity> } = {
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
export const addCommand = <Entity extends FormEntity>(
  entity: Entity,
  id: string,
  values: Partial<EnteredValues<Entity>>,
): SingleCommand => COMMANDS[entity].add(id, values as EnteredValues<Entity>);

export const changeCommand = <Entity extends FormEntity>(
  entity: Entity,
  id: string,
  values: Partial<EnteredValues<Entity>>,
): SingleCommand => COMMANDS[entity].change(id, values);

export const removeCommand = (entity: FormEntity, id: string): SingleCommand => COMMANDS[entity].remove(id);

/** All fields of the form. */
export const fieldsOf = <Entity extends FormEntity>(
  { inputs, extraFields }: EntryDefinition<Entity>,
  business: BusinessStore,
): FieldsWithInputs => ({ ...inputs, ...extraFields?.(business) });

/** The row with its values as the inputs display them. */
export const rowAsDisplayed = <Entity extends FormEntity>(
  { displayConversion }: EntryDefinition<Entity>,
  row: FormEntityRow<Entity>,
): FormEntityRow<Entity> => displayConversion?.toDisplayed(row) ?? row;

/** The values of the inputs as commands take them. @param savedRow the row that they change */
export const storedValues = <Entity extends FormEntity>(
  { displayConversion }: EntryDefinition<Entity>,
  values: object,
  savedRow?: FormEntityRow<Entity>,
): Partial<EnteredValues<Entity>> => displayConversion?.toStored(values, savedRow) ?? values;
