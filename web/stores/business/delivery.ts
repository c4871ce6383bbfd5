import type { BusinessCommand, SingleChange, ChangeSet } from '#domain/business/commands.ts';
import { decide, isRefusal } from '#domain/business/decide.ts';
import { fold } from '#domain/business/evolve.ts';
import type { Business } from '#domain/business/state.ts';
import type { ApiClient, SentAlong } from '#web/api/client.ts';
import { ApiProblem } from '#web/api/failures.ts';
import { type Adopted, ADOPTIONS } from './adoption.ts';
import { type CallName, callFor, type CallOf, callInSet, versionIn } from './call-in-set.ts';
import { narrowed } from './narrowing.ts';

/** What came of a command, and the id under which it can be undone; none where there was nothing to do. */
export interface Delivered extends Adopted {
  readonly changeId: string | undefined;
}

interface Order {
  readonly command: BusinessCommand;
  /** Gives the versions in view. */
  readonly confirmed: Business;
  readonly key: string;
}

/** Sends a command by its call of the contract. @throws ApiProblem · NetworkFailure */
export async function deliver(api: ApiClient, { command, confirmed, key }: Order): Promise<Delivered> {
  let changeId: string | undefined;
  const onChange = (id: string): void => {
    changeId = id;
  };
  const along = { idempotencyKey: key, onChange };
  if (command.type === 'ApplyChangeSet') {
    await api.call('applyChanges', { ...along, body: { calls: command.commands.map(callInSet) } });
    return { adopt: (state) => decided(state, command), changeId };
  }
  if (!isSingle(command)) throw new Error('whose a business is, and what was done before, is known to the server');
  const change = narrowed(command, confirmed);
  const made = await one(api, callFor(change), { ...along, ifMatch: versionIn(change) }).catch((error: unknown) => {
    if (!isGone(change, error)) throw error;
    return { adopt: (state: Business) => decided(state, change) };
  });
  return { ...made, changeId };
}

const isSingle = (command: Exclude<BusinessCommand, ChangeSet>): command is SingleChange =>
  command.type !== 'OpenBusiness' &&
  command.type !== 'ChangeOwner' &&
  command.type !== 'EraseBusiness' &&
  command.type !== 'UndoChange';

/** One call by itself, and what its answer makes of the business. */
async function one<Name extends CallName>(api: ApiClient, call: CallOf<Name>, along: SentAlong): Promise<Adopted> {
  const reply = await api.call(call.call, { ...call, ...along });
  return ADOPTIONS[call.call](reply, call);
}

/** The server has done just that: ids are the sender's own, and there is nothing in its answer that is not known here. */
function decided(state: Business, command: BusinessCommand): Business {
  const decision = decide(state, command);
  return isRefusal(decision) ? state : fold(decision, state);
}

/** Somebody else has removed it already: what was wanted is so. */
const isGone = (change: SingleChange, error: unknown): boolean =>
  change.type.startsWith('Remove') && error instanceof ApiProblem && error.status === 404;
