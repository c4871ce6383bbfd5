import { type PartName, refusedCall } from '#contract/refused-calls.ts';
import type { BusinessRefusal } from '#domain/business/refusals.ts';
import { type Problem, problemSaying } from './problem.ts';

/** A refusal of the domain as it goes to the caller; `current` is what stands where the caller's version is old. */
export const problemOf = (refusal: BusinessRefusal, current?: unknown, partOf?: PartName): Problem =>
  problemSaying(refusedCall(refusal, current, partOf));
