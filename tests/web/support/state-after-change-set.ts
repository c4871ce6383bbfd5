import * as v from 'valibot';
import { changeSetEndpoints } from '#contract/change-set.ts';
import type { SingleCommand } from '#domain/business/commands.ts';
import { decide, isRefusal } from '#domain/business/decide.ts';
import { stateBuilder } from '#domain/business/evolve.ts';
import type { Business } from '#domain/business/state.ts';
import { callInSet } from '#web/stores/business/send-command.ts';

/** The state after the server has accepted these commands as one set. @throws when it would refuse one of them */
export function stateAfterChangeSet(state: Business, commands: readonly SingleCommand[]): Business {
  if (commands.length === 0) return state;
  const body = JSON.parse(JSON.stringify({ calls: commands.map(callInSet) })) as unknown;
  const read = v.safeParse(changeSetEndpoints.applyChanges.body, body);
  if (!read.success) throw new Error(JSON.stringify(v.flatten(read.issues)));
  const after = stateBuilder(state);
  for (const command of commands) {
    const decision = decide(after.business, command);
    if (isRefusal(decision)) throw new Error(`${JSON.stringify(command)}: ${JSON.stringify(decision)}`);
    for (const event of decision) after.add(event);
  }
  return after.business;
}
