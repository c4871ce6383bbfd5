import type { ChannelPrices } from '#domain/business/channel/fields.ts';
import type { VariableCostFields } from '#domain/business/variable-cost/fields.ts';
import type { FixedCostFields } from '#domain/business/fixed-cost/fields.ts';
import type { Scope } from '#domain/business/channel/scope.ts';
import type { Business } from '#domain/business/state.ts';
import type { SingleChange } from '#domain/business/commands.ts';
import type { Pack } from '#domain/business/ingredient/price.ts';
import type { Units } from '#domain/decimal.ts';
import type { NumeralKind } from '#domain/numerals.ts';
import type { Conversions } from '#domain/units/conversions.ts';
import type { Batch } from './batch.ts';
import type { FurtherValues } from './further-fields.ts';
import type { ImportTab } from '../places/import-address.ts';

/** What lists have in common stands in one column, whatever it is of. */
export const SHARED = { name: 'name', value: 'amount', percentage: 'amount' } as const;

/** Fields whose column follows from a table. */
export interface TableColumnValues
  extends
    Omit<FixedCostFields, keyof typeof SHARED>,
    Omit<VariableCostFields, keyof typeof SHARED | 'channels'>,
    FurtherValues {}

/** What a sheet can say about a thing. */
export interface ColumnValues extends TableColumnValues {
  readonly name: string;
  /** Whose recipe a row tells of yields this. */
  readonly batch: Batch | null;
  /** What goes into the recipe; nothing, in a row that tells of the recipe itself. */
  readonly component: string;
  readonly quantity: Units | null;
  readonly unit: string;
  readonly amount: Units;
  /** Where there is one, the amount is its price, and stands in it as 0. */
  readonly pack: Pack | null;
  readonly yieldPercentage: Units | null;
  readonly conversions: Conversions;
  /** It has no price because it costs nothing. */
  readonly free: true | null;
  readonly channels: Scope;
  /** How many portions a recipe yields; null is one. */
  readonly portions: number | null;
  readonly loss: Units | null;
  readonly category: string | null;
  readonly method: string | null;
  /** Where a dish is not sold at its sale price. */
  readonly prices: ChannelPrices;
  readonly isMain: boolean;
  readonly orders: number;
}

export type ColumnName = keyof ColumnValues;

/** Beginnings of what people write above columns, without accents, in small letters. */
export type Headings = Readonly<Record<ColumnName, readonly string[]>>;

/** What a row says, as text: no more than is in the sheet. */
export type RowTexts = Readonly<Record<ColumnName, string>>;

/** A row that can be done. */
export type ReadRow = Pick<ColumnValues, 'name'> & Partial<ColumnValues>;

/** What is there already. */
export type HeldRow = ReadRow & {
  readonly id: string;
  /** The price of one unit that follows from its pack: a sheet without packs says this one. */
  readonly derivedPrice?: Units;
};

export type CellReading<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly sentence: string };

/** A field as a column: how its cells are read, and what else they are called. */
export interface ImportColumn<Value> {
  readonly is: { readonly [Name in ColumnName]: ColumnValues[Name] extends Value ? Name : never }[ColumnName];
  /** Above it in a sheet of ours. */
  readonly label: string;
  readonly read: (text: string) => CellReading<Value>;
  /** How its numbers are written, where they are numbers. */
  readonly number?: NumeralKind;
  /** Only shown where the sheet says something in it. */
  readonly isSeldom?: true;
  /** As a cell of a sheet of ours says it, where that is not the value itself. */
  written?(this: void, value: Value): string;
  /** Something held keeps its own where the cell is empty. */
  readonly keepsHeld?: true;
  /** What something held becomes, where a cell says only a part of it. */
  overHeld?(this: void, value: Value, held: Value): Value;
  /** In a sentence that compares two rows, for what `shown` leaves out: 'fornecedor “Atacadão”'. */
  said?(this: void, value: Value): string;
}

