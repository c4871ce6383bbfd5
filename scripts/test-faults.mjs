// Every fault at twenty random moments, or at FAULT_MOMENTS of them; FAULT_SEED tries other moments. One after the
// other, because recovery is timed; the figures of each are printed as it ends. Files named on the command line are run
// instead of all.

process.env['FAULT_MOMENTS'] ??= '20';

if (!process.argv.slice(2).some((argument) => !argument.startsWith('-'))) process.argv.push('tests/faults');
process.argv.push('--no-file-parallelism', '--reporter=default', '--reporter=tests/faults/harness/reporter.ts');
await import('./test.mjs');
