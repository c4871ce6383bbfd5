import { readName, readUnit } from '#domain/names.ts';
import { componentOf, nestingFlaw, type Recipe, unitOf } from '#domain/business/recipe/components.ts';
import type { Business, Channel, RecipeLine } from '#domain/business/state.ts';
import type { SingleChange } from '#domain/business/commands.ts';
import type { Units } from '#domain/decimal.ts';
import { quantity as quantityText } from '#domain/format.ts';
import { isSameValue } from '#domain/same-value.ts';
import { convertedExactly, converts, missingConversion, ratioOf } from '#domain/units/conversions.ts';
import { newId } from '#web/stores/business/entity-id.ts';
import { refusalSentence } from '#web/stores/business/outcome.ts';
import { equalName, plainName } from '../entry/equal-name.ts';
import { type Batch, batchField, batchText, yieldOf } from '../fields/batch.ts';
import { conversionsColumn } from '../fields/entity-imports.ts';
import { channelsColumn } from '../fields/channel-names.ts';
import { ofText } from '../fields/columns.ts';
import { RECIPE_HEADINGS } from '../fields/headings.ts';
import { sheetColumns } from '../fields/table-columns.ts';
import { dishFields } from '#domain/business/recipe/dish-fields.ts';
import { preparationFields } from '#domain/business/recipe/preparation-fields.ts';
import type {
  ExistingRow,
  ImportKind,
  ReadRow,
  RowChange,
  RowErrors,
  RowReading,
  RowTexts,
  SheetColumn,
  ImportedRow,
} from '../fields/import-kind.ts';
import { RecipeQuestions } from './recipe-questions.ts';
import {
  batchIn,
  calledIn,
  componentNamed,
  firstBatches,
  firstFacts,
  QUANTITY,
  type RecipeImport,
  type RecipeFacts,
  type FactColumn,
  factsOf,
} from './recipe-sheet.ts';

interface ImportContext {
  readonly state: () => Business;
  /** The channels, the main one first. */
  readonly channels: () => readonly Channel[];
}

const DISHES: RecipeImport = { kind: 'dish', rows: (state) => state.dishes };
const PREPARATIONS: RecipeImport = { kind: 'preparation', rows: (state) => state.preparations };

/** The recipes of dishes with a row for each line; an unknown dish is added without a price. */
export const dishRecipes = (place: ImportContext): ImportKind => ({
  tab: 'recipes',
  title: 'Importar fichas técnicas',
  example:
    'Prato\tInsumo\tQuantidade\tUnidade\nPizza Calabresa\tMuçarela\t200\tg\nPizza Calabresa\tMassa de pizza\t1\tun',
  columns: [
    nameColumn('Prato'),
    componentColumn(true),
    QUANTITY,
    UNIT,
    { ...channelsColumn(place.channels), field: 'channels' },
    ...sheetColumns({ portions: dishFields.portions }),
  ],
  ...recipesOf(DISHES, place),
});

/** Preparations with their recipes and a row for each line; an unknown preparation is added with its yield. */
export const preparationRecipes = (place: ImportContext): ImportKind => ({
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
      read: (text) => (text.trim() === '' ? { ok: true, value: null } : batchField.read(text)),
      written: (batch) => (batch === null ? '' : batchField.typed(batch as Batch)),
      said: (batch) => `rende ${batchText(batch as Batch)}`,
      keepsExisting: true,
    },
    componentColumn(false),
    QUANTITY,
    UNIT,
    { ...conversionsColumn, field: 'conversions' },
    ...sheetColumns({ method: preparationFields.method }),
  ],
  ...recipesOf(PREPARATIONS, place),
});

const nameColumn = (label: string): SheetColumn => ({
  is: 'name',
  field: 'name',
  label,
  read: ofText(readName),
});

const componentColumn = (isNeeded: boolean): SheetColumn => ({
  is: 'component',
  field: 'component',
  label: 'Insumo',
  read: (text) =>
    isNeeded && text.trim() === '' ? { ok: false, sentence: 'Preencha este campo.' } : { ok: true, value: text.trim() },
});

