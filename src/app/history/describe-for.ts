import { sentenceOf } from '#contract/event-sentences.ts';
import type { Actor } from '#domain/event.ts';
import type { HistoryEvent } from './history-event.ts';

/** What happened, in a sentence for the account or guest that asks: their own acts are "você". */
export const describeFor = (userId: string, { event, actor }: HistoryEvent, ingredientId?: string): string =>
  sentenceOf(event, { who: nameOf(actor, userId), nameOf: () => 'outra conta', ingredientId });

/** A guest who has become an account is the same person: only the system and the administration are somebody else. */
function nameOf(actor: Actor, userId: string): string {
  if (actor.kind === 'system') return 'O sistema';
  if (actor.kind === 'admin') return 'A administração';
  return actor.id === userId || actor.kind === 'guest' ? 'Você' : 'Outra pessoa';
}
