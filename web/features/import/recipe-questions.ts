import { type Component, componentOf, unitOf } from '#domain/business/recipe/components.ts';
import type { Ingredient } from '#domain/business/ingredient/fields.ts';
import { readName, readUnit, normalizeName } from '#domain/names.ts';
import type { Business } from '#domain/business/state.ts';
import type { SingleCommand } from '#domain/business/commands.ts';
import type { TenThousandths } from '#domain/decimal.ts';
import { type Costing, createCosting } from '#domain/figures/costing.ts';
import { doubtfulUnits } from '#domain/figures/doubtful-quantity.ts';
import { formatQuantity as quantityText } from '#domain/format.ts';
import { type Conversions, converts, missingConversion } from '#domain/units/conversions.ts';
import { newId } from '#web/stores/business/entity-id.ts';
import { refusalSentence } from '#web/stores/business/outcome.ts';
import { findEqualName } from '../entry/equal-name.ts';
import { yieldCommandFields } from '../fields/recipe-yield.ts';
import { NearestName } from '../files/nearest-name.ts';
import { conversionFrom } from '../fields/line-fields.ts';
import { toComponent, NEW_INGREDIENT } from '../fields/new-ingredient.ts';
import type { Answers, ImportQuestion, RowTexts, QuestionResult } from '../fields/import-kind.ts';
import { componentFinder, firstYields, QUANTITY, type RecipeImport } from './recipe-sheet.ts';

interface ComponentRow {
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
  readonly #newIngredients = new Map<string, Ingredient>();
  /** Conversions including new ones, by component id. */
  readonly #conversions = new Map<string, Conversions>();
  #newPreparations: ReturnType<typeof firstYields> = new Map();
  readonly #nearest: NearestName<Component>;
  readonly #componentByName: ReturnType<typeof componentFinder>;
  #costing: Costing | undefined;

  constructor(recipes: RecipeImport, state: Business, answers: Answers) {
    this.#recipes = recipes;
    this.#state = state;
    this.#answers = answers;
    this.#nearest = new NearestName<Component>([...state.ingredients.values(), ...state.preparations.values()]);
    this.#componentByName = componentFinder(state);
  }

  /** Applies the answers to the rows and collects the open questions. */
  settle(sheet: readonly (RowTexts | undefined)[]): QuestionResult {
    this.#newPreparations = firstYields(sheet.flatMap((texts) => texts ?? []));
    /** The indexes of the rows that use a component, by its id. */
    const rowsByComponent = new Map<string, number[]>();
    const texts = sheet.map((row, index) => {
      const component = row && this.#componentFor(row, index);
      if (!row || !component) return row;
      const indexes = rowsByComponent.get(component.id);
      if (indexes) indexes.push(index);
      else rowsByComponent.set(component.id, [index]);
      const rowTexts = this.#withUnit({ texts: row, component }, index);
      this.#askConversion({ texts: rowTexts, component }, index);
      return { ...rowTexts, component: component.name };
    });
    const additions = [...this.#newIngredients.values()].map(
      ({ id, name, unit }) => ({ type: 'AddIngredient', id, name, unit, unitPrice: 0 }) as const,
    );
    const changes = Array.from(this.#conversions, ([id, conversions]): SingleCommand & { readonly id: string } =>
      this.#state.preparations.has(id)
        ? { type: 'ChangePreparation', id, conversions }
        : { type: 'ChangeIngredient', id, conversions },
    );
    const commands = [...additions, ...changes].map((command) => ({
      command,
      rowIndexes: rowsByComponent.get(command.id) ?? [],
    }));
    return { questions: [...this.#questions.values()], commands, texts, waiting: this.#waiting };
  }

  /** Asks a question in the words of the first row that needs the answer. */
  #ask(question: ImportQuestion): void {
    if (!this.#questions.has(question.key)) this.#questions.set(question.key, question);
  }

  /** @returns the component of the row, or undefined while a question about it is open */
  #componentFor(texts: RowTexts, index: number): Component | undefined {
    const name = texts.component.trim();
    const key = normalizeName(name);
    const knownComponent = this.#componentByName(name) ?? this.#newIngredients.get(key);
    if (knownComponent || key === '' || this.#newPreparations.has(key)) return knownComponent;
    const questionKey = `unknown:${key}`;
    const answer = this.#answers[questionKey] ?? '';
    const similar = this.#questions.has(questionKey) ? undefined : this.#nearest.find(name);
    const answeredComponent = answer === '' ? undefined : componentOf(this.#state, answer);
    const isNew = answer === NEW_INGREDIENT;
    this.#ask({
      key: questionKey,
      sentence: `“${name}” não está em Insumos nem em Preparos.`,
      options: [
        ...(similar ? [{ value: similar.id, label: `É “${similar.name}”` }] : []),
        { value: NEW_INGREDIENT, label: 'Incluir como insumo, sem preço' },
      ],
      answer,
    });
    if (answeredComponent) return answeredComponent;
    const reading = readName(name);
    if (!isNew || !reading.ok) {
      this.#waiting.set(index, questionKey);
      return undefined;
    }
    const unit = readUnit(texts.unit);
    const ingredient = { id: newId(), name: reading.name, unit: unit.ok ? unit.name : 'un' };
    const component = { ...toComponent({ ...ingredient, unitPrice: 0 }), id: ingredient.id };
    this.#newIngredients.set(key, component);
    return component;
  }

  #askConversion({ texts, component }: ComponentRow, index: number): void {
    const knownConversions = this.#conversions.get(component.id) ?? component.conversions ?? null;
    const componentUnit = unitOf(component);
    if (texts.unit === '' || converts(texts.unit, componentUnit, knownConversions)) return;
    const missing = missingConversion(texts.unit, componentUnit);
    const questionKey = `conversion:${component.id}:${missing.unit}:${missing.equalsUnit}`;
    const answer = this.#answers[questionKey] ?? '';
    const newConversion = conversionFrom(missing, answer);
    this.#ask({
      key: questionKey,
      sentence: refusalSentence({ refusal: 'unit_not_convertible', component: component.name, missing }),
      options: [],
      answer,
      ...(answer === '' || newConversion ? {} : { problem: 'Isto não é uma quantidade. Escreva como 50 g.' }),
    });
    if (newConversion) this.#conversions.set(component.id, [...(knownConversions ?? []), newConversion]);
    else this.#waiting.set(index, questionKey);
  }

  #withUnit({ texts, component }: ComponentRow, index: number): RowTexts {
    const reading = QUANTITY.read(texts.quantity);
    if (texts.unit !== '' || !reading.ok || reading.value === null) return texts;
    const amount = reading.value as TenThousandths;
    const owner = findEqualName(this.#recipes.rows(this.#state).values(), texts.name);
    const batch = this.#newPreparations.get(normalizeName(texts.name))?.batch;
    const units = doubtfulUnits({
      quantity: amount,
      unit: unitOf(component),
      component,
      recipe: { id: '', name: texts.name, lines: [], ...owner, ...(batch ? yieldCommandFields(batch) : {}) },
      costing: (this.#costing ??= createCosting(this.#state)),
    });
    if (!units) return texts;
    const questionKey = `quantity:${component.id}`;
    const answer = this.#answers[questionKey] ?? '';
    this.#ask({
      key: questionKey,
      sentence: `“${component.name}”: ${units.map((unit) => `${quantityText(amount)} ${unit}`).join(' ou ')}?`,
      options: units.map((unit) => ({ value: unit, label: unit })),
      answer,
    });
    if (answer === '') this.#waiting.set(index, questionKey);
    return answer === '' ? texts : { ...texts, unit: answer };
  }
}
