import { readFileSync } from 'node:fs';

/** Wrong values in the environment: the start stops and names all of them, a sentence each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly faults: readonly string[];

  constructor(...faults: readonly string[]) {
    super(faults.join('\n'));
    this.faults = faults;
  }
}

type Values<Readers> = { readonly [Name in keyof Readers]: Readers[Name] extends () => infer Value ? Value : never };

/**
 * Calls every reader even where one of them fails, so that an operator learns of all faults at one start.
 * @throws ConfigError with the faults of all readers
 */
export function readAll<Readers extends Readonly<Record<string, () => unknown>>>(readers: Readers): Values<Readers> {
  const faults: string[] = [];
  const values = Object.entries(readers).map(([name, read]) => {
    try {
      return [name, read()];
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      faults.push(...error.faults);
      return [name, undefined];
    }
  });
  if (faults.length > 0) throw new ConfigError(...new Set(faults));
  return Object.fromEntries(values) as Values<Readers>;
}

/** Variables by name; an empty value counts as not set. Only the configuration reads them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A switch is `true`, or `false` like an unset one. @throws ConfigError */
export function isSwitchedOn(env: Environment, name: string): boolean {
  const text = env[name] || 'false';
  if (text !== 'true' && text !== 'false') throw new ConfigError(`${name} must be true or false, not "${text}"`);
  return text === 'true';
}

/** Variables that may be stored in a file named by `NAME_FILE`, because orchestrators pass secrets like that. */
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

const readUtf8 = (file: string): string => readFileSync(file, 'utf8');

/**
 * The environment with secrets read from files. White space around the contents is removed; an empty file is an empty
 * variable.
 * @throws ConfigError for a file that cannot be read, or a secret given twice; never repeats a value
 */
export function withSecretFiles(env: Environment, readFile: (file: string) => string = readUtf8): Environment {
  const fileSecrets = SECRETS.filter((name) => env[`${name}_FILE`]);
  const contentOf = (name: string): string => {
    if (env[name]) throw new ConfigError(`${name} and ${name}_FILE are the same secret: set one of them`);
    try {
      return readFile(env[`${name}_FILE`] ?? '').trim();
    } catch {
      throw new ConfigError(`${name}_FILE names a file that cannot be read`);
    }
  };
  const contents = readAll(Object.fromEntries(fileSecrets.map((name) => [name, () => contentOf(name)])));
  return fileSecrets.length === 0 ? env : { ...env, ...contents };
}
