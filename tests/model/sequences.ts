import fc from 'fast-check';
import type { OwnerAtApi } from './asked.ts';
import { anyCall, anyStart } from './calls.ts';
import { type Model, readAll, type Real } from './exchange.ts';
import { plainApi } from './plain-api.ts';

/**
 * Whatever two owners ask in whatever order, each is answered as the plain model says, and every list and figure is the
 * model's at the end.
 * @param owner a new owner with nothing yet
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
