import type { DashboardFigures } from '#domain/figures/business-figures.ts';
import type { EntityField, FieldType } from '#domain/business/field.ts';
import type { TenThousandths } from '#domain/decimal.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import type { RemoteData } from '#web/stores/data-loader.ts';
import type { TableName } from '../export/tables.ts';
import type { EntryDefinition, FormEntityRow } from '../entry/entry-definition.ts';
import type { TermName } from '../glossary/glossary.ts';
import type { ImportTab } from '../navigation/import-address.ts';

export type CostEntity = 'FixedCost' | 'VariableCost';

/** One of the two kinds of cost: its texts and its figures. */
export interface CostKind<Entity extends CostEntity> {
  readonly entry: EntryDefinition<Entity>;
  readonly fields: Readonly<Record<string, EntityField<FieldType>>>;
  readonly list: 'fixedCosts' | 'variableCosts';
  readonly importTab: ImportTab;
  readonly table: TableName;
  readonly term: TermName;
  readonly words: {
    readonly title: string;
    /** The name of the button that explains the term: 'O que é custo fixo'. */
    readonly termName: string;
    readonly loading: string;
    readonly failure: string;
    readonly listLabel: string;
    readonly empty: string;
    readonly advice: string;
  };
  readonly explanation: (figures: RemoteFigures, business: BusinessStore) => string;
  readonly total: (figures: RemoteFigures, business: BusinessStore) => Total;
  /** A warning about the costs as a whole. */
  readonly warning?: (figures: RemoteFigures) => string | undefined;
  readonly numbers: (cost: FormEntityRow<Entity>, figures: RemoteFigures) => CostNumbers;
  /** The scope of a cost that is not paid in every channel: 'só no App'. */
  readonly scopeText?: (cost: FormEntityRow<Entity>, business: BusinessStore) => string | undefined;
}

/** Figures are unknown while a list that they need, other than these costs, is not loaded. */
type RemoteFigures = RemoteData<DashboardFigures>;

interface Total {
  readonly label: string;
  readonly value: string;
  readonly note?: string | undefined;
}

/** The numbers of a row. */
interface CostNumbers {
  readonly value: string;
  readonly textBelowValue?: string | undefined;
  /** The length of the bar in percent. */
  readonly bar?: TenThousandths | undefined;
}
