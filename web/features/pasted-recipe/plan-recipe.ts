import { AMOUNTS, readAmount } from '#domain/amounts.ts';
import { readMethod, readName, readUnit, normalizeName } from '#domain/names.ts';
import { conversionQuestion } from '#contract/refused-calls.ts';
import { capitalize } from '#domain/text.ts';
import type { SingleCommand } from '#domain/business/commands.ts';
import { type Component, lineOf, unitOf } from '#domain/business/recipe/components.ts';
import { stateBuilder } from '#domain/business/evolve.ts';
import type { Business } from '#domain/business/state.ts';
import { toSafeNumber, divideRounded, type TenThousandths } from '#domain/decimal.ts';
import { type Conversion, converts, missingConversion, ratioOf } from '#domain/units/conversions.ts';
import { measureOf } from '#domain/units/measure.ts';
import { newId } from '#web/stores/business/entity-id.ts';
import { dryRun } from '../fields/dry-run.ts';
import { answerUnit, conversionFrom, type UnitDoubt, lineQuantityField } from '../fields/line-fields.ts';
import { toComponent } from '../fields/new-ingredient.ts';
import { addLine, changeLine, recipeIn, type RecipeOwner } from '../fields/recipe-owner.ts';
import { ComponentFinder } from './component-finder.ts';
import type { IngredientLine } from './read-recipe-text.ts';

/** The owner's edit of a line; undefined fields are as they were read. */
export interface LineEdit {
  readonly name?: string;
  readonly quantity?: string;
  readonly isLeftOut?: boolean;
}

export type LineField = 'name' | 'quantity' | 'unit' | 'price' | 'answer';

/** A line as it would be added. */
export interface PlannedLine {
  readonly source: IngredientLine;
  /** The index among all lines. */
  readonly index: number;
  readonly name: string;
  readonly quantity: string;
  readonly isLeftOut: boolean;
  /** Notes for the owner to check. */
  readonly notes: readonly string[];
  readonly errors: Partial<Record<LineField, string>>;
  /** The new ingredient; its unit and price have this key and are shown at its first line. */
  readonly newIngredient: { readonly key: string; readonly unit: string; readonly isFirst: boolean } | undefined;
  /** The question, and the key of its answer. */
  readonly question: { readonly key: string; readonly sentence: string; readonly placeholder: string } | undefined;
  readonly isAdded: boolean;
}

/** The effect of a pasted recipe: its lines, and the commands that add them. */
export interface RecipePlan {
  readonly lines: readonly PlannedLine[];
  readonly commands: readonly SingleCommand[];
  /** The problem of the recipe as a whole. */
  readonly problem: string | undefined;
  readonly methodError: string | undefined;
}

/** A pasted recipe with all that the owner has edited and answered. */
export interface RecipePlanInput {
  readonly state: Business;
  readonly owner: RecipeOwner;
  readonly lines: readonly IngredientLine[];
  readonly edits: readonly LineEdit[];
  /** The answers, by the keys of new ingredients and of questions. */
  readonly answers: Readonly<Record<string, string>>;
  readonly method: string;
  readonly doubt: (component: Component) => UnitDoubt;
}

interface LineTotal {
  readonly component: Component;
  readonly quantity: TenThousandths;
  readonly unit: string;
}

/** Plans a pasted recipe by running its commands. Pure, except for new ids. */
export function planRecipe(input: RecipePlanInput): RecipePlan {
  const planner = new RecipePlanner(input);
  const lines = input.lines.map((line, index) => planner.plan(line, index));
  const method = readMethod([methodOf(input), input.method].filter((text) => text.trim() !== '').join('\n\n'));
  const commands = [...planner.commands(), ...methodChange(input, method.ok ? method.name : null)];
  const builder = stateBuilder(input.state);
  for (const command of commands) {
    const outcome = dryRun(builder, command);
    if (typeof outcome === 'string') return { lines, commands, problem: outcome, methodError: sentenceOf(method) };
  }
  return { lines, commands, problem: undefined, methodError: sentenceOf(method) };
}

const sentenceOf = (reading: ReturnType<typeof readMethod>): string | undefined =>
  reading.ok ? undefined : reading.sentence;

/** The existing method of the recipe. */
export function methodOf({ state, owner }: Pick<RecipePlanInput, 'state' | 'owner'>): string {
  const rows = owner.kind === 'dish' ? state.dishes : state.preparations;
  return rows.get(owner.id)?.method ?? '';
}

