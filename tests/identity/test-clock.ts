export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** A clock that moves only when the test moves it. */
export interface TestClock {
  (): Date;
  advance(milliseconds: number): void;
}

export function clockAt(instant: string): TestClock {
  let now = Date.parse(instant);
  const clock = (): Date => new Date(now);
  return Object.assign(clock, {
    advance(milliseconds: number) {
      now += milliseconds;
    },
  });
}
