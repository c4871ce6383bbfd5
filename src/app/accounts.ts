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
  /** Adds a source of access; adding one that is there changes nothing. */
  addAccess(
    userId: string,
    grant: { readonly source: AccessSource; readonly reason: string },
    call: Call,
  ): Promise<void>;
  /**
   * From the stream itself, so that it is never late.
   * @param lastRevision of the stream, for a caller who has just got it from the log: what is remembered may then do
   */
  hasAccess(userId: string, lastRevision?: bigint): Promise<boolean>;
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
    addAccess: (userId, grant, call) => done(userId, { type: 'AddAccessSource', ...grant }, call),
    hasAccess: async (userId, lastRevision) => hasAccess(await handler.current(userId, lastRevision)),
  };
}
