import type { SingleChange } from './commands.ts';
import { decisionOf } from './single-decisions.ts';
import type { Business } from './state.ts';

/** The version of what a command changes or removes; undefined where it adds, or where that is not there. */
export const versionOf = (state: Business, command: SingleChange): number | undefined =>
  decisionOf(command).version?.(state, command);
