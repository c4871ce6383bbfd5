import { type Attempt, isRefusal, isSuccess, type LoadRecord, outcomeOf, type Read, statusOf } from './calls.ts';
import type { Reaction } from './connection.ts';

export interface Tolerance {
  /** The longest time that an answer may take, in ms. */
  readonly deadlineMs: number;
  /** Returns true if the process was dead or stopped, so that no answer, or no timely one, was possible. */
  readonly isExcused: (attempt: Attempt) => boolean;
  /** Returns for how many ms of an attempt no processor was available; none by default. */
  readonly starvedMs?: (attempt: Attempt) => number;
}

/**
 * Guarantee F (see `runFault`): every answer is a success, a refusal with a reason, or a 503 with `Retry-After`, and
 * arrives in time.
 */
export function checkAnswers({ calls, reads }: LoadRecord, tolerance: Tolerance): string[] {
  const ofCalls = calls.flatMap(({ attempts, request, isInvalid }) =>
    attempts.flatMap((attempt) => [
      ...problemsOf(attempt, tolerance).map((problem) => `F ${request.method} ${request.path}: ${problem}`),
      ...(isRefusal(attempt) !== isInvalid && statusBelow500(attempt)
        ? [`F ${request.method} ${request.path} ${JSON.stringify(request.body)}: ${textOf(attempt)}`]
        : []),
    ]),
  );
  const ofReads = reads.flatMap((read) => [
    ...problemsOf(read, tolerance).map((problem) => `F GET ${read.path}: ${problem}`),
    ...(isRefusal(read) ? [`F GET ${read.path}: ${textOf(read)}`] : []),
    ...(isOlderThanAsked(read) ? [`C GET ${read.path} does not show ${read.after}`] : []),
  ]);
  return [...ofCalls, ...answersThatChange(calls), ...ofReads, ...staleReads(reads)];
}

const statusBelow500 = (attempt: Attempt): boolean => (statusOf(attempt) ?? 500) < 500;

const textOf = ({ reaction }: Attempt): string =>
  reaction.kind === 'answered' ? `${reaction.status} ${reaction.text.slice(0, 200)}` : reaction.kind;

function problemsOf(attempt: Attempt, tolerance: Tolerance): string[] {
  const { deadlineMs, isExcused, starvedMs = () => 0 } = tolerance;
  const { reaction } = attempt;
  const isLate = reaction.ms > deadlineMs && !isExcused(attempt) && reaction.ms - starvedMs(attempt) > deadlineMs;
  if (reaction.kind !== 'answered') return isExcused(attempt) ? [] : [`no answer (${reasonOf(reaction)})`];
  const { status, headers, ms } = reaction;
  return [
    ...(status >= 500 && status !== 503 ? [textOf(attempt)] : []),
    ...(status === 503 && headers['retry-after'] === undefined ? ['503 without Retry-After'] : []),
    ...(isLate ? [`${status} after ${Math.round(ms)} ms`] : []),
  ];
}

const reasonOf = (reaction: Exclude<Reaction, { kind: 'answered' }>): string =>
  reaction.kind === 'lost' ? `${reaction.reason} after ${Math.round(reaction.ms)} ms` : 'connection refused';

/** The read is marked as fresh, but is older than the write that it has to include. */
function isOlderThanAsked({ reaction, after }: Read): boolean {
  if (reaction.kind !== 'answered' || reaction.status !== 200 || after === undefined) return false;
  return reaction.headers['x-stale'] === undefined && String(reaction.headers['x-position']) < after;
}

const positionOf = ({ reaction }: Attempt): string =>
  reaction.kind === 'answered' && reaction.status === 200 ? String(reaction.headers['x-position'] ?? '') : '';

/** A read of a connection is never older than its reads before. */
function staleReads(reads: readonly Read[]): string[] {
  const furthest = new Map<number, string>();
  return reads.flatMap((read) => {
    const before = furthest.get(read.connection) ?? '';
    const position = positionOf(read);
    if (position > before) furthest.set(read.connection, position);
    return position !== '' && position < before ? [`C GET ${read.path} goes back from ${before} to ${position}`] : [];
  });
}

/** A repeated call is answered like the first time. */
const answersThatChange = (calls: LoadRecord['calls']): string[] =>
  calls.flatMap((call) => {
    const answers = new Set(call.attempts.filter(isSuccess).map(textOf));
    return outcomeOf(call) === 'ok' && answers.size > 1 ? [`B answered differently: ${[...answers].join(' / ')}`] : [];
  });

/** Guarantee H (see `runFault`): the output of the processes contains nothing personal and nothing secret. */
export const checkSecrets = (outputs: readonly string[], secrets: readonly string[]): string[] =>
  secrets
    .filter((secret) => secret.length > 7 && outputs.some((output) => output.includes(secret)))
    .map((secret) => `H in the logs: ${secret.slice(0, 12)}…`);
