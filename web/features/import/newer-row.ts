import type { Newer } from '../entry/clash-sentences.ts';
import type { HeldRow, ImportKind, ReadRow } from './import-kinds.ts';
import { type Fate, type ImportRow, isSame } from './import-row.ts';

/** A row with the value that it was made for, the one that somebody has saved since, and its own. */
export interface NewerRow {
  readonly row: ImportRow;
  /** Undefined where it was not there. */
  readonly was: HeldRow | undefined;
  readonly now: HeldRow;
  readonly mine: ReadRow;
}

/** @param known by id, what the list held when the row was looked at */
export function newerRow(row: ImportRow, fate: Fate, known: ReadonlyMap<string, HeldRow>): NewerRow | undefined {
  if (fate.kind !== 'update') return undefined;
  const { held: now, row: mine } = fate;
  const was = known.get(now.id);
  return was && isSame(was, now) ? undefined : { row, was, now, mine };
}

export const newerInWords = ({ shown }: ImportKind, { was, now, mine }: NewerRow): Newer => ({
  name: now.name,
  was: was && shown(was),
  now: shown(now),
  mine: shown(mine),
});

/** For the row itself, before what will become of it. */
export function newsText({ shown }: ImportKind, newer: NewerRow | undefined): string {
  if (newer === undefined) return '';
  return newer.was ? `Mudou enquanto isso: era ${shown(newer.was)}. ` : 'Entrou na lista enquanto isso. ';
}