function methodChange(
  { owner: { kind, id }, method }: RecipePlanInput,
  fullMethod: string | null,
): readonly SingleCommand[] {
  if (method.trim() === '') return [];
  return [{ type: kind === 'dish' ? 'ChangeDish' : 'ChangePreparation', id, method: fullMethod }];
}

class RecipePlanner {
  readonly #input: RecipePlanInput;
  readonly #finder: ComponentFinder;
  readonly #newComponents = new Map<string, Component>();
  readonly #newConversions = new Map<string, readonly Conversion[]>();
  readonly #totals = new Map<string, LineTotal>();

  constructor(input: RecipePlanInput) {
    this.#input = input;
    this.#finder = new ComponentFinder(input.state, input.owner);
  }

  plan(line: IngredientLine, index: number): PlannedLine {
    const { edits, doubt } = this.#input;
    const { name: editedName, quantity: editedQuantity, isLeftOut = false } = edits[index] ?? {};
    const match = editedName === undefined ? this.#finder.find(line.ingredient) : undefined;
    const existing = editedName === undefined ? match?.component : this.#finder.findExact(editedName);
    const name = editedName ?? existing?.name ?? capitalize(line.ingredient);
    const errors: PlannedLine['errors'] = {};
    const createdIngredient = existing || isLeftOut ? undefined : this.planNewIngredient(name, line, errors);
    const component = existing ?? createdIngredient?.component;
    const quantity = editedQuantity ?? (component ? countedText(line, component) : line.quantityText);
    const notes = [...line.warnings];
    if (match?.isSimilar) notes.push(`Na receita está “${line.ingredient}”. É este insumo?`);
    const draftLine = {
      source: line,
      index,
      name,
      quantity,
      isLeftOut,
      notes,
      errors,
      newIngredient: createdIngredient?.newIngredient,
      question: undefined,
    };
    const isComplete = !isLeftOut && component !== undefined && quantity.trim() !== '';
    if (!isComplete) return { ...draftLine, isAdded: false };
    const reading = lineQuantityField(() => undefined, doubt(component)).read(quantity);
    if (!reading.ok) {
      errors.quantity = reading.sentence;
      return { ...draftLine, isAdded: false };
    }
    const unit = reading.value.unit ?? unitOf(component);
    const question = this.resolveConversion(component, unit, errors);
    if (Object.keys(errors).length > 0) return { ...draftLine, question, isAdded: false };
    if (this.add({ component, quantity: reading.value.quantity, unit })) notes.push('Somado ao que já está na ficha.');
    return { ...draftLine, question, isAdded: true };
  }

  /** The commands in order: new ingredients, then new conversions, then lines. */
  commands(): readonly SingleCommand[] {
    const { state, owner } = this.#input;
    const recipe = recipeIn(state, owner) ?? owner;
    const usedIds = new Set(this.#totals.keys());
    const additions = [...this.#newComponents.values()].flatMap((component): SingleCommand[] => {
      if ('lines' in component || !usedIds.has(component.id)) return [];
      const { id, name, unit, unitPrice } = component;
      const conversions = this.#newConversions.get(id);
      return [{ type: 'AddIngredient', id, name, unit, unitPrice, ...(conversions && { conversions }) }];
    });
    const newIds = new Set([...this.#newComponents.values()].map(({ id }) => id));
    const conversionCommands = Array.from(this.#newConversions).flatMap(([id, conversions]): SingleCommand[] => {
      if (newIds.has(id) || !usedIds.has(id)) return [];
      return [{ type: state.preparations.has(id) ? 'ChangePreparation' : 'ChangeIngredient', id, conversions }];
    });
    const lines = Array.from(this.#totals, ([ingredientId, { quantity, unit }]) => {
      const line = { ingredientId, quantity, unit };
      return lineOf(recipe, ingredientId) ? changeLine(owner, line) : addLine(owner, { ...line, channels: null });
    });
    return [...additions, ...conversionCommands, ...lines];
  }

