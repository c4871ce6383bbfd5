import type { OwnerContract } from '#contract/owner.ts';
import { CHANGES_PAGE } from '#contract/past.ts';
import { type Change, changesBackwards } from '../past.ts';
import type { PastCall } from '../past-calls.ts';
import { toldTo } from './told-to.ts';

/** A page of the changes, the last one first. */
export const listChanges: PastCall<OwnerContract['listChanges']> = (past, { query, userId }) => {
  const changes: Change[] = [];
  const before =
    query.before === undefined ? past.events.length : past.events.findIndex((e) => e.number >= (query.before ?? 0));
  for (const change of changesBackwards(past.events, before)) {
    changes.push(change);
    if (changes.length > CHANGES_PAGE) break;
  }
  const page = changes.slice(0, CHANGES_PAGE);
  return {
    changes: page.map((change) => ({
      id: change[0].changeId,
      number: change[0].number,
      at: change[0].at,
      sentences: change.map((each) => toldTo(userId, each)),
      undoes: change[0].undoes,
    })),
    next: changes.length > CHANGES_PAGE ? (page.at(-1)?.[0].number ?? null) : null,
  };
};
