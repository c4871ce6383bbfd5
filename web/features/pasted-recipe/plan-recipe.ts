import { AMOUNTS, readAmount } from '#domain/amounts.ts';
import { readMethod, readName, readUnit } from '#domain/names.ts';
import { conversionQuestion } from '#contract/refused-calls.ts';
import type { SingleChange } from '#domain/business/commands.ts';
import { type Component, lineOf, unitOf } from '#domain/business/recipe/components.ts';
import { stateBuilder } from '#domain/business/evolve.ts';
import type { Business } from '#domain/business/state.ts';
import { toSafeNumber, divideRounded, type TenThousandths } from '#domain/decimal.ts';
import { type Conversion, converts, missingConversion, ratioOf } from '#domain/units/conversions.ts';
import { measureOf } from '#domain/units/measure.ts';
import { newId } from '#web/stores/business/entity-id.ts';
import { plainName } from '../entry/equal-name.ts';
import { dryRun } from '../fields/dry-run.ts';
import { answerUnit, conversionFrom, type UnitDoubt, lineQuantityField } from '../fields/line-fields.ts';
import { toComponent } from '../fields/new-ingredient.ts';
import { addLine, changeLine, recipeIn, type RecipeOwner } from '../fields/recipe-owner.ts';
import { NamedComponent } from './named-component.ts';
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
  readonly line: IngredientLine;
  /** The index among all lines. */
  readonly index: number;
  readonly name: string;
  readonly quantity: string;
  readonly isLeftOut: boolean;
  /** Notes for the owner to check. */
  readonly notes: readonly string[];
  readonly errors: Partial<Record<LineField, string>>;
  /** The new ingredient; its unit and price have this key and are shown at its first line. */
  readonly made: { readonly key: string; readonly unit: string; readonly isFirst: boolean } | undefined;
  /** The question, and the key of its answer. */
  readonly question: { readonly key: string; readonly sentence: string; readonly placeholder: string } | undefined;
  readonly isAdded: boolean;
}

export interface RecipePlan {
  readonly lines: readonly PlannedLine[];
  readonly commands: readonly SingleChange[];
  /** The problem of the recipe as a whole. */
  readonly problem: string | undefined;
  readonly methodError: string | undefined;
}

export interface RecipeToPlan {
  readonly state: Business;
  readonly owner: RecipeOwner;
  readonly lines: readonly IngredientLine[];
  readonly edits: readonly LineEdit[];
  /** The answers, by the keys of new ingredients and of questions. */
  readonly answers: Readonly<Record<string, string>>;
  readonly method: string;
  readonly doubt: (component: Component) => UnitDoubt;
}

interface Sum {
  readonly component: Component;
  readonly quantity: TenThousandths;
  readonly unit: string;
}

/** Plans a pasted recipe by running its commands. Pure, except for new ids. */
export function planRecipe(request: RecipeToPlan): RecipePlan {
  const planning = new Planning(request);
  const lines = request.lines.map((line, index) => planning.plan(line, index));
  const method = readMethod([methodOf(request), request.method].filter((text) => text.trim() !== '').join('\n\n'));
  const commands = [...planning.commands(), ...methodChange(request, method.ok ? method.name : null)];
  const after = stateBuilder(request.state);
  for (const command of commands) {
    const outcome = dryRun(after, command);
    if (typeof outcome === 'string') return { lines, commands, problem: outcome, methodError: sentenceOf(method) };
  }
  return { lines, commands, problem: undefined, methodError: sentenceOf(method) };
}

const sentenceOf = (reading: ReturnType<typeof readMethod>): string | undefined =>
  reading.ok ? undefined : reading.sentence;

/** The existing method of the recipe. */
export function methodOf({ state, owner }: Pick<RecipeToPlan, 'state' | 'owner'>): string {
  const rows = owner.kind === 'dish' ? state.dishes : state.preparations;
  return rows.get(owner.id)?.method ?? '';
}

function methodChange({ owner: { kind, id }, method }: RecipeToPlan, whole: string | null): readonly SingleChange[] {
  if (method.trim() === '') return [];
  return [{ type: kind === 'dish' ? 'ChangeDish' : 'ChangePreparation', id, method: whole }];
}

class Planning {
  readonly #request: RecipeToPlan;
  readonly #names: NamedComponent;
  readonly #newComponents = new Map<string, Component>();
  readonly #newConversions = new Map<string, readonly Conversion[]>();
  readonly #totals = new Map<string, Sum>();

  constructor(request: RecipeToPlan) {
    this.#request = request;
    this.#names = new NamedComponent(request.state, request.owner);
  }

  plan(line: IngredientLine, index: number): PlannedLine {
    const { edits, doubt } = this.#request;
    const { name: typed, quantity: typedQuantity, isLeftOut = false } = edits[index] ?? {};
    const found = typed === undefined ? this.#names.to(line.ingredient) : undefined;
    const known = typed === undefined ? found?.component : this.#names.called(typed);
    const name = typed ?? known?.name ?? capital(line.ingredient);
    const errors: PlannedLine['errors'] = {};
    const made = known || isLeftOut ? undefined : this.make(name, line, errors);
    const component = known ?? made?.component;
    const quantity = typedQuantity ?? (component ? countedText(line, component) : line.written);
    const notes = [...line.marks];
    if (found?.isLike) notes.push(`Na receita está “${line.ingredient}”. É este insumo?`);
    const planned = { line, index, name, quantity, isLeftOut, notes, errors, made: made?.shown, question: undefined };
    const isWanted = !isLeftOut && component !== undefined && quantity.trim() !== '';
    if (!isWanted) return { ...planned, isAdded: false };
    const reading = lineQuantityField(() => undefined, doubt(component)).read(quantity);
    if (!reading.ok) {
      errors.quantity = reading.sentence;
      return { ...planned, isAdded: false };
    }
    const unit = reading.value.unit ?? unitOf(component);
    const question = this.ask(component, unit, errors);
    if (Object.keys(errors).length > 0) return { ...planned, question, isAdded: false };
    if (this.add({ component, quantity: reading.value.quantity, unit })) notes.push('Somado ao que já está na ficha.');
    return { ...planned, question, isAdded: true };
  }

