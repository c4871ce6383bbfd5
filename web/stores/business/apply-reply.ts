import type { CommandOf, CommandType, EndpointOf } from '#contract/entities/command-call.ts';
import type { Reply } from '#contract/endpoint.ts';
import { callOf, isSingle } from '#contract/entities/command-calls.ts';
import type { BusinessCommand } from '#domain/business/commands.ts';
import { decide, isRefusal } from '#domain/business/decide.ts';
import { fold } from '#domain/business/evolve.ts';
import type { Business } from '#domain/business/state.ts';

/** What the server's answers make of the confirmed business. */

/** The server has done just that: ids are the sender's own, and there is nothing in its answer that is not known here. */
export function applyCommand(state: Business, command: BusinessCommand): Business {
  const decision = decide(state, command);
  return isRefusal(decision) ? state : fold(decision, state);
}

/** What the server says it has now of the thing that a refused command is about. */
export function applyCurrent(state: Business, command: BusinessCommand, current: unknown): Business {
  if (typeof current !== 'object' || current === null || !isSingle(command)) return state;
  return callOf(command).kind === 'changes' ? applyReply(state, command, current) : state;
}

const applyReply = <Type extends CommandType>(state: Business, command: CommandOf<Type>, reply: unknown): Business =>
  callOf<Type>(command).applied(state, reply as Reply<EndpointOf<Type>>, command);
