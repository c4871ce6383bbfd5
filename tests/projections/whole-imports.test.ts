import type { Position } from '#eventstore/port.ts';
import { createAppender, testId } from '#tests/support/histories.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cost, opened, streamOf } from './small-business.ts';
import { readDatabase, type ReadDatabase } from './read-database.ts';

let database: ReadDatabase;
beforeEach(async () => {
  database = await readDatabase('database');
});
afterEach(() => database.close());

const IMPORTED = 35;
const imported = Array.from({ length: IMPORTED }, (_, n) => cost(n));

/** Counts the costs of a business again and again, like a reader, until `stop`. */
function watching(name: string): { readonly stop: () => Promise<ReadonlySet<number>> } {
  const seen = new Set<number>();
  const stopped = new AbortController();
  const look = async (): Promise<void> => {
    const { rows } = await database.pool.query<{ count: number }>(
      'select count(*)::int as count from read.fixed_cost where business_id = $1',
      [testId('business', name)],
    );
    seen.add(rows[0]?.count ?? -1);
  };
  const counting = (async () => {
    while (!stopped.signal.aborted) await look();
    await look();
  })();
  return {
    async stop() {
      stopped.abort();
      await counting;
      return seen;
    },
  };
}

test.each(['projected later', 'projected meanwhile'] as const)(
  'an import larger than a batch is never visible in part, when it is %s',
  async (when) => {
    const appender = createAppender(database.log);
    const reached: Position[] = [];
    const start = (): void => {
      database.project({ batchSize: 10, onCommit: ({ position }) => reached.push(position) });
    };
    const ends: Position[] = [];
    const append = async (...appended: Parameters<typeof appender.append>): Promise<Position> => {
      const position = await appender.append(...appended);
      ends.push(position);
      return position;
    };
    if (when === 'projected meanwhile') start();
    for (const name of ['a', 'b']) await append(streamOf(name), [opened(name), cost(100)]);
    for (let n = 0; n < 5; n += 1) await append(streamOf('b'), [cost(n)]);
    if (when === 'projected meanwhile') await database.reach(ends.at(-1) ?? '');
    const reader = watching('a');
    await append(streamOf('a'), imported);
    for (let n = 5; n < 30; n += 1) await append(streamOf('b'), [cost(n)]);
    if (when === 'projected later') start();
    await database.reach(ends.at(-1) ?? '');
    const seen = await reader.stop();
    expect([...seen].filter((count) => ![0, 1, 1 + IMPORTED].includes(count))).toEqual([]);
    expect(seen).toContain(1 + IMPORTED);
    expect(reached.filter((position) => !ends.includes(position))).toEqual([]);
    expect((await database.verify()).differences).toEqual([]);
  },
);
