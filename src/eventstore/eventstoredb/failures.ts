import { ErrorType, isCommandError } from '@eventstore/db-client';

/** What an error of the client means for the call that met it. */
export interface Failure {
  /** Whether an append may have been done. */
  readonly outcome: 'not_appended' | 'unknown';
  /** The server or the way to it is in trouble: others will meet it too. */
  readonly isAway: boolean;
}

const REFUSED: Failure = { outcome: 'not_appended', isAway: false };
const ELSEWHERE: Failure = { outcome: 'not_appended', isAway: true };
const NOBODY_KNOWS: Failure = { outcome: 'unknown', isAway: true };

const KNOWN: ReadonlyMap<ErrorType, Failure> = new Map([
  [ErrorType.NOT_LEADER, ELSEWHERE], // the client has already turned to the leader
  [ErrorType.ACCESS_DENIED, REFUSED],
  [ErrorType.INVALID_ARGUMENT, REFUSED],
  [ErrorType.INVALID_TRANSACTION, REFUSED],
  [ErrorType.MISSING_REQUIRED_METADATA_PROPERTY, REFUSED],
  [ErrorType.UNSUPPORTED, REFUSED],
]);

const clientError = (error: unknown) => (error instanceof Error && isCommandError(error) ? error : undefined);

/**
 * Everything that is no answer about a stream. Told by `type`: the texts change. Errors of the handshake, and whatever
 * else is not the client's own, come raw.
 */
export function failureOf(error: unknown): Failure {
  const found = clientError(error);
  return (found && KNOWN.get(found.type)) ?? NOBODY_KNOWS;
}

/** Trouble that may be over in a moment: the server answered nothing that refuses us. */
export const mayPass = (error: unknown): boolean => failureOf(error).isAway;

/** Nothing was heard within the time that the client was given; what it says itself of time comes from the server. */
export const isSilence = (error: unknown): boolean => clientError(error)?.type === ErrorType.DEADLINE_EXCEEDED;

/** Somebody else leads the cluster. */
export const isReferral = (error: unknown): boolean => clientError(error)?.type === ErrorType.NOT_LEADER;

export const isStreamMissing = (error: unknown): boolean => clientError(error)?.type === ErrorType.STREAM_NOT_FOUND;

export const isStreamDeleted = (error: unknown): boolean => clientError(error)?.type === ErrorType.STREAM_DELETED;

/** For a read: nothing where the error is one of those, which else is thrown again. */
export const noneWhere =
  (isSo: (error: unknown) => boolean) =>
  (error: unknown): [] => {
    if (isSo(error)) return [];
    throw error;
  };

/** A stream without events: it never had any, or it has been erased. */
export const isStreamEmpty = (error: unknown): boolean => isStreamMissing(error) || isStreamDeleted(error);

/** The revision that a stream has instead of the expected one; undefined: the error is another one. */
export function actualVersionIn(error: unknown): bigint | 'none' | undefined {
  const found = clientError(error);
  if (found?.type !== ErrorType.WRONG_EXPECTED_VERSION) return undefined;
  const { actualVersion } = found;
  return typeof actualVersion === 'bigint' && actualVersion >= 0n ? actualVersion : 'none';
}

/** The most bytes that the server takes at once; undefined: the error is another one. */
export function appendLimitIn(error: unknown): number | undefined {
  const found = clientError(error);
  return found?.type === ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED ? found.maxAppendSize : undefined;
}

/** It says something about the stream or the append: the server is well. */
export const isAnswer = (error: unknown): boolean =>
  isStreamEmpty(error) || actualVersionIn(error) !== undefined || appendLimitIn(error) !== undefined;
