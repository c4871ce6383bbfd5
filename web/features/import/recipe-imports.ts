import { readName, readUnit, normalizeName } from '#domain/names.ts';
import { componentOf, nestingFlaw, type Recipe, unitOf } from '#domain/business/recipe/components.ts';
import type { Business, Channel, RecipeLine } from '#domain/business/state.ts';
import type { SingleCommand } from '#domain/business/commands.ts';
import type { TenThousandths } from '#domain/decimal.ts';
import { formatQuantity as quantityText } from '#domain/format.ts';
import { isSameValue } from '#domain/same-value.ts';
import { convertExactly, converts, missingConversion, ratioOf } from '#domain/units/conversions.ts';
import { newId } from '#web/stores/business/entity-id.ts';
import { refusalSentence } from '#web/stores/business/outcome.ts';
import { findEqualName } from '../entry/equal-name.ts';
import { type RecipeYield, recipeYieldField, recipeYieldText, yieldCommandFields } from '../fields/recipe-yield.ts';
import { conversionsColumn } from '../fields/entity-imports.ts';
import { channelsColumn } from '../fields/channel-names.ts';
import { textCell } from '../fields/columns.ts';
import { RECIPE_HEADINGS } from '../fields/headings.ts';
import { sheetColumns } from '../fields/table-columns.ts';
import { dishFields } from '#domain/business/recipe/dish-fields.ts';
import { preparationFields } from '#domain/business/recipe/preparation-fields.ts';
import type {
  ExistingRow,
  ImportKind,
  ReadRow,
  RowCommand,
  RowErrors,
  RowReading,
  RowTexts,
  SheetColumn,
  ImportedRow,
} from '../fields/import-kind.ts';
import { RecipeQuestions } from './recipe-questions.ts';
import {
  savedYieldOf,
  componentFinder,
  findComponent,
  firstYields,
  firstRecipeFields,
  QUANTITY,
  type RecipeImport,
  type RecipeFields,
  type RecipeFieldColumn,
  recipeFieldsOf,
} from './recipe-sheet.ts';

interface ImportContext {
  readonly state: () => Business;
  /** The channels, the main one first. */
  readonly channels: () => readonly Channel[];
}

const DISHES: RecipeImport = { kind: 'dish', rows: (state) => state.dishes };
const PREPARATIONS: RecipeImport = { kind: 'preparation', rows: (state) => state.preparations };

/** The recipes of dishes with a row for each line; an unknown dish is added without a price. */
export const dishRecipes = (context: ImportContext): ImportKind => ({
  tab: 'recipes',
  title: 'Importar fichas técnicas',
  example:
    'Prato\tInsumo\tQuantidade\tUnidade\nPizza Calabresa\tMuçarela\t200\tg\nPizza Calabresa\tMassa de pizza\t1\tun',
  columns: [
    nameColumn('Prato'),
    componentColumn(true),
    QUANTITY,
    UNIT,
    { ...channelsColumn(context.channels), field: 'channels' },
    ...sheetColumns({ portions: dishFields.portions }),
  ],
  ...recipesOf(DISHES, context),
});

/** Preparations with their recipes and a row for each line; an unknown preparation is added with its yield. */
export const preparationRecipes = (context: ImportContext): ImportKind => ({
  tab: 'preparations',
  title: 'Importar preparos',
  example:
    'Preparo\tRende\tInsumo\tQuantidade\tUnidade\nMassa de pizza\t20 un\tFarinha de trigo\t5\tkg\nMassa de pizza\t\tFermento\t50\tg',
  columns: [
    nameColumn('Preparo'),
    {
      is: 'batch',
      field: 'batch',
      label: 'Rende',
      read: (text) => (text.trim() === '' ? { ok: true, value: null } : recipeYieldField.read(text)),
      toCell: (batch) => (batch === null ? '' : recipeYieldField.toInputText(batch as RecipeYield)),
      toSentence: (batch) => `rende ${recipeYieldText(batch as RecipeYield)}`,
      keepsExisting: true,
    },
    componentColumn(false),
    QUANTITY,
    UNIT,
    { ...conversionsColumn, field: 'conversions' },
    ...sheetColumns({ method: preparationFields.method }),
  ],
  ...recipesOf(PREPARATIONS, context),
});

const nameColumn = (label: string): SheetColumn => ({
  is: 'name',
  field: 'name',
  label,
  read: textCell(readName),
});

const componentColumn = (isRequired: boolean): SheetColumn => ({
  is: 'component',
  field: 'component',
  label: 'Insumo',
  read: (text) =>
    isRequired && text.trim() === ''
      ? { ok: false, sentence: 'Preencha este campo.' }
      : { ok: true, value: text.trim() },
});

