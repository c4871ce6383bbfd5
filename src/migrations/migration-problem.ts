/**
 * The database cannot be used by this program as it is; the message is one line for whoever operates it.
 *
 * - `not_migrated`: migrations are missing, and this role may not make them.
 * - `newer`: it has migrations that this program does not know.
 * - `unknown_shape`: it was there before migrations were numbered, and is not what they begin with.
 * - `failed`: a migration could not be made; nothing of it was done.
 * - `no_role`: a role that is to be given rights is not there.
 * - `no_rights`: this role lacks what the program needs.
 */
export class MigrationProblem extends Error {
  override readonly name = 'MigrationProblem';
  readonly kind: 'not_migrated' | 'newer' | 'unknown_shape' | 'failed' | 'no_role' | 'no_rights';
  constructor(kind: MigrationProblem['kind'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}
