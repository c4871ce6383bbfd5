// Every call of the contract as everybody, with 32 000 requests or FUZZ_REQUESTS of them, at this machine's own server
// only; FUZZ_SEED draws others. Ends within twenty minutes, and prints a line per call: requests, statuses, slowest.

process.env['FUZZ_REQUESTS'] ??= '32000';

process.argv.push('tests/fuzz/every-call.test.ts', `--testTimeout=${25 * 60 * 1_000}`);
await import('./test.mjs');
