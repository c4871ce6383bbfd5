import { type Logger, pino } from 'pino';
import { ConfigError, type Environment } from '#config/environment.ts';
import { type Config, readConfig } from '#config/config.ts';
import type { Stoppable } from '#runtime/lifecycle.ts';
import { sentenceFor } from './start-error.ts';

/** `signal` aborts when the process is told to end: what a start waits for it then waits for no more. */
type Start<Started> = (config: Config, logger: Logger, signal: AbortSignal) => Promise<Started>;

/**
 * A process from its first line to its last: starts what it is for, and ends it in order when notify to.
 * @returns what has been started and how it was configured; undefined when it was notify to end meanwhile
 */
export async function runProcess<Started extends Stoppable>(
  env: Environment,
  start: Start<Started>,
): Promise<{ readonly started: Started; readonly config: Config } | undefined> {
  let config: Config | undefined;
  try {
    config = readConfig(env, process.cwd());
    return await run(config, start);
  } catch (error) {
    process.stderr.write(`${sentenceFor(error, config) ?? wholeOf(error)}\n`);
    return process.exit(1);
  }
}

/** The same where there is no database of our own: several processes share what is named. */
export const runOneOfSeveral = (env: Environment, start: Start<Stoppable>): Promise<unknown> =>
  runProcess(env, (config, logger, signal) => {
    if (config.databaseUrl === undefined)
      throw new ConfigError('this process needs DATABASE_URL: only "npm start" brings its own PostgreSQL');
    return start(config, logger, signal);
  });

async function run<Started extends Stoppable>(config: Config, start: Start<Started>) {
  const logger = pino({
    level: config.logLevel,
    redact: ['*.cookie', '*.authorization', '*.password', '*.token', '*.email', '*.code'],
  });
  const ended = new AbortController();
  const starting = start(config, logger, ended.signal);

  // From the first moment on: a stop while we start waits for the start, so that no database is left behind.
  const stop = (signal: string): void => {
    if (ended.signal.aborted) return;
    ended.abort();
    logger.debug({ signal }, 'stopping');
    starting
      .then(
        (started) => started.stop(),
        () => undefined, // what there was has been ended
      )
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

  const started = await starting.catch((error: unknown) => {
    if (ended.signal.aborted) return undefined;
    throw error;
  });
  if (!started || ended.signal.aborted) return undefined;
  const { host, port, publicOrigin, metricsPort } = config;
  const at = `http://${host}:${port}`;
  // Where people try it out, a banner says so.
  if (config.production) logger.info({ at, publicOrigin, metricsPort }, 'listening');
  return { started, config };
}

const wholeOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));
