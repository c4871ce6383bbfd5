import fc from 'fast-check';

/** Each run has the same examples, so that a failed run can be repeated; PROPERTY_SEED draws others. */
export const SEED = Number(process.env['PROPERTY_SEED'] ?? 20_260_101);
const MANY = process.env['PROPERTY_RUNS'];

fc.configureGlobal({ seed: SEED });

/**
 * The number of examples of a property: a few in every run of the tests, PROPERTY_RUNS if that is set (`npm run
 * test:properties`).
 * @param most for properties that need a database for each example and would take days
 */
export const runs = (few: number, most = Infinity): { readonly numRuns: number } => ({
  numRuns: MANY === undefined ? few : Math.min(Number(MANY), most),
});
