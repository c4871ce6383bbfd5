import { AMOUNTS, type AmountRule, readAmount } from '#contract/amounts.ts';
import type { ListedNoun } from '#contract/entities/listed.ts';
import { type NameReading, readName, readUnit } from '#contract/names.ts';
import type { Purchase } from '#domain/business/purchase.ts';
import type { Scope } from '#domain/business/scope.ts';
import type { Business, Channel } from '#domain/business/state.ts';
import { isSameValue } from '#domain/same-value.ts';
import type { Conversions } from '#domain/units/conversions.ts';
import type { Units } from '#domain/decimal.ts';
import { money, percentage, unitPrice } from '#domain/format.ts';
import { namesOfScope, scopeFromNames } from '../channels/channel-names.ts';
import { onlyIn } from '../channels/in-channel.ts';
import type { SetChange } from '../entry/change-set.ts';
import { addition, alteration, type EntryKind, type Written } from '../entry/entry-kind.ts';
import type { Field as EnteredField } from '../entry/field.ts';
import { enteredIngredient, ingredientValues } from '../ingredients/entered-ingredient.ts';
import { conversionsField, packField } from '../ingredients/pack-field.ts';
import { purchaseText } from '../ingredients/price-text.ts';
import { yieldField } from '../ingredients/yield-field.ts';
import type { ImportTab } from './import-address.ts';

/** What a sheet can say about a thing. */
export interface ColumnValues {
  readonly name: string;
  readonly unit: string;
  readonly amount: Units;
  /** Where there is one, the amount is its price, and stands in it as 0. */
  readonly pack: Purchase | null;
  readonly yieldPercentage: Units | null;
  readonly conversions: Conversions;
  readonly channels: Scope;
}

export type ColumnName = keyof ColumnValues;

/**
 * Beginnings of what people write above a column, without accents, in small letters. A heading that fits two columns
 * is that of the first.
 */
export const COLUMN_WORDS: Readonly<Record<ColumnName, readonly string[]>> = {
  unit: ['unidade', 'und', 'unid', 'un', 'un.', 'medida', 'embalagem'],
  amount: [
    'preco',
    'valor',
    'percent',
    'porcent',
    '%',
    'taxa (%)',
    'aliquota',
    'custo unit',
    'custo por',
    'r$',
    'mensal',
  ],
  pack: ['comprado em'],
  yieldPercentage: ['rendimento'],
  conversions: ['conversoes'],
  channels: ['canais', 'canal'],
  name: ['nome', 'insumo', 'ingrediente', 'produto', 'item', 'descri', 'despesa', 'custo', 'taxa', 'conta', 'material'],
};

/** What the texts of a sheet without headings are, from the left. Any other column is believed from its heading only. */
export const TEXTS_WITHOUT_HEADING: readonly ColumnName[] = ['name', 'unit'];

/** A row that can be done. */
export type ReadRow = Pick<ColumnValues, 'name' | 'amount'> & Partial<ColumnValues>;

/** What is there already under a name. */
export type HeldRow = ReadRow & {
  readonly id: string;
  /** The price of one unit that follows from its pack: a sheet without packs says this one. */
  readonly derivedPrice?: Units;
};

export type CellReading<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly sentence: string };

/** A field of a noun as a column: how its cells are read, and what else they are called. */
interface ImportColumn<Value> {
  readonly is: { readonly [Name in ColumnName]: ColumnValues[Name] extends Value ? Name : never }[ColumnName];
  /** Above it in a sheet of ours. */
  readonly label: string;
  readonly read: (text: string) => CellReading<Value>;
  /** Only shown where the sheet says something in it. */
  readonly isSeldom?: true;
  /** As a cell of a sheet of ours says it, where that is not the value itself. */
  readonly written?: (value: Value) => string;
  /** Something held keeps its own where the cell is empty. */
  readonly keepsHeld?: true;
  /** In a sentence that compares two rows, for what `shown` leaves out: 'fornecedor “Atacadão”'. */
  readonly said?: (value: Value) => string;
}

/** What forms say beside what is written about a noun. */
interface BesideColumns {
  readonly channels?: ImportColumn<Scope>;
}

