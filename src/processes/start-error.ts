import { isDiskFull } from '#app/outage.ts';
import { ConfigError } from '#config/environment.ts';
import type { Config } from '#config/config.ts';
import { LogUnavailable } from '#eventstore/port.ts';
import { PortTaken } from '#http/server.ts';
import { MigrationProblem } from '#migrations/migration.ts';
import { EmptyLog } from '#projections/runner/rebuild.ts';
import { connectionProblem } from '#postgres/connection-problem.ts';
import { DataDirProblem } from '#postgres/data-folder.ts';
import { DataDirInUse } from '#postgres/ownership.ts';
import { PostgresDoesNotStart } from '#postgres/postmaster.ts';

/**
 * The product cannot be started in its configuration. The message is one line for the operator: the variable, the
 * problem, the solution.
 */
export class StartProblem extends Error {
  override readonly name = 'StartProblem';
}

type Addresses = Pick<Config, 'databaseUrl' | 'eventStoreUrl'>;

/**
 * One clear line for each problem that an operator can solve; undefined for other errors, which are faults of the
 * program.
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
    error instanceof MigrationProblem ||
    error instanceof EmptyLog
  )
    return error.message;
  if (error instanceof LogUnavailable && config) return logProblem(error, config);
  return undefined;
}

function logProblem(error: LogUnavailable, { databaseUrl, eventStoreUrl }: Addresses): string {
  const reason = innermostError(error).message.split(/\n| Resolution note:/, 1)[0] ?? '';
  if (eventStoreUrl === undefined)
    return databaseUrl === undefined
      ? `The event log in the local PostgreSQL cannot be reached: ${reason}.`
      : connectionProblem(innermostError(error), { variable: 'DATABASE_URL', connectionString: databaseUrl });
  return (
    `EVENT_STORE_URL: EventStoreDB at ${serversIn(eventStoreUrl)} cannot be used (${reason}): ` +
    'start it, or put the right hosts, user, password and tls into the address.'
  );
}

/** The original error says more than those that wrap it. */
const innermostError = (error: Error): Error => (error.cause instanceof Error ? innermostError(error.cause) : error);

/** Server names without user and password: `eventstore-1:2113,eventstore-2:2113`. */
const serversIn = (url: string): string => /^esdb(?:\+discover)?:\/\/(?:[^@/?]*@)?([^/?]+)/.exec(url)?.[1] ?? '';
