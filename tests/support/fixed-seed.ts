import fc from 'fast-check';

/** Imported for its effect by tests of properties: the same examples at every run, so that a red run can be repeated. */
fc.configureGlobal({ seed: 20_260_101 });
