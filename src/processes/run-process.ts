import { type Logger, pino } from 'pino';
import { PortTaken } from '#http/server.ts';
import { ConfigError } from '#config/config-error.ts';
import { type Config, readConfig } from '#config/config.ts';
import type { Environment } from '#config/environment.ts';
import type { Stoppable } from '#runtime/lifecycle.ts';
import { isDiskFull } from '#app/outage.ts';
import { DataDirInUse } from '#postgres/ownership.ts';
import { PostgresDoesNotStart } from '#postgres/postmaster.ts';
import { MigrationProblem } from '#migrations/migration-problem.ts';

type Start<Started> = (config: Config, logger: Logger) => Promise<Started>;

/**
 * A process from its first line to its last: starts what it is for, and ends it in order when notify to.
 * @returns what has been started and how it was configured; undefined when it was notify to end meanwhile
 */
export async function runProcess<Started extends Stoppable>(
  env: Environment,
  start: Start<Started>,
): Promise<{ readonly started: Started; readonly config: Config } | undefined> {
  try {
    return await run(readConfig(env, process.cwd()), start);
  } catch (error) {
    process.stderr.write(`${sentenceFor(error)}\n`);
    return process.exit(1);
  }
}

/** The same where there is no database of our own: several processes share what is named. */
export const runOneOfSeveral = (env: Environment, start: Start<Stoppable>): Promise<unknown> =>
  runProcess(env, (config, logger) => {
    if (config.databaseUrl === undefined)
      throw new ConfigError('this process needs DATABASE_URL: only "npm start" brings its own PostgreSQL');
    return start(config, logger);
  });

async function run<Started extends Stoppable>(config: Config, start: Start<Started>) {
  const logger = pino({
    level: config.logLevel,
    redact: ['*.cookie', '*.authorization', '*.password', '*.token', '*.email', '*.code'],
  });
  const starting = start(config, logger);

  // From the first moment on: a stop while we start waits for the start, so that no database is left behind.
  let stopping = false;
  const stop = (signal: string): void => {
    if (stopping) return;
    stopping = true;
    logger.debug({ signal }, 'stopping');
    starting
      .then((started) => started.stop())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          logger.error({ err: error }, 'could not stop in order');
          process.exit(1);
        },
      );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);

  const started = await starting;
  return stopping ? undefined : { started, config };
}

/** One clear line for what an operator can put right; the whole error for the rest. */
function sentenceFor(error: unknown): string {
  if (error instanceof ConfigError) return `Configuração inválida: ${error.message}`;
  if (error instanceof PortTaken)
    return 'A porta já está em uso por outro programa. Encerre-o ou escolha outra, por exemplo: PORT=3001 npm start';
  if (isDiskFull(error))
    return 'O disco está cheio. Nada se perdeu: libere espaço nele, mas nunca dentro da pasta dos dados, e inicie de novo.';
  if (error instanceof DataDirInUse || error instanceof PostgresDoesNotStart || error instanceof MigrationProblem)
    return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
