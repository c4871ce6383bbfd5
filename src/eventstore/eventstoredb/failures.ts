import { ErrorType, isCommandError } from '@eventstore/db-client';

/** The meaning of a client error for the failed call. */
export interface Failure {
  /** Whether an append may have been carried out. */
  readonly outcome: 'not_appended' | 'unknown';
  /** Whether the server or the connection is in trouble, so that other calls will fail too. */
  readonly isAway: boolean;
}

const REFUSED: Failure = { outcome: 'not_appended', isAway: false };
const ELSEWHERE: Failure = { outcome: 'not_appended', isAway: true };
const NOBODY_KNOWS: Failure = { outcome: 'unknown', isAway: true };

const KNOWN: ReadonlyMap<ErrorType, Failure> = new Map([
  [ErrorType.NOT_LEADER, ELSEWHERE], // The client has already turned to the leader.
  [ErrorType.ACCESS_DENIED, REFUSED],
  [ErrorType.INVALID_ARGUMENT, REFUSED],
  [ErrorType.INVALID_TRANSACTION, REFUSED],
  [ErrorType.MISSING_REQUIRED_METADATA_PROPERTY, REFUSED],
  [ErrorType.UNSUPPORTED, REFUSED],
]);

const clientError = (error: unknown) => (error instanceof Error && isCommandError(error) ? error : undefined);

/**
 * Classifies errors that are no answer about a stream, by `type`, because texts change. Errors of the handshake and
 * other foreign errors arrive unwrapped.
 */
export function failureOf(error: unknown): Failure {
  const found = clientError(error);
  return (found && KNOWN.get(found.type)) ?? NOBODY_KNOWS;
}

/** Whether an error may be temporary: the server has not refused the call. */
export const mayPass = (error: unknown): boolean => failureOf(error).isAway;

/** Whether no answer arrived within the client's deadline; a timeout reported by the server has another type. */
export const isSilence = (error: unknown): boolean => clientError(error)?.type === ErrorType.DEADLINE_EXCEEDED;

/** Whether another node leads the cluster. */
export const isReferral = (error: unknown): boolean => clientError(error)?.type === ErrorType.NOT_LEADER;

export const isStreamMissing = (error: unknown): boolean => clientError(error)?.type === ErrorType.STREAM_NOT_FOUND;

export const isStreamDeleted = (error: unknown): boolean => clientError(error)?.type === ErrorType.STREAM_DELETED;

/** Maps the given errors of a read to undefined and throws all others. */
export const noneWhere =
  (isSo: (error: unknown) => boolean) =>
  (error: unknown): [] => {
    if (isSo(error)) return [];
    throw error;
  };

/** Whether a stream has no events: it never had any, or it has been erased. */
export const isStreamEmpty = (error: unknown): boolean => isStreamMissing(error) || isStreamDeleted(error);

/** The actual revision of a stream after a conflict; undefined for other errors. */
export function actualVersionIn(error: unknown): bigint | 'none' | undefined {
  const found = clientError(error);
  if (found?.type !== ErrorType.WRONG_EXPECTED_VERSION) return undefined;
  const { actualVersion } = found;
  return typeof actualVersion === 'bigint' && actualVersion >= 0n ? actualVersion : 'none';
}

/** The maximum append size that the server reports, in bytes; undefined for other errors. */
export function appendLimitIn(error: unknown): number | undefined {
  const found = clientError(error);
  return found?.type === ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED ? found.maxAppendSize : undefined;
}

/** Whether an error is an answer about the stream or the append, so that the server is available. */
export const isAnswer = (error: unknown): boolean =>
  isStreamEmpty(error) || actualVersionIn(error) !== undefined || appendLimitIn(error) !== undefined;
