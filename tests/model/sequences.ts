import fc from 'fast-check';
import type { OwnerAtApi } from './owner-at-api.ts';
import { anyCall, anyStart } from './calls.ts';
import { type Model, readAll, type Real } from './exchange.ts';
import { plainApi } from './plain-api.ts';

/**
 * Property: whatever two owners request in whatever order, each answer is the model's, and so are all lists and figures
 * at the end. @param owner creates a new owner with an empty business
 */
export const answersAsTheModel = (
  owner: () => Promise<OwnerAtApi>,
): fc.IAsyncPropertyWithHooks<[readonly object[], Iterable<object>]> =>
  fc.asyncProperty(anyStart, fc.commands([anyCall], { maxCommands: 100, size: 'max' }), async (start, calls) => {
    const model: Model = { owners: [plainApi(), plainApi()], keyed: [[], []], ids: new Set() };
    const real: Real = [await owner(), await owner()];
    await fc.asyncModelRun(() => ({ model, real }), [...start, ...calls]);
    await readAll(model, real);
  });
