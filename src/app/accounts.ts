import {
  hasAccess,
  type AccessSource,
  type AccountCommand,
  type AccountRefusal,
  type Account,
} from '#domain/account/account.ts';
import type { Actor } from '#domain/event.ts';
import type { Position } from '#eventstore/port.ts';
import { type CommandHandler } from './command-handler.ts';

/**
 * Use cases on accounts. Each answers where a reader must be to see it; null where there was nothing to do it to.
 * @throws CommandNotDone · StreamErased · UnreadableEvent
 */
export interface Accounts {
  /** Records the sign-in; the first one registers the account. An erased account lets nobody in: null. */
  signIn(userId: string, issuer: string, call: Call): Promise<Position | null>;
  /** What a guest has an account for: access, and what is known of it. Once is enough. */
  registerGuest(guestId: string, call: Call): Promise<Position | null>;
  /** Adds a source of access; adding one that is there or was revoked changes nothing, nor does adding to an erased account. */
  addAccess(
    userId: string,
    grant: { readonly source: AccessSource; readonly reason: string },
    call: Call,
  ): Promise<Position | null>;
  /** Removes a source of access, and no other; one that is not there changes nothing. */
  removeAccess(
    userId: string,
    removal: { readonly sourceId: string; readonly reason: string },
    call: Call,
  ): Promise<Position | null>;
  acceptTerms(userId: string, version: string, call: Call): Promise<Position | null>;
  /** Which business is shown; whose it is has to be known before. */
  chooseBusiness(userId: string, businessId: string, call: Call): Promise<Position | null>;
  /**
   * Decides once that all of a guest's is this account's from now on.
   * @returns false when the guest has become another account, or is erased
   */
  becomeAccount(guestId: string, userId: string, call: Call): Promise<boolean>;
  /** Records what a guest brought along. */
  joinGuest(
    userId: string,
    joined: { readonly guestId: string; readonly businessIds: readonly string[] },
    call: Call,
  ): Promise<Position | null>;
  /** Closes the account for good, naming what is to be erased with it; a second time changes nothing. */
  erase(userId: string, businessIds: readonly string[], call: Call): Promise<Position | null>;
  /** Says that nothing is left of an erased account. */
  completeErasure(userId: string, call: Call): Promise<Position | null>;
  /** Read from the stream itself, so that it is never late. */
  hasAccess(userId: string): Promise<boolean>;
  /** The same. @throws LogUnavailable */
  current(userId: string): Promise<Account>;
}

interface Call {
  readonly actor: Actor;
  readonly requestId: string;
  /** Makes a repeat of the same call the same change; a fresh one otherwise. */
  readonly changeId?: string;
  readonly causationId?: string;
}

export function createAccounts(
  handler: CommandHandler<Account, AccountCommand, AccountRefusal>,
  newId: () => string,
): Accounts {
  const asked = (userId: string, command: AccountCommand, call: Call) =>
    handler.handle(userId, command, { changeId: newId(), ...call });

  /** `unless`: refusals that say there is nothing to do it to. */
  async function done(
    userId: string,
    { unless = [], ...command }: AccountCommand & { readonly unless?: readonly AccountRefusal['refusal'][] },
    call: Call,
  ): Promise<Position | null> {
    const outcome = await asked(userId, command, call);
    if (outcome.kind === 'done') return outcome.position;
    if (outcome.kind === 'refused' && unless.includes(outcome.refusal.refusal)) return null;
    throw new Error(`${command.type} on account ${userId}: ${JSON.stringify(outcome)}`);
  }

  return {
    signIn: (userId, issuer, call) => done(userId, { type: 'SignIn', issuer, unless: ['account_erased'] }, call),
    registerGuest: (guestId, call) => done(guestId, { type: 'RegisterGuest', unless: ['account_erased'] }, call),
    addAccess: (userId, grant, call) =>
      done(userId, { type: 'AddAccessSource', ...grant, unless: ['account_erased'] }, call),
    removeAccess: (userId, removal, call) =>
      done(userId, { type: 'RemoveAccessSource', ...removal, unless: ['account_erased', 'account_unknown'] }, call),
    acceptTerms: (userId, version, call) =>
      done(userId, { type: 'AcceptTerms', version, unless: ['account_erased'] }, call),
    chooseBusiness: (userId, businessId, call) => done(userId, { type: 'ChooseBusiness', businessId }, call),
    async becomeAccount(guestId, userId, call) {
      const outcome = await asked(guestId, { type: 'BecomeAccount', userId }, call);
      if (outcome.kind === 'done') return true;
      const code = outcome.kind === 'refused' && outcome.refusal.refusal;
      if (code === 'guest_became_another' || code === 'account_erased') return false;
      throw new Error(`guest ${guestId} becoming account ${userId}: ${JSON.stringify(outcome)}`);
    },
    joinGuest: (userId, joined, call) =>
      done(userId, { type: 'JoinGuest', ...joined, unless: ['account_erased'] }, call),
    erase: (userId, businessIds, call) => done(userId, { type: 'Erase', businessIds }, call),
    completeErasure: (userId, call) => done(userId, { type: 'CompleteErasure' }, call),
    hasAccess: async (userId) => hasAccess(await handler.current(userId)),
    current: (userId) => handler.current(userId),
  };
}
