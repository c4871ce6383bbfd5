import { REVOKED } from '#domain/account/account.ts';
import type { Grant, GrantCommand, GrantRefusal } from '#domain/grant/grant.ts';
import type { Accounts } from '../accounts.ts';
import type { CommandHandler } from '../command-handler.ts';
import type { AdminCall, AdminRecord } from './admin-record.ts';

/** Access without payment, given by an administrator to an e-mail, and access taken away. */
export interface Grants {
  /**
   * Somebody who has shown this e-mail as verified has the access at once; else it waits for them. Giving what is there
   * changes nothing.
   */
  give(email: string, reason: string | null, call: AdminCall): Promise<'granted' | 'waiting' | 'had_access'>;
  /** What waits for whoever has just shown this e-mail as verified. Repeats change nothing. */
  takeUp(userId: string, email: string, call: AdminCall): Promise<void>;
  /**
   * Takes all access away from one person, whatever it came from, and what waits for their e-mail.
   * @returns false for somebody who had none
   */
  revokeAll(userId: string, reason: string, call: AdminCall): Promise<boolean>;
  /**
   * Takes back what still waits for its e-mail. `taken`: somebody has it by now, and it ends with their access. Repeats
   * change nothing.
   */
  withdraw(grantId: string, reason: string, call: AdminCall): Promise<'withdrawn' | 'taken' | 'unknown'>;
}

export interface GrantsPorts {
  readonly grants: CommandHandler<Grant, GrantCommand, GrantRefusal>;
  readonly accounts: Pick<Accounts, 'addAccess' | 'removeAccess' | 'hasAccess' | 'current'>;
  readonly emails: {
    add(grantId: string, email: string, at: Date): Promise<void>;
    waiting(email: string): Promise<readonly string[]>;
    settle(grantId: string): Promise<void>;
  };
  readonly vault: {
    find(userId: string): Promise<{ readonly email: string; readonly emailVerified: boolean } | undefined>;
    findByVerifiedEmail(email: string): Promise<{ readonly userId: string } | undefined>;
  };
  readonly record: AdminRecord;
  readonly clock: () => Date;
  readonly newId: () => string;
}

export function createGrants(ports: GrantsPorts): Grants {
  const { grants, accounts, emails, vault, record, clock, newId } = ports;
  const context = (call: AdminCall) => ({ ...call, changeId: newId() });

  /** True when the grant is this person's from now on, or was before. */
  async function taken(grantId: string, userId: string, call: AdminCall): Promise<boolean> {
    const outcome = await grants.handle(grantId, { type: 'TakeUp', userId }, context(call));
    return outcome.kind === 'done';
  }

  async function takeUp(userId: string, email: string, call: AdminCall): Promise<void> {
    for (const grantId of await emails.waiting(email)) {
      if (await taken(grantId, userId, call))
        await accounts.addAccess(userId, { source: { kind: 'grant', id: grantId }, reason: 'granted' }, call);
      await emails.settle(grantId);
    }
  }

  async function revoked(grantId: string, reason: string, call: AdminCall): Promise<void> {
    await grants.handle(grantId, { type: 'Revoke', reason }, context(call));
    await emails.settle(grantId);
  }

  return {
    async give(email, reason, call) {
      const person = await vault.findByVerifiedEmail(email);
      if (person && (await accounts.hasAccess(person.userId))) return 'had_access';
      const [waiting] = await emails.waiting(email);
      const grantId = waiting ?? newId();
      // The e-mail first: a grant that nobody could ever find again would be worse than an e-mail without a grant.
      await emails.add(grantId, email, clock());
      await grants.handle(grantId, { type: 'Give', reason }, context(call));
      // Known by e-mail alone, with no account yet: it is taken up when they sign in.
      if (!person || !(await accounts.current(person.userId)).registered) return 'waiting';
      await takeUp(person.userId, email, call);
      return 'granted';
    },

    takeUp,

    async revokeAll(userId, reason, call) {
      const [account, person] = await Promise.all([accounts.current(userId), vault.find(userId)]);
      const waiting = person?.emailVerified ? await emails.waiting(person.email) : [];
      if (account.sources.size === 0 && waiting.length === 0) return false;
      const causationId = await record.note({ type: 'AccessRevoked', data: { userId, reason } }, call);
      const caused = { ...call, causationId };
      for (const { kind, id } of account.sources.values()) {
        if (kind === 'grant') await revoked(id, reason, caused);
        await accounts.removeAccess(userId, { sourceId: id, reason: REVOKED }, caused);
      }
      for (const grantId of waiting) await revoked(grantId, reason, caused);
      return true;
    },

    async withdraw(grantId, reason, call) {
      const outcome = await grants.handle(grantId, { type: 'Withdraw', reason }, context(call));
      const refusal = outcome.kind === 'refused' ? outcome.refusal.refusal : undefined;
      if (refusal === 'grant_taken') return 'taken';
      // Also where it was never given: an e-mail without a grant, kept for nothing.
      await emails.settle(grantId);
      return refusal === undefined ? 'withdrawn' : 'unknown';
    },
  };
}