const UNIT: SheetColumn = {
  is: 'unit',
  field: 'unit',
  label: 'Unidade',
  read(text) {
    return text.trim() === '' ? { ok: true, value: undefined } : textCell(readUnit)(text);
  },
  keepsExisting: true,
};

function recipesOf(
  recipes: RecipeImport,
  { state }: ImportContext,
): Omit<ImportKind, 'tab' | 'title' | 'example' | 'columns'> {
  return {
    headings: RECIPE_HEADINGS,
    withoutHeadings: { texts: ['name', 'component', 'unit'], number: 'quantity' },
    words: { one: 'linha', many: 'linhas', isFeminine: true, amountWithArticle: 'a quantidade' },
    existingRows: (business) => existingRows(recipes, business),
    keyOf: ({ name, component = '' }) =>
      normalizeName(name) === '' ? '' : `${normalizeName(name)}\n${normalizeName(component)}`,
    equalRows: 'add_up',
    amountInUnitOf: (row, other) => amountInUnit(state(), row, other),
    hasTitle: true,
    resolveQuestions: (sheet, answers) => new RecipeQuestions(recipes, state(), answers).settle(sheet),
    updateSentence: updatingText,
    components: () => namesOf(state()),
    rowText: ({ quantity = null, unit = '', batch }) =>
      quantity === null ? (batch ? recipeYieldText(batch) : '') : `${quantityText(quantity)}\u00A0${unit}`,
    completeRow: (row, index, sheet) => completeRow(recipes, state(), { row, index, sheet }),
    commands: (importedRows, business) => commandsFor(recipes, business, importedRows),
  };
}

/** The quantity of a line in the unit of another line of the same ingredient. */
function amountInUnit(state: Business, row: ReadRow, other: ReadRow): TenThousandths | undefined {
  const { component: name = '', quantity = null } = row;
  if (quantity === null) return undefined;
  const component = findComponent(state, name);
  const componentUnit = component ? unitOf(component) : '';
  const ratio = ratioOf(row.unit ?? componentUnit, other.unit ?? componentUnit, component?.conversions ?? null);
  return ratio && convertExactly(quantity, ratio);
}

const amountText = ({ quantity, unit = '' }: ReadRow): string => `${quantityText(quantity ?? 0)}\u00A0${unit}`;

function updatingText(existing: ExistingRow, row: ReadRow): string {
  const isScoped = !isSameValue(existing.channels ?? null, row.channels ?? null);
  const isAmount = existing.quantity !== row.quantity || existing.unit !== row.unit;
  const parts = [
    ...(isAmount ? [`a quantidade de ${amountText(existing)} para ${amountText(row)}`] : []),
    ...(isScoped ? ['os canais'] : []),
    ...(existing.batch && row.batch && !isSameValue(existing.batch, row.batch)
      ? [`o rendimento de ${recipeYieldText(existing.batch)} para ${recipeYieldText(row.batch)}`]
      : []),
    ...(isSameValue(existing.portions ?? null, row.portions ?? null) ? [] : ['as porções']),
    ...(isSameValue(existing.conversions ?? null, row.conversions ?? null) ? [] : ['as conversões']),
    ...(isSameValue(existing.method ?? null, row.method ?? null) ? [] : ['o modo de preparo']),
  ];
  return `Vai atualizar ${parts.join(' e ')}.`;
}

/** The existing lines, and a row for each preparation itself, which has no component. */
function existingRows({ kind, rows }: RecipeImport, state: Business): readonly ExistingRow[] {
  return [...rows(state).values()].flatMap((recipe) => {
    const batch = savedYieldOf(state, recipe.id);
    const recipeValues = { name: recipe.name, ...(batch ? { batch } : {}), ...recipeFieldsOf(state, recipe.id) };
    const lines = recipe.lines.map((line): ExistingRow => {
      const component = componentOf(state, line.ingredientId);
      return {
        id: `${recipe.id} ${line.ingredientId}`,
        ...recipeValues,
        component: component?.name ?? '',
        quantity: line.quantity,
        unit: line.ownUnit ?? (component && unitOf(component)) ?? '',
        ...(kind === 'dish' ? { channels: line.channels ?? null } : {}),
      };
    });
    return kind === 'dish' ? lines : [{ id: recipe.id, ...recipeValues, component: '', quantity: null }, ...lines];
  });
}

