import type { CallName, CommandCall, CommandType } from '#contract/entities/command-call.ts';
import { commandCalls } from '#contract/entities/command-calls.ts';
import type { OwnerContract } from '#contract/owner.ts';
import type { SingleChange } from '#domain/business/commands.ts';
import type { BusinessCall } from './business-call.ts';

type DataCalls = { readonly [Name in CallName]: BusinessCall<OwnerContract[Name], SingleChange> };

const businessCall = <Type extends CommandType>({ command, reply }: CommandCall<Type>) => ({
  command,
  reply: (after: Parameters<typeof reply>[0], input: Parameters<typeof command>[0]) => reply(after, command(input)),
});

/** Every call that makes one change. */
export const dataCalls = Object.fromEntries(
  Object.values(commandCalls).map((each) => [each.call, businessCall(each as CommandCall<CommandType>)]),
) as unknown as DataCalls;