/** A column with the field that it fills. */
export type SheetColumn = ImportColumn<unknown> & { readonly field: string };

export type RowErrors = { readonly [Column in ColumnName]?: string };

export type RowReading =
  { readonly ok: true; readonly row: ReadRow } | { readonly ok: false; readonly errors: RowErrors };

/** A row that is to be taken, with what is there of it already. */
export interface TakenRow {
  readonly row: ReadRow;
  readonly held: HeldRow | undefined;
}

/** One of several changes, and which of the rows it is for. */
export interface RowChange {
  /** From 0. */
  readonly row: number;
  readonly change: SingleChange;
}

/** One of the lists that can be filled from a spreadsheet. */
export interface ImportKind {
  readonly tab: ImportTab;
  readonly title: string;
  readonly columns: readonly SheetColumn[];
  readonly headings: Headings;
  /** What the texts of a sheet without headings are, from the left. Any other column is believed from its heading only. */
  readonly withoutHeadings: { readonly texts: readonly ColumnName[]; readonly number: ColumnName };
  readonly words: ImportWords;
  /** What such a sheet looks like, to paste. */
  readonly example: string;
  /** What the list holds. */
  readonly held: (state: Business) => readonly HeldRow[];
  /** Rows of one key are about one thing; '' where that is not said. */
  readonly keyOf: (row: Pick<ColumnValues, 'name'> & { readonly component?: string }) => string;
  /** What is done with rows of one key: costs may be called alike, and what goes twice into a recipe is added up. */
  readonly equals: 'one' | 'several' | 'sum';
  /** The amount of a row where it is added to another one; undefined where the two cannot be. */
  readonly amountBeside: (row: ReadRow, other: ReadRow) => Units | undefined;
  /** Lines belong to what a sheet is called, or to the one named above them, where no column says whose they are. */
  readonly hasTitle?: true;
  /** 'R$ 38,90 / kg' */
  readonly shown: (row: ReadRow) => string;
  /** Where that is not one value instead of another: 'Vai atualizar a quantidade de 5 kg para 5,5 kg.' */
  readonly updating?: (held: HeldRow, row: ReadRow) => string;
  /** Names of what can stand in the column of that name. */
  readonly components?: () => readonly string[];
  /** What has to be known before rows can be taken, and what comes of the answers. @param rows undefined: left out */
  readonly settle?: (rows: readonly (RowTexts | undefined)[], answers: Answers) => Settlement;
  /** What the cells mean together, and beside all rows of the sheet. @param index of the row */
  readonly together?: (row: ReadRow, index: number, sheet: readonly RowTexts[]) => RowReading;
  /** All that is to be done, each change behind those that it rests on. */
  readonly changes: (taken: readonly TakenRow[], state: Business) => readonly RowChange[];
}

/** By the key of a question, what was said to it. */
export type Answers = Readonly<Record<string, string>>;

/** Something only the owner knows. The rows wait for the answer. */
export interface Question {
  readonly key: string;
  readonly sentence: string;
  /** What may be said to it; none: it is typed. */
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly answer: string;
  /** Of the answer that was typed. */
  readonly problem?: string;
  /** The rows go on as `answer` says until something else is said. */
  readonly isSettled?: true;
}

/** What comes of the questions of a list. */
export interface Settlement {
  readonly questions: readonly Question[];
  /** Made before all rows: channels, ingredients, conversions; each only where one of these rows comes in. */
  readonly commands: readonly { readonly change: SingleChange; readonly rows: readonly number[] }[];
  /** The rows as the answers make them. */
  readonly texts: readonly (RowTexts | undefined)[];
  /** By index of the row, the key of the question that it waits for. */
  readonly waiting: ReadonlyMap<number, string>;
}

export interface ImportWords {
  readonly one: string;
  readonly many: string;
  readonly isFeminine?: true;
  /** 'o preço' */
  readonly theAmount: string;
}
