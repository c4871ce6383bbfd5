/** All benchmarks by the name under which the command line runs them; a group measures what belongs to one question. */
export * from './groups/append.ts';
export * from './groups/commands.ts';
export * from './groups/first-view.ts';
export * from './groups/imports.ts';
export * from './groups/largest-figures.ts';
export * from './groups/largest-business-memory.ts';
export * from './groups/projector.ts';
export * from './groups/reads.ts';
export * from './groups/rebuild.ts';
export * from './groups/past-reads.ts';
export * from './groups/other-owners-latency.ts';
