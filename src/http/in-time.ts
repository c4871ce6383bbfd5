import { problems } from './problem.ts';

/**
 * The result of `work`, unless that takes longer: then the caller is asked to come again, and what comes of the work
 * later is nobody's any more.
 * @throws Problem 503, or what `work` throws
 */
export async function inTime<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(problems.away()), milliseconds);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
