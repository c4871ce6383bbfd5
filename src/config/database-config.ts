import { accessSync, constants } from 'node:fs';
import { ConfigError, readAll, type Environment } from './environment.ts';

/** The names of database roles, by the programs that use them. */
export interface DatabaseRoles {
  readonly api: string;
  readonly projector: string;
  readonly reactor: string;
}

export interface DatabaseConfig {
  /** `postgres://…`; undefined if the product runs the embedded PostgreSQL. */
  readonly databaseUrl: string | undefined;
  /** The same database with the owner role, for migrations and rebuilds; by default `databaseUrl`. */
  readonly databaseOwnerUrl: string | undefined;
  /**
   * The roles that receive rights when schemas are migrated; undefined if the role of `databaseUrl` receives all of
   * them.
   */
  readonly databaseRoles: DatabaseRoles | undefined;
}

const SSL_MODES = ['disable', 'require', 'verify-ca', 'verify-full'];
const SSL_FILES = ['sslrootcert', 'sslcert', 'sslkey'];

/** @throws ConfigError naming the variable and its allowed values; never repeats an address, which holds a password */
export function readDatabaseConfig(env: Environment): DatabaseConfig {
  const { databaseUrl, ownerUrl, databaseRoles } = readAll({
    databaseUrl: () => addressIn(env, 'DATABASE_URL'),
    ownerUrl: () => addressIn(env, 'DATABASE_OWNER_URL'),
    databaseRoles: () => rolesIn(env['DATABASE_ROLES'] ?? ''),
  });
  const databaseOwnerUrl = ownerUrl ?? databaseUrl;
  if (databaseUrl === undefined && databaseOwnerUrl !== undefined)
    throw new ConfigError('DATABASE_OWNER_URL needs DATABASE_URL beside it');
  if (databaseUrl === undefined && databaseRoles !== undefined)
    throw new ConfigError('DATABASE_ROLES needs DATABASE_URL beside it');
  return { databaseUrl, databaseOwnerUrl, databaseRoles };
}

function addressIn(env: Environment, name: string): string | undefined {
  const url = env[name] || undefined;
  if (url === undefined) return undefined;
  if (!/^postgres(ql)?:\/\//.test(url)) throw new ConfigError(`${name} must begin with postgres://`);
  if (!URL.canParse(url))
    throw new ConfigError(
      `${name} must be postgres://user:password@host:port/name, with "/", "?" or "#" as %2F, %3F, %23`,
    );
  checkTls(name, new URL(url).searchParams);
  return url;
}

function checkTls(name: string, options: URLSearchParams): void {
  const mode = options.get('sslmode');
  if (mode !== null && !SSL_MODES.includes(mode))
    throw new ConfigError(`${name}: sslmode must be one of ${SSL_MODES.join(', ')}, not "${mode}"`);
  if (mode === 'verify-ca' && !options.has('sslrootcert'))
    throw new ConfigError(`${name}: sslmode=verify-ca needs &sslrootcert=/path/to/ca.crt`);
  for (const option of SSL_FILES) {
    const file = options.get(option);
    if (file !== null && !isReadable(file))
      throw new ConfigError(`${name}: the file of ${option} cannot be read: "${file}"`);
  }
}

function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/** Parses `api=prumo_api, projector=prumo_projector, reactor=prumo_reactor`. */
function rolesIn(text: string): DatabaseRoles | undefined {
  if (text.trim() === '') return undefined;
  const rolesByPart = new Map(
    text.split(',').map((assignment) => {
      const [part = '', role = ''] = assignment.split('=', 2).map((word) => word.trim());
      return [part, role];
    }),
  );
  const { api, projector, reactor } = Object.fromEntries(rolesByPart);
  if (!api || !projector || !reactor || rolesByPart.size !== 3)
    throw new ConfigError(`DATABASE_ROLES must be api=…,projector=…,reactor=… with the name of a role each`);
  return { api, projector, reactor };
}
