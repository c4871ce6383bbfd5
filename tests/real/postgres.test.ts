import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPostgresLog } from '#eventstore/postgres/postgres-log.ts';
import { describeEventLog } from '#tests/contract/event-log.suite.ts';
import { launchProduct, startProduct } from '#tests/support/product.ts';
import { type ApiVisitor, signIn, visitorAt } from '#tests/support/visitor.ts';
import { describeProgram } from './support/real-program.ts';
import {
  debiansPostgres,
  operate,
  packagedPostgres,
  type PostgresPrograms,
  type RealDatabase,
  type RealPostgres,
  startRealPostgres,
} from './support/real-postgres.ts';

/** The reads of an owner's screen, each measured alone. */
const READS = ['/api/users/me', '/api/dashboard', '/api/dishes', '/api/ingredients', '/api/fixed-costs'];
const ROUNDS = 30;
const SIGN_INS = 10;
/** The first reads fill caches. */
const UNCOUNTED = 3;
/** A compiled query takes 50 ms or more, in addition to a few times what this machine needs for any answer. */
const MAX_READ_MS = 10;
const MAX_TIMES_ANSWER = 5;

/** Medians in milliseconds. */
interface Speed {
  /** The reads of a signed-in owner: one after the other, or the first of a new session, whichever is slower. */
  readonly read: number;
  /** An answer that needs no session. */
  readonly answer: number;
}

const isFast = ({ read, answer }: Speed): boolean => read < MAX_READ_MS + MAX_TIMES_ANSWER * answer;
const inWords = ({ read, answer }: Speed): string =>
  `median ${read.toFixed(1)} ms, of an empty answer ${answer.toFixed(1)} ms`;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function millisecondsOf(visitor: ApiVisitor, path: string): Promise<number> {
  const start = performance.now();
  const { status, text } = await visitor.call('GET', path);
  if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
  return performance.now() - start;
}

async function speedAt(origin: string, rounds = ROUNDS): Promise<Speed> {
  const owner = visitorAt(origin);
  await signIn(owner, origin, 'dona@exemplo.com');
  const [reads, answers, firsts]: [number[], number[], number[]] = [[], [], []];
  for (let round = -UNCOUNTED; round < rounds; round += 1) {
    const taken: number[] = [];
    for (const path of READS) taken.push(await millisecondsOf(owner, path));
    const answer = await millisecondsOf(owner, '/healthz');
    if (round >= 0) {
      reads.push(...taken);
      answers.push(answer);
    }
  }
  for (let n = 0; n < Math.min(SIGN_INS, rounds); n += 1) {
    const visitor = visitorAt(origin);
    await signIn(visitor, origin, 'dona@exemplo.com');
    firsts.push(await millisecondsOf(visitor, '/api/dashboard')); // At this moment only the database knows the session.
  }
  return { read: Math.max(median(reads), median(firsts)), answer: median(answers) };
}

async function withProduct<T>(
  { url, ownerUrl }: RealDatabase,
  work: (origin: string) => Promise<T>,
  program?: string,
): Promise<T> {
  const env = { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl };
  const product = await startProduct({ env, ...(program !== undefined && { program }) });
  try {
    return await work(product.origin);
  } finally {
    await product.stop();
  }
}

/** Tests the contract of the log and a running product on any PostgreSQL version that the README names. */
function describeCompatibility(server: () => RealPostgres): void {
  describeEventLog(
    'in PostgreSQL as it is installed',
    async () => {
      const { ownerUrl } = await migratedOn(server());
      const log = await createPostgresLog({ connectionString: ownerUrl });
      const other = await createPostgresLog({ connectionString: ownerUrl });
      const dispose = async (): Promise<void> => {
        await Promise.all([log.close(), other.close()]);
      };
      return { log, other, dispose };
    },
    { knowsAllIds: true, erasesDataAtOnce: true },
  );
}

async function migratedOn(server: RealPostgres): Promise<RealDatabase> {
  const database = await server.createDatabase();
  operate(database, 'migrate');
  return database;
}

function serverOf(programs: PostgresPrograms): () => RealPostgres {
  let server: RealPostgres;
  beforeAll(async () => {
    server = await startRealPostgres(programs);
  });
  afterAll(() => server.stop());
  return () => server;
}

describeProgram(
  { name: 'PostgreSQL of the distribution', installation: debiansPostgres(), isPackagedByDebian: true },
  (programs, tell) => {
    const server = serverOf(programs);

    test('compiles queries unless a session forbids it', async (context) => {
      expect(await server().ask('show jit')).toBe('on');
      expect(await server().ask('select pg_jit_available()')).toBe('true');
      tell(context, 'jit on, and there');
    });

    test('serves reads of a signed-in owner within milliseconds', async (context) => {
      const speed = await withProduct(await migratedOn(server()), speedAt);
      tell(context, inWords(speed));
      expect(isFast(speed), inWords(speed)).toBe(true);
    });

    test('without migrations makes a product that may not migrate name that in one line', async (context) => {
      const { url } = await server().createDatabase();
      const product = await launchProduct({ env: { DATABASE_URL: url } });
      await expect(product.ready()).rejects.toThrow('not ready');
      const said = product.output().trim();
      expect(said).toMatch(/migrat/);
      expect(said.split('\n')).toHaveLength(1);
      tell(context, said);
    });

    test('holds a read model and an audit log that verify after some use', async (context) => {
      const database = await migratedOn(server());
      await withProduct(database, (origin) => speedAt(origin, 1));
      expect(() => operate(database, 'verify')).not.toThrow();
      expect(() => operate(database, 'audit:verify')).not.toThrow();
      tell(context, 'no difference');
    });

    describeCompatibility(server);
  },
);

for (const major of [14, 16, 17, 18])
  describeProgram(
    { name: `PostgreSQL ${major}`, installation: packagedPostgres(major), isPackagedByDebian: false },
    (programs, tell) => {
      const server = serverOf(programs);

      test('is migrated, and serves reads of a signed-in owner within milliseconds', async (context) => {
        const speed = await withProduct(await migratedOn(server()), speedAt);
        tell(context, inWords(speed));
        expect(isFast(speed), inWords(speed)).toBe(true);
      });

      describeCompatibility(server);
    },
  );
