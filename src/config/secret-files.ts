import { readFileSync } from 'node:fs';
import { ConfigError, readAll } from './config-error.ts';
import type { Environment } from './environment.ts';

/** What may also stand in a file, which `NAME_FILE` names: orchestrators hand secrets over like that. */
const SECRETS = [
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'EVENT_STORE_URL',
  'GOOGLE_CLIENT_SECRET',
  'ASAAS_API_KEY',
  'ASAAS_WEBHOOK_TOKEN',
  'ADMIN_PASSWORD_HASH',
  'SMTP_URL',
] as const;

const read = (file: string): string => readFileSync(file, 'utf8');

/**
 * The environment with those secrets in their usual places. White space around the contents is none of theirs; an empty
 * file is an empty variable.
 * @throws ConfigError for a file that cannot be read, or a secret given twice; never repeats a value
 */
export function withSecretFiles(env: Environment, readFile: (file: string) => string = read): Environment {
  const named = SECRETS.filter((name) => env[`${name}_FILE`]);
  const contentOf = (name: string): string => {
    if (env[name]) throw new ConfigError(`${name} and ${name}_FILE are the same secret: set one of them`);
    try {
      return readFile(env[`${name}_FILE`] ?? '').trim();
    } catch {
      throw new ConfigError(`${name}_FILE names a file that cannot be read`);
    }
  };
  const contents = readAll(Object.fromEntries(named.map((name) => [name, () => contentOf(name)])));
  return named.length === 0 ? env : { ...env, ...contents };
}