const namesOf = ({ ingredients, preparations }: Business): readonly string[] => [
  ...new Set([...ingredients.values(), ...preparations.values()].map(({ name }) => name)),
];

interface RowInSheet {
  readonly row: ReadRow;
  readonly index: number;
  readonly sheet: readonly RowTexts[];
}

function completeRow({ kind, rows }: RecipeImport, state: Business, { row, index, sheet }: RowInSheet): RowReading {
  const errors: { -readonly [Column in keyof RowErrors]?: string } = {};
  const recipe = findEqualName(rows(state).values(), row.name);
  const batch = kind === 'dish' ? undefined : yieldFor(row, recipe && savedYieldOf(state, recipe.id), { index, sheet });
  if (batch && !batch.ok) errors.batch = batch.sentence;
  for (const column of ['portions', 'conversions', 'method'] as const) {
    const first = firstRecipeFields(sheet, column).get(normalizeName(row.name));
    const text = sheet[index]?.[column].trim() ?? '';
    if (text !== '' && first !== undefined && first !== text)
      errors[column] = `Outra linha de “${row.name}” diz “${first}”: deixe uma só.`;
  }
  const lineReading = row.component === '' ? undefined : readLine(state, { row, recipe, sheet });
  if (row.component === '' && (row.quantity ?? null) !== null) errors.component = 'Preencha este campo.';
  Object.assign(errors, lineReading?.errors);
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  // A row about the recipe itself has no quantity and no unit.
  const { unit: _unit, ...rest } = row;
  return {
    ok: true,
    row: {
      ...rest,
      ...(batch?.ok ? { batch: batch.batch } : {}),
      ...(lineReading?.unit === undefined ? {} : { unit: lineReading.unit }),
    },
  };
}

type YieldReading =
  { readonly ok: true; readonly batch: RecipeYield } | { readonly ok: false; readonly sentence: string };

/**
 * The yield of a row's preparation. That of a new preparation applies to all its rows; that of an existing one is
 * changed only by the row that contains it.
 */
function yieldFor(
  { name, batch: rowYield }: ReadRow,
  savedYield: RecipeYield | undefined,
  { index, sheet }: Pick<RowInSheet, 'index' | 'sheet'>,
): YieldReading {
  const first = firstYields(sheet).get(normalizeName(name));
  const hasText = (sheet[index]?.batch ?? '').trim() !== '';
  if (hasText && first && !isSameValue(first.batch, rowYield))
    return { ok: false, sentence: `Na linha ${first.index + 1} rende ${recipeYieldText(first.batch)}.` };
  const batch = savedYield && first?.index !== index ? savedYield : (first?.batch ?? savedYield);
  return batch ? { ok: true, batch } : { ok: false, sentence: 'Diga quanto a receita rende, como 2 kg ou 40 un.' };
}

interface LineInSheet {
  readonly row: ReadRow;
  /** The existing recipe that the line belongs to; undefined if the sheet adds the recipe. */
  readonly recipe: Recipe | undefined;
  readonly sheet: readonly RowTexts[];
}

/** The unit in which a line counts, and its errors by column. */
function readLine(
  state: Business,
  { row, recipe, sheet }: LineInSheet,
): { readonly unit?: string; readonly errors: RowErrors } {
  const { component: name = '', quantity = null } = row;
  const missing = quantity === null ? { quantity: 'Preencha este campo.' } : {};
  const component = findComponent(state, name);
  const newPreparation = component ? undefined : firstYields(sheet).get(normalizeName(name));
  const componentUnit = component ? unitOf(component) : newPreparation?.batch.unit;
  if (componentUnit === undefined)
    return {
      errors: { ...missing, component: 'Não está em Insumos nem em Preparos: corrija o nome, ou cadastre antes.' },
    };
  const unit = row.unit ?? componentUnit;
  if (!converts(unit, componentUnit, component?.conversions ?? newPreparation?.conversions ?? null)) {
    const refusalData = { component: component?.name ?? name, missing: missingConversion(unit, componentUnit) };
    return { errors: { ...missing, unit: refusalSentence({ refusal: 'unit_not_convertible', ...refusalData }) } };
  }
  const flaw = recipe && component && nestingFlaw(state, recipe.id, component.id);
  if (flaw)
    return {
      errors: {
        ...missing,
        component: refusalSentence(
          flaw.flaw === 'cycle' ? { refusal: 'recipe_circle', way: flaw.path } : { refusal: 'recipe_too_deep' },
        ),
      },
    };
  return { unit, errors: missing };
}

