import { startLocalPostgres } from '#postgres/local.ts';

/** A program of its own for tests to kill: owns the data folder named by its argument, and says its url on one line. */
const [, , dataDir = ''] = process.argv;
const { url } = await startLocalPostgres({ dataDir });
process.stdout.write(`${url}\n`);
