// Every screen of the built product with each of its reads failing in every way, and all of them together, in a browser
// with a clock of its own; then the same over screens with a planted fault each, which have to be found. Prints a line
// per screen. Takes about a quarter of an hour; -t 'tab=ingredients of owner' looks at some screens only: a pattern,
// in which the ? of an address would mean something else.

process.env['SCREENS'] ??= 'all';

if (!process.argv.slice(2).some((argument) => argument.startsWith('tests/'))) process.argv.push('tests/screens');
await import('./test.mjs');