type ImportNoun = Extract<ListedNoun, 'Ingredient' | 'FixedCost' | 'VariableCost'>;

/** Every field has a column, in their usual order; one that is forgotten does not compile. */
type ImportColumns<Noun extends ImportNoun> = {
  readonly [Field in keyof Written<Noun>]-?: ImportColumn<Exclude<Written<Noun>[Field], undefined>>;
};

/** One of the lists that can be filled from a spreadsheet. */
export interface ImportKind<Noun extends ImportNoun = ImportNoun> {
  readonly tab: ImportTab;
  readonly noun: Noun;
  readonly title: string;
  readonly columns: ImportColumns<Noun> & BesideColumns;
  /** Columns whose cells name other things of the business: they come to it by `kindIn`. */
  readonly beside?: (channels: () => readonly Channel[]) => BesideColumns;
  readonly words: {
    readonly one: string;
    readonly many: string;
    /** 'o preço' */
    readonly theAmount: string;
  };
  /** What such a sheet looks like, to paste. */
  readonly example: string;
  readonly rows: (state: Business) => ReadonlyMap<string, { readonly id: string; readonly name: string }>;
  /** As in the forms: what is entered is not always as it is kept. */
  readonly entered?: EntryKind<Noun>['entered'];
  /** 'R$ 38,90 / kg' */
  readonly shown: (row: Pick<ReadRow, 'amount' | 'unit' | 'pack'>) => string;
}

const name: ImportColumn<string> = {
  is: 'name',
  label: 'Nome',
  read: (text) => ofText(readName(text)),
};

const amount = (label: string, rule: AmountRule): ImportColumn<Units> => ({
  is: 'amount',
  label,
  read(text) {
    const reading = readAmount(text, rule);
    return reading.ok ? { ok: true, value: reading.units } : reading;
  },
});

const ofText = <Text extends string | null>(reading: NameReading<Text>): CellReading<Text> =>
  reading.ok ? { ok: true, value: reading.name } : reading;

const seldom = <Value>(field: EnteredField<Value>) =>
  ({
    read: (text: string) => field.read(text),
    written: (value: Value) => field.typed(value),
    isSeldom: true,
  }) as const;

const ingredients: ImportKind<'Ingredient'> = {
  tab: 'ingredients',
  noun: 'Ingredient',
  title: 'Importar insumos',
  columns: {
    name,
    unit: { is: 'unit', label: 'Unidade', read: (text) => ofText(readUnit(text)), keepsHeld: true },
    unitPrice: amount('Preço', AMOUNTS.unitPrice),
    purchase: { ...seldom(packField), is: 'pack', label: 'Comprado em' },
    yieldPercentage: {
      ...seldom(yieldField),
      is: 'yieldPercentage',
      label: 'Rendimento (%)',
      keepsHeld: true,
      said: (yields) => `rendimento ${yieldField.said(yields)}`,
    },
    conversions: {
      ...seldom(conversionsField),
      is: 'conversions',
      label: 'Conversões',
      keepsHeld: true,
      said: (conversions) => `conversões: ${conversionsField.said(conversions)}`,
    },
  },
  words: { one: 'insumo', many: 'insumos', theAmount: 'o preço' },
  example: 'Insumo\tUnidade\tPreço\nFarinha de trigo\tkg\t4,90\nMuçarela\tkg\t38,90\nOvo\tun\t0,75',
  rows: (state) => state.ingredients,
  entered: { of: enteredIngredient, values: ingredientValues },
  shown: ({ amount: price, unit = '', pack = null }) =>
    pack ? purchaseText({ ...pack, price }) : `${unitPrice(price)}\u00A0/\u00A0${unit}`,
};

const fixedCosts: ImportKind<'FixedCost'> = {
  tab: 'fixed-costs',
  noun: 'FixedCost',
  title: 'Importar custos fixos',
  columns: { name, value: amount('Valor por mês', AMOUNTS.fixedCost) },
  words: { one: 'custo fixo', many: 'custos fixos', theAmount: 'o valor' },
  example: 'Custo\tValor\nAluguel\t3.500,00\nSalários\t9.800,00\nEnergia\t890,45',
  rows: (state) => state.fixedCosts,
  shown: (row) => money(row.amount),
};

