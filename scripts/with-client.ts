import pg from 'pg';

/**
 * Work on a connection of its own, as whoever the address names.
 * @throws the database's own error when it cannot be reached within ten seconds
 */
export async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
