/** Ids that answers have named, by what they are of: what later requests ask about. */
export interface KnownIds {
  /** Notes every id in a JSON answer. @param path of the call: `/api/fixed-costs/:id` */
  note(path: string, text: string): void;
  /** Of this kind ('dish', 'fixed-cost'), the newest last; the others' where none is of it, and any where theirs are none. */
  of(kind: string | undefined): readonly string[];
  /** Of this kind, and named inside of that other thing: the ingredients of a dish. */
  inside(outer: string, kind: string): readonly string[];
  /** All of it. */
  forget(): void;
  /** Those that stand in this text. */
  forgetThoseIn(text: string): void;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const KEPT = 30;
const LONGEST_ANSWER = 200_000;

/** 'dishes' → 'dish', 'dish_id' and 'dishId' → 'dish', 'fixed-costs' → 'fixed-cost'. */
const singular = (name: string): string =>
  name
    .replace(/_?[iI]d$/, '')
    .replace(/(?<=sh|ss)es$|(?<!s)s$/, '')
    .toLowerCase();

const wordsOf = (path: string): readonly string[] =>
  path.split('/').filter((part) => part !== '' && part !== 'api' && !part.startsWith(':'));

/** What a parameter called `name` in this path is an id of: `:dishId` of a dish, `/users/:id` of a user. */
export function kindOfId(name: string, path: string): string {
  const own = singular(name);
  if (own !== '') return own;
  const before = path.slice(0, path.indexOf(`:${name}`));
  return singular(wordsOf(before).at(-1) ?? '');
}

/** What `x_id` of the things of a list are, by kind. */
const namedIn = (list: readonly unknown[]): readonly (readonly [kind: string, id: string])[] =>
  list.flatMap((each) =>
    Object.entries((each ?? {}) as Record<string, unknown>).flatMap(([name, id]) =>
      typeof id === 'string' && UUID.test(id) ? [[singular(name), id] as const] : [],
    ),
  );

/** @param others what is known of others, where nothing of one's own is */
export function createKnownIds(others?: KnownIds): KnownIds {
  const ids = new Map<string, string[]>();
  const insides = new Map<string, readonly (readonly [kind: string, id: string])[]>();

  function add(kind: string, id: string): void {
    const held = ids.get(kind) ?? [];
    if (!held.includes(id)) ids.set(kind, [...held, id].slice(-KEPT));
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
    note(path, text) {
      if (text.length > LONGEST_ANSWER || !/^[[{]/.test(text)) return;
      try {
        walk(JSON.parse(text), wordsOf(path).map(singular));
      } catch {
        // Not JSON after all: it names nothing.
      }
    },
    of(kind) {
      const own = kind === undefined ? [] : (ids.get(kind) ?? []);
      if (own.length > 0) return own;
      return others ? others.of(kind) : [...ids.values()].flat();
    },
    inside: (outer, kind) => (insides.get(outer) ?? []).flatMap(([held, id]) => (held === kind ? [id] : [])),
    forget: () => ids.clear(),
    forgetThoseIn(text) {
      for (const [kind, held] of ids)
        ids.set(
          kind,
          held.filter((id) => !text.includes(id)),
        );
    },
  };
}