  private planNewIngredient(name: string, line: IngredientLine, errors: PlannedLine['errors']) {
    const key = `new:${normalizeName(name)}`;
    const { answers } = this.#input;
    const unitText = answers[`${key}:unit`] ?? purchaseUnitOf(line);
    const [nameReading, unit] = [readName(name), readUnit(unitText)];
    const priceText = answers[`${key}:price`] ?? '';
    const price = priceText.trim() === '' ? undefined : readAmount(priceText, AMOUNTS.unitPrice);
    if (!nameReading.ok) errors.name = nameReading.sentence;
    const isFirst = !this.#newComponents.has(key);
    if (!unit.ok) errors.unit = unit.sentence;
    if (price && !price.ok) errors.price = price.sentence;
    const newComponent = {
      ...toComponent({
        name: nameReading.ok ? nameReading.name : name,
        unit: unit.ok ? unit.name : 'un',
        unitPrice: price?.ok ? price.tenThousandths : 0,
      }),
      id: newId(),
    };
    const component = this.#newComponents.get(key) ?? newComponent;
    this.#newComponents.set(key, component);
    return { component, newIngredient: { key, unit: unitText, isFirst } };
  }

  private conversionsOf({ id, conversions }: Component): readonly Conversion[] | null {
    return this.#newConversions.get(id) ?? conversions;
  }

  private resolveConversion(
    component: Component,
    unit: string,
    errors: PlannedLine['errors'],
  ): PlannedLine['question'] {
    const knownConversions = this.conversionsOf(component);
    const ownUnit = unitOf(component);
    if (converts(unit, ownUnit, knownConversions)) return undefined;
    const missing = missingConversion(unit, ownUnit);
    const key = `conversion:${normalizeName(component.name)}:${missing.unit}:${missing.equalsUnit}`;
    const answer = this.#input.answers[key] ?? '';
    const conversion = conversionFrom(missing, answer);
    if (conversion) this.#newConversions.set(component.id, [...(knownConversions ?? []), conversion]);
    else
      errors.answer = answer.trim() === '' ? 'Preencha este campo.' : 'Isto não é uma quantidade. Escreva como 50 g.';
    return { key, sentence: conversionQuestion(component.name, missing), placeholder: `50 ${answerUnit(missing)}` };
  }

  /** Adds a line to the totals. @returns whether the component was already in the recipe or in a line above */
  private add({ component, quantity, unit }: LineTotal): boolean {
    const { state, owner } = this.#input;
    const line = lineOf(recipeIn(state, owner) ?? owner, component.id);
    const before =
      this.#totals.get(component.id) ??
      (line && { component, quantity: line.quantity, unit: line.ownUnit ?? unitOf(component) });
    const sum = before ? sumOf(before, { component, quantity, unit }, this.conversionsOf(component)) : undefined;
    this.#totals.set(component.id, sum ?? { component, quantity, unit });
    return before !== undefined;
  }
}

/** The sum in the first of their units, or the smallest of the kind, in which four decimals are exact; else rounded. */
function sumOf(one: LineTotal, other: LineTotal, conversions: readonly Conversion[] | null): LineTotal {
  const { component } = one;
  const { kind } = measureOf(one.unit);
  const smallest = kind === 'mass' ? ['g'] : kind === 'volume' ? ['ml'] : [];
  const amountsIn = (unit: string) =>
    [one, other].map((total) => {
      const { n, d } = ratioOf(total.unit, unit, conversions) ?? { n: 0n, d: 1n };
      return { numerator: BigInt(total.quantity) * n, d };
    });
  const units = [one.unit, other.unit, ...smallest];
  const unit =
    units.find((candidate) => amountsIn(candidate).every(({ numerator, d }) => numerator % d === 0n)) ?? one.unit;
  const sum = amountsIn(unit).reduce((all, { numerator, d }) => all + divideRounded(numerator, d), 0n);
  return { component, quantity: toSafeNumber(sum), unit };
}

/** A bare number counts pieces: 3 eggs are never 3 kg. An ingredient with a unit of its own is counted in that. */
function countedText({ unit, quantityText }: IngredientLine, component: Component): string {
  const { kind } = measureOf(unitOf(component));
  return unit !== undefined || quantityText === '' || kind === 'custom' || kind === 'count'
    ? quantityText
    : `${quantityText} un`;
}

/** The unit in which it is usually bought. */
function purchaseUnitOf({ unit }: IngredientLine): string {
  if (unit === undefined) return 'un';
  const { kind, canonical } = measureOf(unit);
  return { mass: 'kg', volume: 'l', count: 'un', time: 'h', custom: canonical }[kind];
}
