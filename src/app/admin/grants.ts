import type { RequestContext } from '../new-events.ts';
import { REVOKED } from '#domain/account/account.ts';
import type { Grant, GrantCommand, GrantRefusal } from '#domain/grant/grant.ts';
import type { Accounts } from '../accounts.ts';
import type { CommandHandler } from '../command-handler.ts';
import type { AdminRecord } from './admin-record.ts';

/** Grants access without payment to an e-mail, and revokes access. */
export interface Grants {
  /**
   * Gives access at once to a person whose verified e-mail this is. Otherwise the grant waits for them. Repeats change
   * nothing.
   */
  give(email: string, reason: string | null, context: RequestContext): Promise<'granted' | 'waiting' | 'had_access'>;
  /** Gives a person the grants that wait for their e-mail, once it is verified. Repeats change nothing. */
  takeUp(userId: string, email: string, context: RequestContext): Promise<void>;
  /**
   * Removes all access of a person, from payments and grants, and the grants that wait for their e-mail.
   * @returns false for a person without access
   */
  revokeAll(userId: string, reason: string, context: RequestContext): Promise<boolean>;
  /**
   * Withdraws a grant that still waits. `taken`: a person has it by now, and it ends with their access. Repeats change
   * nothing.
   */
  withdraw(grantId: string, reason: string, context: RequestContext): Promise<'withdrawn' | 'taken' | 'unknown'>;
}

export interface GrantsPorts {
  readonly grants: CommandHandler<Grant, GrantCommand, GrantRefusal>;
  readonly accounts: Pick<Accounts, 'addAccess' | 'removeAccess' | 'hasAccess' | 'currentState'>;
  readonly grantEmails: {
    add(grantId: string, email: string, at: Date): Promise<void>;
    findWaiting(email: string): Promise<readonly string[]>;
    remove(grantId: string): Promise<void>;
  };
  readonly vault: {
    find(userId: string): Promise<{ readonly email: string; readonly emailVerified: boolean } | undefined>;
    findByVerifiedEmail(email: string): Promise<{ readonly userId: string } | undefined>;
  };
  readonly adminRecord: AdminRecord;
  readonly clock: () => Date;
  readonly newId: () => string;
}

export function createGrants(ports: GrantsPorts): Grants {
  const { grants, accounts, grantEmails, vault, adminRecord, clock, newId } = ports;
  const commandContext = (context: RequestContext) => ({ ...context, changeId: newId() });

  /** @returns whether the person has the grant, from now on or since before */
  async function tryTakeUp(grantId: string, userId: string, context: RequestContext): Promise<boolean> {
    const outcome = await grants.handle(grantId, { type: 'TakeUp', userId }, commandContext(context));
    return outcome.kind === 'done';
  }

  async function takeUp(userId: string, email: string, context: RequestContext): Promise<void> {
    for (const grantId of await grantEmails.findWaiting(email)) {
      if (await tryTakeUp(grantId, userId, context))
        await accounts.addAccess(userId, { source: { kind: 'grant', id: grantId }, reason: 'granted' }, context);
      await grantEmails.remove(grantId);
    }
  }

  async function revoke(grantId: string, reason: string, context: RequestContext): Promise<void> {
    await grants.handle(grantId, { type: 'Revoke', reason }, commandContext(context));
    await grantEmails.remove(grantId);
  }

  return {
    async give(email, reason, context) {
      const person = await vault.findByVerifiedEmail(email);
      if (person && (await accounts.hasAccess(person.userId))) return 'had_access';
      const [waiting] = await grantEmails.findWaiting(email);
      const grantId = waiting ?? newId();
      // The e-mail is stored first, because a grant without its e-mail could never be found again.
      await grantEmails.add(grantId, email, clock());
      await grants.handle(grantId, { type: 'Give', reason }, commandContext(context));
      // A person without an account takes the grant up when they sign in.
      if (!person || !(await accounts.currentState(person.userId)).registered) return 'waiting';
      await takeUp(person.userId, email, context);
      return 'granted';
    },

    takeUp,

    async revokeAll(userId, reason, context) {
      const [account, person] = await Promise.all([accounts.currentState(userId), vault.find(userId)]);
      const waiting = person?.emailVerified ? await grantEmails.findWaiting(person.email) : [];
      if (account.sources.size === 0 && waiting.length === 0) return false;
      const causationId = await adminRecord.append({ type: 'AccessRevoked', data: { userId, reason } }, context);
      const causedContext = { ...context, causationId };
      for (const { kind, id } of account.sources.values()) {
        if (kind === 'grant') await revoke(id, reason, causedContext);
        await accounts.removeAccess(userId, { sourceId: id, reason: REVOKED }, causedContext);
      }
      for (const grantId of waiting) await revoke(grantId, reason, causedContext);
      return true;
    },

    async withdraw(grantId, reason, context) {
      const outcome = await grants.handle(grantId, { type: 'Withdraw', reason }, commandContext(context));
      const code = outcome.kind === 'refused' ? outcome.refusal.refusal : undefined;
      if (code === 'grant_taken') return 'taken';
      // This also removes an e-mail whose grant was never given.
      await grantEmails.remove(grantId);
      return code === undefined ? 'withdrawn' : 'unknown';
    },
  };
}
