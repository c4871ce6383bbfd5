import type { Endpoint } from '#contract/endpoint.ts';
import type { CallInSet } from '#contract/change-set.ts';
import { callOf } from '#contract/entities/command-calls.ts';
import type { OwnerContract } from '#contract/owner.ts';
import type { ChangeSet, SingleChange } from '#domain/business/commands.ts';
import type { BusinessCall, CallInput } from './business-call.ts';
import { dataCalls } from './data-calls.ts';
import { entityIdOf } from './ids.ts';

/** Several calls as one command. What a call adds has the id that the asker gave it, or one that follows from the key. */
export const applyChanges: BusinessCall<OwnerContract['applyChanges'], ChangeSet> = {
  command: ({ body, newId, today }) => ({
    type: 'ApplyChangeSet',
    commands: body.calls.map((call, index) => {
      const single: BusinessCall<Endpoint, SingleChange> = dataCalls[call.call];
      return single.command(inputOf(call, idIn(call, newId, index), today));
    }),
  }),
  reply: (_after, { commands }) => ({ ids: commands.map(addedBy) }),
};

const idIn = (call: CallInSet, newId: string, index: number): string =>
  ('id' in call ? call.id : undefined) ?? entityIdOf(newId, index);

function addedBy(command: SingleChange): string | null {
  if (callOf(command).kind !== 'adds') return null;
  if ('copyId' in command) return command.copyId;
  return 'id' in command ? command.id : null;
}

/** What it would be asked by itself. */
function inputOf(call: CallInSet, newId: string, today: string): CallInput<Endpoint> {
  const input = {
    params: 'params' in call ? call.params : undefined,
    body: 'body' in call ? call.body : undefined,
    newId,
    changeId: newId,
    idAt: (index: number) => entityIdOf(newId, index),
    today,
    undone: undefined,
    version: 'if_match' in call ? call.if_match : undefined,
  };
  return input as CallInput<Endpoint>;
}
