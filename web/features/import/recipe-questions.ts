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
import { newId } from '#web/stores/business/new-id.ts';
import { refusalSentence } from '#web/stores/business/refusal-sentences.ts';
import { equalName, plainName } from '../entry/equal-name.ts';
import { yieldOf } from '../fields/batch.ts';
import { NearestName } from '../files/nearest-name.ts';
import { conversionFrom } from '../fields/line-fields.ts';
import { asComponent, NEW } from '../fields/new-ingredient.ts';
import type { Answers, Question, RowTexts, Settlement } from '../fields/import-kind.ts';
import { calledIn, firstBatches, QUANTITY, type RecipeImport } from './recipe-sheet.ts';

interface Unsettled {
  readonly texts: RowTexts;
  readonly component: Component;
}

/** What goes into a recipe and is not there; units that do not convert; numbers that make no sense in their unit. */
export function settle(
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
  const called = calledIn(state);
  let costing: Costing | undefined;

  /** In the words of the first row that needs it. */
  const ask = (question: Question): void => {
    if (!questions.has(question.key)) questions.set(question.key, question);
  };

  /** @returns what the row is of, once that is known; asks where it is not */
  function componentFor(texts: RowTexts, index: number): Component | undefined {
    const name = texts.component.trim();
    const key = plainName(name);
    const known = called(name) ?? made.get(key);
    if (known || key === '' || coming.has(key)) return known;
    const question = `unknown:${key}`;
    const answer = answers[question] ?? '';
    const like = questions.has(question) ? undefined : nearest.to(name);
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
    const its = users.get(component.id);
    if (its) its.push(index);
    else users.set(component.id, [index]);
    const settled = withUnit({ texts: row, component }, index);
    askConversion({ texts: settled, component }, index);
    return { ...settled, component: component.name };
  });
  const additions = [...made.values()].map(
    ({ id, name, unit }) => ({ type: 'AddIngredient', id, name, unit, unitPrice: 0 }) as const,
  );
  const changes = Array.from(conversions, ([id, learnt]): SingleChange & { readonly id: string } =>
    state.preparations.has(id)
      ? { type: 'ChangePreparation', id, conversions: learnt }
      : { type: 'ChangeIngredient', id, conversions: learnt },
  );
  const commands = [...additions, ...changes].map((change) => ({ change, rows: users.get(change.id) ?? [] }));
  return { questions: [...questions.values()], commands, texts, waiting };
}
