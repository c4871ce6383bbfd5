/**
 * A file below `tests/` and titles that lead to tests in it, as they stand in the source:
 * `http/who-may › from another site › %s: 403`. The titles are the end of a path; `%s` and `$name` stand for anything.
 */
export type TestName = `${string} › ${string}`;

/** An item of OWASP ASVS 5.0 that applies to the product and can be looked at by a program. */
export interface Requirement {
  /** Its number there. */
  readonly id: string;
  /** What it demands, in our words and for this product. */
  readonly what: string;
  /** All tests of these names have to pass. */
  readonly shownBy: readonly TestName[];
  /** Why it does not hold, or cannot: it then counts as not fulfilled. */
  readonly open?: string;
}

export const shown = (id: string, what: string, ...shownBy: readonly [TestName, ...TestName[]]): Requirement => ({
  id,
  what,
  shownBy,
});

export const open = (id: string, what: string, why: string): Requirement => ({ id, what, shownBy: [], open: why });
