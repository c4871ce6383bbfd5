/** The parts of the product that may run with a database role of their own. */
export const PARTS = ['api', 'projector', 'reactor'] as const;
export type ProductPart = (typeof PARTS)[number];

/** A right in the notation of `grant` and `revoke`: `select on table log.events`. */
export type Right = string;

/** Values in the order of `PARTS`. */
type PartValues<T> = readonly [api: T, projector: T, reactor: T];

const NONE = '';
const READ = 'select';
const ADD = 'select, insert';
const ROWS = 'select, insert, update, delete';

/**
 * The rights of each part on each table. Only the owner may change an event, an entry of the audit log or of the access
 * log, so that not even a stolen password of a part can. Also, only the projector writes the audit log, its head and
 * the read model. `*` stands for every table of a schema that is occasionally rebuilt with other tables.
 */
const TABLES: Readonly<Record<string, PartValues<string>>> = {
  'log.events': [READ, READ, READ],
  'log.identity': [READ, READ, READ],
  'log.erased': [NONE, NONE, NONE],
  'audit.entry': [READ, ADD, READ],
  'audit.concern': [READ, ADD, READ],
  'audit.head': [READ, 'select, update', READ],
  'audit.check_run': [READ, READ, READ],
  'audit.erased': [NONE, READ, NONE],
  'identity.secret': [ADD, NONE, ADD],
  'identity.used_state': [ROWS, NONE, NONE],
  'identity.session': [ROWS, NONE, 'select, update, delete'],
  'identity.admin_try': [ROWS, NONE, NONE],
  'identity.granted_email': [ROWS, NONE, 'select, delete'],
  'identity.person': ['select, insert, update', NONE, 'select, update'],
  'payments.intent': [ROWS, NONE, ROWS],
  'payments.webhook': [ROWS, READ, ROWS],
  'sandbox.charge': [ROWS, NONE, ROWS],
  'mail.outgoing': [READ, READ, ROWS],
  'mail.outbox': [READ, NONE, ROWS],
  'reactor.checkpoint': [READ, READ, ROWS],
  'reactor.failed': [READ, READ, ROWS],
  'limits.counter': [ROWS, NONE, NONE],
  'access_log.entry': [ADD, NONE, NONE],
  'migrations.applied': [READ, READ, READ],
  'read.*': [READ, ROWS, 'select, delete'],
  // The previous read model, from which erased accounts are deleted too.
  'read_previous.*': [NONE, NONE, 'select, delete'],
};

/** Changes that are only allowed by a function. Only the reactor erases, in the event log and in the audit log. */
const FUNCTIONS: Readonly<Record<string, PartValues<boolean>>> = {
  'log.append_one': [true, false, true],
  'log.append_many': [true, false, true],
  'log.erase': [false, false, true],
  'audit.erase': [false, false, true],
  'access_log.purge': [false, false, true],
};

const schemaOf = (name: string): string => name.slice(0, name.indexOf('.'));

/** Schemas in which a role other than the owner has rights. */
export const RIGHTS_SCHEMAS: readonly string[] = [...new Set([...Object.keys(TABLES), ...Object.keys(FUNCTIONS)])]
  .map(schemaOf)
  .filter((schema, i, all) => all.indexOf(schema) === i);

/** All rights of one or several parts. @param tables the existing tables with their schemas, for which `*` stands */
export function rightsOf(parts: readonly ProductPart[], tables: readonly string[]): ReadonlySet<Right> {
  const partIndexes = parts.map((part) => PARTS.indexOf(part));
  const rights = new Set<Right>();
  const add = (privilege: string, kind: 'table' | 'function', name: string): void => {
    rights.add(`usage on schema ${schemaOf(name)}`);
    rights.add(`${privilege} on ${kind} ${name}`);
  };
  for (const [name, privileges] of Object.entries(TABLES))
    for (const table of name.endsWith('.*')
      ? tables.filter((existing) => schemaOf(existing) === schemaOf(name))
      : [name])
      for (const part of partIndexes)
        for (const privilege of privileges[part]?.split(', ') ?? [])
          if (privilege !== NONE) add(privilege, 'table', table);
  for (const [name, isAllowed] of Object.entries(FUNCTIONS))
    for (const part of partIndexes) if (isAllowed[part]) add('execute', 'function', name);
  return rights;
}
