import { componentOf, isPreparation, unitOf } from '#domain/business/recipe/components.ts';
import {
  ingredientFieldsWithoutOwnInput,
  preparationFieldsWithoutOwnInput,
} from '../fields/fields-without-own-input.ts';
import { variableCostFields } from '#domain/business/variable-cost/fields.ts';
import { fixedCostFields } from '#domain/business/fixed-cost/fields.ts';
import { isInScope, type Scope } from '#domain/business/channel/fields.ts';
import { exactPackPrice } from '#domain/business/ingredient/price.ts';
import type { Business, RecipeLine } from '#domain/business/state.ts';
import { fromTenThousandths, SCALE } from '#domain/decimal.ts';
import type { BusinessFigures } from '#domain/figures/business-figures.ts';
import { costOfLine, costOfLines, ZERO_COST, displayedCost } from '#domain/figures/cost.ts';
import { usableUnitCost } from '#domain/figures/costing.ts';
import { DEFAULT_LOSS } from '#domain/figures/dish-result.ts';
import { DEFAULT_MIX_MONTHS, monthsBefore } from '#domain/figures/mix.ts';
import { type Conversions, ratioOf } from '#domain/units/conversions.ts';
import {
  cappedFormula,
  type WorkbookContext,
  type BusinessWorkbook,
  fieldCells,
  formulaCell,
  createWorkbookContext,
  amountCell,
  withDefault,
  FIRST_ROW,
  numberOrNull,
  fractionNumber,
  lineWithUnitCost,
  roundedFormula,
  type RowOf,
  SETTING_KEYS,
  buildSheet,
  type WorkbookCell,
} from './workbook-cells.ts';
import { channelRows, dishRows, monthRows, resultRows } from './workbook-figures.ts';
import { type ColumnKey, MAX_WORKBOOK_ROWS, PRICE_RULES, SETTINGS, type SheetName } from '../files/workbook-layout.ts';
import { purchaseRows, stockRows, supplierRows } from './purchase-sheets.ts';

/** The figures of the sheet Resultado. */
export type ResultSheetFigures = Pick<BusinessFigures, 'dashboard' | 'revenue' | 'breakEven'>;

interface WorkbookSource {
  /** The state with all sales. */
  readonly state: Business;
  readonly figures: ResultSheetFigures;
  /** The names of sold dishes that have been removed, by id. */
  readonly removedDishNames?: ReadonlyMap<string, string>;
}

/** A business as sheets of cells. Formulas refer to cells, so that changing a price updates the results. */
export function businessWorkbook({ state, figures, removedDishNames = new Map() }: WorkbookSource): BusinessWorkbook {
  const context = createWorkbookContext(state);
  const { purchasesFrom, rows: purchases } = purchaseRows(context);
  const { salesFrom, rows: sales } = salesRows(context, removedDishNames, purchases.length);
  const rows: { readonly [Name in SheetName]: readonly RowOf<Name>[] } = {
    Ajustes: settingsRows(state, salesFrom),
    Insumos: ingredientRows(context),
    Preparos: preparationRows(context),
    Fichas: lineRows(context),
    Pratos: dishRows(context),
    'Custos fixos': [...state.fixedCosts.values()].map((cost) => ({
      ...fieldCells(fixedCostFields, cost),
      sameNameNumber: context.numberOf(cost.id),
    })),
    'Custos variáveis': [...state.variableCosts.values()].map((cost) => ({
      ...fieldCells(variableCostFields, cost),
      sameNameNumber: context.numberOf(cost.id),
      ...scopeCells(context, cost.channels),
    })),
    Faturamento: monthRows(context),
    Canais: channelRows(context),
    Vendas: sales,
    Fornecedores: supplierRows(context),
    Compras: purchases,
    Estoque: stockRows(context),
    Resultado: resultRows(context, figures),
  };
  return {
    salesFrom,
    purchasesFrom,
    sheets: (Object.keys(rows) as SheetName[]).map((name) => buildSheet(context, name, rows[name])),
  };
}

function settingsRows({ settings, statedTicket }: Business, salesFrom: string | null): readonly RowOf<'Ajustes'>[] {
  const values: Readonly<Record<keyof typeof SETTINGS, WorkbookCell>> = {
    productionLoss: fromTenThousandths(settings.productionLoss ?? DEFAULT_LOSS),
    mixMonths: settings.mixMonths ?? DEFAULT_MIX_MONTHS,
    profitGoal: fromTenThousandths(settings.profitGoal ?? 0),
    statedTicket: numberOrNull(statedTicket),
    priceRule: PRICE_RULES[settings.priceRule ?? 'last'],
    salesFrom,
  };
  return SETTING_KEYS.map((key) => ({ name: SETTINGS[key], value: values[key] }));
}

