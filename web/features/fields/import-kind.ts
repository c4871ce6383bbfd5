import type { ChannelPrices, Scope } from '#domain/business/channel/fields.ts';
import type { VariableCostFields } from '#domain/business/variable-cost/fields.ts';
import type { FixedCostFields } from '#domain/business/fixed-cost/fields.ts';
import type { Business } from '#domain/business/state.ts';
import type { SingleCommand } from '#domain/business/commands.ts';
import type { Pack } from '#domain/business/ingredient/price.ts';
import type { TenThousandths } from '#domain/decimal.ts';
import type { NumeralKind } from '#domain/numerals.ts';
import type { Conversions } from '#domain/units/conversions.ts';
import type { RecipeYield } from './recipe-yield.ts';
import type { ValuesWithoutOwnInput } from './fields-without-own-input.ts';
import type { ImportTab } from '../navigation/import-address.ts';

/** Columns that all lists share, whatever the entity is. */
export const SHARED_COLUMNS = { name: 'name', value: 'amount', percentage: 'amount' } as const;

/** Columns that follow from a field table. */
export interface TableColumnValues
  extends
    Omit<FixedCostFields, keyof typeof SHARED_COLUMNS>,
    Omit<VariableCostFields, keyof typeof SHARED_COLUMNS | 'channels'>,
    ValuesWithoutOwnInput {}

/** The values of a row, by column. */
export interface ColumnValues extends TableColumnValues {
  readonly name: string;
  /** The yield of the recipe that a row describes. */
  readonly batch: RecipeYield | null;
  /** The ingredient or preparation of the line; empty in a row about the recipe itself. */
  readonly component: string;
  readonly quantity: TenThousandths | null;
  readonly unit: string;
  readonly amount: TenThousandths;
  /** The pack; its price is in `amount`, and 0 in the pack itself. */
  readonly pack: Pack | null;
  readonly yieldPercentage: TenThousandths | null;
  readonly conversions: Conversions;
  /** Tells whether the ingredient costs nothing, so that no price is missing. */
  readonly free: true | null;
  readonly channels: Scope;
  /** The portions that a recipe yields; null means one. */
  readonly portions: number | null;
  readonly loss: TenThousandths | null;
  readonly category: string | null;
  readonly method: string | null;
  /** The prices in channels where they differ from the sale price. */
  readonly prices: ChannelPrices;
  readonly isMain: boolean;
  readonly orders: number;
}

export type ColumnName = keyof ColumnValues;

/** Prefixes of column headings, without accents and in lower case. */
export type Headings = Readonly<Record<ColumnName, readonly string[]>>;

/** The texts of a row, with nothing beyond what the sheet contains. */
export type RowTexts = Readonly<Record<ColumnName, string>>;

/** The values of a row without wrong cells. */
export type ReadRow = Pick<ColumnValues, 'name'> & Partial<ColumnValues>;

/** The values of an existing entity. */
export type ExistingRow = ReadRow & {
  readonly id: string;
  /** The price of one unit that follows from the pack: a sheet without packs contains this one. */
  readonly derivedPrice?: TenThousandths;
};

export type CellReading<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly sentence: string };

/** A field as a column: how its cells are read and written. */
export interface ImportColumn<Value> {
  readonly is: { readonly [Name in ColumnName]: ColumnValues[Name] extends Value ? Name : never }[ColumnName];
  /** The heading in a sheet that Prumo writes. */
  readonly label: string;
  readonly read: (text: string) => CellReading<Value>;
  /** The kind of the column's numbers, if it has numbers. */
  readonly number?: NumeralKind;
  /** Tells whether the column is shown only when the sheet has it. */
  readonly isSeldom?: true;
  /** The cell text in a sheet that Prumo writes, where it differs from the value. */
  toCell?(this: void, value: Value): string;
  /** Tells whether an existing entity keeps its value when the cell is empty. */
  readonly keepsExisting?: true;
  /** The new value of an existing entity, where a cell contains only a part of it. */
  mergeWithExisting?(this: void, value: Value, existing: Value): Value;
  /**
   * The value in a sentence that compares two rows, for fields that the row's text leaves out: 'fornecedor “Atacadão”'.
   */
  toSentence?(this: void, value: Value): string;
}

