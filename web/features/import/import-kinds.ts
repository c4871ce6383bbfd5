import { AMOUNTS, type AmountRule, readAmount } from '#contract/amounts.ts';
import type { ListedNoun } from '#contract/entities/listed.ts';
import { readName, readUnit } from '#contract/names.ts';
import type { Business } from '#domain/business/state.ts';
import { money, percentage, unitPrice } from '#domain/format.ts';
import type { SetChange } from '../entry/change-set.ts';
import { addition, alteration, type Written } from '../entry/entry-kind.ts';
import type { ColumnName, ColumnValues } from './columns.ts';
import type { ImportTab } from './import-address.ts';

/** A row that can be done. */
export type ReadRow = Pick<ColumnValues, 'name' | 'amount'> & Partial<ColumnValues>;

/** What is there already under a name. */
export type HeldRow = ReadRow & { readonly id: string };

export type CellReading<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly sentence: string };

/** One column that a list can be filled from. */
interface ImportColumn<Value, Field extends string = string> {
  readonly label: string;
  /** Of the noun, that it fills. */
  readonly field: Field;
  readonly read: (text: string) => CellReading<Value>;
  /** Something held keeps its own where the cell is empty. */
  readonly keepsHeld?: true;
}

type ImportNoun = Extract<ListedNoun, 'Ingredient' | 'FixedCost' | 'VariableCost'>;
type FieldOf<Noun extends ImportNoun> = Noun extends ImportNoun ? keyof Written<Noun> & string : never;

type ImportColumns<Field extends string> = {
  readonly [Name in 'name' | 'amount']: ImportColumn<ColumnValues[Name], Field>;
} & { readonly [Name in ColumnName]?: ImportColumn<ColumnValues[Name], Field> };

/** One of the lists that can be filled from a spreadsheet. */
export interface ImportKind<Noun extends ImportNoun = ImportNoun> {
  readonly tab: ImportTab;
  readonly noun: Noun;
  readonly title: string;
  /** In their usual order. */
  readonly columns: ImportColumns<FieldOf<Noun>>;
  readonly words: {
    readonly one: string;
    readonly many: string;
    /** 'o preço' */
    readonly theAmount: string;
  };
  /** What such a sheet looks like, to paste. */
  readonly example: string;
  readonly rows: (state: Business) => ReadonlyMap<string, { readonly id: string; readonly name: string }>;
  /** 'R$ 38,90 / kg' */
  readonly shown: (row: Pick<ReadRow, 'amount' | 'unit'>) => string;
}

const name: ImportColumn<string, 'name'> = {
  label: 'Nome',
  field: 'name',
  read: (text) => ofText(readName(text)),
};

const amount = <const Field extends string>(
  label: string,
  field: Field,
  rule: AmountRule,
): ImportColumn<number, Field> => ({
  label,
  field,
  read(text) {
    const reading = readAmount(text, rule);
    return reading.ok ? { ok: true, value: reading.units } : reading;
  },
});

const ofText = (reading: ReturnType<typeof readName>): CellReading<string> =>
  reading.ok ? { ok: true, value: reading.name } : reading;

const ingredients: ImportKind<'Ingredient'> = {
  tab: 'ingredients',
  noun: 'Ingredient',
  title: 'Importar insumos',
  columns: {
    name,
    unit: { label: 'Unidade', field: 'unit', read: (text) => ofText(readUnit(text)), keepsHeld: true },
    amount: amount('Preço', 'unitPrice', AMOUNTS.unitPrice),
  },
  words: { one: 'insumo', many: 'insumos', theAmount: 'o preço' },
  example: 'Insumo\tUnidade\tPreço\nFarinha de trigo\tkg\t4,90\nMuçarela\tkg\t38,90\nOvo\tun\t0,75',
  rows: (state) => state.ingredients,
  shown: ({ amount: price, unit = '' }) => `${unitPrice(price)}\u00A0/\u00A0${unit}`,
};

const fixedCosts: ImportKind<'FixedCost'> = {
  tab: 'fixed-costs',
  noun: 'FixedCost',
  title: 'Importar custos fixos',
  columns: { name, amount: amount('Valor por mês', 'value', AMOUNTS.fixedCost) },
  words: { one: 'custo fixo', many: 'custos fixos', theAmount: 'o valor' },
  example: 'Custo\tValor\nAluguel\t3.500,00\nSalários\t9.800,00\nEnergia\t890,45',
  rows: (state) => state.fixedCosts,
  shown: (row) => money(row.amount),
};

const variableCosts: ImportKind<'VariableCost'> = {
  tab: 'variable-costs',
  noun: 'VariableCost',
  title: 'Importar custos variáveis',
  columns: { name, amount: amount('Percentual', 'percentage', AMOUNTS.variableCost) },
  words: { one: 'custo variável', many: 'custos variáveis', theAmount: 'o percentual' },
  example: 'Custo\tPercentual\nTaxa do cartão\t3,2%\nImpostos\t6%\nComissão do aplicativo\t12%',
  rows: (state) => state.variableCosts,
  shown: (row) => percentage(row.amount),
};

export const IMPORT_KINDS: readonly ImportKind[] = [ingredients, fixedCosts, variableCosts];

/** '?em=fixed-costs' → fixed costs; ingredients when nothing else is asked for. */
export function importKindFrom(search: string): ImportKind {
  const asked = new URLSearchParams(search).get('em');
  return IMPORT_KINDS.find(({ tab }) => tab === asked) ?? ingredients;
}

/** The columns of a kind, in order. */
export const columnsOf = ({ columns }: ImportKind) =>
  Object.entries(columns) as readonly (readonly [ColumnName, ImportColumn<unknown>])[];

/** What the list holds. */
export const heldRows = (kind: ImportKind, state: Business): readonly HeldRow[] =>
  [...kind.rows(state).values()].map((row) => {
    const fields = new Map<string, unknown>(Object.entries(row));
    return {
      id: row.id,
      ...Object.fromEntries(columnsOf(kind).map(([column, { field }]) => [column, fields.get(field)])),
    } as HeldRow;
  });

/** A row of the sheet as a new thing. */
export const additionOf = (kind: ImportKind, id: string, row: ReadRow): SetChange =>
  addition(kind.noun, id, fieldsOf(kind, row)) as SetChange;

/** A row of the sheet as what becomes of something held. Its name stays as it is written there. */
export function alterationOf(kind: ImportKind, id: string, row: ReadRow): SetChange {
  const { name: _kept, ...fields } = fieldsOf(kind, row);
  return alteration(kind.noun, id, fields) as SetChange;
}

const fieldsOf = (kind: ImportKind, row: ReadRow): Readonly<Record<string, unknown>> =>
  Object.fromEntries(columnsOf(kind).map(([column, { field }]) => [field, row[column]]));