const conversionCells = (conversions: Conversions) => ({
  conversionUnit: (conversions ?? []).map(({ unit }) => unit),
  conversionQuantity: (conversions ?? []).map(({ quantity }) => fromTenThousandths(quantity)),
  conversionEquals: (conversions ?? []).map(({ equalsUnit }) => equalsUnit),
});

function scopeCells({ channels }: WorkbookContext, scope: Scope) {
  return {
    scope: scope === null ? 'todos' : 'alguns',
    inChannel: channels.map(({ id }) => (isInScope(scope, id) ? 1 : 0)),
  };
}

const ingredientRows = ({ state, addressOf, numberOf, rowOf }: WorkbookContext): readonly RowOf<'Insumos'>[] =>
  [...state.ingredients.values()].map((ingredient) => {
    const { id, name, unit, unitPrice, yieldPercentage, free, conversions } = ingredient;
    const { pack } = ingredient;
    const cell = (key: ColumnKey<'Insumos'>): string => addressOf('Insumos', key, rowOf(id));
    const ratio = pack && ratioOf(pack.unit, unit, conversions);
    const packUnitPrice = `${cell('packPrice')}/(${cell('packQuantity')}*${cell('packFactor')})`;
    const exactPrice = `IF(${cell('packFactor')}="",${cell('price')},${packUnitPrice})`;
    return {
      name,
      sameNameNumber: numberOf(id),
      unit,
      price: ratio
        ? amountCell(cappedFormula(roundedFormula(packUnitPrice)), unitPrice)
        : fromTenThousandths(unitPrice),
      packPrice: pack && fractionNumber(exactPackPrice(ingredient, pack)) / SCALE,
      packQuantity: numberOrNull(pack?.quantity),
      packUnit: pack?.unit ?? null,
      label: pack?.label ?? null,
      packFactor: ratio ? fractionNumber(ratio) : null,
      yield: numberOrNull(yieldPercentage),
      free: free ? 'sim' : null,
      ...fieldCells(ingredientFieldsWithoutOwnInput, ingredient),
      cost: formulaCell(
        `${exactPrice}*100/${withDefault(cell('yield'), '100')}`,
        fractionNumber(usableUnitCost(ingredient)) / SCALE,
      ),
      ...conversionCells(conversions),
    };
  });

const preparationRows = ({
  state,
  costing,
  addressOf,
  range,
  numberOf,
  rowOf,
  spanOf,
}: WorkbookContext): readonly RowOf<'Preparos'>[] =>
  [...state.preparations.values()].map((preparation) => {
    const { id, name, yieldQuantity, yieldUnit, method, conversions } = preparation;
    const cell = (key: ColumnKey<'Preparos'>): string => addressOf('Preparos', key, rowOf(id));
    const { wholeRecipeCost, unitCost } = costing.preparation(id) ?? {
      wholeRecipeCost: ZERO_COST,
      unitCost: ZERO_COST,
    };
    const span = spanOf(id);
    return {
      name,
      sameNameNumber: numberOf(id),
      yieldQuantity: fromTenThousandths(yieldQuantity),
      yieldUnit,
      method,
      ...fieldCells(preparationFieldsWithoutOwnInput, preparation),
      batchCost: amountCell(cappedFormula(roundedFormula(cell('exactBatchCost'))), displayedCost(wholeRecipeCost)),
      unitCost: amountCell(cappedFormula(roundedFormula(cell('cost'))), displayedCost(unitCost)),
      exactBatchCost: formulaCell(
        span ? `SUM(${range('Fichas', 'exact', span)})` : '0',
        wholeRecipeCost.approximate / SCALE,
      ),
      cost: formulaCell(`${cell('exactBatchCost')}/${cell('yieldQuantity')}`, unitCost.approximate / SCALE),
      ...conversionCells(conversions),
    };
  });

/** An exact cost in reais, not rounded. */
const exactCost = (context: WorkbookContext, lines: readonly RecipeLine[]): number =>
  costOfLines(lines.map((line) => lineWithUnitCost(context, line))).approximate / SCALE;

