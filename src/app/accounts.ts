import type { RequestContext } from './new-events.ts';
import {
  hasAccess,
  type AccessSource,
  type AccountCommand,
  type AccountRefusal,
  type Account,
} from '#domain/account/account.ts';
import type { Position } from '#eventstore/port.ts';
import { type CommandHandler } from './command-handler.ts';

/**
 * Use cases on accounts. Each returns the position that a reader must have reached to see the result; null where there
 * was nothing to change.
 * @throws CommandNotDone · ErasedStreamError · UnreadableEvent
 */
export interface Accounts {
  /**
   * Records the sign-in; the first one registers the account. Returns null for an erased account, which cannot be used.
   */
  signIn(userId: string, issuer: string, context: AccountContext): Promise<Position | null>;
  /** Registers a guest, whose stream of kind `account` holds the guest's access. Idempotent. */
  registerGuest(guestId: string, context: AccountContext): Promise<Position | null>;
  /**
   * Adds a source of access. Adding an existing or revoked source changes nothing, nor does adding to an erased
   * account.
   */
  addAccess(
    userId: string,
    grant: { readonly source: AccessSource; readonly reason: string },
    context: AccountContext,
  ): Promise<Position | null>;
  /** Removes one source of access; an absent one changes nothing. */
  removeAccess(
    userId: string,
    removal: { readonly sourceId: string; readonly reason: string },
    context: AccountContext,
  ): Promise<Position | null>;
  acceptTerms(userId: string, version: string, context: AccountContext): Promise<Position | null>;
  /** Chooses the business that is shown; the caller checks its owner before. */
  chooseBusiness(userId: string, businessId: string, context: AccountContext): Promise<Position | null>;
  /**
   * Decides once that everything of a guest belongs to this account from now on.
   * @returns false when the guest has become another account, or is erased
   */
  becomeAccount(guestId: string, userId: string, context: AccountContext): Promise<boolean>;
  /** Records the businesses that a guest brings to this account. */
  joinGuest(
    userId: string,
    joined: { readonly guestId: string; readonly businessIds: readonly string[] },
    context: AccountContext,
  ): Promise<Position | null>;
  /** Closes the account for good, naming the businesses to be erased with it; repeats change nothing. */
  erase(userId: string, businessIds: readonly string[], context: AccountContext): Promise<Position | null>;
  /** Records that the erasure of an account is complete. */
  completeErasure(userId: string, context: AccountContext): Promise<Position | null>;
  /**
   * Reads the stream itself, so that the answer is never stale.
   * @param lastRevision the stream's last revision, for a caller who has just read it from the log: then a cached state
   * may be used
   */
  hasAccess(userId: string, lastRevision?: bigint): Promise<boolean>;
  /** Reads the stream itself, like `hasAccess`. @throws LogUnavailable */
  currentState(userId: string): Promise<Account>;
}

interface AccountContext extends RequestContext {
  /** The change id, so that a repeat makes the same change; by default a fresh one. */
  readonly changeId?: string;
}

export function createAccounts(
  handler: CommandHandler<Account, AccountCommand, AccountRefusal>,
  newId: () => string,
): Accounts {
  const handle = (userId: string, command: AccountCommand, context: AccountContext) =>
    handler.handle(userId, command, { changeId: newId(), ...context });

  /** `ignoring`: refusals that mean there is nothing to change. */
  async function run(
    userId: string,
    { ignoring = [], ...command }: AccountCommand & { readonly ignoring?: readonly AccountRefusal['refusal'][] },
    context: AccountContext,
  ): Promise<Position | null> {
    const outcome = await handle(userId, command, context);
    if (outcome.kind === 'done') return outcome.position;
    if (outcome.kind === 'refused' && ignoring.includes(outcome.refusal.refusal)) return null;
    throw new Error(`${command.type} on account ${userId}: ${JSON.stringify(outcome)}`);
  }

  return {
    signIn: (userId, issuer, context) => run(userId, { type: 'SignIn', issuer, ignoring: ['account_erased'] }, context),
    registerGuest: (guestId, context) => run(guestId, { type: 'RegisterGuest', ignoring: ['account_erased'] }, context),
    addAccess: (userId, grant, context) =>
      run(userId, { type: 'AddAccessSource', ...grant, ignoring: ['account_erased'] }, context),
    removeAccess: (userId, removal, context) =>
      run(userId, { type: 'RemoveAccessSource', ...removal, ignoring: ['account_erased', 'account_unknown'] }, context),
    acceptTerms: (userId, version, context) =>
      run(userId, { type: 'AcceptTerms', version, ignoring: ['account_erased'] }, context),
    chooseBusiness: (userId, businessId, context) => run(userId, { type: 'ChooseBusiness', businessId }, context),
    async becomeAccount(guestId, userId, context) {
      const outcome = await handle(guestId, { type: 'BecomeAccount', userId }, context);
      if (outcome.kind === 'done') return true;
      const code = outcome.kind === 'refused' && outcome.refusal.refusal;
      if (code === 'guest_became_another' || code === 'account_erased') return false;
      throw new Error(`guest ${guestId} becoming account ${userId}: ${JSON.stringify(outcome)}`);
    },
    joinGuest: (userId, joined, context) =>
      run(userId, { type: 'JoinGuest', ...joined, ignoring: ['account_erased'] }, context),
    erase: (userId, businessIds, context) => run(userId, { type: 'Erase', businessIds }, context),
    completeErasure: (userId, context) => run(userId, { type: 'CompleteErasure' }, context),
    hasAccess: async (userId, lastRevision) => hasAccess(await handler.currentState(userId, lastRevision)),
    currentState: (userId) => handler.currentState(userId),
  };
}
