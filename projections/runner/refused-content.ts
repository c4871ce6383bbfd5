import pg from 'pg';

/** Data exceptions, broken constraints, limits: it is the rows, and trying again does not help. */
export const isRefusedContent = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && /^(22|23|54)/.test(error.code ?? '');
