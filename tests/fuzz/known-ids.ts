/** Ids that answers contained, by kind of entity, for use in later requests. */
export interface KnownIds {
  /** Stores every id in a JSON answer. @param path of the call: `/api/fixed-costs/:id` */
  noteIds(path: string, text: string): void;
  /**
   * Returns ids of this kind ('dish', 'fixed-cost'), the newest last; others' ids if there are none, and any if they
   * have none.
   */
  idsOf(kind: string | undefined): readonly string[];
  /** Returns ids of this kind inside of that entity, such as the ingredients of a dish. */
  idsWithin(outer: string, kind: string): readonly string[];
  /** Returns all ids. */
  forget(): void;
  /** Returns the ids that this text contains. */
  forgetIdsIn(text: string): void;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const MAX_IDS = 30;
const LONGEST_ANSWER = 200_000;

/** 'dishes' → 'dish', 'dish_id' and 'dishId' → 'dish', 'fixed-costs' → 'fixed-cost'. */
const singular = (name: string): string =>
  name
    .replace(/_?[iI]d$/, '')
    .replace(/(?<=sh|ss)es$|(?<!s)s$/, '')
    .toLowerCase();

const wordsOf = (path: string): readonly string[] =>
  path.split('/').filter((part) => part !== '' && part !== 'api' && !part.startsWith(':'));

/** Returns the kind of a parameter `name` in this path: `:dishId` is a dish, `/users/:id` a user. */
export function kindOfId(name: string, path: string): string {
  const own = singular(name);
  if (own !== '') return own;
  const before = path.slice(0, path.indexOf(`:${name}`));
  return singular(wordsOf(before).at(-1) ?? '');
}

/** Returns the values of `x_id` in the entities of a list, by kind. */
const namedIn = (list: readonly unknown[]): readonly (readonly [kind: string, id: string])[] =>
  list.flatMap((each) =>
    Object.entries((each ?? {}) as Record<string, unknown>).flatMap(([name, id]) =>
      typeof id === 'string' && UUID.test(id) ? [[singular(name), id] as const] : [],
    ),
  );

/** @param others are the ids of other callers, used where this caller has none */
export function createKnownIds(others?: KnownIds): KnownIds {
  const ids = new Map<string, string[]>();
  const insides = new Map<string, readonly (readonly [kind: string, id: string])[]>();

  function add(kind: string, id: string): void {
    const held = ids.get(kind) ?? [];
    if (!held.includes(id)) ids.set(kind, [...held, id].slice(-MAX_IDS));
  }

  function walk(value: unknown, kinds: readonly string[]): void {
    if (Array.isArray(value)) for (const each of value.slice(0, 20)) walk(each, kinds);
    else if (typeof value === 'object' && value !== null) walkObject(value as Record<string, unknown>, kinds);
  }

  function walkObject(object: Record<string, unknown>, kinds: readonly string[]): void {
    const { id: outer } = object;
    for (const [name, each] of Object.entries(object)) {
      const own = singular(name);
      if (typeof each === 'string' && UUID.test(each)) for (const kind of own === '' ? kinds : [own]) add(kind, each);
      else walk(each, own === '' ? kinds : [own]);
      if (typeof outer === 'string' && Array.isArray(each)) insides.set(outer, namedIn(each));
    }
  }

  return {
    noteIds(path, text) {
      if (text.length > LONGEST_ANSWER || !/^[[{]/.test(text)) return;
      try {
        walk(JSON.parse(text), wordsOf(path).map(singular));
      } catch {
        // The answer is not JSON, so it contains no ids.
      }
    },
    idsOf(kind) {
      const own = kind === undefined ? [] : (ids.get(kind) ?? []);
      if (own.length > 0) return own;
      return others ? others.idsOf(kind) : [...ids.values()].flat();
    },
    idsWithin: (outer, kind) => (insides.get(outer) ?? []).flatMap(([held, id]) => (held === kind ? [id] : [])),
    forget: () => ids.clear(),
    forgetIdsIn(text) {
      for (const [kind, held] of ids)
        ids.set(
          kind,
          held.filter((id) => !text.includes(id)),
        );
    },
  };
}
