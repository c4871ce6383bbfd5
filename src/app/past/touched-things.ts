import { monthName } from '#contract/month-names.ts';
import type { ChangeSubject } from '#contract/past.ts';
import { plainText } from '#contract/plain-text.ts';
import { type EntityReference, entityOf } from '#domain/business/entity-reference.ts';
import type { Change } from '../past.ts';

/** Something that a change has to do with, as the list names it. */
export interface TouchedThing {
  readonly kind: Exclude<EntityReference['kind'], 'dish_ingredient'>;
  readonly id: string;
  readonly name: string;
}

/** The first things that a change has touched, each once. A line of a recipe is its dish. */
export function touchedThings(change: Change, most: number): TouchedThing[] {
  const things = new Map<string, TouchedThing>();
  for (const { event } of change) {
    const entity = entityOf(event);
    if (!entity) continue;
    const touched = asTouched(entity);
    things.set(`${touched.kind} ${touched.id}`, touched);
    if (things.size === most) break;
  }
  return [...things.values()];
}

function asTouched(entity: EntityReference): TouchedThing {
  if (entity.kind === 'dish_ingredient') return { kind: 'dish', id: entity.dishId, name: entity.dishName };
  if (entity.kind === 'month') return { kind: 'month', id: String(entity.month), name: monthName(entity.month) };
  if (entity.kind === 'average_ticket') return { kind: 'average_ticket', id: '', name: 'ticket médio' };
  return { kind: entity.kind, id: entity.id, name: entity.name };
}

const SUBJECTS: Readonly<Record<EntityReference['kind'], ChangeSubject>> = {
  fixed_cost: 'costs',
  variable_cost: 'costs',
  month: 'revenue',
  average_ticket: 'revenue',
  ingredient: 'ingredients',
  dish: 'dishes',
  dish_ingredient: 'dishes',
};

/** What the list is asked about; nothing means everything. */
export interface Wanted {
  readonly subject?: ChangeSubject | undefined;
  /** Part of a name. */
  readonly name?: string | undefined;
}

/** Has a change to do with what is asked about? */
export function isWanted({ subject, name = '' }: Wanted): (change: Change) => boolean {
  const part = plainText(name.trim());
  if (subject === undefined && part === '') return () => true;
  const known = new Map<string, boolean>(); // a year of prices is about the same few names
  function hasPart(text: string): boolean {
    const has = known.get(text) ?? plainText(text).includes(part);
    known.set(text, has);
    return has;
  }
  const isIt = (entity: EntityReference): boolean =>
    (subject === undefined || SUBJECTS[entity.kind] === subject) && (part === '' || namesOf(entity).some(hasPart));
  return (change) =>
    change.some(({ event }) => {
      const entity = entityOf(event);
      return entity !== undefined && isIt(entity);
    });
}

const namesOf = (entity: EntityReference): readonly string[] =>
  entity.kind === 'dish_ingredient' ? [entity.ingredientName, entity.dishName] : [asTouched(entity).name];
