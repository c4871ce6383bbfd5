import { sentenceOf } from '#contract/event-sentences.ts';
import type { Actor } from '#domain/event.ts';
import type { PastEvent } from '../past-event.ts';

/** What happened, in a sentence for whoever asks: their own acts are "você". */
export const toldTo = (userId: string, { event, actor }: PastEvent): string =>
  sentenceOf(event, { who: whoOf(actor, userId), nameOf: () => 'outra conta' });

/** A guest who has become an account is the same person: only the system and the administration are somebody else. */
function whoOf(actor: Actor, userId: string): string {
  if (actor.kind === 'system') return 'O sistema';
  if (actor.kind === 'admin') return 'A administração';
  return actor.id === userId || actor.kind === 'guest' ? 'Você' : 'Outra pessoa';
}
