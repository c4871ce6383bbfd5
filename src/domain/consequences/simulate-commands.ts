import type { SingleCommand } from '../business/commands.ts';
import { decide, isRefusal } from '../business/decide.ts';
import { stateBuilder } from '../business/evolve.ts';
import type { BusinessRefusal } from '../business/refusals.ts';
import type { Business } from '../business/state.ts';

/** The hypothetical result of some changes, which are not made. */
export interface PlanResult {
  readonly after: Business;
  /** Changes with an effect, in their order. */
  readonly changes: readonly SingleCommand[];
  /** Changes that cannot be made, each with the reason. */
  readonly misfits: readonly RefusedCommand[];
}

export interface RefusedCommand {
  readonly command: SingleCommand;
  readonly because: BusinessRefusal;
}

/** Each command is decided on the result of those before it; a refused one is skipped and the others go on. */
export function simulateCommands(state: Business, commands: readonly SingleCommand[]): PlanResult {
  const changes: SingleCommand[] = [];
  const misfits: RefusedCommand[] = [];
  const { add, business } = stateBuilder(state);
  for (const command of commands) {
    const decision = decide(business, command);
    if (isRefusal(decision)) misfits.push({ command, because: decision });
    else if (decision.length > 0) changes.push(command);
    for (const event of isRefusal(decision) ? [] : decision) add(event);
  }
  return { after: business, changes, misfits };
}