const UNIT: SheetColumn = {
  is: 'unit',
  field: 'unit',
  label: 'Unidade',
  read(text) {
    return text.trim() === '' ? { ok: true, value: undefined } : ofText(readUnit)(text);
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
    words: { one: 'linha', many: 'linhas', isFeminine: true, theAmount: 'a quantidade' },
    held: (business) => existingRows(recipes, business),
    keyOf: ({ name, component = '' }) => (plainName(name) === '' ? '' : `${plainName(name)}\n${plainName(component)}`),
    equals: 'sum',
    amountInUnitOf: (row, other) => amountInUnit(state(), row, other),
    hasTitle: true,
    settle: (sheet, answers) => new RecipeQuestions(recipes, state(), answers).settle(sheet),
    updating: updatingText,
    components: () => namesOf(state()),
    shown: ({ quantity = null, unit = '', batch }) =>
      quantity === null ? (batch ? batchText(batch) : '') : `${quantityText(quantity)}\u00A0${unit}`,
    together: (row, index, sheet) => together(recipes, state(), { row, index, sheet }),
    changes: (taken, business) => changesFor(recipes, business, taken),
  };
}

/** The quantity of a line in the unit of another line of the same ingredient. */
function amountInUnit(state: Business, row: ReadRow, other: ReadRow): Units | undefined {
  const { component: name = '', quantity = null } = row;
  if (quantity === null) return undefined;
  const component = componentNamed(state, name);
  const own = component ? unitOf(component) : '';
  const ratio = ratioOf(row.unit ?? own, other.unit ?? own, component?.conversions ?? null);
  return ratio && convertedExactly(quantity, ratio);
}

const amountText = ({ quantity, unit = '' }: ReadRow): string => `${quantityText(quantity ?? 0)}\u00A0${unit}`;

function updatingText(held: ExistingRow, row: ReadRow): string {
  const isScoped = !isSameValue(held.channels ?? null, row.channels ?? null);
  const isAmount = held.quantity !== row.quantity || held.unit !== row.unit;
  const parts = [
    ...(isAmount ? [`a quantidade de ${amountText(held)} para ${amountText(row)}`] : []),
    ...(isScoped ? ['os canais'] : []),
    ...(held.batch && row.batch && !isSameValue(held.batch, row.batch)
      ? [`o rendimento de ${batchText(held.batch)} para ${batchText(row.batch)}`]
      : []),
    ...(isSameValue(held.portions ?? null, row.portions ?? null) ? [] : ['as porções']),
    ...(isSameValue(held.conversions ?? null, row.conversions ?? null) ? [] : ['as conversões']),
    ...(isSameValue(held.method ?? null, row.method ?? null) ? [] : ['o modo de preparo']),
  ];
  return `Vai atualizar ${parts.join(' e ')}.`;
}

