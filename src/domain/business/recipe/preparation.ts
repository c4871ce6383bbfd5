import { changeEvolution, changesOf, valuesOf } from '../field-events.ts';
import type { ChangeEvent } from '../field.ts';
import {
  type Preparation,
  type PreparationFields,
  preparationFields,
  type PreparationTypes,
} from './preparation-fields.ts';
import { isSameRecipe, linesFromRecord, type RecordedLine } from './line.ts';
import { SCALE, type TenThousandths } from '../../decimal.ts';
import { LIMITS, QUOTAS } from '../../limits.ts';
import {
  conversionFlaw,
  type Conversions,
  convertExactly,
  missingConversion,
  ratioOf,
} from '../../units/conversions.ts';
import { isSameForm } from '../../units/measure.ts';
import { isSameValue } from '../../same-value.ts';
import { componentOf, recipesUsing } from './components.ts';
import { copyLines, nameForCopy, type CopyOptions, isRefusedCopy, multiplied } from './copy.ts';
import type { Decisions } from '../decision.ts';
import { changeRow, type BusinessDraft, type Evolution, restoreRow, setLineUnits } from '../business-draft.ts';
import { lineUnitRefusal } from '../ingredient/ingredient.ts';
import {
  changedSinceRefusal,
  changeInverses,
  fieldInverter,
  type Inverses,
  isRefused,
  type FormerPositions,
  reverted,
  unchanged,
} from '../inverse.ts';
import {
  type Change,
  type Command,
  type Event,
  type WithoutNulls,
  type VersionAndSequence,
  type VersionedId,
  withoutNulls,
} from '../message.ts';
import type { PreparationLineEvent } from './preparation-line.ts';
import { missingComponentsRefusal } from './recipe-lines.ts';
import { recordedLines } from './recipe.ts';
import type { SingleRefusal, UndoRefusal } from '../refusals.ts';
import type { Business } from '../state.ts';

export type PreparationCommand =
  | Command<'AddPreparation', { id: string } & WithoutNulls<PreparationFields>>
  | Command<'ChangePreparation', Change<PreparationFields>>
  /** A copy, with the yield and all quantities but those of `keep` multiplied by `factor`. */
  | Command<'DuplicatePreparation', { id: string; copyId: string; name?: string | undefined } & CopyOptions>
  | Command<'RemovePreparation', VersionedId>;

/** The yield of one batch. */
interface Yield {
  readonly yieldQuantity: TenThousandths;
  readonly yieldUnit: string;
}

export type PreparationEvent =
  | Event<'PreparationAdded', { id: string } & WithoutNulls<PreparationFields>>
  | ChangeEvent<PreparationTypes>
  /** When the unit changes, lines without a unit of their own get the old one. */
  | Event<'PreparationYieldChanged', { id: string; name: string; from: Yield; to: Yield }>
  | Event<'PreparationConversionsChanged', { id: string; name: string; from: Conversions; to: Conversions }>
  | Event<
      'PreparationRemoved',
      { id: string } & WithoutNulls<PreparationFields> & { lines: readonly RecordedLine[]; version: number }
    >
  | Event<
      'PreparationRestored',
      { id: string } & WithoutNulls<PreparationFields> & { lines: readonly RecordedLine[] } & VersionAndSequence
    >;

/** All fields of a preparation but its lines; events that are older than a field lack it. */
export const preparationValues = ({
  yieldQuantity,
  yieldUnit,
  conversions = null,
  ...plain
}: WithoutNulls<PreparationFields>): PreparationFields => {
  const { name, ...others } = valuesOf(preparationFields, plain);
  return { name, yieldQuantity, yieldUnit, conversions, ...others };
};

const yieldOf = ({ yieldQuantity, yieldUnit }: Yield): Yield => ({ yieldQuantity, yieldUnit });

const find = ({ preparations }: Business, { id }: { readonly id: string }): Preparation | undefined =>
  preparations.get(id);

const versionOf = (state: Business, target: VersionedId): number | undefined => find(state, target)?.version;

function conversionRefusal(
  { conversions }: Pick<PreparationFields, 'conversions'>,
  previous: Conversions = null,
): SingleRefusal | undefined {
  const flaw = conversions && conversionFlaw(conversions, previous);
  return flaw ? { refusal: 'conversion_needless', ...flaw } : undefined;
}

const quotaRefusal: SingleRefusal = { refusal: 'too_many_preparations', limit: QUOTAS.preparations };

