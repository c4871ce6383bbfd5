/** A wrong value in the environment: the start stops with this one line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
