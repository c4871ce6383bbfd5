import { readName, readUnit } from '#domain/names.ts';
import { type Component, componentOf, unitOf } from '#domain/business/component.ts';
import { type Recipe, nestingFlaw } from '#domain/business/components.ts';
import type { Business, Channel, RecipeLine } from '#domain/business/state.ts';
import type { SingleChange } from '#domain/business/commands.ts';
import type { Ingredient } from '#domain/business/ingredient.ts';
import type { Units } from '#domain/decimal.ts';
import { type Costing, createCosting } from '#domain/figures/costing.ts';
import { doubtfulUnits } from '#domain/figures/doubtful-quantity.ts';
import { quantity as quantityText } from '#domain/format.ts';
import { isSameValue } from '#domain/same-value.ts';
import { type Conversions, convertedExactly, converts, missingConversion, ratioOf } from '#domain/units/conversions.ts';
import { newId } from '#web/stores/business/new-id.ts';
import { refusalSentence } from '#web/stores/business/refusal-sentences.ts';
import { equalName, plainName } from '../entry/equal-name.ts';
import { type Batch, batchField, batchOf, batchText, yieldOf } from '../preparations/batch.ts';
import { NearestName } from '../files/nearest-name.ts';
import { conversionFrom, lineQuantityField } from '../recipes/line-fields.ts';
import { asComponent, NEW } from '../recipes/new-ingredient.ts';
import { channelsColumn } from './channels-column.ts';
import { RECIPE_HEADINGS } from './headings.ts';
import type {
  Answers,
  HeldRow,
  ImportKind,
  Question,
  ReadRow,
  RowChange,
  RowErrors,
  RowReading,
  RowTexts,
  Settlement,
  SheetColumn,
  TakenRow,
} from './import-kind.ts';

interface Place {
  readonly state: () => Business;
  /** The main one first. */
  readonly channels: () => readonly Channel[];
}

/** What differs between the recipes of dishes and those of preparations. */
interface RecipeImport {
  readonly kind: 'dish' | 'preparation';
  readonly rows: (state: Business) => ReadonlyMap<string, Recipe>;
}

const DISHES: RecipeImport = { kind: 'dish', rows: (state) => state.dishes };
const PREPARATIONS: RecipeImport = { kind: 'preparation', rows: (state) => state.preparations };

/** The recipes of dishes, a row for each line; a dish that is not there yet comes along, without a price. */
export const dishRecipes = (place: Place): ImportKind => ({
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
  ],
  ...recipesOf(DISHES, place),
});

/** Preparations with their recipes, a row for each line; one that is not there yet comes along with what it yields. */
export const preparationRecipes = (place: Place): ImportKind => ({
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
      keepsHeld: true,
    },
    componentColumn(false),
    QUANTITY,
    UNIT,
  ],
  ...recipesOf(PREPARATIONS, place),
});

const nameColumn = (label: string): SheetColumn => ({
  is: 'name',
  field: 'name',
  label,
  read(text) {
    const reading = readName(text);
    return reading.ok ? { ok: true, value: reading.name } : reading;
  },
});

const componentColumn = (isNeeded: boolean): SheetColumn => ({
  is: 'component',
  field: 'component',
  label: 'Insumo',
  read: (text) =>
    isNeeded && text.trim() === '' ? { ok: false, sentence: 'Preencha este campo.' } : { ok: true, value: text.trim() },
});

const lineQuantity = lineQuantityField(() => undefined);

const QUANTITY: SheetColumn = {
  is: 'quantity',
  field: 'quantity',
  label: 'Quantidade',
  number: 'quantity',
  read(text) {
    if (text.trim() === '') return { ok: true, value: null };
    const reading = lineQuantity.read(text);
    if (!reading.ok) return reading;
    const { quantity, unit } = reading.value;
    return unit === undefined
      ? { ok: true, value: quantity }
      : { ok: false, sentence: 'A unidade está escrita duas vezes: deixe uma só.' };
  },
};

const UNIT: SheetColumn = {
  is: 'unit',
  field: 'unit',
  label: 'Unidade',
  read(text) {
    if (text.trim() === '') return { ok: true, value: undefined };
    const reading = readUnit(text);
    return reading.ok ? { ok: true, value: reading.name } : reading;
  },
  keepsHeld: true,
};

function recipesOf(
  recipes: RecipeImport,
  { state }: Place,
): Pick<
  ImportKind,
  | 'headings'
  | 'withoutHeadings'
  | 'words'
  | 'held'
  | 'keyOf'
  | 'equals'
  | 'amountBeside'
  | 'hasTitle'
  | 'settle'
  | 'updating'
  | 'components'
  | 'shown'
  | 'together'
  | 'changes'