/** A column with its field. */
export type SheetColumn = ImportColumn<unknown> & { readonly field: string };

export type RowErrors = { readonly [Column in ColumnName]?: string };

export type RowReading =
  { readonly ok: true; readonly row: ReadRow } | { readonly ok: false; readonly errors: RowErrors };

/** A row to import, with the existing entity if there is one. */
export interface ImportedRow {
  readonly row: ReadRow;
  readonly existing: ExistingRow | undefined;
}

/** One of several changes, with the index of its row. */
export interface RowCommand {
  /** The index from 0. */
  readonly row: number;
  readonly command: SingleCommand;
}

/** A list that can be filled from a spreadsheet. */
export interface ImportKind {
  readonly tab: ImportTab;
  readonly title: string;
  readonly columns: readonly SheetColumn[];
  readonly headings: Headings;
  /** The columns of a sheet without headings, from the left. Any other column is recognised by its heading only. */
  readonly withoutHeadings: { readonly texts: readonly ColumnName[]; readonly number: ColumnName };
  readonly words: ImportWords;
  /** An example of a sheet to paste. */
  readonly example: string;
  /** The existing entities of the list. */
  readonly existingRows: (state: Business) => readonly ExistingRow[];
  /** The key of a row: rows with equal keys are about one entity; '' while the key is incomplete. */
  readonly keyOf: (row: Pick<ColumnValues, 'name'> & { readonly component?: string }) => string;
  /**
   * The treatment of rows with equal keys: costs may have equal names, and equal ingredients of a recipe are added up.
   */
  readonly equalRows: 'one' | 'several' | 'add_up';
  /** The amount of a row for adding it to another one; undefined where the units do not convert. */
  readonly amountInUnitOf: (row: ReadRow, other: ReadRow) => TenThousandths | undefined;
  /** Tells whether the sheet's name or the title above the lines names their recipe where no column does. */
  readonly hasTitle?: true;
  /** The value of a row as text: 'R$ 38,90 / kg'. */
  readonly rowText: (row: ReadRow) => string;
  /**
   * The sentence about an update that is more than replacing a value: 'Vai atualizar a quantidade de 5 kg para 5,5 kg.'
   */
  readonly updateSentence?: (existing: ExistingRow, row: ReadRow) => string;
  /** The names to suggest in the component column. */
  readonly components?: () => readonly string[];
  /** The questions about all rows, and the rows after the answers. @param rows undefined for rows that are left out */
  readonly resolveQuestions?: (rows: readonly (RowTexts | undefined)[], answers: Answers) => QuestionResult;
  /** The values of a row, completed by other cells and rows of the sheet. @param index the row's index */
  readonly completeRow?: (row: ReadRow, index: number, sheet: readonly RowTexts[]) => RowReading;
  /** All commands of the import, each behind those that it depends on. */
  readonly commands: (rows: readonly ImportedRow[], state: Business) => readonly RowCommand[];
}

/** The answers, by the key of the question. */
export type Answers = Readonly<Record<string, string>>;

/** A question to the owner, for whose answer rows wait. */
export interface ImportQuestion {
  readonly key: string;
  readonly sentence: string;
  /** The possible answers; empty for a typed answer. */
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly answer: string;
  /** The problem of the typed answer. */
  readonly problem?: string;
  /** Tells whether the rows go on with `answer` until the owner chooses another one. */
  readonly hasDefault?: true;
}

/** The questions about a list and the effect of their answers. */
export interface QuestionResult {
  readonly questions: readonly ImportQuestion[];
  /**
   * Commands before those of the rows: channels, ingredients, conversions; each is sent only if one of its rows is
   * imported.
   */
  readonly commands: readonly { readonly command: SingleCommand; readonly rowIndexes: readonly number[] }[];
  /** The texts of the rows after the answers. */
  readonly texts: readonly (RowTexts | undefined)[];
  /** The key of the question that a row waits for, by the row's index. */
  readonly waiting: ReadonlyMap<number, string>;
}

export interface ImportWords {
  readonly one: string;
  readonly many: string;
  readonly isFeminine?: true;
  /** The name of the amount with its article: 'o preço'. */
  readonly amountWithArticle: string;
}
