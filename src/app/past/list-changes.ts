import type { Reply } from '#contract/endpoint.ts';
import type { OwnerContract } from '#contract/owner.ts';
import { CHANGES_PAGE, SENTENCES_SHOWN } from '#contract/past.ts';
import { refusedCall } from '#contract/refused-calls.ts';
import { refusalToUndo } from '#domain/business/undo.ts';
import { type Change, changesBackwards, type Past } from '../past.ts';
import type { PastCall } from '../past-calls.ts';
import { undoingChanges } from '../undoable-changes.ts';
import { toldTo } from './told-to.ts';
import { isWanted, touchedThings, type Wanted } from './touched-things.ts';

type ListChanges = OwnerContract['listChanges'];
type Listed = Reply<ListChanges>['changes'][number];

const THINGS_SHOWN = 10;

/** A page of the changes, the last one first. What could be undone is seen from the business as it now is. */
export const listChanges: PastCall<ListChanges> = (past, { query, userId }) => {
  const { changes, newer, next } = pageOf(past, query);
  const undoing = undoingChanges(past);
  const now = past.business();
  const listed = (change: Change): Listed => {
    const [{ changeId: id, number, at, undoes }] = change;
    const undoneBy = undoing.get(id) ?? null;
    const events = change.map(({ event }) => event);
    const refusal = refusalToUndo(now, { events, undoneBy });
    const said = id === query.change ? change : change.slice(0, SENTENCES_SHOWN);
    return {
      id,
      number,
      at,
      sentences: said.map((each) => toldTo(userId, each)),
      more: change.length - said.length,
      things: touchedThings(change, THINGS_SHOWN),
      undoable: refusal === undefined,
      reason: refusal ? refusedCall(refusal).detail : null,
      restores: events.every(({ type }) => type.endsWith('Removed')),
      undoes,
      undone_by: undoneBy,
    };
  };
  return { changes: changes.map(listed), newer, next };
};

interface Page {
  readonly changes: readonly Change[];
  readonly newer: boolean;
  readonly next: number | null;
}

interface Asked extends Wanted {
  readonly before?: number | undefined;
  readonly change?: string | undefined;
}

function pageOf(past: Past, { before, change, ...wanted }: Asked): Page {
  const { events } = past;
  const end = before === undefined ? events.length : events.findIndex(({ number }) => number >= before);
  const isAsked = isWanted(wanted);
  let changes: Change[] = [];
  let newer = before !== undefined;
  let isFound = change === undefined;
  for (const each of changesBackwards(events, end === -1 ? events.length : end)) {
    if (!isAsked(each)) continue;
    if (changes.length === CHANGES_PAGE) {
      if (isFound) return { changes, newer, next: changes.at(-1)?.[0].number ?? null };
      changes = [];
      newer = true;
    }
    changes.push(each);
    isFound ||= each[0].changeId === change;
  }
  // Whoever asks for a change that is not there sees the list from its top.
  return isFound ? { changes, newer, next: null } : pageOf(past, { before, ...wanted });
}
