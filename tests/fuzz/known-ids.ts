/** Ids that answers have named, by what they are of: what later requests ask about. */
export interface KnownIds {
  /** Notes every id in a JSON answer. @param path of the call: `/api/fixed-costs/:id` */
  note(path: string, text: string): void;
  /** Of this kind ('dish', 'fixed-cost'), the newest last; all there are where none is of it. */
  of(kind: string | undefined): readonly string[];
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

export function createKnownIds(): KnownIds {
  const ids = new Map<string, string[]>();

  function add(kind: string, id: string): void {
    const held = ids.get(kind) ?? [];
    if (!held.includes(id)) ids.set(kind, [...held, id].slice(-KEPT));
  }

  function walk(value: unknown, kinds: readonly string[]): void {
    if (Array.isArray(value)) for (const each of value.slice(0, 20)) walk(each, kinds);
    else if (typeof value === 'object' && value !== null)
      for (const [name, each] of Object.entries(value)) {
        const own = singular(name);
        if (typeof each === 'string' && UUID.test(each)) for (const kind of own === '' ? kinds : [own]) add(kind, each);
        else walk(each, own === '' ? kinds : [own]);
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
    of: (kind) => (kind === undefined ? undefined : ids.get(kind)) ?? [...ids.values()].flat(),
  };
}
