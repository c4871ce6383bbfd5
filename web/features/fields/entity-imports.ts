import { findAppName, sortMainFirst } from '#domain/business/channel/channels.ts';
import { AMOUNTS, type AmountRule, readAmount } from '#domain/amounts.ts';
import { readName, readUnit, normalizeName } from '#domain/names.ts';
import type { SingleCommand } from '#domain/business/commands.ts';
import { fixedCostFields } from '#domain/business/fixed-cost/fields.ts';
import type { Scope } from '#domain/business/channel/fields.ts';
import type { Business, Channel } from '#domain/business/state.ts';
import type { TenThousandths } from '#domain/decimal.ts';
import { formatMoney, formatPercentage, formatUnitPrice } from '#domain/format.ts';
import type { Conversions } from '#domain/units/conversions.ts';
import { newId } from '#web/stores/business/entity-id.ts';
import {
  addCommand,
  changeCommand,
  type FormEntity,
  type EntryDefinition,
  type EnteredValues,
} from '../entry/entry-definition.ts';
import type { FormField as EnteredField } from '../entry/field.ts';
import { displayedIngredient, toCommandValues, freeField, yieldField } from './ingredient-input.ts';
import { conversionsField, packField } from './pack-field.ts';
import { packPriceText } from './price-text.ts';
import { inChannel } from './channels-of.ts';
import { appQuestion, channelAdditions, ALL_CHANNELS } from './new-channels.ts';
import { channelsColumn } from './channel-names.ts';
import { textCell } from './columns.ts';
import { NOUN_HEADINGS } from './headings.ts';
import type { ImportTab } from '../navigation/import-address.ts';
import type {
  ExistingRow,
  ImportColumn,
  ImportKind,
  ImportWords,
  ImportQuestion,
  ReadRow,
  SheetColumn,
} from './import-kind.ts';
import { ingredientFieldsWithoutOwnInput } from './fields-without-own-input.ts';
import { variableCostFields } from '#domain/business/variable-cost/fields.ts';
import { tableColumns } from './table-columns.ts';

/** The values of further fields of the forms. */
interface FurtherColumns {
  readonly channels?: ImportColumn<Scope>;
}

type ImportableEntity = Exclude<FormEntity, 'Channel'>;

/** A column for every field in the usual order; a forgotten one does not compile. */
type ImportColumns<Entity extends ImportableEntity> = {
  readonly [Field in keyof EnteredValues<Entity>]-?: ImportColumn<Exclude<EnteredValues<Entity>[Field], undefined>>;
};

/** An entity whose list can be filled from a spreadsheet, one row each. */
export interface EntityImport<Entity extends ImportableEntity = ImportableEntity> {
  readonly tab: ImportTab;
  readonly entity: Entity;
  readonly title: string;
  readonly columns: ImportColumns<Entity> & FurtherColumns;
  /** Columns whose cells name other entities; they depend on the channels of the business. */
  readonly extraColumns?: (channels: () => readonly Channel[]) => FurtherColumns;
  readonly words: ImportWords;
  readonly example: string;
  readonly rows: EntryDefinition<Entity>['rows'];
  /** The conversion between entered and stored values, as in the forms. */
  readonly entered?: EntryDefinition<Entity>['displayConversion'];
  readonly equalRows: ImportKind['equalRows'];
  readonly settle?: (state: () => Business) => ImportKind['resolveQuestions'];
  /** The value of a row as text: 'R$ 38,90 / kg'. */
  readonly shown: (row: ReadRow) => string;
}

const name: ImportColumn<string> = {
  is: 'name',
  label: 'Nome',
  read: textCell(readName),
};

const amount = (label: string, rule: AmountRule): ImportColumn<TenThousandths> => ({
  is: 'amount',
  label,
  number: rule.kind,
  read(text) {
    const reading = readAmount(text, rule);
    return reading.ok ? { ok: true, value: reading.tenThousandths } : reading;
  },
});

const seldomColumn = <Value>(field: EnteredField<Value>) =>
  ({
    read: (text: string) => field.read(text),
    toCell: (value: Value) => field.toInputText(value),
    isSeldom: true,
  }) as const;

