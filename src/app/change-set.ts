import type { Endpoint } from '#contract/endpoint.ts';
import type { CallInSet } from '#contract/change-set.ts';
import { commandCalls } from '#contract/entities/command-calls.ts';
import type { OwnerContract } from '#contract/owner.ts';
import type { SingleChange } from '#domain/business/commands.ts';
import type { BusinessCall, CallInput } from './business-call.ts';
import { dataCalls } from './data-calls.ts';
import { entityIdOf } from './ids.ts';

/** Several calls as one command. What a call adds has the id that the asker gave it, or one that follows from the key. */
export const applyChanges: BusinessCall<OwnerContract['applyChanges']> = {
  command: ({ body, newId, currentMonth }) => ({
    type: 'ApplyChangeSet',
    commands: body.calls.map((call, index) =>
      single(call).command(inputOf(call, idIn(call, newId, index), currentMonth)),
    ),
  }),
  reply: (_after, { body, newId }) => ({
    ids: body.calls.map((call, index) => (isAddition(call) ? idIn(call, newId, index) : null)),
  }),
  current(now, { body, newId, currentMonth }, index) {
    const call = body.calls[index];
    return call && single(call).reply(now, inputOf(call, newId, currentMonth));
  },
};

const idIn = (call: CallInSet, newId: string, index: number): string =>
  ('id' in call ? call.id : undefined) ?? entityIdOf(newId, index);

const ADDITIONS: ReadonlySet<string> = new Set(
  Object.values(commandCalls).flatMap(({ kind, call }) => (kind === 'adds' ? [call] : [])),
);
const isAddition = ({ call }: CallInSet): boolean => ADDITIONS.has(call);

/** The call by itself: what it means and what it answers. */
const single = ({ call }: CallInSet): BusinessCall<Endpoint, SingleChange> => dataCalls[call];

/** What it would be asked by itself. */
function inputOf(call: CallInSet, newId: string, currentMonth: string): CallInput<Endpoint> {
  const input = {
    params: 'params' in call ? call.params : undefined,
    body: 'body' in call ? call.body : undefined,
    newId,
    changeId: newId,
    currentMonth,
    undone: undefined,
    version: 'if_match' in call ? call.if_match : undefined,
  };
  return input as CallInput<Endpoint>;
}
