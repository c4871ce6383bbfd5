import { isDiskFull } from '#app/outage.ts';
import { ConfigError } from '#config/environment.ts';
import type { Config } from '#config/config.ts';
import { LogUnavailable } from '#eventstore/port.ts';
import { PortTaken } from '#http/server.ts';
import { MigrationProblem } from '#migrations/migration.ts';
import { connectionProblem } from '#postgres/connection-problem.ts';
import { DataDirProblem } from '#postgres/data-dir-problem.ts';
import { DataDirInUse } from '#postgres/ownership.ts';
import { PostgresDoesNotStart } from '#postgres/postmaster.ts';

/**
 * The product cannot be started as it is set up. The message is one line for whoever operates it: the variable, what is
 * wrong with it, what to do.
 */
export class StartProblem extends Error {
  override readonly name = 'StartProblem';
}

type Addresses = Pick<Config, 'databaseUrl' | 'eventStoreUrl'>;

/**
 * One clear line for each thing that an operator can put right; undefined for the rest, which is a mistake of ours.
 * @param config once it could be read
 */
export function sentenceFor(error: unknown, config?: Addresses): string | undefined {
  if (error instanceof ConfigError)
    return error.faults.length === 1
      ? `Configuração inválida: ${error.message}`
      : ['Configuração inválida:', ...error.faults.map((fault) => `- ${fault}`)].join('\n');
  if (error instanceof PortTaken)
    return 'A porta já está em uso por outro programa. Encerre-o ou escolha outra, por exemplo: PORT=3001 npm start';
  if (isDiskFull(error))
    return 'O disco está cheio. Nada se perdeu: libere espaço nele, mas nunca dentro da pasta dos dados, e inicie de novo.';
  if (
    error instanceof StartProblem ||
    error instanceof DataDirInUse ||
    error instanceof DataDirProblem ||
    error instanceof PostgresDoesNotStart ||
    error instanceof MigrationProblem
  )
    return error.message;
  if (error instanceof LogUnavailable && config) return logProblem(error, config);
  return undefined;
}

function logProblem(error: LogUnavailable, { databaseUrl, eventStoreUrl }: Addresses): string {
  const reason = innermost(error).message.split(/\n| Resolution note:/, 1)[0] ?? '';
  if (eventStoreUrl === undefined)
    return databaseUrl === undefined
      ? `The event log in the local PostgreSQL cannot be reached: ${reason}.`
      : connectionProblem(innermost(error), { variable: 'DATABASE_URL', connectionString: databaseUrl });
  return (
    `EVENT_STORE_URL: EventStoreDB at ${serversIn(eventStoreUrl)} cannot be used (${reason}): ` +
    'start it, or put the right hosts, user, password and tls into the address.'
  );
}

/** What has been caught and passed on says less than what was thrown first. */
const innermost = (error: Error): Error => (error.cause instanceof Error ? innermost(error.cause) : error);

/** `eventstore-1:2113,eventstore-2:2113`, without user and password. */
const serversIn = (url: string): string => /^esdb(?:\+discover)?:\/\/(?:[^@/?]*@)?([^/?]+)/.exec(url)?.[1] ?? '';
