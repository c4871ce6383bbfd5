import { setTimeout as sleep } from 'node:timers/promises';
import { randomFrom } from '#tests/support/random.ts';
import { type Attempt, type LoadRecord, type Outcome, outcomeOf } from './calls.ts';
import { checkAnswers, checkSecrets } from './check-answers.ts';
import { checkAcknowledged, checkOnce, checkRows } from './check-stored.ts';
import { createLoad, type LoadOptions } from './load.ts';
import { logContents } from './log-contents.ts';
import { createSignIns } from './sign-ins.ts';
import { watchStarvation } from '#tests/support/starvation.ts';
import type { TestSystem } from './system.ts';
import type { TestContext } from 'vitest';

/** The moments per fault: one in `npm test`, twenty in `npm run test:faults`. */
export const MOMENTS = Number(process.env['FAULT_MOMENTS'] ?? 1);

/** The number that is added to the seed of each fault; another one draws other moments. */
const SEED = Number(process.env['FAULT_SEED'] ?? 0);

/** True in `npm run test:faults`, where slow faults run too. */
export const IS_LONG = MOMENTS > 1;

/** The timeout of a suite of faults, for that many moments. */
export const LONG = { timeout: 60_000 + MOMENTS * 40_000 };

export interface Fault {
  readonly system: TestSystem;
  /**
   * Breaks something at a random moment and, unless something else does, repairs it.
   * @returns the time from which recovery is measured, if later than the beginning
   */
  readonly inject: (tools: { readonly random: () => number; readonly record: LoadRecord }) => Promise<number | void>;
  /** The number of times; `MOMENTS` by default. */
  readonly moments?: number;
  readonly seed: number;
  /** The longest time for any answer, in ms. */
  readonly deadlineMs?: number;
  /** Returns true if the process was dead or stopped, so that no answer, or no timely one, was possible. */
  readonly isExcused?: (attempt: Attempt) => boolean;
  readonly recoveryMs?: number;
  readonly load?: Partial<Pick<LoadOptions, 'connections' | 'owners'>>;
}

/** The effect of a fault on the product. */
export interface Verdict {
  readonly moments: number;
  readonly seed: number;
  readonly ok: number;
  readonly failed: number;
  readonly unknown: number;
  readonly reads: number;
  readonly signIns: number;
  /** The slowest first success after the fault, in ms. */
  readonly worstWriteMs: number;
  readonly worstReadMs: number;
  readonly slowestAnswerMs: number;
  /** Sentences that each begin with the letter of the broken guarantee. */
  readonly violations: readonly string[];
}

export interface FaultRun {
  readonly verdict: Verdict;
  readonly record: LoadRecord;
}

/**
 * Injects the fault under load, again and again, and checks these guarantees after each time: A acknowledged is in the
 * log · B nothing twice, no gaps · C rows = log folded from scratch · F only proper answers, in time · G back within
 * ten seconds · H logs contain no people and no secrets.
 */
export async function runFault(fault: Fault): Promise<FaultRun> {
  const { system, inject, seed, moments = MOMENTS, deadlineMs = 4_000 } = fault;
  const { isExcused = () => false, recoveryMs = 10_000 } = fault;
  const random = randomFrom(seed + SEED);
  const origins = system.servers.map(({ origin }) => origin);
  const load = createLoad({ origins, owners: system.owners, newNumber: system.newNumber, random, ...fault.load });
  const signIns = createSignIns(origins[0] ?? '');
  const pids = () => ['self', ...system.servers.map((server) => server.process().pid)] as const;
  const starvation = watchStarvation(pids);
  const starvedMs = ({ at, reaction }: Attempt): number => starvation.between(at, at + reaction.ms);
  const violations = new Set<string>();
  const recoveries: { writeMs: number; readMs: number }[] = [];

  for (let moment = 0; moment < moments && violations.size === 0; moment += 1) {
    const started = performance.now();
    load.start();
    signIns.start();
    await load.waitUntilWorking(started, 10_000, starvation.between);
    await sleep(100 + random() * 500);
    const injectedAt = performance.now();
    const since = (await inject({ random, record: load.record })) ?? injectedAt;
    try {
      recoveries.push(await load.waitUntilWorking(since, recoveryMs, starvation.between));
    } catch (error) {
      violations.add(`G ${String(error)}`);
    }
    await sleep(100);
    await Promise.all([load.finish(), signIns.settle()]);
    const log = await logContents(system.storage());
    const { calls } = load.record;
    const found = [
      checkAcknowledged(calls, log),
      checkOnce(calls, log),
      await checkRows(system.storage()),
      checkAnswers(load.record, { deadlineMs, isExcused, starvedMs }),
      signIns.refusals.filter((status) => status >= 500 && status !== 503).map((status) => `F sign-in: ${status}`),
      checkSecrets(system.outputs(), [...signIns.secrets, ...system.owners.flatMap(({ secrets }) => secrets)]),
    ];
    for (const violation of found.flat()) violations.add(violation);
  }

  starvation.end();

  const recovered = (what: 'writeMs' | 'readMs'): number => Math.max(0, ...recoveries.map((each) => each[what]));
  const verdict = {
    moments: recoveries.length,
    seed: seed + SEED,
    ...countsOf(load.record),
    signIns: signIns.count(),
    worstWriteMs: Math.round(recovered('writeMs')),
    worstReadMs: Math.round(recovered('readMs')),
    violations: [...violations].slice(0, 12),
  };
  return { verdict, record: load.record };
}

function countsOf({ calls, reads }: LoadRecord): Pick<Verdict, Outcome | 'reads' | 'slowestAnswerMs'> {
  const count = (outcome: Outcome): number => calls.filter((call) => outcomeOf(call) === outcome).length;
  const attempts = [...calls.flatMap((call) => call.attempts), ...reads];
  const slowest = attempts.reduce((most, { reaction }) => Math.max(most, reaction.ms), 0);
  return {
    ok: count('ok'),
    failed: count('failed'),
    unknown: count('unknown'),
    reads: reads.length,
    slowestAnswerMs: Math.round(slowest),
  };
}

declare module 'vitest' {
  interface TaskMeta {
    /** The effect of a fault on the product, printed by the reporter of `npm run test:faults`. */
    verdict?: Verdict;
  }
}

/** Returns the guarantees that the fault breaks, and stores the figures of the run for the report. */
export async function violationsUnder({ task }: TestContext, fault: Fault): Promise<readonly string[]> {
  const { verdict } = await runFault(fault);
  task.meta.verdict = verdict;
  return verdict.violations;
}
