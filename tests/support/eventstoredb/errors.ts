import { Metadata, type ServiceError, status } from '@grpc/grpc-js';

/** The server's error; the client distinguishes errors by `exception` in the trailers. */
function failure(code: status, details: string, trailers: Readonly<Record<string, string>> = {}): ServiceError {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(trailers)) metadata.set(name, value);
  return Object.assign(new Error(details), { code, details, metadata });
}

export const unavailable = (): ServiceError => failure(status.UNAVAILABLE, 'Server Is Not Ready');

export const timedOut = (): ServiceError => failure(status.ABORTED, 'Operation timed out: commit');

/** The answer to a repeat that arrived while the first append was still being committed. */
export const commitTimedOut = (): ServiceError => failure(status.ABORTED, 'Commit phase timeout');

export const cancelled = (): ServiceError => failure(status.CANCELLED, 'Cancelled by the server');

export const denied = (): ServiceError =>
  failure(status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' });

export const streamDeleted = (stream: string): ServiceError =>
  failure(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': stream,
  });

export const notLeader = (port: number): ServiceError =>
  failure(status.NOT_FOUND, 'Leader info available', {
    exception: 'not-leader',
    'leader-endpoint-host': '127.0.0.1',
    'leader-endpoint-port': String(port),
  });

export const tooLarge = (limit: number): ServiceError =>
  failure(status.INVALID_ARGUMENT, `Maximum Append Size of ${limit} Exceeded.`, {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(limit),
  });
