import { monthName } from '#contract/month-names.ts';
import type { ChangeSubject } from '#contract/past.ts';
import { plainText } from '#contract/plain-text.ts';
import { type Thing, thingOf } from '#domain/business/thing.ts';
import type { Change } from '../past.ts';

/** Something that a change has to do with, as the list names it. */
export interface TouchedThing {
  readonly kind: Exclude<Thing['kind'], 'dish_ingredient'>;
  readonly id: string;
  readonly name: string;
}

/** The first things that a change has touched, each once. A line of a recipe is its dish. */
export function touchedThings(change: Change, most: number): TouchedThing[] {
  const things = new Map<string, TouchedThing>();
  for (const { event } of change) {
    const thing = thingOf(event);
    if (!thing) continue;
    const touched = asTouched(thing);
    things.set(`${touched.kind} ${touched.id}`, touched);
    if (things.size === most) break;
  }
  return [...things.values()];
}

function asTouched(thing: Thing): TouchedThing {
  if (thing.kind === 'dish_ingredient') return { kind: 'dish', id: thing.dishId, name: thing.dishName };
  if (thing.kind === 'month') return { kind: 'month', id: String(thing.month), name: monthName(thing.month) };
  if (thing.kind === 'average_ticket') return { kind: 'average_ticket', id: '', name: 'ticket médio' };
  return { kind: thing.kind, id: thing.id, name: thing.name };
}

const SUBJECTS: Readonly<Record<Thing['kind'], ChangeSubject>> = {
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
  const isIt = (thing: Thing): boolean =>
    (subject === undefined || SUBJECTS[thing.kind] === subject) && (part === '' || namesOf(thing).some(hasPart));
  return (change) =>
    change.some(({ event }) => {
      const thing = thingOf(event);
      return thing !== undefined && isIt(thing);
    });
}

const namesOf = (thing: Thing): readonly string[] =>
  thing.kind === 'dish_ingredient' ? [thing.ingredientName, thing.dishName] : [asTouched(thing).name];
