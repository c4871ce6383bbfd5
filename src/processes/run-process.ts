import { type Logger, pino } from 'pino';
import { ConfigError, type Environment } from '#config/environment.ts';
import { type Config, readConfig } from '#config/config.ts';
import type { Stoppable } from '#runtime/lifecycle.ts';
import { sentenceFor } from './start-error.ts';

/** Starts a process. `signal` aborts when the process is asked to end, and cancels all waiting during the start. */
type StartProcess<Started> = (config: Config, logger: Logger, signal: AbortSignal) => Promise<Started>;

/**
 * Runs a process: starts it, and shuts it down cleanly on SIGTERM or SIGINT.
 * @returns the started parts and their configuration; undefined when a signal arrived during the start
 */
export async function runProcess<Started extends Stoppable>(
  env: Environment,
  start: StartProcess<Started>,
): Promise<{ readonly started: Started; readonly config: Config } | undefined> {
  let config: Config | undefined;
  try {
    config = readConfig(env, process.cwd());
    return await run(config, start);
  } catch (error) {
    process.stderr.write(`${sentenceFor(error, config) ?? fullText(error)}\n`);
    return process.exit(1);
  }
}

/** Runs a process without an embedded database, because several processes share the configured one. */
export const runSharedProcess = (env: Environment, start: StartProcess<Stoppable>): Promise<unknown> =>
  runProcess(env, (config, logger, signal) => {
    if (config.databaseUrl === undefined)
      throw new ConfigError('this process needs DATABASE_URL: only "npm start" brings its own PostgreSQL');
    return start(config, logger, signal);
  });

async function run<Started extends Stoppable>(config: Config, start: StartProcess<Started>) {
  const logger = pino({
    level: config.logLevel,
    redact: ['*.cookie', '*.authorization', '*.password', '*.token', '*.email', '*.code'],
  });
  const ending = new AbortController();
  const starting = start(config, logger, ending.signal);

  // Signals are handled from the beginning: a stop during the start waits for the start, so that no database is left
  // running.
  const stop = (signal: string): void => {
    if (ending.signal.aborted) return;
    ending.abort();
    logger.debug({ signal }, 'stopping');
    starting
      .then(
        (started) => started.stop(),
        () => undefined, // A failed start has ended its parts itself.
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
    if (ending.signal.aborted) return undefined;
    throw error;
  });
  if (!started || ending.signal.aborted) return undefined;
  const { host, port, publicOrigin, metricsPort } = config;
  const address = `http://${host}:${port}`;
  // In development a banner announces the address instead.
  if (config.production) logger.info({ at: address, publicOrigin, metricsPort }, 'listening');
  return { started, config };
}

const fullText = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));
