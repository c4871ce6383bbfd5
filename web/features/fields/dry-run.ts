import type { SingleCommand } from '#domain/business/commands.ts';
import { decide, isRefusal } from '#domain/business/decide.ts';
import type { stateBuilder } from '#domain/business/evolve.ts';
import { refusalSentence } from '#web/stores/business/outcome.ts';

/** Applies a change to a scratch state. @returns whether it changes anything, or the sentence of its refusal */
export function dryRun(after: ReturnType<typeof stateBuilder>, command: SingleCommand): boolean | string {
  const decision = decide(after.business, command);
  if (isRefusal(decision)) return refusalSentence(decision);
  for (const event of decision) after.add(event);
  return decision.length > 0;
}
