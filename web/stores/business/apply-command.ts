import { commandMappingOf, isSingleCommand } from '#contract/entities/command-mappings.ts';
import type { BusinessCommand } from '#domain/business/commands.ts';
import { decide, isRefusal } from '#domain/business/decide.ts';
import { fold } from '#domain/business/evolve.ts';
import type { Business } from '#domain/business/state.ts';
import { isSameValue } from '#domain/same-value.ts';

/** A command that the server has executed. */
export interface ExecutedCommand {
  readonly command: BusinessCommand;
  /** The reply, if it contains the new state of the entity. */
  readonly reply?: unknown;
  /** The id for undoing it; undefined if nothing changed. */
  readonly changeId?: string | undefined;
}

/**
 * Applies a confirmed command: the server executed it by the same rules. If somebody else has changed the same entity
 * meanwhile, its versions in the reply differ from those here, and the state has to be read again.
 */
export function applyCommand(state: Business, { command, reply }: ExecutedCommand) {
  const decision = decide(state, command);
  if (isRefusal(decision)) return { business: state, differsFromServer: true };
  const business = fold(decision, state);
  const own = isSingleCommand(command) ? commandMappingOf(command).reply(business, command) : undefined;
  return { business, differsFromServer: !isSameValue(versionsIn(own), versionsIn(reply)) };
}

const versionsIn = (reply: unknown): unknown =>
  Array.isArray(reply) ? reply.map(idAndVersionOf) : idAndVersionOf(reply);

/** The id and the version of the entity in a reply body. */
function idAndVersionOf(body: unknown): unknown {
  const { id, version } = Object(body) as { readonly id?: unknown; readonly version?: unknown };
  return [id, version];
}
