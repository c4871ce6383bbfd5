import { randomUUID } from 'node:crypto';
import { createAdminRecord } from '#app/admin/admin-record.ts';
import { createDenials } from '#app/admin/denials.ts';
import { createGrants, type Grants } from '#app/admin/grants.ts';
import { createRefunds } from '#payments/use-cases/refunds.ts';
import { createOpenPaymentsRun } from '#payments/use-cases/open-payments-run.ts';
import { adminAggregate, grantAggregate } from '#app/aggregate.ts';
import { createCommandHandler } from '#app/command-handler.ts';
import { type Administrators, createAdministrators } from '#http/administrators.ts';
import type { AdminHandlerPorts } from '#http/handlers/admin.ts';
import { checkPasswordHash, createAdminPassword, derivePassword, hashAdminPassword } from '#identity/admin-password.ts';
import { createGrantedEmails } from '#identity/granted-emails.ts';
import { loadSecret } from '#identity/secret.ts';
import { createAdminQueries } from '#queries/admin-queries.ts';
import { createAnchorFile } from '#projections/audit/anchors.ts';
import type { Pool } from 'pg';
import type { Application } from './application.ts';
import { ConfigError } from '#config/environment.ts';
import type { Config } from '#config/config.ts';

type Options = Pick<Application, 'infrastructure' | 'useCases' | 'paymentServices'>;

/** The administration, ready for HTTP. */
export interface Administration extends Omit<AdminHandlerPorts, 'sessions' | 'cookies' | 'waiter' | 'adminEmails'> {
  readonly administrators: Administrators;
  readonly grants: Grants;
  /** The generated password, for the start banner; undefined when one is configured. */
  readonly generatedPassword: string | undefined;
  stop(): Promise<void>;
}

const FLUSH_EVERY_MS = 60_000;

/** Creates the administration and starts its timer. @throws ConfigError for a text that is no hash */
export async function startAdministration({
  infrastructure,
  useCases,
  paymentServices,
}: Options): Promise<Administration> {
  const { config, pool, clock, wait, logger, log } = infrastructure;
  const { accounts, vault, handlers } = useCases;
  const { provider, payments, intents } = paymentServices;
  const anchors = createAnchorFile(config.auditAnchors, log.id);
  const commandHandlerOptions = { log, now: clock, wait };
  const grantedEmails = createGrantedEmails(pool);
  const adminRecord = createAdminRecord(
    createCommandHandler({ ...commandHandlerOptions, aggregate: adminAggregate }),
    randomUUID,
  );
  const denials = createDenials(adminRecord, clock);
  const { passwordHash, generated } = await resolvePasswordHash(config, pool);

  const flushTimer = setInterval(() => {
    denials.flush().catch((error: unknown) => logger.warn({ err: error }, 'denials were not noted'));
  }, FLUSH_EVERY_MS);
  return {
    administrators: createAdministrators({ emails: config.adminEmails, denials, clock }),
    adminPassword: createAdminPassword({ pool, passwordHash, clock }),
    adminQueries: createAdminQueries({
      pool,
      intents,
      account: (userId) => accounts.currentState(userId),
      read: (stream) => log.read(stream),
      emails: grantedEmails,
      payment: (paymentId) => handlers.paymentCommands.currentState(paymentId),
      canRefund: provider.capabilities.canRefund,
      lastAnchor: async () => (await anchors.all()).at(-1),
      clock,
    }),
    adminRecord,
    grants: createGrants({
      grants: createCommandHandler({ ...commandHandlerOptions, aggregate: grantAggregate }),
      accounts,
      grantEmails: grantedEmails,
      vault,
      adminRecord,
      clock,
      newId: randomUUID,
    }),
    refunds: createRefunds({
      provider,
      intents,
      currentPayment: (paymentId) => handlers.paymentCommands.currentState(paymentId),
      payments,
      adminRecord,
    }),
    readHead: () => log.head(),
    openPaymentsRun: createOpenPaymentsRun({ payments, intents, adminRecord }),
    generatedPassword: generated,
    async stop() {
      clearInterval(flushTimer);
      await denials.flush().catch((error: unknown) => logger.warn({ err: error }, 'denials were not noted'));
    },
  };
}

/**
 * Resolves the hash of the password: the configured hash, or that of the configured clear text where no real money is
 * involved, or a password derived from a secret of this machine.
 */
async function resolvePasswordHash(
  { adminPassword }: Config,
  pool: Pool,
): Promise<{ passwordHash: string; generated?: string }> {
  if (adminPassword?.hash !== undefined) {
    await checkPasswordHash(adminPassword.hash).catch(() => {
      throw new ConfigError(
        'ADMIN_PASSWORD_HASH is no argon2id hash of at least the cost that OWASP names; make one with: npm run admin:password',
      );
    });
    return { passwordHash: adminPassword.hash };
  }
  if (adminPassword?.clear !== undefined) return { passwordHash: await hashAdminPassword(adminPassword.clear) };
  const generated = derivePassword(await loadSecret(pool, 'admin-password'));
  return { passwordHash: await hashAdminPassword(generated), generated };
}
