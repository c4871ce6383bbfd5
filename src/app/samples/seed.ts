import { v5 as uuidFrom } from 'uuid';
import type { Business } from '#domain/business/state.ts';
import type { BusinessCommand, SingleCommand } from '#domain/business/commands.ts';
import type { BusinessRefusal } from '#domain/business/refusals.ts';
import type { Actor } from '#domain/event.ts';
import type { Accounts } from '../accounts.ts';
import type { OwnerCommand } from '../aggregate.ts';
import type { CommandHandler } from '../command-handler.ts';
import type { EventLog } from '#eventstore/port.ts';
import { accountStream } from '#domain/streams.ts';
import { firstBusinessIdOf } from '../ids.ts';
import type { IdOf } from './sample-business.ts';
import type { SamplePerson } from './people.ts';

const actor: Actor = { kind: 'system', id: 'samples' };
const requestId = 'samples';

/**
 * Creates the business and access of a sample person, through the same commands as in normal use. After an interruption
 * the next run finishes it; once finished it does nothing, so that later deletions and revocations stay.
 * @returns whether there was anything left to do
 */
export async function seedPerson(options: {
  readonly person: SamplePerson;
  readonly userId: string;
  readonly issuer: string;
  readonly log: EventLog;
  readonly accounts: Accounts;
  /** Creates the business of a person who has a pizzeria; safe to repeat. */
  readonly openBusiness: (ownerId: string) => Promise<void>;
}): Promise<boolean> {
  const { person, userId, issuer, log, accounts, openBusiness } = options;
  const lastChange = uuidFrom('sample access', userId);
  if (!person.hasAccess || (await hasChange(log, accountStream(userId), lastChange))) return false;
  await accounts.signIn(userId, issuer, { actor, requestId });
  if (person.hasPizzeria) await openBusiness(userId);
  const grant = { source: { kind: 'grant', id: lastChange }, reason: 'Pessoa de exemplo desta máquina' } as const;
  await accounts.addAccess(userId, grant, { actor, requestId, changeId: lastChange });
  return true;
}

async function hasChange(log: EventLog, stream: string, changeId: string): Promise<boolean> {
  for await (const event of log.read(stream)) if (event.meta.changeId === changeId) return true;
  return false;
}

/** Opens an account's first business as a sample. Idempotent. */
export async function openSample(
  ownerId: string,
  businesses: CommandHandler<Business, OwnerCommand, BusinessRefusal>,
  sample: (idOf: IdOf) => readonly SingleCommand[],
): Promise<void> {
  const businessId = firstBusinessIdOf(ownerId);
  const open: BusinessCommand = { type: 'OpenBusiness', ownerId };
  const commands = [open, ...sample((text) => uuidFrom(text, businessId))];
  for (const [index, command] of commands.entries()) {
    const changeId = uuidFrom(`sample ${index}`, businessId);
    await businesses.handle(businessId, { ownerId, command }, { actor, requestId, changeId });
  }
}
