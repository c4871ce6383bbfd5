import { ErrorType, isCommandError } from '@eventstore/db-client';

/** The meaning of a client error for the failed call. */
export interface Failure {
  /** Tells whether an append may have been carried out. */
  readonly outcome: 'not_appended' | 'unknown';
  /** Tells whether the server or the connection is in trouble, so that other calls will fail too. */
  readonly isUnavailable: boolean;
}

const REFUSED: Failure = { outcome: 'not_appended', isUnavailable: false };
const NOT_LEADER_FAILURE: Failure = { outcome: 'not_appended', isUnavailable: true };
const UNKNOWN_OUTCOME: Failure = { outcome: 'unknown', isUnavailable: true };

const FAILURES: ReadonlyMap<ErrorType, Failure> = new Map([
  [ErrorType.NOT_LEADER, NOT_LEADER_FAILURE], // The client has already turned to the leader.
  [ErrorType.ACCESS_DENIED, REFUSED],
  [ErrorType.INVALID_ARGUMENT, REFUSED],
  [ErrorType.INVALID_TRANSACTION, REFUSED],
  [ErrorType.MISSING_REQUIRED_METADATA_PROPERTY, REFUSED],
  [ErrorType.UNSUPPORTED, REFUSED],
]);

const commandError = (error: unknown) => (error instanceof Error && isCommandError(error) ? error : undefined);

/**
 * Classifies errors that say nothing about a stream, by `type`, because texts change. Errors of the handshake and of
 * other libraries arrive unwrapped.
 */
export function failureOf(error: unknown): Failure {
  const found = commandError(error);
  return (found && FAILURES.get(found.type)) ?? UNKNOWN_OUTCOME;
}

/** Tells whether an error may be temporary: the server has not refused the call. */
export const isTemporary = (error: unknown): boolean => failureOf(error).isUnavailable;

/** Tells whether no answer arrived within the client's deadline; a timeout reported by the server has another type. */
export const isTimeout = (error: unknown): boolean => commandError(error)?.type === ErrorType.DEADLINE_EXCEEDED;

/** Tells whether another node leads the cluster. */
export const isNotLeader = (error: unknown): boolean => commandError(error)?.type === ErrorType.NOT_LEADER;

export const isStreamMissing = (error: unknown): boolean => commandError(error)?.type === ErrorType.STREAM_NOT_FOUND;

export const isStreamDeleted = (error: unknown): boolean => commandError(error)?.type === ErrorType.STREAM_DELETED;

/** Handles the expected errors of a read as an empty result, and throws all others. */
export const emptyResultOn =
  (isExpected: (error: unknown) => boolean) =>
  (error: unknown): [] => {
    if (isExpected(error)) return [];
    throw error;
  };

/** Tells whether a stream has no events: it never had any, or it has been erased. */
export const isStreamEmpty = (error: unknown): boolean => isStreamMissing(error) || isStreamDeleted(error);

/** The actual revision of a stream after a conflict; undefined for other errors. */
export function actualVersionIn(error: unknown): bigint | 'none' | undefined {
  const found = commandError(error);
  if (found?.type !== ErrorType.WRONG_EXPECTED_VERSION) return undefined;
  const { actualVersion } = found;
  return typeof actualVersion === 'bigint' && actualVersion >= 0n ? actualVersion : 'none';
}

/** The maximum append size that the server reports, in bytes; undefined for other errors. */
export function appendLimitIn(error: unknown): number | undefined {
  const found = commandError(error);
  return found?.type === ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED ? found.maxAppendSize : undefined;
}

/** Tells whether an error is a response about the stream or the append, so that the server is available. */
export const isStreamResponse = (error: unknown): boolean =>
  isStreamEmpty(error) || actualVersionIn(error) !== undefined || appendLimitIn(error) !== undefined;