> {
  return {
    headings: RECIPE_HEADINGS,
    withoutHeadings: { texts: ['name', 'component', 'unit'], number: 'quantity' },
    words: { one: 'linha', many: 'linhas', isFeminine: true, theAmount: 'a quantidade' },
    held: (business) => heldRows(recipes, business),
    keyOf: ({ name, component = '' }) => (plainName(name) === '' ? '' : `${plainName(name)}\n${plainName(component)}`),
    equals: 'sum',
    amountBeside: (row, other) => amountInUnit(state(), row, other),
    hasTitle: true,
    settle: (sheet, answers) => settle(recipes, state(), sheet, answers),
    updating: updatingText,
    components: () => namesOf(state()),
    shown: ({ quantity = null, unit = '', batch }) =>
      quantity === null ? (batch ? batchText(batch) : '') : `${quantityText(quantity)}\u00A0${unit}`,
    together: (row, index, sheet) => together(recipes, state(), { row, index, sheet }),
    changes: (taken, business) => changesFor(recipes, business, taken),
  };
}

/** A line in the unit of another one of the same ingredient. */
function amountInUnit(state: Business, row: ReadRow, other: ReadRow): Units | undefined {
  const { component: name = '', quantity = null } = row;
  if (quantity === null) return undefined;
  const component = componentCalled(state, name);
  const own = component ? unitOf(component) : '';
  const ratio = ratioOf(row.unit ?? own, other.unit ?? own, component?.conversions ?? null);
  return ratio && convertedExactly(quantity, ratio);
}

const amountText = ({ quantity, unit = '' }: ReadRow): string => `${quantityText(quantity ?? 0)}\u00A0${unit}`;

function updatingText(held: HeldRow, row: ReadRow): string {
  const isScoped = !isSameValue(held.channels ?? null, row.channels ?? null);
  const isAmount = held.quantity !== row.quantity || held.unit !== row.unit;
  const parts = [
    ...(isAmount ? [`a quantidade de ${amountText(held)} para ${amountText(row)}`] : []),
    ...(isScoped ? ['os canais'] : []),
    ...(held.batch && row.batch && !isSameValue(held.batch, row.batch)
      ? [`o rendimento de ${batchText(held.batch)} para ${batchText(row.batch)}`]
      : []),
  ];
  return `Vai atualizar ${parts.join(' e ')}.`;
}

