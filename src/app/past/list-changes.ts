import { sentenceOf } from '#contract/event-sentences.ts';
import type { OwnerContract } from '#contract/owner.ts';
import { CHANGES_PAGE } from '#contract/past.ts';
import type { Actor } from '#domain/event.ts';
import { type Change, changesBackwards } from '../past.ts';
import type { PastCall } from '../past-calls.ts';

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
      sentences: change.map(({ event, actor }) =>
        sentenceOf(event, { who: whoOf(actor, userId), nameOf: () => 'outra conta' }),
      ),
      undoes: change[0].undoes,
    })),
    next: changes.length > CHANGES_PAGE ? (page.at(-1)?.[0].number ?? null) : null,
  };
};

/** A guest who has become an account is the same person: only the system and the administration are somebody else. */
export function whoOf(actor: Actor, userId: string): string {
  if (actor.kind === 'system') return 'O sistema';
  if (actor.kind === 'admin') return 'A administração';
  return actor.id === userId || actor.kind === 'guest' ? 'Você' : 'Outra pessoa';
}
