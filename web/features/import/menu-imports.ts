import type { ChannelPrices } from '#domain/business/channel/fields.ts';
import { AMOUNTS, readAmount, readOrders } from '#domain/amounts.ts';
import { MONTHS } from '#contract/instants.ts';
import { readChannelName, readName, normalizeName } from '#domain/names.ts';
import { sortMainFirst } from '#domain/business/channel/channels.ts';
import type { Business, Channel } from '#domain/business/state.ts';
import { formatCount, formatMoney } from '#domain/format.ts';
import { formatForInput } from '#domain/numerals.ts';
import { newId } from '#web/stores/business/entity-id.ts';
import { priceFromNames, pricesByName } from '../fields/channel-names.ts';
import { monthIn } from '../files/cell-values.ts';
import { dishFields } from '#domain/business/recipe/dish-fields.ts';
import { omitFields } from '#domain/business/field.ts';
import { valuesOf } from '#domain/business/field-events.ts';
import { sheetColumns } from '../fields/table-columns.ts';
import { textCell } from '../fields/columns.ts';
import { CHANNEL_HEADINGS, DISH_HEADINGS, MONTH_HEADINGS } from '../fields/headings.ts';
import type { CellReading, ImportKind, ReadRow, SheetColumn } from '../fields/import-kind.ts';

type GetBusiness = () => Business;

const nameKey = { keyOf: ({ name }: ReadRow) => normalizeName(name), equalRows: 'one' } as const;

/** A column whose empty cell is null, also for a new entity. */
const amountColumn = (label: string, rule: (typeof AMOUNTS)['salePrice' | 'monthlyRevenue']): SheetColumn => ({
  is: 'amount',
  field: 'amount',
  label,
  number: rule.kind,
  keepsExisting: true,
  read(text) {
    if (text.trim() === '') return { ok: true, value: 0 };
    const reading = readAmount(text, rule);
    return reading.ok ? { ok: true, value: reading.tenThousandths } : reading;
  },
});

/** The list of dishes with their prices. Recipes are a list of their own. */
export const dishImport = (state: GetBusiness): ImportKind => ({
  ...nameKey,
  tab: 'dishes',
  title: 'Importar pratos',
  words: { one: 'prato', many: 'pratos', amountWithArticle: 'o preço' },
  example: 'Prato\tPreço de venda\nPizza Calabresa\t52,90\nRefrigerante lata\t7,00',
  headings: DISH_HEADINGS,
  withoutHeadings: { texts: ['name', 'category'], number: 'amount' },
  columns: [
    { is: 'name', field: 'name', label: 'Prato', read: textCell(readName) },
    amountColumn('Preço de venda', AMOUNTS.salePrice),
    pricesColumn(() => sortMainFirst(state()).slice(1)),
    ...sheetColumns(omitFields(dishFields, 'name', 'salePrice')),
  ],
  existingRows: (business) =>
    [...business.dishes.values()].map(({ salePrice, ...dish }) => ({ ...dish, amount: salePrice })),
  amountInUnitOf: ({ amount: price }) => price,
  rowText: ({ amount: price = 0 }) => (price === 0 ? 'sem preço' : formatMoney(price)),
  commands: (importedRows) =>
    importedRows.map(({ row: { name, amount: salePrice = 0, ...row }, existing }, index) => {
      const { prices = null } = row;
      const { name: dishName, ...values } = valuesOf(dishFields, { ...row, name, salePrice });
      const fields = { ...values, ...(prices ? { prices } : {}) };
      return {
        row: index,
        command: existing
          ? { type: 'ChangeDish', id: existing.id, ...fields }
          : { type: 'AddDish', id: newId(), name: dishName, ...fields },
      };
    }),
});

/** The column of the prices in channels other than the main one: 'iFood: 59,90; WhatsApp: 52,00'. */
const pricesColumn = (channels: () => readonly Channel[]): SheetColumn => ({
  is: 'prices',
  field: 'prices',
  label: 'Preços por canal',
  isSeldom: true,
  keepsExisting: true,
  read: (text) => priceFromNames(channels(), text),
  toCell: (prices) => pricesByName(channels(), prices as ChannelPrices, formatForInput),
  mergeWithExisting: (prices, existing) => ({ ...(existing as ChannelPrices), ...(prices as ChannelPrices) }),
  toSentence: (prices) => pricesByName(channels(), prices as ChannelPrices, formatMoney),
});

