import { entitiesOf } from '#domain/business/event-entities.ts';
import type { ChangeSubject } from '#contract/past.ts';
import { plainText } from '#contract/plain-text.ts';
import { type EntityReference } from '#domain/business/entity-reference.ts';
import type { Change } from './changes.ts';
import { touchedEntity } from './touched-entities.ts';

/** Which changes are listed; an empty filter lets all of them through. */
export interface ChangeFilter {
  readonly subject?: ChangeSubject | undefined;
  /** Part of the name of an entity that the change touched. */
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

/** A way of telling whether a change passes the filter. */
export function passes({ subject, name = '' }: ChangeFilter): (change: Change) => boolean {
  const part = plainText(name.trim());
  if (subject === undefined && part === '') return () => true;
  const known = new Map<string, boolean>(); // a year of prices is about the same few names
  function hasPart(text: string): boolean {
    const has = known.get(text) ?? plainText(text).includes(part);
    known.set(text, has);
    return has;
  }
  const isMeant = (entity: EntityReference): boolean =>
    (subject === undefined || SUBJECTS[entity.kind] === subject) && (part === '' || namesOf(entity).some(hasPart));
  return (change) => change.some(({ event }) => entitiesOf(event).some(isMeant));
}

const namesOf = (entity: EntityReference): readonly string[] =>
  entity.kind === 'dish_ingredient' ? [entity.ingredientName, entity.dishName] : [touchedEntity(entity).name];