const lineRows = (context: WorkbookContext): readonly RowOf<'Fichas'>[] =>
  context.lines.map(({ recipe, isDishLine, line }, index) => {
    const { state, costing, addressOf, numberOf, rowOf } = context;
    const cell = (key: ColumnKey<'Fichas'>): string => addressOf('Fichas', key, index + FIRST_ROW);
    const { ingredientId, quantity, ownUnit, channels } = line;
    const component = componentOf(state, ingredientId);
    const isPreparationLine = component !== undefined && isPreparation(component);
    const componentUnit = component ? unitOf(component) : '';
    const ratio = component && ratioOf(ownUnit ?? componentUnit, componentUnit, component.conversions);
    return {
      recipeKind: isDishLine ? 'prato' : 'preparo',
      name: recipe.name,
      sameNameNumber: numberOf(recipe.id),
      kind: isPreparationLine ? 'preparo' : 'insumo',
      component: component?.name ?? null,
      componentNumber: numberOf(ingredientId),
      quantity: fromTenThousandths(quantity),
      unit: ownUnit ?? componentUnit,
      factor: ratio ? fractionNumber(ratio) : 0,
      rate: component
        ? formulaCell(
            addressOf(isPreparationLine ? 'Preparos' : 'Insumos', 'cost', rowOf(ingredientId)),
            costing.costOfOne(ingredientId, componentUnit).approximate / SCALE,
          )
        : 0,
      cost: amountCell(cappedFormula(roundedFormula(cell('exact'))), costOfLine(lineWithUnitCost(context, line))),
      exact: formulaCell(`${cell('quantity')}*${cell('factor')}*${cell('rate')}`, exactCost(context, [line])),
      ...scopeCells(context, channels),
    };
  });

/** Sales by month, newest first, up to the row limit; the oldest months are left out. */
function salesRows(
  { state, channels, numberOf }: WorkbookContext,
  removedDishNames: ReadonlyMap<string, string>,
  purchaseLines: number,
): { readonly rows: readonly RowOf<'Vendas'>[]; readonly salesFrom: string | null } {
  const channelOrder = new Map(channels.map(({ id }, index) => [id, index]));
  const salesSets = [...state.sales.values()].toSorted((a, b) =>
    a.month === b.month
      ? (channelOrder.get(a.channelId) ?? 0) - (channelOrder.get(b.channelId) ?? 0)
      : a.month < b.month
        ? -1
        : 1,
  );
  let remainingRows = MAX_WORKBOOK_ROWS - otherRowCount(state) - purchaseLines;
  let salesFrom: string | null = null;
  const sizes = new Map<string, number>();
  for (const { month, rows } of salesSets) sizes.set(month, (sizes.get(month) ?? 0) + rows.length);
  for (const [month, size] of [...sizes].toReversed()) {
    remainingRows -= size;
    if (remainingRows >= 0) continue;
    salesFrom = monthsBefore(month, -1);
    break;
  }
  const rows = salesSets
    .filter(({ month }) => salesFrom === null || month >= salesFrom)
    .flatMap(({ month, channelId, rows: soldRows }) =>
      soldRows.map(({ dishId, quantity, revenue }): RowOf<'Vendas'> => {
        const dish = state.dishes.get(dishId);
        return {
          month,
          channel: state.channels.get(channelId)?.name ?? null,
          channelNumber: numberOf(channelId),
          dish: dish?.name ?? removedDishNames.get(dishId) ?? null,
          dishNumber: numberOf(dishId),
          quantity,
          revenue: numberOrNull(revenue),
          isRemoved: dish ? null : 'sim',
        };
      }),
    );
  return { rows, salesFrom };
}

/** The number of rows on all sheets except the sales and purchases. */
function otherRowCount(state: Business): number {
  const { ingredients, preparations, dishes, fixedCosts, variableCosts, channels, suppliers, stockValues } = state;
  const lists = [ingredients, preparations, dishes, fixedCosts, variableCosts, channels, suppliers, stockValues];
  const lines = [...preparations.values(), ...dishes.values()].reduce(
    (count, recipe) => count + recipe.lines.length,
    0,
  );
  return lists.reduce((count, { size }) => count + size, lines) + FIXED_ROWS;
}

/** 14 headings, 6 settings and 12 months, and some twenty results: rounded up, because the limit only guards a file. */
const FIXED_ROWS = 60;