const variableCosts: ImportKind<'VariableCost'> = {
  tab: 'variable-costs',
  noun: 'VariableCost',
  title: 'Importar custos variáveis',
  columns: { name, percentage: amount('Percentual', AMOUNTS.variableCost) },
  words: { one: 'custo variável', many: 'custos variáveis', theAmount: 'o percentual' },
  example: 'Custo\tPercentual\nTaxa do cartão\t3,2%\nImpostos\t6%\nComissão do aplicativo\t12%',
  beside: (channels) => ({
    channels: {
      is: 'channels',
      label: 'Canais',
      read: (text) => scopeFromNames(channels(), text),
      written: (scope) => namesOfScope(channels(), scope),
      said: (scope) => onlyIn(channels(), scope) ?? 'em todos os canais',
      isSeldom: true,
      keepsHeld: true,
    },
  }),
  rows: (state) => state.variableCosts,
  shown: (row) => percentage(row.amount),
};

export const IMPORTS = { ingredients, fixedCosts, variableCosts };
export const IMPORT_KINDS: readonly ImportKind[] = Object.values(IMPORTS);

/** '?em=fixed-costs' → fixed costs; ingredients when nothing else is asked for. */
export function importKindFrom(search: string): ImportKind {
  const asked = new URLSearchParams(search).get('em');
  return IMPORT_KINDS.find(({ tab }) => tab === asked) ?? ingredients;
}

/** A kind with all its columns. @param channels the main one first */
export const kindIn = <Noun extends ImportNoun>(
  kind: ImportKind<Noun>,
  channels: () => readonly Channel[],
): ImportKind<Noun> => ({ ...kind, columns: { ...kind.columns, ...kind.beside?.(channels) } });

/** A column with the field that it fills. */
export type SheetColumn = ImportColumn<unknown> & { readonly field: string };

/** The columns of a kind, in order. */
export const columnsOf = ({ columns }: ImportKind): readonly SheetColumn[] =>
  Object.entries(columns as unknown as Readonly<Record<string, ImportColumn<unknown>>>).map(([field, column]) => ({
    ...column,
    field,
  }));

/** What the list holds. */
export const heldRows = (kind: ImportKind, state: Business): readonly HeldRow[] =>
  [...kind.rows(state).values()].map((row) => {
    const entered = kind.entered ? kind.entered.of(row as never) : row;
    const fields = new Map<string, unknown>(Object.entries(entered));
    const kept = new Map<string, unknown>(Object.entries(row));
    return {
      id: row.id,
      ...(fields.get('purchase') ? { derivedPrice: kept.get('unitPrice') as Units } : {}),
      ...Object.fromEntries(columnsOf(kind).map(({ is, field }) => [is, fields.get(field)])),
    } as HeldRow;
  });

/** A row in a sentence beside another one: what `shown` leaves out is said where they differ in it. */
export const rowBeside = (kind: ImportKind, row: ReadRow, other: ReadRow | undefined): string =>
  [
    kind.shown(row),
    ...columnsOf(kind).flatMap(({ is, said }) =>
      said && other && !isSameValue(row[is], other[is]) ? [said(row[is])] : [],
    ),
  ].join(', ');

/** A row of the sheet as a new thing. */
export const additionOf = (kind: ImportKind, id: string, row: ReadRow): SetChange =>
  addition(kind.noun, id, fieldsOf(kind, row)) as SetChange;

/** A row of the sheet as what becomes of something held. Its name stays as it is written there. */
export function alterationOf(kind: ImportKind, id: string, row: ReadRow): SetChange {
  const { name: _kept, ...fields } = fieldsOf(kind, row);
  return alteration(kind.noun, id, fields) as SetChange;
}

function fieldsOf(kind: ImportKind, row: ReadRow): Readonly<Record<string, unknown>> {
  const fields: object = Object.fromEntries(columnsOf(kind).map(({ is, field }) => [field, row[is]]));
  return (kind.entered ? kind.entered.values(fields as never) : fields) as Readonly<Record<string, unknown>>;
}
