import { businessStream } from '#domain/streams.ts';
import { testId } from '#tests/support/histories.ts';
import type { ReadDatabase } from './read-database.ts';

/** Events of a small business, for tests about when they are projected rather than about their content. */

export const streamOf = (name: string): string => businessStream(testId('business', name));
export const opened = (name: string) => ({ type: 'BusinessOpened', data: { ownerId: testId('owner', name) } });
export const cost = (n: number) => ({
  type: 'FixedCostAdded',
  data: { id: testId('cost', n), name: `Custo ${n}`, value: n * 10_000 },
});

/** Returns the values of a business's fixed costs from the read model, in their order. */
export async function costsOf({ pool }: ReadDatabase, name: string): Promise<number[]> {
  const { rows } = await pool.query<{ body: string }>(
    'select body from read.fixed_cost where business_id = $1 order by sequence',
    [testId('business', name)],
  );
  return rows.map(({ body }) => (JSON.parse(body) as { value: number }).value);
}
