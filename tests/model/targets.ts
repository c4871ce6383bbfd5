import fc from 'fast-check';
import type { Model } from './exchange.ts';

/** The target of a call: mostly an entity of the owner, sometimes one that does not exist for this owner. */
export const anyTarget = fc.record({
  kind: fc.oneof(
    { weight: 20, arbitrary: fc.constant('own' as const) },
    { weight: 1, arbitrary: fc.constantFrom('somebody else’s', 'gone', 'never was', 'no id') },
  ),
  at: fc.nat({ max: 1_000 }),
});
export type Target = typeof anyTarget extends fc.Arbitrary<infer T> ? T : never;

const NEVER_WAS = 'b2c1a0de-0000-4000-8000-000000000000';

/** Returns undefined while there is no entity of this kind. */
export function targetIdOf(
  rows: readonly Identified[],
  { kind, at }: Target,
  model: Model,
  owner: number,
): string | undefined {
  const nth = (list: readonly Identified[]): string | undefined => list[at % Math.max(list.length, 1)]?.id;
  const business = model.owners[owner]?.business;
  const other = model.owners[1 - owner]?.business;
  const ids = {
    own: () => nth(rows),
    'somebody else’s': () =>
      nth(
        other
          ? [...other.fixedCosts, ...other.ingredients, ...other.preparations, ...other.dishes, ...other.channels]
          : [],
      ),
    gone: () => nth((business?.removedIds ?? []).map((id) => ({ id }))),
    'never was': () => NEVER_WAS,
    'no id': () => ['x', '0', NEVER_WAS.slice(1), "'--"][at % 4],
  };
  return ids[kind]();
}

export interface Identified {
  readonly id: string;
}

/** The version that the caller knows: the current one, an older one, or one that does not exist yet. */
export const anyVersion = fc.oneof(
  { weight: 8, arbitrary: fc.constant('none' as const) },
  { weight: 4, arbitrary: fc.constant(0) },
  { weight: 2, arbitrary: fc.constantFrom(-1, 1) },
);
type VersionChoice = typeof anyVersion extends fc.Arbitrary<infer T> ? T : never;

export const ifMatch = (seen: VersionChoice, held: number): number | undefined =>
  seen === 'none' ? undefined : Math.max(0, held + seen);

/** There are few keys, so that the same one is used again, for the same call and for others. */
export const anyKey = fc.option(fc.nat({ max: 5 }), { nil: undefined, freq: 2 });
export const keyOf = (owner: number, key: number | undefined): string | undefined =>
  key === undefined ? undefined : `0000000${key}-aaaa-4aaa-8aaa-00000000000${owner}`;

/** Returns the id of the target of a call, among these. */
export type FindTarget = (rows: readonly Identified[], wanted: Target) => string;
