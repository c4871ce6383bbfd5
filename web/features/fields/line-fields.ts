import { type Component, componentOf, unitOf } from '#domain/business/recipe/components.ts';
import type { Ingredient } from '#domain/business/ingredient/fields.ts';
import { AMOUNTS } from '#domain/amounts.ts';
import { readUnit } from '#domain/names.ts';
import type { TenThousandths } from '#domain/decimal.ts';
import { createCosting } from '#domain/figures/costing.ts';
import { doubtfulUnits } from '#domain/figures/doubtful-quantity.ts';
import { formatQuantity } from '#domain/format.ts';
import { formatForInput } from '#domain/numerals.ts';
import { type Conversion, converts, missingConversion, type MissingConversion } from '#domain/units/conversions.ts';
import { isSameUnit, measureOf } from '#domain/units/measure.ts';
import { readQuantity } from '#domain/units/quantity-text.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import type { FormField } from '../entry/field.ts';
import { quantityProblem } from './pack-field.ts';
import { recipeIn, type RecipeOwner } from './recipe-owner.ts';

/** The quantity of a line in free text: '320 g', '1/2 xícara', or only a number. */
export interface LineQuantity {
  readonly quantity: TenThousandths;
  /** The typed unit; undefined for the unit of the component. */
  readonly unit: string | undefined;
}

/** The units that a bare number may mean, where that is doubtful. */
export type UnitDoubt = (quantity: TenThousandths) => readonly string[] | undefined;

interface DoubtfulLine {
  readonly owner: RecipeOwner;
  readonly ingredientId: string;
  readonly unit?: string;
  /** The component, where it is not in the list yet. */
  readonly component?: Ingredient | undefined;
}

/**
 * The doubt about a bare number in a line of this recipe. @param unit the line's unit, that of the component by default
 */
export function unitDoubtIn(
  business: BusinessStore,
  { owner, ingredientId, unit, component: newComponent }: DoubtfulLine,
): UnitDoubt {
  return (amount) => {
    const { state } = business;
    const component = newComponent ?? componentOf(state, ingredientId);
    const recipe = recipeIn(state, owner);
    if (!component || !recipe) return undefined;
    return doubtfulUnits({
      quantity: amount,
      unit: unit ?? unitOf(component),
      component,
      recipe,
      costing: createCosting(
        newComponent
          ? { ...state, ingredients: new Map([...state.ingredients, [newComponent.id, newComponent]]) }
          : state,
      ),
    });
  };
}

/** The question which unit is meant: '200 kg ou 200 g?' */
const doubtSentence = (amount: TenThousandths, units: readonly string[]): string =>
  `${units.map((unit) => `${formatQuantity(amount)} ${unit}`).join(' ou ')}? Escolha abaixo, ou escreva a unidade.`;

/** @param unitOfLine the unit of a bare number */
export const lineQuantityField = (
  unitOfLine: () => string | undefined,
  doubt?: UnitDoubt,
): FormField<LineQuantity> => ({
  apiName: 'quantity',
  label: 'Quantidade',
  toInputText: ({ quantity: amount, unit }) =>
    unit === undefined || unit === unitOfLine() ? formatForInput(amount) : `${formatForInput(amount)} ${unit}`,
  toSentenceText: ({ quantity: amount, unit = unitOfLine() }) =>
    unit === undefined ? formatQuantity(amount) : `${formatQuantity(amount)} ${unit}`,
  read(text) {
    const reading = readQuantity(text);
    if (reading.kind === 'empty') return { ok: false, sentence: 'Preencha este campo.' };
    if (reading.kind !== 'value') return { ok: false, sentence: quantityProblem(reading, '320 g ou 1/2 xícara') };
    const { quantity: amount, unit } = reading.value;
    if (amount < AMOUNTS.quantity.min) return { ok: false, sentence: 'O valor precisa ser maior que zero.' };
    if (amount > AMOUNTS.quantity.max)
      return { ok: false, sentence: `O maior valor aceito é ${formatQuantity(AMOUNTS.quantity.max)}.` };
    if (unit === undefined) {
      const units = doubt?.(amount);
      if (units) return { ok: false, sentence: doubtSentence(amount, units) };
      return { ok: true, value: { quantity: amount, unit: unitOfLine() } };
    }
    const unitReading = readUnit(unit);
    return unitReading.ok ? { ok: true, value: { quantity: amount, unit: unitReading.name } } : unitReading;
  },
});

/** The conversion that is missing before a component can be measured in this unit; undefined if none is. */
export function missingConversionFor(
  component: Component | undefined,
  unit: string | undefined,
): MissingConversion | undefined {
  if (!component || unit === undefined || converts(unit, unitOf(component), component.conversions)) return undefined;
  return missingConversion(unit, unitOf(component));
}

/** The unit of an answer without one: weights are given in grams. */
export const answerUnit = ({ equalsUnit }: MissingConversion): string =>
  measureOf(equalsUnit).kind === 'mass' ? 'g' : equalsUnit;

/**
 * The answer as a stored conversion: '50' to 'Quanto pesa 1 un de Ovo?' is 1 un = 50 g. Undefined for an invalid
 * answer.
 */
export function conversionFrom(question: MissingConversion, answer: string): Conversion | undefined {
  const reading = readQuantity(answer);
  if (reading.kind !== 'value' || reading.value.quantity < 1) return undefined;
  return {
    unit: question.unit,
    quantity: reading.value.quantity,
    equalsUnit: reading.value.unit ?? answerUnit(question),
  };
}

/** The answer to the question of a line, required only while there is a question. */
export const answerField: FormField<string> = {
  apiName: 'unit',
  label: 'Resposta',
  isOptional: true,
  toInputText: (text) => text,
  toSentenceText: (text) => text,
  read(text) {
    const reading = readQuantity(text);
    if (reading.kind === 'empty' || reading.kind === 'value') return { ok: true, value: text };
    return { ok: false, sentence: quantityProblem(reading, '50 g ou 12 × 395 g') };
  },
};

/** The units to choose from: those of the same kind and those of the component's conversions. */
export function unitChoicesOf(component: Component): readonly string[] {
  const own = unitOf(component);
  const { kind } = measureOf(own);
  const usual = {
    mass: ['kg', 'g'],
    volume: ['l', 'ml', 'xícara', 'colher de sopa'],
    count: ['un', 'dz'],
    time: ['h', 'min'],
    custom: [],
  }[kind];
  const conversionUnits = (component.conversions ?? []).flatMap(({ unit, equalsUnit }) => [unit, equalsUnit]);
  const others = [...usual, ...conversionUnits].filter((unit) => !isSameUnit(unit, own));
  return [own, ...others.filter((unit, i) => others.findIndex((each) => isSameUnit(each, unit)) === i)];
}