/** Every line; and every preparation by itself, which a row without an ingredient tells of. */
function heldRows({ kind, rows }: RecipeImport, state: Business): readonly HeldRow[] {
  return [...rows(state).values()].flatMap((recipe) => {
    const batch = batchIn(state, recipe.id);
    const of = { name: recipe.name, ...(batch ? { batch } : {}) };
    const lines = recipe.lines.map((line): HeldRow => {
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

const batchIn = (state: Business, id: string): Batch | undefined => {
  const preparation = state.preparations.get(id);
  return preparation && batchOf(preparation);
};

const namesOf = ({ ingredients, preparations }: Business): readonly string[] => [
  ...new Set([...ingredients.values(), ...preparations.values()].map(({ name }) => name)),
];

const componentCalled = (state: Business, name: string): Component | undefined =>
  equalName(state.ingredients.values(), name) ?? equalName(state.preparations.values(), name);

interface Asked {
  readonly row: ReadRow;
  readonly index: number;
  readonly sheet: readonly RowTexts[];
}

function together({ kind, rows }: RecipeImport, state: Business, { row, index, sheet }: Asked): RowReading {
  const errors: { -readonly [Column in keyof RowErrors]?: string } = {};
  const owner = equalName(rows(state).values(), row.name);
  const batch = kind === 'dish' ? undefined : batchFor(row, owner && batchIn(state, owner.id), { index, sheet });
  if (batch && !batch.ok) errors.batch = batch.sentence;
  const line = row.component === '' ? undefined : lineOf(state, { row, owner, sheet });
  if (row.component === '' && (row.quantity ?? null) !== null) errors.component = 'Preencha este campo.';
  Object.assign(errors, line?.errors);
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  // A row that is of the recipe itself counts nothing, in no unit.
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
 * What is said of a new preparation in one row holds in all of them. One that is there is changed by the row that says
 * so, and nothing else is said of it by the others.
 */
function batchFor(
  { name, batch: said }: ReadRow,
  held: Batch | undefined,
  { index, sheet }: Pick<Asked, 'index' | 'sheet'>,
): BatchReading {
  const first = firstBatches(sheet).get(plainName(name));
  const isWritten = (sheet[index]?.batch ?? '').trim() !== '';
  if (isWritten && first && !isSameValue(first.batch, said))
    return { ok: false, sentence: `Na linha ${first.index + 1} rende ${batchText(first.batch)}.` };
  const batch = held && first?.index !== index ? held : (first?.batch ?? held);
  return batch ? { ok: true, batch } : { ok: false, sentence: 'Diga quanto a receita rende, como 2 kg ou 40 un.' };
}

interface FirstBatch {
  readonly index: number;
  readonly batch: Batch;
}

/** By name, the first row that says what a preparation yields. Worked out once for each state of a sheet. */
const knownBatches = new WeakMap<readonly RowTexts[], ReadonlyMap<string, FirstBatch>>();

function firstBatches(sheet: readonly RowTexts[]): ReadonlyMap<string, FirstBatch> {
  const known = knownBatches.get(sheet);
  if (known) return known;
  const first = new Map<string, FirstBatch>();
  sheet.forEach(({ name, batch }, index) => {
    const reading = batchField.read(batch);
    const key = plainName(name);
    if (reading.ok && !first.has(key)) first.set(key, { index, batch: reading.value });
  });
  knownBatches.set(sheet, first);
  return first;
}

interface LineAsked {
  readonly row: ReadRow;
  /** Undefined: it comes with the sheet. */
  readonly owner: Recipe | undefined;
  readonly sheet: readonly RowTexts[];
}

/** The unit in which the line counts, and what is wrong with it. */
function lineOf(
  state: Business,
  { row, owner, sheet }: LineAsked,
): { readonly unit?: string; readonly errors: RowErrors } {
  const { component: name = '', quantity = null } = row;
  const missing = quantity === null ? { quantity: 'Preencha este campo.' } : {};
  const component = componentCalled(state, name);
  const coming = component ? undefined : firstBatches(sheet).get(plainName(name));
  const own = component ? unitOf(component) : coming?.batch.unit;
  if (own === undefined)
    return {
      errors: { ...missing, component: 'Não está em Insumos nem em Preparos: corrija o nome, ou cadastre antes.' },
    };
  const unit = row.unit ?? own;
  if (!converts(unit, own, component?.conversions ?? null)) {
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

/** First what is new, so that rows may stand in any order; then what it yields; then lines. */
function changesFor({ kind, rows }: RecipeImport, state: Business, taken: readonly TakenRow[]): readonly RowChange[] {
  const owners = new Map<string, string>();
  const news: RowChange[] = [];
  const yields: RowChange[] = [];
  const changed = new Set<string>();
  taken.forEach(({ row: { name, batch } }, row) => {
    const key = plainName(name);
    const there = equalName(rows(state).values(), name);
    const id = there?.id ?? owners.get(key) ?? newId();
    if (!there && !owners.has(key)) news.push({ row, change: added(kind, { id, name, batch: batch ?? null }) });
    else if (there && batch && !changed.has(id) && !isSameValue(batchIn(state, id), batch)) {
      changed.add(id);
      yields.push({ row, change: { type: 'ChangePreparation', id, ...yieldOf(batch) } });
    }
    owners.set(key, id);
  });
  const componentId = (name: string): string => componentCalled(state, name)?.id ?? owners.get(plainName(name)) ?? '';
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

const added = (
  kind: RecipeImport['kind'],
  { id, name, batch }: { readonly id: string; readonly name: string; readonly batch: Batch | null },
): SingleChange =>
  kind === 'dish'
    ? { type: 'AddDish', id, name, salePrice: 0 }
    : { type: 'AddPreparation', id, name, ...yieldOf(batch ?? { quantity: 0, unit: '' }) };

interface LinePlace {
  readonly kind: RecipeImport['kind'];
  readonly recipeId: string;
  readonly id: string;
}

function lineChange(
  { kind, recipeId, id }: LinePlace,
  row: ReadRow,
  held: HeldRow | undefined,
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

interface Unsettled {
  readonly texts: RowTexts;
  readonly component: Component;
}

/** What goes into a recipe and is not there; units that do not convert; numbers that make no sense in their unit. */
function settle(
  recipes: RecipeImport,
  state: Business,
  sheet: readonly (RowTexts | undefined)[],
  answers: Answers,
): Settlement {
  const questions = new Map<string, Question>();
  const waiting = new Map<number, string>();
  const made = new Map<string, Ingredient>();
  const conversions = new Map<string, Conversions>();
  /** By the id of an ingredient or preparation, the rows that are of it. */
  const users = new Map<string, number[]>();
  const coming = firstBatches(sheet.flatMap((texts) => texts ?? []));
  const nearest = new NearestName<Component>([...state.ingredients.values(), ...state.preparations.values()]);
  let costing: Costing | undefined;

  /** In the words of the first row that needs it. */
  const ask = (question: Question): void => {
    if (!questions.has(question.key)) questions.set(question.key, question);
  };

  /** @returns what the row is of, once that is known; asks where it is not */
  function componentFor(texts: RowTexts, index: number): Component | undefined {
    const name = texts.component.trim();
    const key = plainName(name);
    const known = componentCalled(state, name) ?? made.get(key);
    if (known || key === '' || coming.has(key)) return known;
    const question = `unknown:${key}`;
    const answer = answers[question] ?? '';
    const like = nearest.to(name);
    const chosen = answer === '' ? undefined : componentOf(state, answer);
    const isNew = answer === NEW;
    ask({
      key: question,
      sentence: `“${name}” não está em Insumos nem em Preparos.`,
      options: [
        ...(like ? [{ value: like.id, label: `É “${like.name}”` }] : []),
        { value: NEW, label: 'Incluir como insumo, sem preço' },
      ],
      answer,
    });
    if (chosen) return chosen;
    const reading = readName(name);
    if (!isNew || !reading.ok) {
      waiting.set(index, question);
      return undefined;
    }
    const unit = readUnit(texts.unit);
    const ingredient = { id: newId(), name: reading.name, unit: unit.ok ? unit.name : 'un' };
    const component = { ...asComponent({ ...ingredient, unitPrice: 0 }), id: ingredient.id };
    made.set(key, component);
    return component;
  }

  function askConversion({ texts, component }: Unsettled, index: number): void {
    const known = conversions.get(component.id) ?? component.conversions ?? null;
    const own = unitOf(component);
    if (texts.unit === '' || converts(texts.unit, own, known)) return;
    const missing = missingConversion(texts.unit, own);
    const question = `conversion:${component.id}:${missing.unit}:${missing.equalsUnit}`;
    const answer = answers[question] ?? '';
    const learnt = conversionFrom(missing, answer);
    ask({
      key: question,
      sentence: refusalSentence({ refusal: 'unit_not_convertible', component: component.name, missing }),
      options: [],
      answer,
      ...(answer === '' || learnt ? {} : { problem: 'Isto não é uma quantidade. Escreva como 50 g.' }),
    });
    if (learnt) conversions.set(component.id, [...(known ?? []), learnt]);
    else waiting.set(index, question);
  }

  function withUnit({ texts, component }: Unsettled, index: number): RowTexts {
    const reading = QUANTITY.read(texts.quantity);
    if (texts.unit !== '' || !reading.ok || reading.value === null) return texts;
    const amount = reading.value as Units;
    const owner = equalName(recipes.rows(state).values(), texts.name);
    const batch = coming.get(plainName(texts.name))?.batch;
    const units = doubtfulUnits({
      quantity: amount,
      unit: unitOf(component),
      component,
      recipe: {
        id: '',
        name: texts.name,
        lines: [],
        ...owner,
        ...(batch ? yieldOf(batch) : {}),
      },
      costing: (costing ??= createCosting(state)),
    });
    if (!units) return texts;
    const question = `quantity:${component.id}`;
    const answer = answers[question] ?? '';
    ask({
      key: question,
      sentence: `“${component.name}”: ${units.map((unit) => `${quantityText(amount)} ${unit}`).join(' ou ')}?`,
      options: units.map((unit) => ({ value: unit, label: unit })),
      answer,
    });
    if (answer === '') waiting.set(index, question);
    return answer === '' ? texts : { ...texts, unit: answer };
  }

  const texts = sheet.map((row, index) => {
    const component = row && componentFor(row, index);
    if (!row || !component) return row;
    users.set(component.id, [...(users.get(component.id) ?? []), index]);
    const settled = withUnit({ texts: row, component }, index);
    askConversion({ texts: settled, component }, index);
    return { ...settled, component: component.name };
  });
  const additions = [...made.values()].map(
    ({ id, name, unit }) => ({ type: 'AddIngredient', id, name, unit }) as const,
  );
  const changes = Array.from(conversions, ([id, learnt]): SingleChange & { readonly id: string } =>
    state.preparations.has(id)
      ? { type: 'ChangePreparation', id, conversions: learnt }
      : { type: 'ChangeIngredient', id, conversions: learnt },
  );
  const commands = [...additions, ...changes].map((change) => ({ change, rows: users.get(change.id) ?? [] }));
  return { questions: [...questions.values()], commands, texts, waiting };
}
