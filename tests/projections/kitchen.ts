import { businessStream } from '#domain/streams.ts';
import { testId } from '#tests/support/histories.ts';
import type { ReadDatabase } from './read-database.ts';

/** Events of a small business, for tests that care about when they are projected and not about what they say. */

export const streamOf = (name: string): string => businessStream(testId('business', name));
export const opened = (name: string) => ({ type: 'BusinessOpened', data: { ownerId: testId('owner', name) } });
export const cost = (n: number) => ({
  type: 'FixedCostAdded',
  data: { id: testId('cost', n), name: `Custo ${n}`, value: n * 10_000 },
});

/** Values of a business's fixed costs as the read model has them, in their order. */
export async function costsOf({ pool }: ReadDatabase, name: string): Promise<number[]> {
  const { rows } = await pool.query<{ body: string }>(
    'select body from read.fixed_cost where business_id = $1 order by sequence',
    [testId('business', name)],
  );
  return rows.map(({ body }) => (JSON.parse(body) as { value: number }).value);
}
