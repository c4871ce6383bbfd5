import {
  hasAccess,
  type AccessSource,
  type AccountCommand,
  type AccountRefusal,
  type Account,
} from '#domain/account/account.ts';
import type { Actor } from '#domain/event.ts';
import { type CommandHandler } from './command-handler.ts';

/** Use cases on accounts. */
export interface Accounts {
  /** Records the sign-in; the first one registers the account. */
  signIn(userId: string, issuer: string, call: Call): Promise<void>;
  /** Records that these terms of use are accepted; an event only when they are others than last time. */
  acceptTerms(userId: string, version: string, call: Call): Promise<void>;
  /** Closes the account for good, naming what is to be erased with it; a second time changes nothing. */
  erase(userId: string, businessIds: readonly string[], call: Call): Promise<void>;
  /** Says that nothing is left of an erased account. */
  completeErasure(userId: string, call: Call): Promise<void>;
  /** Adds a source of access; adding one that is there changes nothing. */
  addAccess(
    userId: string,
    grant: { readonly source: AccessSource; readonly reason: string },
    call: Call,
  ): Promise<void>;
  /** Read from the stream itself, so that it is never late. */
  hasAccess(userId: string): Promise<boolean>;
  /** The account as its stream has it now. */
  current(userId: string): Promise<Account>;
}

interface Call {
  readonly actor: Actor;
  readonly requestId: string;
  /** Makes a repeat of the same call the same change; a fresh one otherwise. */
  readonly changeId?: string;
}

export function createAccounts(
  handler: CommandHandler<Account, AccountCommand, AccountRefusal>,
  newId: () => string,
): Accounts {
  async function done(userId: string, command: AccountCommand, call: Call): Promise<void> {
    const outcome = await handler.handle(userId, command, { changeId: newId(), ...call });
    if (outcome.kind !== 'done') throw new Error(`${command.type} on account ${userId}: ${JSON.stringify(outcome)}`);
  }
  return {
    signIn: (userId, issuer, call) => done(userId, { type: 'SignIn', issuer }, call),
    acceptTerms: (userId, version, call) => done(userId, { type: 'AcceptTerms', version }, call),
    erase: (userId, businessIds, call) => done(userId, { type: 'Erase', businessIds }, call),
    completeErasure: (userId, call) => done(userId, { type: 'CompleteErasure' }, call),
    addAccess: (userId, grant, call) => done(userId, { type: 'AddAccessSource', ...grant }, call),
    hasAccess: async (userId) => hasAccess(await handler.current(userId)),
    current: (userId) => handler.current(userId),
  };
}