  /** The commands in order: new ingredients, then new conversions, then lines. */
  commands(): readonly SingleChange[] {
    const { state, owner } = this.#request;
    const recipe = recipeIn(state, owner) ?? owner;
    const used = new Set(this.#totals.keys());
    const additions = [...this.#newComponents.values()].flatMap((component): SingleChange[] => {
      if ('lines' in component || !used.has(component.id)) return [];
      const { id, name, unit, unitPrice } = component;
      const conversions = this.#newConversions.get(id);
      return [{ type: 'AddIngredient', id, name, unit, unitPrice, ...(conversions && { conversions }) }];
    });
    const isMade = new Set([...this.#newComponents.values()].map(({ id }) => id));
    const learnt = Array.from(this.#newConversions).flatMap(([id, conversions]): SingleChange[] => {
      if (isMade.has(id) || !used.has(id)) return [];
      return [{ type: state.preparations.has(id) ? 'ChangePreparation' : 'ChangeIngredient', id, conversions }];
    });
    const lines = Array.from(this.#totals, ([ingredientId, { quantity, unit }]) => {
      const line = { ingredientId, quantity, unit };
      return lineOf(recipe, ingredientId) ? changeLine(owner, line) : addLine(owner, { ...line, channels: null });
    });
    return [...additions, ...learnt, ...lines];
  }

  private make(name: string, line: IngredientLine, errors: PlannedLine['errors']) {
    const key = `new:${plainName(name)}`;
    const { answers } = this.#request;
    const unitText = answers[`${key}:unit`] ?? usualUnit(line);
    const [named, unit] = [readName(name), readUnit(unitText)];
    const priceText = answers[`${key}:price`] ?? '';
    const price = priceText.trim() === '' ? undefined : readAmount(priceText, AMOUNTS.unitPrice);
    if (!named.ok) errors.name = named.sentence;
    const isFirst = !this.#newComponents.has(key);
    if (!unit.ok) errors.unit = unit.sentence;
    if (price && !price.ok) errors.price = price.sentence;
    const made = {
      ...toComponent({
        name: named.ok ? named.name : name,
        unit: unit.ok ? unit.name : 'un',
        unitPrice: price?.ok ? price.units : 0,
      }),
      id: newId(),
    };
    const component = this.#newComponents.get(key) ?? made;
    this.#newComponents.set(key, component);
    return { component, shown: { key, unit: unitText, isFirst } };
  }

  private conversionsOf({ id, conversions }: Component): readonly Conversion[] | null {
    return this.#newConversions.get(id) ?? conversions;
  }

  private ask(component: Component, unit: string, errors: PlannedLine['errors']): PlannedLine['question'] {
    const known = this.conversionsOf(component);
    const own = unitOf(component);
    if (converts(unit, own, known)) return undefined;
    const missing = missingConversion(unit, own);
    const key = `conversion:${plainName(component.name)}:${missing.unit}:${missing.equalsUnit}`;
    const answer = this.#request.answers[key] ?? '';
    const learnt = conversionFrom(missing, answer);
    if (learnt) this.#newConversions.set(component.id, [...(known ?? []), learnt]);
    else
      errors.answer = answer.trim() === '' ? 'Preencha este campo.' : 'Isto não é uma quantidade. Escreva como 50 g.';
    return { key, sentence: conversionQuestion(component.name, missing), placeholder: `50 ${answerUnit(missing)}` };
  }

  /** @returns whether the component was already in the recipe or in a line above */
  private add({ component, quantity, unit }: Sum): boolean {
    const { state, owner } = this.#request;
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
function sumOf(one: Sum, other: Sum, conversions: readonly Conversion[] | null): Sum {
  const { component } = one;
  const { kind } = measureOf(one.unit);
  const smallest = kind === 'mass' ? ['g'] : kind === 'volume' ? ['ml'] : [];
  const partsIn = (unit: string) =>
    [one, other].map((each) => {
      const { n, d } = ratioOf(each.unit, unit, conversions) ?? { n: 0n, d: 1n };
      return { top: BigInt(each.quantity) * n, d };
    });
  const units = [one.unit, other.unit, ...smallest];
  const unit = units.find((each) => partsIn(each).every(({ top, d }) => top % d === 0n)) ?? one.unit;
  const sum = partsIn(unit).reduce((all, { top, d }) => all + divideRounded(top, d), 0n);
  return { component, quantity: toSafeNumber(sum), unit };
}

/** A bare number counts pieces: 3 eggs are never 3 kg. An ingredient with a unit of its own is counted in that. */
function countedText({ unit, written }: IngredientLine, component: Component): string {
  const { kind } = measureOf(unitOf(component));
  return unit !== undefined || written === '' || kind === 'own' || kind === 'count' ? written : `${written} un`;
}

/** The unit in which it is usually bought. */
function usualUnit({ unit }: IngredientLine): string {
  if (unit === undefined) return 'un';
  const { kind, canonical } = measureOf(unit);
  return { mass: 'kg', volume: 'l', count: 'un', time: 'h', own: canonical }[kind];
}

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
