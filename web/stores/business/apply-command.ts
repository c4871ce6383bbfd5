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
  return { business, isBehind: !isSameValue(versionsIn(own), versionsIn(reply)) };
}

const versionsIn = (reply: unknown): unknown => (Array.isArray(reply) ? reply.map(versionIn) : versionIn(reply));

const versionIn = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'version' in body ? body.version : undefined;
