import { kitchenCommands, type Kitchen } from '#app/samples/kitchen.ts';
import { decide, isRefusal } from '#domain/business/decide.ts';
import { fold } from '#domain/business/evolve.ts';
import { type Business, emptyBusiness } from '#domain/business/state.ts';

/** A business that has just what the model brings. */
export function businessOf(kitchen: Kitchen): Business {
  const decision = decide(
    { ...emptyBusiness, ownerId: 'model' },
    { type: 'ApplyChangeSet', commands: kitchenCommands(kitchen, (text) => text) },
  );
  if (isRefusal(decision)) throw new Error(`a ready model is refused: ${decision.refusal}`);
  return fold(decision, { ...emptyBusiness, ownerId: 'model' });
}
