import type { Newer } from '../entry/clash-sentences.ts';
import type { HeldRow, ImportKind, ReadRow } from '../fields/import-kind.ts';
import { rowBeside } from './row-beside.ts';
import { type Fate, isSame } from './review.ts';

/** The value that a row was made for, the one that somebody has saved since, and the row's own. */
export interface NewerRow {
  /** Undefined where it was not there. */
  readonly was: HeldRow | undefined;
  readonly now: HeldRow;
  readonly mine: ReadRow;
}

/** @param known by id, what the list held when the row was looked at */
export function newerRow(fate: Fate, known: ReadonlyMap<string, HeldRow>): NewerRow | undefined {
  if (fate.kind !== 'update') return undefined;
  const { held: now, row: mine } = fate;
  const was = known.get(now.id);
  return was && isSame(was, now) ? undefined : { was, now, mine };
}

export const newerInWords = (kind: ImportKind, { was, now, mine }: NewerRow): Newer => ({
  name: now.name,
  was: was && rowBeside(kind, was, now),
  now: rowBeside(kind, now, mine),
  mine: rowBeside(kind, mine, now),
});

/** For the row itself, before what will become of it. */
export function newsText(kind: ImportKind, newer: NewerRow | undefined): string {
  if (newer === undefined) return '';
  return newer.was
    ? `Mudou enquanto isso: era ${rowBeside(kind, newer.was, newer.now)}. `
    : 'Entrou na lista enquanto isso. ';
}
