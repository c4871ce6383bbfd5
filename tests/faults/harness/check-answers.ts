import { type Attempt, isRefusal, isSuccess, type LoadRecord, outcomeOf, type Read, statusOf } from './calls.ts';
import type { Reaction } from './connection.ts';

export interface Tolerance {
  /** An answer takes no longer than that. */
  readonly deadlineMs: number;
  /** Nobody could have answered that, or in time: the process was dead or stopped. */
  readonly isExcused: (attempt: Attempt) => boolean;
  /** For how much of an attempt's time nobody had a processor for it, in ms; none unless told. */
  readonly starvedMs?: (attempt: Attempt) => number;
}

/** F. Only success, refusals with a reason, and 503 with `Retry-After`; all of it in time. */
export function checkAnswers({ calls, reads }: LoadRecord, tolerance: Tolerance): string[] {
  const ofCalls = calls.flatMap(({ attempts, request, isWrong }) =>
    attempts.flatMap((attempt) => [
      ...problemsOf(attempt, tolerance).map((problem) => `F ${request.method} ${request.path}: ${problem}`),
      ...(isRefusal(attempt) !== isWrong && statusBelow500(attempt)
        ? [`F ${request.method} ${request.path} ${JSON.stringify(request.body)}: ${textOf(attempt)}`]
        : []),
    ]),
  );
  const ofReads = reads.flatMap((read) => [
    ...problemsOf(read, tolerance).map((problem) => `F GET ${read.path}: ${problem}`),
    ...(isRefusal(read) ? [`F GET ${read.path}: ${textOf(read)}`] : []),
    ...(isOlderThanAsked(read) ? [`C GET ${read.path} does not show ${read.after}`] : []),
  ]);
  return [...ofCalls, ...answersThatChange(calls), ...ofReads, ...goingBack(reads)];
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

/** It says that it is fresh, and is older than the write it was to show. */
function isOlderThanAsked({ reaction, after }: Read): boolean {
  if (reaction.kind !== 'answered' || reaction.status !== 200 || after === undefined) return false;
  return reaction.headers['x-stale'] === undefined && String(reaction.headers['x-position']) < after;
}

const positionOf = ({ reaction }: Attempt): string =>
  reaction.kind === 'answered' && reaction.status === 200 ? String(reaction.headers['x-position'] ?? '') : '';

/** What a connection reads is never older than what it has read before. */
function goingBack(reads: readonly Read[]): string[] {
  const furthest = new Map<number, string>();
  return reads.flatMap((read) => {
    const before = furthest.get(read.connection) ?? '';
    const position = positionOf(read);
    if (position > before) furthest.set(read.connection, position);
    return position !== '' && position < before ? [`C GET ${read.path} goes back from ${before} to ${position}`] : [];
  });
}

/** The same call again is answered as the first time. */
const answersThatChange = (calls: LoadRecord['calls']): string[] =>
  calls.flatMap((call) => {
    const answers = new Set(call.attempts.filter(isSuccess).map(textOf));
    return outcomeOf(call) === 'ok' && answers.size > 1 ? [`B answered differently: ${[...answers].join(' / ')}`] : [];
  });

/** H. Nothing personal and nothing secret in what the processes have written. */
export const checkSilence = (outputs: readonly string[], secrets: readonly string[]): string[] =>
  secrets
    .filter((secret) => secret.length > 7 && outputs.some((output) => output.includes(secret)))
    .map((secret) => `H in the logs: ${secret.slice(0, 12)}…`);
