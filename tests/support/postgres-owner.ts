import { startLocalPostgres } from '#postgres/local.ts';

/** A program for tests to kill: it owns the data folder in its argument and prints its URL on one line. */
const [, , dataDir = ''] = process.argv;
const { url } = await startLocalPostgres({ dataDir });
process.stdout.write(`${url}\n`);
