import { randomUUID } from 'node:crypto';
import { type ProductPart, PARTS } from '#migrations/rights.ts';
import { openSession } from '#postgres/session.ts';
import { migrate } from '#processes/migrate.ts';

/** The roles that the programs run as in production, in a database of a test. */
export interface TestRoles {
  readonly names: Readonly<Record<ProductPart, string>>;
  /** The database's address as each of them. */
  readonly urls: Readonly<Record<ProductPart, string>>;
  /** Drops the roles; call it before the database is dropped. */
  drop(): Promise<void>;
}

/** Creates the roles, migrates the schemas and grants the rights. `url` is that of the owner. */
export async function databaseRoles({ url }: { readonly url: string }): Promise<TestRoles> {
  const suffix = randomUUID().slice(0, 8);
  const forEach = <T>(make: (part: ProductPart) => T): Readonly<Record<ProductPart, T>> => ({
    api: make('api'),
    projector: make('projector'),
    reactor: make('reactor'),
  });
  const names = forEach((part) => `${part}_${suffix}`);
  const onDatabase = async (statements: readonly string[]): Promise<void> => {
    const { client, close } = await openSession({ connectionString: url, name: 'test', connectTimeoutMs: 10_000 });
    await client.query(statements.join('; ')).finally(close);
  };
  await onDatabase(PARTS.map((part) => `create role ${names[part]} login password 'secret'`));
  await migrate({ url, ownerUrl: url, roles: names });
  return {
    names,
    urls: forEach((part) => {
      const address = new URL(url);
      [address.username, address.password] = [names[part], 'secret'];
      return address.href;
    }),
    drop: () => onDatabase(PARTS.map((part) => `drop owned by ${names[part]}; drop role ${names[part]}`)),
  };
}