export const preparationDecisions: Decisions<PreparationCommand, PreparationEvent | PreparationLineEvent> = {
  AddPreparation: {
    decide(state, { id, ...fields }) {
      if (componentOf(state, id) || state.removed.has(id)) return { refusal: 'id_taken' };
      if (state.preparations.size >= QUOTAS.preparations) return quotaRefusal;
      const added = preparationValues(fields);
      return conversionRefusal(added) ?? [{ type: 'PreparationAdded', data: { id, ...withoutNulls(added) } }];
    },
  },
  ChangePreparation: {
    version: versionOf,
    decide(state, command) {
      const preparation = find(state, command);
      return preparation ? decideChange(state, preparation, command) : { refusal: 'preparation_unknown' };
    },
  },
  DuplicatePreparation: {
    decide(state, { id, copyId, name, factor = SCALE, keep }) {
      const preparation = find(state, { id });
      if (!preparation) return { refusal: 'preparation_unknown' };
      if (componentOf(state, copyId) || state.removed.has(copyId)) return { refusal: 'id_taken' };
      if (state.preparations.size >= QUOTAS.preparations) return quotaRefusal;
      const yieldQuantity = multiplied(preparation.yieldQuantity, factor, LIMITS.yieldQuantity);
      if (yieldQuantity === undefined) return { refusal: 'factor_unfit', what: preparation.name };
      const copy = { ...preparation, id: copyId, name: name ?? nameForCopy(preparation.name), yieldQuantity };
      const lines = copyLines(state, preparation.lines, { factor, keep });
      if (isRefusedCopy(lines)) return lines;
      return [
        { type: 'PreparationAdded', data: { id: copyId, ...withoutNulls(preparationValues(copy)) } },
        ...lines.map((line): PreparationLineEvent => ({
          type: 'PreparationIngredientAdded',
          data: { preparationId: copyId, preparationName: copy.name, ...line },
        })),
      ];
    },
  },
  RemovePreparation: {
    version: versionOf,
    decide(state, command) {
      const preparation = find(state, command);
      if (!preparation) return { refusal: 'preparation_unknown' };
      return usageRefusal(state, preparation) ?? [removed(state, preparation)];
    },
  },
};

function usageRefusal(state: Business, { id, name }: Preparation): SingleRefusal | undefined {
  const recipes = recipesUsing(state, id);
  if (recipes.length === 0) return undefined;
  return {
    refusal: 'preparation_in_use',
    preparation: name,
    recipes: recipes.map((recipe) => recipe.name),
    areDishes: recipes.every((recipe) => state.dishes.has(recipe.id)),
  };
}

const removed = (state: Business, preparation: Preparation): PreparationEvent => ({
  type: 'PreparationRemoved',
  data: {
    id: preparation.id,
    ...withoutNulls(preparationValues(preparation)),
    lines: recordedLines(state, preparation.lines),
    version: preparation.version,
  },
});

interface StepInput {
  readonly state: Business;
  readonly requested: Change<PreparationFields>;
}

type Step = (now: Preparation, requested: StepInput) => readonly PreparationEvent[] | SingleRefusal;

/** The steps of a change in order; each builds on the result of those before it. */
const STEPS: readonly Step[] = [
  (now, { requested: { name } }) => changesOf(preparationFields, now, { name }),
  ({ id, name, conversions: from }, { requested: { conversions: to = from } }) =>
    isSameValue(to, from) ? [] : [{ type: 'PreparationConversionsChanged', data: { id, name, from, to } }],
  changeYield,
  (now, { requested }) => changesOf(preparationFields, now, requested),
];

function decideChange(
  state: Business,
  before: Preparation,
  requested: Change<PreparationFields>,
): readonly PreparationEvent[] | SingleRefusal {
  const preparations = new Map([[before.id, before]]);
  const draft = { ...state, preparations, dishes: new Map() };
  const events: PreparationEvent[] = [];
  let now = before;
  for (const step of STEPS) {
    const outcome = step(now, { state, requested });
    if ('refusal' in outcome) return outcome;
    for (const event of outcome) {
      events.push(event);
      (preparationEvolution[event.type] as (of: typeof draft, data: PreparationEvent['data']) => void)(
        draft,
        event.data,
      );
    }
    now = preparations.get(before.id) ?? now;
  }
  const { yieldUnit: unit, conversions } = now;
  return conversionRefusal(now, before.conversions) ?? lineUnitRefusal(state, before, { unit, conversions }) ?? events;
}

function changeYield(now: Preparation, { state, requested }: StepInput): readonly PreparationEvent[] | SingleRefusal {
  const { id, name } = now;
  const to = requestedYield(state, now, requested);
  if ('refusal' in to) return to;
  if (isSameValue(to, yieldOf(now))) return [];
  return [{ type: 'PreparationYieldChanged', data: { id, name, from: yieldOf(now), to } }];
}

/**
 * A change of the unit alone converts the quantity; a unit that does not convert needs a new quantity, and is refused
 * while recipes use the preparation.
 */
