import { callOf, isSingle } from '#contract/entities/command-calls.ts';
import type { BusinessCommand } from '#domain/business/commands.ts';
import { decide, isRefusal } from '#domain/business/decide.ts';
import { fold } from '#domain/business/evolve.ts';
import type { Business } from '#domain/business/state.ts';
import { isSameValue } from '#domain/same-value.ts';

/** What the server has done. */
export interface DoneCommand {
  readonly command: BusinessCommand;
  /** Its answer, where that says what it has now. */
  readonly reply?: unknown;
}

export interface AppliedCommand {
  readonly business: Business;
  /** Has the server come from another state than this? Then what it has now has to be read. */
  readonly isBehind: boolean;
}

/**
 * The server has done just what the same rules do here. Where somebody else has changed the same thing meanwhile, the
 * versions in its answer are others than those here.
 */
export function applyCommand(state: Business, { command, reply }: DoneCommand): AppliedCommand {
  const decision = decide(state, command);
  if (isRefusal(decision)) return { business: state, isBehind: true };
  const business = fold(decision, state);
  const own = isSingle(command) ? callOf(command).reply(business, command) : undefined;
  return { business, isBehind: !isSameValue(namesIn(own), namesIn(reply)) };
}

const namesIn = (reply: unknown): unknown => (Array.isArray(reply) ? reply.map(nameIn) : nameIn(reply));

/** Which thing a body is of, and which version of it. */
function nameIn(body: unknown): unknown {
  const { id, version } = Object(body) as { readonly id?: unknown; readonly version?: unknown };
  return [id, version];
}