/** All lines, and each preparation itself, which a row without an ingredient describes. */
function existingRows({ kind, rows }: RecipeImport, state: Business): readonly ExistingRow[] {
  return [...rows(state).values()].flatMap((recipe) => {
    const batch = batchIn(state, recipe.id);
    const of = { name: recipe.name, ...(batch ? { batch } : {}), ...factsOf(state, recipe.id) };
    const lines = recipe.lines.map((line): ExistingRow => {
      const component = componentOf(state, line.ingredientId);
      return {
        id: `${recipe.id} ${line.ingredientId}`,
        ...of,
        component: component?.name ?? '',
        quantity: line.quantity,
        unit: line.ownUnit ?? (component && unitOf(component)) ?? '',
        ...(kind === 'dish' ? { channels: line.channels ?? null } : {}),
      };
    });
    return kind === 'dish' ? lines : [{ id: recipe.id, ...of, component: '', quantity: null }, ...lines];
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

function together({ kind, rows }: RecipeImport, state: Business, { row, index, sheet }: RowInSheet): RowReading {
  const errors: { -readonly [Column in keyof RowErrors]?: string } = {};
  const owner = equalName(rows(state).values(), row.name);
  const batch = kind === 'dish' ? undefined : batchFor(row, owner && batchIn(state, owner.id), { index, sheet });
  if (batch && !batch.ok) errors.batch = batch.sentence;
  for (const column of ['portions', 'conversions', 'method'] as const) {
    const first = firstFacts(sheet, column).get(plainName(row.name));
    const written = sheet[index]?.[column].trim() ?? '';
    if (written !== '' && first !== undefined && first !== written)
      errors[column] = `Outra linha de “${row.name}” diz “${first}”: deixe uma só.`;
  }
  const line = row.component === '' ? undefined : lineOf(state, { row, owner, sheet });
  if (row.component === '' && (row.quantity ?? null) !== null) errors.component = 'Preencha este campo.';
  Object.assign(errors, line?.errors);
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  // A row about the recipe itself has no quantity and no unit.
  const { unit: _unit, ...rest } = row;
  return {
    ok: true,
    row: {
      ...rest,
      ...(batch?.ok ? { batch: batch.batch } : {}),
      ...(line?.unit === undefined ? {} : { unit: line.unit }),
    },
  };
}

type BatchReading = { readonly ok: true; readonly batch: Batch } | { readonly ok: false; readonly sentence: string };

/**
 * The yield of a new preparation applies to all its rows. An existing one is changed only by the row that contains it.
 */
function batchFor(
  { name, batch: said }: ReadRow,
  held: Batch | undefined,
  { index, sheet }: Pick<RowInSheet, 'index' | 'sheet'>,
): BatchReading {
  const first = firstBatches(sheet).get(plainName(name));
  const isWritten = (sheet[index]?.batch ?? '').trim() !== '';
  if (isWritten && first && !isSameValue(first.batch, said))
    return { ok: false, sentence: `Na linha ${first.index + 1} rende ${batchText(first.batch)}.` };
  const batch = held && first?.index !== index ? held : (first?.batch ?? held);
  return batch ? { ok: true, batch } : { ok: false, sentence: 'Diga quanto a receita rende, como 2 kg ou 40 un.' };
}

interface LineInSheet {
  readonly row: ReadRow;
  /** The existing recipe that the line belongs to; undefined if the sheet adds the recipe. */
  readonly owner: Recipe | undefined;
  readonly sheet: readonly RowTexts[];
}

/** The line in the unit in which it counts, and its problem. */
function lineOf(
  state: Business,
  { row, owner, sheet }: LineInSheet,
): { readonly unit?: string; readonly errors: RowErrors } {
  const { component: name = '', quantity = null } = row;
  const missing = quantity === null ? { quantity: 'Preencha este campo.' } : {};
  const component = componentNamed(state, name);
  const coming = component ? undefined : firstBatches(sheet).get(plainName(name));
  const own = component ? unitOf(component) : coming?.batch.unit;
  if (own === undefined)
    return {
      errors: { ...missing, component: 'Não está em Insumos nem em Preparos: corrija o nome, ou cadastre antes.' },
    };
  const unit = row.unit ?? own;
  if (!converts(unit, own, component?.conversions ?? coming?.conversions ?? null)) {
    const question = { component: component?.name ?? name, missing: missingConversion(unit, own) };
    return { errors: { ...missing, unit: refusalSentence({ refusal: 'unit_not_convertible', ...question }) } };
  }
  const flaw = owner && component && nestingFlaw(state, owner.id, component.id);
  if (flaw)
    return {
      errors: {
        ...missing,
        component: refusalSentence(
          flaw.flaw === 'circle' ? { refusal: 'recipe_circle', way: flaw.way } : { refusal: 'recipe_too_deep' },
        ),
      },
    };
  return { unit, errors: missing };
}

/** The commands in order: new recipes, so that rows may stand in any order; then yields; then lines. */
function changesFor(
  { kind, rows }: RecipeImport,
  state: Business,
  taken: readonly ImportedRow[],
): readonly RowChange[] {
  const owners = new Map<string, string>();
  const news: RowChange[] = [];
  const yields: RowChange[] = [];
  const changed = new Set<string>();
  const first = new Map<string, RecipeFacts>();
  for (const { row } of taken) {
    const said = first.get(plainName(row.name)) ?? {};
    const { portions, conversions, method } = row;
    first.set(plainName(row.name), {
      portions: said.portions ?? portions ?? null,
      conversions: said.conversions ?? conversions ?? null,
      method: said.method ?? method ?? null,
    });
  }
  taken.forEach(({ row: { name, batch, ...more } }, row) => {
    const key = plainName(name);
    const there = equalName(rows(state).values(), name);
    const id = there?.id ?? owners.get(key) ?? newId();
    const said = first.get(key) ?? {};
    if (!there && !owners.has(key)) news.push({ row, change: added(kind, { id, name, batch: batch ?? null, said }) });
    else if (there && !changed.has(id)) {
      const held = factsOf(state, id);
      const differing = Object.fromEntries(
        (Object.keys(held) as FactColumn[])
          .filter((column) => more[column] !== undefined && !isSameValue(more[column], held[column]))
          .map((column) => [column, more[column]]),
      );
      const isBatch = batch !== undefined && batch !== null && !isSameValue(batchIn(state, id), batch);
      if (isBatch || Object.keys(differing).length > 0) {
        changed.add(id);
        const to = { ...differing, ...(isBatch ? yieldOf(batch) : {}) };
        const type = kind === 'dish' ? 'ChangeDish' : 'ChangePreparation';
        yields.push({ row, change: { type, id, ...to } });
      }
    }
    owners.set(key, id);
  });
  const called = calledIn(state);
  const componentId = (name: string): string => called(name)?.id ?? owners.get(plainName(name)) ?? '';
  const lines = taken.flatMap(({ row, held }, index) => {
    const { name, component = '' } = row;
    if (component === '') return [];
    const change = lineChange(
      { kind, recipeId: owners.get(plainName(name)) ?? '', id: componentId(component) },
      row,
      held,
    );
    return change ? [{ row: index, change }] : [];
  });
  return [...news, ...yields, ...lines];
}

interface NewRecipe {
  readonly id: string;
  readonly name: string;
  readonly batch: Batch | null;
  readonly said: RecipeFacts;
}

const added = (kind: RecipeImport['kind'], { id, name, batch, said }: NewRecipe): SingleChange => {
  const { portions = null, conversions = null, method = null } = said;
  return kind === 'dish'
    ? { type: 'AddDish', id, name, salePrice: 0, portions }
    : { type: 'AddPreparation', id, name, conversions, method, ...yieldOf(batch ?? { quantity: 0, unit: '' }) };
};

interface LinePlace {
  readonly kind: RecipeImport['kind'];
  readonly recipeId: string;
  readonly id: string;
}

function lineChange(
  { kind, recipeId, id }: LinePlace,
  row: ReadRow,
  held: ExistingRow | undefined,
): SingleChange | undefined {
  const { quantity, unit, channels = null } = row;
  if (quantity === undefined || quantity === null) return undefined;
  const isLine = held !== undefined && held.component !== '';
  const isSame =
    isLine && held.quantity === quantity && held.unit === unit && isSameValue(held.channels ?? null, channels);
  if (isSame) return undefined;
  const line: Pick<RecipeLine, 'quantity'> & { readonly ingredientId: string; readonly unit: string | undefined } = {
    ingredientId: id,
    quantity,
    unit,
  };
  if (kind === 'preparation')
    return {
      type: isLine ? 'ChangePreparationIngredient' : 'AddPreparationIngredient',
      preparationId: recipeId,
      ...line,
    };
  return { type: isLine ? 'ChangeDishIngredient' : 'AddDishIngredient', dishId: recipeId, ...line, channels };
}
