import type { Reply } from '#contract/endpoint.ts';
import type { OwnerContract } from '#contract/owner.ts';
import { CHANGES_PER_PAGE, MAX_SENTENCES, type ChangeSubject } from '#contract/past.ts';
import { toRefusedCall } from '#contract/refused-calls.ts';
import { traitsOf } from '#domain/business/event-traits.ts';
import { undoRefusal } from '#domain/business/undo.ts';
import { type BusinessHistory, type HistoryRead, undoingChanges } from './business-history.ts';
import { type ChangeEvents, changesBackwards, describeFor } from './history-event.ts';
import { touchedEntities, touchedEntity } from './touched-entities.ts';
import { entitiesOf } from '#domain/business/event-entities.ts';
import { toSearchText } from '#domain/text.ts';
import type { EntityReference } from '#domain/business/entity-fields.ts';

type ListChanges = OwnerContract['listChanges'];
type ChangeBody = Reply<ListChanges>['changes'][number];

const MAX_ENTITIES = 10;

/** A page of the changes, newest first. Whether a change can be undone depends on the current business. */
export const listChanges: HistoryRead<ListChanges> = (history, { query, userId }) => {
  const { changes, newer, next } = pageOf(history, query);
  const undoing = undoingChanges(history);
  const now = history.business();
  const changeBody = (change: ChangeEvents): ChangeBody => {
    const [{ changeId: id, revision, at, undoes }] = change;
    const undoneBy = undoing.get(id) ?? null;
    const events = change.map(({ event }) => event);
    const refusal = undoRefusal(now, { events, undoneBy });
    const described = id === query.change ? change : change.slice(0, MAX_SENTENCES);
    return {
      id,
      number: revision,
      at,
      sentences: described.map((each) => describeFor(userId, each)),
      more: change.length - described.length,
      things: touchedEntities(change, MAX_ENTITIES),
      undoable: refusal === undefined,
      reason: refusal ? toRefusedCall(refusal).detail : null,
      restores: events.every((event) => traitsOf(event).effect === 'removed'),
      undoes,
      undone_by: undoneBy,
    };
  };
  return { changes: changes.map(changeBody), newer, next };
};

interface PageStart {
  readonly changes: readonly ChangeEvents[];
  readonly newer: boolean;
  readonly next: number | null;
}

interface PageRequest extends ChangeFilter {
  readonly before?: number | undefined;
  readonly change?: string | undefined;
}

function pageOf(history: BusinessHistory, { before, change, ...filter }: PageRequest): PageStart {
  const { events } = history;
  const end = before === undefined ? events.length : events.findIndex(({ revision }) => revision >= before);
  const isListed = matcherOf(filter);
  let changes: ChangeEvents[] = [];
  let newer = before !== undefined;
  let isFound = change === undefined;
  for (const each of changesBackwards(events, end === -1 ? events.length : end)) {
    if (!isListed(each)) continue;
    if (changes.length === CHANGES_PER_PAGE) {
      if (isFound) return { changes, newer, next: changes.at(-1)?.[0].revision ?? null };
      changes = [];
      newer = true;
    }
    changes.push(each);
    isFound ||= each[0].changeId === change;
  }
  // A request for an unknown change gets the first page.
  return isFound ? { changes, newer, next: null } : pageOf(history, { before, ...filter });
}

/** The filter of the list; an empty one accepts every change. */
export interface ChangeFilter {
  readonly subject?: ChangeSubject | undefined;
  /** A part of the name of an entity that the change touched. */
  readonly name?: string | undefined;
}

const SUBJECTS: Readonly<Record<EntityReference['kind'], ChangeSubject>> = {
  fixed_cost: 'costs',
  variable_cost: 'costs',
  month: 'revenue',
  average_ticket: 'revenue',
  ingredient: 'ingredients',
  preparation: 'ingredients',
  preparation_ingredient: 'ingredients',
  dish: 'dishes',
  dish_ingredient: 'dishes',
  settings: 'costs',
  channel: 'sales',
  sales: 'sales',
  supplier: 'purchases',
  purchase: 'purchases',
  stock_value: 'purchases',
};

/** A predicate that tells whether a change passes the filter. */
function matcherOf({ subject, name = '' }: ChangeFilter): (change: ChangeEvents) => boolean {
  const part = toSearchText(name.trim());
  if (subject === undefined && part === '') return () => true;
  const known = new Map<string, boolean>(); // A year of prices has few distinct names.
  function hasPart(text: string): boolean {
    const has = known.get(text) ?? toSearchText(text).includes(part);
    known.set(text, has);
    return has;
  }
  const matchesEntity = (entity: EntityReference): boolean =>
    (subject === undefined || SUBJECTS[entity.kind] === subject) && (part === '' || namesOf(entity).some(hasPart));
  return (change) => change.some(({ event }) => entitiesOf(event).some(matchesEntity));
}

const namesOf = (entity: EntityReference): readonly string[] =>
  entity.kind === 'dish_ingredient' ? [entity.ingredientName, entity.dishName] : [touchedEntity(entity).name];