/** The list of channels. */
export const channelImport = (): ImportKind => ({
  ...nameKey,
  tab: 'channels',
  title: 'Importar canais',
  words: { one: 'canal', many: 'canais', amountWithArticle: 'o canal' },
  example: 'Canal\tPrincipal\nBalcão\tsim\niFood\tnão',
  headings: CHANNEL_HEADINGS,
  withoutHeadings: { texts: ['name', 'isMain'], number: 'amount' },
  columns: [
    { is: 'name', field: 'name', label: 'Canal', read: textCell(readChannelName) },
    {
      is: 'isMain',
      field: 'isMain',
      label: 'Principal',
      keepsExisting: true,
      read(text) {
        const word = normalizeName(text);
        if (word === 'sim' || word === 'nao' || word === '') return { ok: true, value: word === 'sim' };
        return { ok: false, sentence: 'Diga sim ou não.' };
      },
      toCell: (isMain) => (isMain === true ? 'sim' : 'não'),
    },
  ],
  existingRows: (business) => [...business.channels.values()],
  amountInUnitOf: () => undefined,
  rowText: ({ isMain = false }) => (isMain ? 'canal principal' : 'canal'),
  updateSentence: (_, { isMain = false }) =>
    isMain ? 'Vai ser o canal principal.' : 'Deixa de ser o canal principal.',
  // The new main channel comes first: the old one can only stop being main when another one is.
  commands: (importedRows, { channels: existingChannels }) =>
    [...importedRows.entries()]
      .toSorted(([, a], [, b]) => Number(b.row.isMain ?? false) - Number(a.row.isMain ?? false))
      .map(
        ([
          row,
          {
            row: { name, isMain = false },
            existing,
          },
        ]) => ({
          row,
          command: existing
            ? { type: 'ChangeChannel', id: existing.id, isMain }
            : { type: 'AddChannel', id: newId(), name, isMain: isMain && existingChannels.size > 0 },
        }),
      ),
});

/** Revenue and orders of the last twelve months, by the month's name. */
export const monthImport = (): ImportKind => ({
  tab: 'revenue',
  title: 'Importar faturamento',
  words: { one: 'mês', many: 'meses', amountWithArticle: 'o faturamento' },
  example: 'Mês\tFaturamento\tPedidos\nJaneiro\t42.300,00\t980\nFevereiro\t39.150,00\t910',
  headings: MONTH_HEADINGS,
  withoutHeadings: { texts: ['name'], number: 'amount' },
  columns: [
    { is: 'name', field: 'name', label: 'Mês', read: (text) => readMonth(text) },
    amountColumn('Faturamento', AMOUNTS.monthlyRevenue),
    {
      is: 'orders',
      field: 'orders',
      label: 'Pedidos',
      keepsExisting: true,
      read(text) {
        const reading = readOrders(text);
        return reading.ok ? { ok: true, value: reading.count } : reading;
      },
      toCell: String,
    },
  ],
  existingRows: ({ months: savedMonths }) =>
    MONTHS.map((name, index) => {
      const { value = 0, orders = 0 } = savedMonths.get(index + 1) ?? {};
      return { id: String(index + 1), name, amount: value, orders };
    }),
  keyOf({ name }) {
    const reading = readMonth(name);
    return reading.ok ? normalizeName(reading.value) : normalizeName(name);
  },
  equalRows: 'one',
  amountInUnitOf: ({ amount: value }) => value,
  rowText: ({ amount: value = 0, orders = 0 }) => `${formatMoney(value)} e ${formatCount(orders)} pedidos`,
  commands: (importedRows) =>
    importedRows.map(({ row: { name, amount: value = 0, orders = 0 } }, row) => ({
      row,
      command: { type: 'RecordMonthRevenue', month: MONTHS.findIndex((month) => month === name) + 1, value, orders },
    })),
});

/** Reads the name of a month: 'março', '03/2026' and 'mar/26' are 'Março'. */
function readMonth(text: string): CellReading<string> {
  const name = MONTHS.find((month) => normalizeName(month) === normalizeName(text));
  const month = MONTHS[Number(monthIn(text)?.slice(5) ?? 0) - 1];
  const monthName = name ?? month;
  return monthName === undefined
    ? { ok: false, sentence: 'Escreva o mês, como março.' }
    : { ok: true, value: monthName };
}