/** The commands in order: new recipes, so that rows may stand in any order; then yields; then lines. */
function commandsFor(
  { kind, rows }: RecipeImport,
  state: Business,
  importedRows: readonly ImportedRow[],
): readonly RowCommand[] {
  const recipeIds = new Map<string, string>();
  const additions: RowCommand[] = [];
  const recipeChanges: RowCommand[] = [];
  const changedIds = new Set<string>();
  const recipeFieldsByName = new Map<string, RecipeFields>();
  for (const { row } of importedRows) {
    const known = recipeFieldsByName.get(normalizeName(row.name)) ?? {};
    const { portions, conversions, method } = row;
    recipeFieldsByName.set(normalizeName(row.name), {
      portions: known.portions ?? portions ?? null,
      conversions: known.conversions ?? conversions ?? null,
      method: known.method ?? method ?? null,
    });
  }
  importedRows.forEach(({ row: { name, batch, ...more } }, row) => {
    const key = normalizeName(name);
    const existingRecipe = findEqualName(rows(state).values(), name);
    const id = existingRecipe?.id ?? recipeIds.get(key) ?? newId();
    const recipeFields = recipeFieldsByName.get(key) ?? {};
    if (!existingRecipe && !recipeIds.has(key))
      additions.push({ row, command: additionOf(kind, { id, name, batch: batch ?? null, recipeFields }) });
    else if (existingRecipe && !changedIds.has(id)) {
      const savedFields = recipeFieldsOf(state, id);
      const changedFields = Object.fromEntries(
        (Object.keys(savedFields) as RecipeFieldColumn[])
          .filter((column) => more[column] !== undefined && !isSameValue(more[column], savedFields[column]))
          .map((column) => [column, more[column]]),
      );
      const hasNewYield = batch !== undefined && batch !== null && !isSameValue(savedYieldOf(state, id), batch);
      if (hasNewYield || Object.keys(changedFields).length > 0) {
        changedIds.add(id);
        const changes = { ...changedFields, ...(hasNewYield ? yieldCommandFields(batch) : {}) };
        const type = kind === 'dish' ? 'ChangeDish' : 'ChangePreparation';
        recipeChanges.push({ row, command: { type, id, ...changes } });
      }
    }
    recipeIds.set(key, id);
  });
  const componentByName = componentFinder(state);
  const componentId = (name: string): string => componentByName(name)?.id ?? recipeIds.get(normalizeName(name)) ?? '';
  const lines = importedRows.flatMap(({ row, existing }, index) => {
    const { name, component = '' } = row;
    if (component === '') return [];
    const command = lineChange(
      { kind, recipeId: recipeIds.get(normalizeName(name)) ?? '', id: componentId(component) },
      row,
      existing,
    );
    return command ? [{ row: index, command }] : [];
  });
  return [...additions, ...recipeChanges, ...lines];
}

interface NewRecipe {
  readonly id: string;
  readonly name: string;
  readonly batch: RecipeYield | null;
  readonly recipeFields: RecipeFields;
}

const additionOf = (kind: RecipeImport['kind'], { id, name, batch, recipeFields }: NewRecipe): SingleCommand => {
  const { portions = null, conversions = null, method = null } = recipeFields;
  return kind === 'dish'
    ? { type: 'AddDish', id, name, salePrice: 0, portions }
    : {
        type: 'AddPreparation',
        id,
        name,
        conversions,
        method,
        ...yieldCommandFields(batch ?? { quantity: 0, unit: '' }),
      };
};

interface LineTarget {
  readonly kind: RecipeImport['kind'];
  readonly recipeId: string;
  readonly id: string;
}

function lineChange(
  { kind, recipeId, id }: LineTarget,
  row: ReadRow,
  existing: ExistingRow | undefined,
): SingleCommand | undefined {
  const { quantity, unit, channels = null } = row;
  if (quantity === undefined || quantity === null) return undefined;
  const isExistingLine = existing !== undefined && existing.component !== '';
  const isSame =
    isExistingLine &&
    existing.quantity === quantity &&
    existing.unit === unit &&
    isSameValue(existing.channels ?? null, channels);
  if (isSame) return undefined;
  const line: Pick<RecipeLine, 'quantity'> & { readonly ingredientId: string; readonly unit: string | undefined } = {
    ingredientId: id,
    quantity,
    unit,
  };
  if (kind === 'preparation')
    return {
      type: isExistingLine ? 'ChangePreparationIngredient' : 'AddPreparationIngredient',
      preparationId: recipeId,
      ...line,
    };
  return { type: isExistingLine ? 'ChangeDishIngredient' : 'AddDishIngredient', dishId: recipeId, ...line, channels };
}