export const conversionsColumn: ImportColumn<Conversions> = {
  ...seldomColumn(conversionsField),
  is: 'conversions',
  label: 'Conversões',
  keepsExisting: true,
  toSentence: (conversions) => `conversões: ${conversionsField.toSentenceText(conversions)}`,
};

const ingredients: EntityImport<'Ingredient'> = {
  tab: 'ingredients',
  entity: 'Ingredient',
  title: 'Importar insumos',
  columns: {
    name,
    unit: { is: 'unit', label: 'Unidade', read: textCell(readUnit), keepsExisting: true },
    unitPrice: amount('Preço', AMOUNTS.unitPrice),
    pack: {
      ...seldomColumn(packField),
      is: 'pack',
      label: 'Comprado em',
      // A pack without a label is exported by its content, and would read back as a label.
      mergeWithExisting: (pack, held) =>
        pack && held && packField.toInputText(pack) === packField.toInputText(held) ? held : pack,
    },
    yieldPercentage: {
      ...seldomColumn(yieldField),
      is: 'yieldPercentage',
      label: 'Rendimento (%)',
      number: 'percentage',
      keepsExisting: true,
      toSentence: (yields) => `rendimento ${yieldField.toSentenceText(yields)}`,
    },
    conversions: conversionsColumn,
    free: {
      ...seldomColumn(freeField),
      is: 'free',
      label: 'De graça',
      keepsExisting: true,
      toSentence: (isFree) => freeField.toSentenceText(isFree),
    },
    ...tableColumns(ingredientFieldsWithoutOwnInput),
  },
  words: { one: 'insumo', many: 'insumos', amountWithArticle: 'o preço' },
  example: 'Insumo\tUnidade\tPreço\nFarinha de trigo\tkg\t4,90\nMuçarela\tkg\t38,90\nOvo\tun\t0,75',
  rows: (state) => state.ingredients,
  equalRows: 'one',
  entered: { toDisplayed: displayedIngredient, toStored: toCommandValues },
  shown: ({ amount: price = 0, unit = '', pack = null }) =>
    pack ? packPriceText({ ...pack, price }) : `${formatUnitPrice(price)}\u00A0/\u00A0${unit}`,
};

const fixedCosts: EntityImport<'FixedCost'> = {
  tab: 'fixed-costs',
  entity: 'FixedCost',
  title: 'Importar custos fixos',
  columns: tableColumns(fixedCostFields),
  words: { one: 'custo fixo', many: 'custos fixos', amountWithArticle: 'o valor' },
  example: 'Custo\tValor\nAluguel\t3.500,00\nSalários\t9.800,00\nEnergia\t890,45',
  rows: (state) => state.fixedCosts,
  equalRows: 'several',
  shown: ({ amount: value = 0 }) => formatMoney(value),
};

const variableCosts: EntityImport<'VariableCost'> = {
  tab: 'variable-costs',
  entity: 'VariableCost',
  title: 'Importar custos variáveis',
  columns: tableColumns(variableCostFields),
  words: { one: 'custo variável', many: 'custos variáveis', amountWithArticle: 'o percentual' },
  example: 'Custo\tPercentual\nTaxa do cartão\t3,2%\nImpostos\t6%\nComissão do aplicativo\t12%',
  extraColumns: (channels) => ({ channels: channelsColumn(channels) }),
  rows: (state) => state.variableCosts,
  equalRows: 'several',
  settle: askAboutApps,
  shown: ({ amount: rate = 0 }) => formatPercentage(rate),
};

export const IMPORTS = { ingredients, fixedCosts, variableCosts };

/** A list with all its columns. @param channels the main one first */
export const withChannelColumns = <Entity extends ImportableEntity>(
  kind: EntityImport<Entity>,
  channels: () => readonly Channel[],
): EntityImport<Entity> => ({ ...kind, columns: { ...kind.columns, ...kind.extraColumns?.(channels) } });

/** The columns of a list, in order. */
export const columnsOf = ({ columns }: EntityImport): readonly SheetColumn[] =>
  (Object.entries(columns) as (readonly [string, ImportColumn<unknown>])[]).map(([field, column]) => ({
    ...column,
    field,
  }));

