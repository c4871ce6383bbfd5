import type { Reply } from '#contract/endpoint.ts';
import type { OwnerContract } from '#contract/owner.ts';
import { CHANGES_PAGE, SENTENCES_SHOWN } from '#contract/past.ts';
import { refusedCall } from '#contract/refused-calls.ts';
import { traitsOf } from '#domain/business/event-traits.ts';
import { refusalToUndo } from '#domain/business/undo.ts';
import type { BusinessHistory } from './business-history.ts';
import { type ChangeFilter, passes } from './change-filter.ts';
import { type Change, changesBackwards } from './changes.ts';
import { describeFor } from './describe-for.ts';
import type { HistoryCall } from './history-call.ts';
import { touchedEntities } from './touched-entities.ts';
import { undoingChanges } from './undoable-change.ts';

type ListChanges = OwnerContract['listChanges'];
type ListedChange = Reply<ListChanges>['changes'][number];

const MAX_ENTITIES = 10;

/** A page of the changes, the last one first. What could be undone is seen from the business as it now is. */
export const listChanges: HistoryCall<ListChanges> = (history, { query, userId }) => {
  const { changes, newer, next } = pageOf(history, query);
  const undoing = undoingChanges(history);
  const now = history.business();
  const listed = (change: Change): ListedChange => {
    const [{ changeId: id, number, at, undoes }] = change;
    const undoneBy = undoing.get(id) ?? null;
    const events = change.map(({ event }) => event);
    const refusal = refusalToUndo(now, { events, undoneBy });
    const said = id === query.change ? change : change.slice(0, SENTENCES_SHOWN);
    return {
      id,
      number,
      at,
      sentences: said.map((each) => describeFor(userId, each)),
      more: change.length - said.length,
      things: touchedEntities(change, MAX_ENTITIES),
      undoable: refusal === undefined,
      reason: refusal ? refusedCall(refusal).detail : null,
      restores: events.every((event) => traitsOf(event).effect === 'removed'),
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

interface PageRequest extends ChangeFilter {
  readonly before?: number | undefined;
  readonly change?: string | undefined;
}

function pageOf(history: BusinessHistory, { before, change, ...filter }: PageRequest): Page {
  const { events } = history;
  const end = before === undefined ? events.length : events.findIndex(({ number }) => number >= before);
  const isListed = passes(filter);
  let changes: Change[] = [];
  let newer = before !== undefined;
  let isFound = change === undefined;
  for (const each of changesBackwards(events, end === -1 ? events.length : end)) {
    if (!isListed(each)) continue;
    if (changes.length === CHANGES_PAGE) {
      if (isFound) return { changes, newer, next: changes.at(-1)?.[0].number ?? null };
      changes = [];
      newer = true;
    }
    changes.push(each);
    isFound ||= each[0].changeId === change;
  }
  // Whoever asks for a change that is not there sees the list from its top.
  return isFound ? { changes, newer, next: null } : pageOf(history, { before, ...filter });
}
