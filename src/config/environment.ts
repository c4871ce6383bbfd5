import { ConfigError } from './config-error.ts';

/** What is set from outside, by name; nothing and an empty text are the same. Only the configuration reads it. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A switch is `true`, or `false` as where it is not set. @throws ConfigError */
export function isSwitchedOn(env: Environment, name: string): boolean {
  const text = env[name] || 'false';
  if (text !== 'true' && text !== 'false') throw new ConfigError(`${name} must be true or false, not "${text}"`);
  return text === 'true';
}
