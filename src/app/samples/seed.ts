import { v5 as uuidFrom } from 'uuid';
import type { Business } from '#domain/business/state.ts';
import type { BusinessCommand } from '#domain/business/commands.ts';
import type { BusinessRefusal } from '#domain/business/refusals.ts';
import type { Actor } from '#domain/event.ts';
import type { Accounts } from '../accounts.ts';
import type { OwnerCommand } from '../aggregate.ts';
import type { CommandHandler } from '../command-handler.ts';
import { firstBusinessOf } from '../ids.ts';
import { pizzeria } from './pizzeria.ts';
import type { SamplePerson } from './people.ts';

const actor: Actor = { kind: 'system', id: 'samples' };
const requestId = 'samples';

/**
 * Gives a sample person what belongs to them, through the same commands as everybody. Begun and cut off it is finished
 * the next time; finished once it changes nothing, so what was deleted since stays deleted.
 */
export async function seedPerson(options: {
  readonly person: SamplePerson;
  readonly userId: string;
  readonly issuer: string;
  readonly accounts: Accounts;
  readonly businesses: CommandHandler<Business, OwnerCommand, BusinessRefusal>;
}): Promise<void> {
  const { person, userId, issuer, accounts, businesses } = options;
  if (!person.hasAccess) return;
  const businessId = firstBusinessOf(userId);
  await accounts.signIn(userId, issuer, { actor, requestId });
  if (person.hasPizzeria) {
    const commands = pizzeria((text) => uuidFrom(text, businessId));
    const open: BusinessCommand = { type: 'OpenBusiness', ownerId: userId };
    for (const [index, command] of [open, ...commands].entries())
      await businesses.handle(
        businessId,
        { ownerId: userId, command },
        { actor, requestId, changeId: uuidFrom(`sample ${index}`, businessId) },
      );
  }
  // Last, so that it also says that the rest is there.
  const source = { kind: 'grant', id: uuidFrom('sample access', userId) } as const;
  await accounts.addAccess(userId, { source, reason: 'Pessoa de exemplo desta máquina' }, { actor, requestId });
}