function requestedYield(
  state: Business,
  { id, name, conversions, yieldUnit: from, yieldQuantity: before }: Preparation,
  { yieldUnit = from, yieldQuantity }: Change<PreparationFields>,
): Yield | SingleRefusal {
  if (yieldUnit === from) return { yieldUnit, yieldQuantity: yieldQuantity ?? before };
  const ratio = ratioOf(from, yieldUnit, conversions);
  const users = recipesUsing(state, id);
  if (!ratio && users.length > 0) {
    const recipes = users.map((recipe) => recipe.name);
    return { refusal: 'unit_in_use', component: name, recipes, missing: missingConversion(from, yieldUnit) };
  }
  if (yieldQuantity !== undefined) return { yieldUnit, yieldQuantity };
  if (!ratio) return { refusal: 'unit_needs_quantity' };
  const converted = convertExactly(before, ratio);
  const { min, max } = LIMITS.yieldQuantity;
  if (converted === undefined || converted < min || converted > max) return { refusal: 'yield_unfit', unit: yieldUnit };
  return { yieldUnit, yieldQuantity: converted };
}

type YieldChanged = Extract<PreparationEvent, { readonly type: 'PreparationYieldChanged' }>;

export const preparationEvolution: Evolution<Exclude<PreparationEvent, YieldChanged>, 'preparations'> &
  Evolution<YieldChanged, 'preparations' | 'dishes'> = {
  PreparationAdded: ({ preparations, sequence }, data) =>
    void preparations.set(data.id, { id: data.id, ...preparationValues(data), lines: [], version: 1, sequence }),
  ...changeEvolution(preparationFields, ({ preparations }: BusinessDraft<'preparations'>) => preparations),
  PreparationYieldChanged(draft, { id, from, to }) {
    if (!isSameForm(from.yieldUnit, to.yieldUnit)) setLineUnits(draft, id, from.yieldUnit);
    changeRow(draft.preparations, id, yieldOf(to));
  },
  PreparationConversionsChanged: ({ preparations }, { id, to }) => changeRow(preparations, id, { conversions: to }),
  PreparationRemoved: ({ preparations }, { id }) => void preparations.delete(id),
  PreparationRestored: ({ preparations }, data) =>
    restoreRow(preparations, { ...data, ...preparationValues(data), lines: linesFromRecord(data.lines) }),
};

/** `known` is the preparation with the name that the event recorded. */
const subjectOf = (state: Business, known: { readonly id: string; readonly name: string }) =>
  ({ kind: 'preparation', row: find(state, known), known }) as const;

/** Inverts the addition or restoration of a preparation. */
function undoAddition(
  state: Business,
  added: { readonly id: string } & WithoutNulls<PreparationFields> & { readonly lines: readonly RecordedLine[] },
): PreparationEvent | UndoRefusal {
  const preparation = unchanged(subjectOf(state, added), preparationValues(added), false);
  if (isRefused(preparation)) return preparation;
  const { id, name } = preparation;
  if (!isSameRecipe(preparation.lines, added.lines))
    return changedSinceRefusal({ kind: 'preparation', id, name }, 'lines', false);
  return usageRefusal(state, preparation) ?? removed(state, preparation);
}

/** The refusal when lines use a unit that the preparation no longer converts. */
export function preparationConflict(state: Business, id: string): SingleRefusal | undefined {
  const row = find(state, { id });
  if (!row) return undefined;
  return (
    conversionRefusal(row, row.conversions) ??
    lineUnitRefusal(state, row, { unit: row.yieldUnit, conversions: row.conversions })
  );
}

export const preparationInverses: Inverses<PreparationEvent> = {
  PreparationAdded: (state, added) => undoAddition(state, { ...added, lines: [] }),
  PreparationRestored: undoAddition,
  ...changeInverses(preparationFields, subjectOf),
  PreparationYieldChanged: (state, { id, name, from, to }) =>
    reverted(subjectOf(state, { id, name }), yieldOf(to), (row) => ({
      type: 'PreparationYieldChanged',
      data: { id, name: row.name, from: yieldOf(to), to: yieldOf(from) },
    })),
  PreparationConversionsChanged: fieldInverter(
    'PreparationConversionsChanged',
    subjectOf,
    (conversions: Preparation['conversions']) => ({ conversions }),
  ),
  PreparationRemoved(state, preparation, sequence) {
    const { id, name, version } = preparation;
    const entity = { kind: 'preparation', id, name } as const;
    if (componentOf(state, id)) return changedSinceRefusal(entity, 'back', false);
    if (state.preparations.size >= QUOTAS.preparations) return quotaRefusal;
    const refusal = missingComponentsRefusal(state, entity, preparation.lines);
    if (refusal) return refusal;
    const lines = recordedLines(state, linesFromRecord(preparation.lines));
    const fields = withoutNulls(preparationValues(preparation));
    return { type: 'PreparationRestored', data: { id, ...fields, lines, version: version + 1, sequence } };
  },
};

export const preparationFormerPositions: FormerPositions<PreparationEvent, 'PreparationRemoved'> = {
  PreparationRemoved: (before, preparation) => find(before, preparation)?.sequence ?? 0,
};
