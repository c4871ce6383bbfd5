import { CommandNotDone } from './command-handler.ts';
import { LogUnavailable } from '#eventstore/port.ts';

/**
 * Tells whether an error is a temporary outage of something the product needs: the same call may succeed in a moment.
 */
export const isOutage = (error: unknown): boolean =>
  error instanceof CommandNotDone || error instanceof LogUnavailable || isDatabaseAway(error);

/** Tells whether the disk of the database, or of one of our files, is full, however the error is wrapped. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return (
    code === '53100' || code === 'ENOSPC' || /No space left on device/.test(error.message) || isDiskFull(error.cause)
  );
}

/** Connection refused, reset or timed out; PostgreSQL shutting down, starting up, read-only, or out of connections. */
function isDatabaseAway(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (typeof code === 'string' && /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|08|57P|53|25006)/.test(code))
    return true;
  return (
    typeof message === 'string' && /Connection terminated|Query read timeout|timeout exceeded when trying/.test(message)
  );
}