/** The existing entities of the list. */
const existingRows = (kind: EntityImport, state: Business): readonly ExistingRow[] =>
  [...kind.rows(state).values()].map((row) => {
    const entered = kind.entered?.toDisplayed(row) ?? row;
    const fields = new Map<string, unknown>(Object.entries(entered));
    const stored = new Map<string, unknown>(Object.entries(row));
    return {
      id: row.id,
      ...(fields.get('pack') ? { derivedPrice: stored.get('unitPrice') as TenThousandths } : {}),
      ...Object.fromEntries(columnsOf(kind).map(({ is, field }) => [is, fields.get(field)])),
    } as ExistingRow;
  });

/** The command that adds the row as a new entity. */
const additionOf = (kind: EntityImport, id: string, row: ReadRow): SingleCommand =>
  addCommand(kind.entity, id, fieldsOf(kind, row));

/** The command that changes the existing entity; its name stays as it is spelled there. */
function alterationOf(kind: EntityImport, id: string, row: ReadRow): SingleCommand {
  const { name: _name, ...fields } = fieldsOf(kind, row);
  return changeCommand(kind.entity, id, fields);
}

function fieldsOf(kind: EntityImport, row: ReadRow): Partial<EnteredValues<ImportableEntity>> {
  const fields: Partial<EnteredValues<ImportableEntity>> = Object.fromEntries(
    columnsOf(kind).map(({ is, field }) => [field, row[is]]),
  );
  return kind.entered?.toStored(fields) ?? fields;
}

/** The list as the import screen takes it. */
export function entityImportKind(entity: EntityImport, state: () => Business): ImportKind {
  const kind = withChannelColumns(entity, () => sortMainFirst(state()));
  const { tab, title, words, example, shown, equalRows } = kind;
  const settle = kind.settle?.(state);
  return {
    tab,
    title,
    words,
    example,
    rowText: shown,
    equalRows,
    ...(settle && { resolveQuestions: settle }),
    columns: columnsOf(kind),
    headings: NOUN_HEADINGS,
    withoutHeadings: { texts: ['name', 'unit'], number: 'amount' },
    existingRows: (business) => existingRows(kind, business),
    keyOf: (row) => normalizeName(row.name),
    amountInUnitOf: ({ amount: value }) => value,
    commands: (taken) =>
      taken.map(({ row, existing }, index) => ({
        row: index,
        command: existing ? alterationOf(kind, existing.id, row) : additionOf(kind, newId(), row),
      })),
  };
}

/** A new cost that is named like an app waits for the answer whether it is paid on all sales or only in the app. */
function askAboutApps(state: () => Business): ImportKind['resolveQuestions'] {
  return (sheet, answers) => {
    const business = state();
    const names = new Set([...business.variableCosts.values()].map((cost) => normalizeName(cost.name)));
    const questions = new Map<string, ImportQuestion>();
    const waiting = new Map<number, string>();
    const newChannels = new Map<
      string,
      { readonly commands: readonly SingleCommand[]; readonly rowIndexes: number[] }
    >();
    const texts = sheet.map((row, index) => {
      const app = row && findAppName(row.name);
      if (!row || app === undefined || row.channels !== '' || names.has(normalizeName(row.name))) return row;
      const question = `scope:${normalizeName(row.name)}`;
      const answer = answers[question] ?? '';
      const exists = [...business.channels.values()].some(
        (channel) => normalizeName(channel.name) === normalizeName(app),
      );
      questions.set(question, {
        key: question,
        sentence: `“${row.name}”: ${lowerFirst(appQuestion(app))}`,
        options: [
          { value: ALL_CHANNELS, label: 'Em todas as vendas' },
          { value: app, label: `Só ${inChannel({ name: app })}` },
        ],
        answer,
      });
      if (answer === '') waiting.set(index, question);
      if (answer === app && !exists) {
        const existingChannels = [...business.channels.keys(), ...newChannels.keys()];
        const channel = newChannels.get(app) ?? {
          commands: channelAdditions(existingChannels, { id: newId(), name: app }),
          rowIndexes: [],
        };
        channel.rowIndexes.push(index);
        newChannels.set(app, channel);
      }
      return answer === app ? { ...row, channels: app } : row;
    });
    const commands = [...newChannels.values()].flatMap(({ commands: additions, rowIndexes }) =>
      additions.map((command) => ({ command, rowIndexes })),
    );
    return { questions: [...questions.values()], commands, texts, waiting };
  };
}

const lowerFirst = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1);
