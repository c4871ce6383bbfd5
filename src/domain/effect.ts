/**
 * What an event of any stream does to what it is about.
 * - `added`, `removed`, `restored`: it is there from now on, no longer, again; a removal carries all that it was.
 * - `changed`: from one value to another.
 * - `cleared`: a value that was stated is stated no more; the event carries it.
 * - `moved`: from one account to another.
 * - `erased`: everything is gone for good, without a trace of what it was.
 * - `noted`: it happened, and changes nothing that could be shown as before and after.
 */
export type Effect = 'added' | 'changed' | 'removed' | 'restored' | 'cleared' | 'moved' | 'erased' | 'noted';
