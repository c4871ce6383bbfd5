/** The target of a connection, and the variable that set it. */
export interface Destination {
  /** The name of the environment variable. */
  readonly variable: string;
  readonly connectionString: string;
}

interface ProblemCode {
  readonly code: string;
  readonly message: string;
}

/** The target without its password. */
interface ConnectionTarget {
  /** The server, such as `db.example:5432`. */
  readonly server: string;
  readonly user: string;
  readonly database: string;
}

interface ProblemCause {
  readonly matches: (problem: ProblemCode) => boolean;
  /** A sentence with the problem and its solution. */
  readonly describe: (named: ConnectionTarget, told: ProblemCode) => string;
}

const hasCode =
  (...codes: readonly string[]) =>
  (told: ProblemCode): boolean =>
    codes.includes(told.code);
const messageMatches =
  (pattern: RegExp) =>
  ({ message }: ProblemCode): boolean =>
    pattern.test(message);

/**
 * The first matching entry is used. Codes of five characters are PostgreSQL's, and those of poolers that use its
 * protocol.
 */
const CAUSES: readonly ProblemCause[] = [
  {
    matches: messageMatches(
      /no encryption|SSL off|SSL required|encryption is required|requires? (an )?(SSL|TLS|encrypted)/i,
    ),
    describe: ({ server }) =>
      `${server} demands TLS: add ?sslmode=verify-full, and &sslrootcert=/path/to/ca.crt for an authority of your own`,
  },
  {
    matches: messageMatches(/does not support SSL/),
    describe: ({ server }) =>
      `${server} speaks no TLS: take sslmode out of the address, or switch TLS on there (ssl = on)`,
  },
  {
    matches: hasCode(
      'SELF_SIGNED_CERT_IN_CHAIN',
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'UNABLE_TO_GET_ISSUER_CERT',
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
      'CERT_SIGNATURE_FAILURE',
    ),
    describe: ({ server }) =>
      `the certificate of ${server} is of an authority that is not trusted here: add &sslrootcert=/path/to/ca.crt, the certificate of that authority`,
  },
  {
    matches: hasCode('ERR_TLS_CERT_ALTNAME_INVALID'),
    describe: ({ server }) =>
      `the certificate of ${server} is for another name: write the host as it stands in the certificate, or sslmode=verify-ca, which does not look at names`,
  },
  {
    matches: hasCode('CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID'),
    describe: ({ server }) => `the certificate of ${server} is out of date: renew it there, and look at both clocks`,
  },
  {
    matches: messageMatches(/valid client certificate/),
    describe: ({ server }) =>
      `${server} wants a certificate of ours: add &sslcert=/path/to/client.crt&sslkey=/path/to/client.key`,
  },
  {
    matches: messageMatches(/unsupported startup parameter/),
    describe: ({ server }, { message }) =>
      `the pooler at ${server} refuses what is in the address or in PGOPTIONS (${message}): take it out`,
  },
  {
    // PgBouncer uses the same code for several problems.
    matches: (told) =>
      told.code === '28P01' || /SASL authentication failed|password authentication failed/.test(told.message),
    describe: ({ server, user }) =>
      `${server} refuses user "${user}" with this password: put the right ones into the address, with "/", "?", "#", "@" as %2F, %3F, %23, %40`,
  },
  {
    matches: messageMatches(/client password must be a|no password supplied|password.*(empty|missing)/i),
    describe: ({ server, user }) =>
      `PostgreSQL at ${server} wants a password of user "${user}", and the address has none: postgres://${user}:PASSWORD@…`,
  },
  {
    matches: messageMatches(/role ".*" does not exist|no such user/),
    describe: ({ server, user }) =>
      `there is no user "${user}" at ${server}: create role ${user} login password '…', or name another one`,
  },
  {
    matches: messageMatches(/database .*does not exist|no such database/i),
    describe: ({ server, database }) =>
      `there is no database "${database}" at ${server}: create database ${database}, or name another one`,
  },
  {
    matches: hasCode('28000'),
    describe: ({ server, user, database }) =>
      `${server} lets user "${user}" not into database "${database}" from this machine: give it a line in pg_hba.conf`,
  },
  {
    matches: hasCode('42501'),
    describe: ({ user, database }) =>
      `user "${user}" may not use database "${database}": grant connect on database ${database} to ${user}`,
  },
  {
    matches: hasCode('ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA'),
    describe: ({ server }) => `no address is known for the host of ${server}: put the right host into it`,
  },
  {
    matches: hasCode('ECONNREFUSED', 'ENOENT'),
    describe: ({ server }) =>
      `nobody listens at ${server}: start PostgreSQL there, or put the right host and port into it`,
  },
  {
    matches: ({ code: of, message }) =>
      ['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN'].includes(of) || /time(d )?out/i.test(message),
    describe: ({ server }) =>
      `${server} does not answer: look at host, port, and what may stand between (firewall, VPN)`,
  },
  {
    matches: hasCode('53300'),
    describe: ({ server }) =>
      `${server} has no connection left: raise max_connections there; one process of ours takes up to 30`,
  },
  {
    matches: hasCode('57P01', '57P02', '57P03', '08006'),
    describe: ({ server }) => `PostgreSQL at ${server} is starting or ending: start again in a moment`,
  },
];

/**
 * Describes why a database could not be reached, in one line for the operator: the variable, the problem, the
 * solution. The password is left out.
 */
export function connectionProblem(error: unknown, { variable, connectionString }: Destination): string {
  const problem = problemCodeOf(error);
  const target = targetOf(connectionString);
  const cause = CAUSES.find(({ matches }) => matches(problem));
  return `${variable}: ${cause ? cause.describe(target, problem) : `${target.server} cannot be used: ${problem.message}`}.`;
}

/** Tells whether the problem disappears once a server that has just been started is ready. */
export function isTemporary(error: unknown): boolean {
  const { code: errorCode, message } = problemCodeOf(error);
  return (
    ['ECONNREFUSED', 'ECONNRESET', 'EAI_AGAIN', 'ETIMEDOUT', '57P03'].includes(errorCode) ||
    /time(d )?out/i.test(message)
  );
}

/** An error for several addresses of a host has no message of its own, but the code of its parts. */
function problemCodeOf(error: unknown): ProblemCode {
  const { code: errorCode, message } = error as { code?: unknown; message?: unknown };
  const firstLine = typeof message === 'string' ? message.split('\n', 1)[0] : undefined;
  const knownCode = typeof errorCode === 'string' ? errorCode : '';
  return { code: knownCode, message: firstLine || knownCode || String(error) };
}

function targetOf(connectionString: string): ConnectionTarget {
  const { hostname, port, username, pathname, searchParams } = new URL(connectionString);
  const user = decodeURIComponent(searchParams.get('user') ?? username);
  return {
    server: `${decodeURIComponent(searchParams.get('host') ?? hostname) || 'localhost'}:${port || '5432'}`,
    user,
    database: decodeURIComponent(pathname.slice(1)) || user,
  };
}
