import fc from 'fast-check';

/** The same examples at every run, so that a red run can be repeated; PROPERTY_SEED tries others. */
export const SEED = Number(process.env['PROPERTY_SEED'] ?? 20_260_101);
const MANY = process.env['PROPERTY_RUNS'];

fc.configureGlobal({ seed: SEED });

/**
 * On how many examples a property is tried: on a few in every run of the tests, on PROPERTY_RUNS where that is set
 * (`npm run test:properties`).
 * @param most for properties that need a database for each example and would take days
 */
export const runs = (few: number, most = Infinity): { readonly numRuns: number } => ({
  numRuns: MANY === undefined ? few : Math.min(Number(MANY), most),
});
