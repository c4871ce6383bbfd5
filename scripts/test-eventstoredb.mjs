// The product's own tests with their events in a stand-in for EventStoreDB instead of the database: the same tests, the
// same answers. Files named on the command line are run instead of all.

process.env['TEST_EVENT_LOG'] = 'eventstoredb';

/** Tests of the product, whatever its events are in. */
const TESTS = [
  'app',
  'audit',
  'erasure',
  'e2e',
  'faults',
  'http',
  'mail',
  'model',
  'payments',
  'personal-data',
  'projections',
];
const CONTRACT = ['clients-agree', 'http-client'];

/** These are about the database as the log, or about the PostgreSQL that the product brings along. */
const ABOUT_POSTGRES = ['e2e/lifecycle.test.ts', 'faults/one-process.test.ts'];

if (!process.argv.slice(2).some((argument) => !argument.startsWith('-')))
  process.argv.push(
    ...TESTS.map((folder) => `tests/${folder}/`),
    ...CONTRACT.map((name) => `tests/contract/${name}.test.ts`),
    ...ABOUT_POSTGRES.flatMap((file) => ['--exclude', `tests/${file}`]),
  );
await import('./test.mjs');
