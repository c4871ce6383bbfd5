import { type Component, componentOf, unitOf } from '#domain/business/recipe/components.ts';
import type { Ingredient } from '#domain/business/ingredient/fields.ts';
import { readName, readUnit } from '#domain/names.ts';
import type { Business } from '#domain/business/state.ts';
import type { SingleChange } from '#domain/business/commands.ts';
import type { Units } from '#domain/decimal.ts';
import { type Costing, createCosting } from '#domain/figures/costing.ts';
import { doubtfulUnits } from '#domain/figures/doubtful-quantity.ts';
import { quantity as quantityText } from '#domain/format.ts';
import { type Conversions, converts, missingConversion } from '#domain/units/conversions.ts';
import { newId } from '#web/stores/business/entity-id.ts';
import { refusalSentence } from '#web/stores/business/outcome.ts';
import { equalName, plainName } from '../entry/equal-name.ts';
import { yieldOf } from '../fields/batch.ts';
import { NearestName } from '../files/nearest-name.ts';
import { conversionFrom } from '../fields/line-fields.ts';
import { asComponent, NEW } from '../fields/new-ingredient.ts';
import type { Answers, ImportQuestion, RowTexts, Settlement } from '../fields/import-kind.ts';
import { calledIn, firstBatches, QUANTITY, type RecipeImport } from './recipe-sheet.ts';

interface OpenRow {
  readonly texts: RowTexts;
  readonly component: Component;
}

/** Questions about unknown components, units that do not convert and implausible quantities. */
export class RecipeQuestions {
  readonly #recipes: RecipeImport;
  readonly #state: Business;
  readonly #answers: Answers;
  readonly #questions = new Map<string, ImportQuestion>();
  readonly #waiting = new Map<number, string>();
  /** New ingredients, by the name in the row. */
  readonly #made = new Map<string, Ingredient>();
  /** Conversions including new ones, by component id. */
  readonly #conversions = new Map<string, Conversions>();
  #coming: ReturnType<typeof firstBatches> = new Map();
  readonly #nearest: NearestName<Component>;
  readonly #called: ReturnType<typeof calledIn>;
  #costing: Costing | undefined;

  constructor(recipes: RecipeImport, state: Business, answers: Answers) {
    this.#recipes = recipes;
    this.#state = state;
    this.#answers = answers;
    this.#nearest = new NearestName<Component>([...state.ingredients.values(), ...state.preparations.values()]);
    this.#called = calledIn(state);
  }

  settle(sheet: readonly (RowTexts | undefined)[]): Settlement {
    this.#coming = firstBatches(sheet.flatMap((texts) => texts ?? []));
    /** The indexes of the rows that use a component, by its id. */
    const users = new Map<string, number[]>();
    const texts = sheet.map((row, index) => {
      const component = row && this.#componentFor(row, index);
      if (!row || !component) return row;
      const its = users.get(component.id);
      if (its) its.push(index);
      else users.set(component.id, [index]);
      const settled = this.#withUnit({ texts: row, component }, index);
      this.#askConversion({ texts: settled, component }, index);
      return { ...settled, component: component.name };
    });
    const additions = [...this.#made.values()].map(
      ({ id, name, unit }) => ({ type: 'AddIngredient', id, name, unit, unitPrice: 0 }) as const,
    );
    const changes = Array.from(this.#conversions, ([id, learnt]): SingleChange & { readonly id: string } =>
      this.#state.preparations.has(id)
        ? { type: 'ChangePreparation', id, conversions: learnt }
        : { type: 'ChangeIngredient', id, conversions: learnt },
    );
    const commands = [...additions, ...changes].map((change) => ({ change, rows: users.get(change.id) ?? [] }));
    return { questions: [...this.#questions.values()], commands, texts, waiting: this.#waiting };
  }

  /** Asks a question in the words of the first row that needs the answer. */
  #ask(question: ImportQuestion): void {
    if (!this.#questions.has(question.key)) this.#questions.set(question.key, question);
  }

  /** @returns the component of the row, or undefined while a question about it is open */
  #componentFor(texts: RowTexts, index: number): Component | undefined {
    const name = texts.component.trim();
    const key = plainName(name);
    const known = this.#called(name) ?? this.#made.get(key);
    if (known || key === '' || this.#coming.has(key)) return known;
    const question = `unknown:${key}`;
    const answer = this.#answers[question] ?? '';
    const like = this.#questions.has(question) ? undefined : this.#nearest.to(name);
    const chosen = answer === '' ? undefined : componentOf(this.#state, answer);
    const isNew = answer === NEW;
    this.#ask({
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
      this.#waiting.set(index, question);
      return undefined;
    }
    const unit = readUnit(texts.unit);
    const ingredient = { id: newId(), name: reading.name, unit: unit.ok ? unit.name : 'un' };
    const component = { ...asComponent({ ...ingredient, unitPrice: 0 }), id: ingredient.id };
    this.#made.set(key, component);
    return component;
  }

  #askConversion({ texts, component }: OpenRow, index: number): void {
    const known = this.#conversions.get(component.id) ?? component.conversions ?? null;
    const own = unitOf(component);
    if (texts.unit === '' || converts(texts.unit, own, known)) return;
    const missing = missingConversion(texts.unit, own);
    const question = `conversion:${component.id}:${missing.unit}:${missing.equalsUnit}`;
    const answer = this.#answers[question] ?? '';
    const learnt = conversionFrom(missing, answer);
    this.#ask({
      key: question,
      sentence: refusalSentence({ refusal: 'unit_not_convertible', component: component.name, missing }),
      options: [],
      answer,
      ...(answer === '' || learnt ? {} : { problem: 'Isto não é uma quantidade. Escreva como 50 g.' }),
    });
    if (learnt) this.#conversions.set(component.id, [...(known ?? []), learnt]);
    else this.#waiting.set(index, question);
  }

  #withUnit({ texts, component }: OpenRow, index: number): RowTexts {
    const reading = QUANTITY.read(texts.quantity);
    if (texts.unit !== '' || !reading.ok || reading.value === null) return texts;
    const amount = reading.value as Units;
    const owner = equalName(this.#recipes.rows(this.#state).values(), texts.name);
    const batch = this.#coming.get(plainName(texts.name))?.batch;
    const units = doubtfulUnits({
      quantity: amount,
      unit: unitOf(component),
      component,
      recipe: { id: '', name: texts.name, lines: [], ...owner, ...(batch ? yieldOf(batch) : {}) },
      costing: (this.#costing ??= createCosting(this.#state)),
    });
    if (!units) return texts;
    const question = `quantity:${component.id}`;
    const answer = this.#answers[question] ?? '';
    this.#ask({
      key: question,
      sentence: `“${component.name}”: ${units.map((unit) => `${quantityText(amount)} ${unit}`).join(' ou ')}?`,
      options: units.map((unit) => ({ value: unit, label: unit })),
      answer,
    });
    if (answer === '') this.#waiting.set(index, question);
    return answer === '' ? texts : { ...texts, unit: answer };
  }
}
