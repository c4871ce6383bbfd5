import { businessHistory } from '#app/history/business-history.ts';
import { isView, type ViewName, viewRoutes } from '#contract/routes/views.ts';
import type { BusinessEvent } from '#domain/business/events.ts';
import { fold } from '#domain/business/evolve.ts';
import type { NewEvent } from '#domain/event.ts';
import { anyHistory } from '#tests/support/histories.ts';
import { recordHistory } from '#tests/support/business-histories.ts';
import { runs } from '#tests/support/property-runs.ts';
import { reopenBusiness, createEmptyBusiness } from '#web/api/demo-business.ts';
import { createDemoClient } from '#web/api/demo.ts';
import { ApiProblem } from '#web/api/failures.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const VISITOR = 'visitor';
const VIEWS = Object.keys(viewRoutes).filter(isView);

const clientOf = (events: readonly NewEvent[]) =>
  createDemoClient({
    createBusiness: async () => (events.length === 0 ? createEmptyBusiness() : reopenBusiness(events)),
  });

async function everyRead(events: readonly NewEvent[], as_of?: string): Promise<Record<ViewName, unknown>> {
  const api = clientOf(events);
  const query = as_of === undefined ? {} : { query: { as_of } };
  const read = async (name: ViewName) => [name, withoutPosition(await api.call(name, query))] as const;
  return Object.fromEntries(await Promise.all(VIEWS.map(read))) as Record<ViewName, unknown>;
}

/** The current position of the log is no part of the past. */
const withoutPosition = (answer: unknown): unknown =>
  answer !== null && typeof answer === 'object' && 'position' in answer ? { ...answer, position: null } : answer;

describe('reads as of a moment', () => {
  test('answer like a log that had ended at that moment, whatever happened since', async () => {
    expect(VIEWS).toHaveLength(10);
    await fc.assert(
      fc.asyncProperty(
        anyHistory({ ownerId: VISITOR, longest: 60 }),
        fc.array(fc.constantFrom(0, 0, 1, 7, 30), { minLength: 1, maxLength: 7 }),
        fc.nat({ max: 999 }),
        fc.constantFrom(-1, 0, 1),
        async (history, hours, where, milliseconds) => {
          const events = recordHistory(history, hours);
          const near = Date.parse(events[where % events.length]?.meta.at ?? '');
          const at = new Date(near + milliseconds).toISOString();
          const until = events.filter(({ meta }) => meta.at <= at);
          expect(await everyRead(events, at)).toEqual(await everyRead(until));
        },
      ),
      runs(60),
    );
  });

  test('give the same business in whatever order the dates of a long history are asked for', () => {
    const events = [
      { type: 'BusinessOpened', data: { ownerId: VISITOR } },
      { type: 'FixedCostAdded', data: { id: 'rent', name: 'Aluguel', value: 10_000 } },
      ...Array.from({ length: 6_000 }, (_, i) => ({
        type: 'FixedCostAmountChanged',
        data: { id: 'rent', from: 10_000 + i, to: 10_001 + i },
      })),
    ] as readonly BusinessEvent[];
    const history = businessHistory(
      events.map(({ type, data }, revision) => ({ revision, type, meta: '{"schema":1}', data: JSON.stringify(data) })),
    );
    for (const count of [4_500, 0, 1, 1_999, 2_000, 2_001, 4_000, 3_999, events.length])
      expect(history.business(count)).toEqual(fold(events.slice(0, count)));
  });

  test('include all of a date’s day in São Paulo, and return nothing before the first event', async () => {
    const cost = (n: number, at: string): NewEvent => ({
      id: `00000000-0000-4000-8000-00000000000${n}`,
      type: n === 0 ? 'BusinessOpened' : 'FixedCostAdded',
      data: n === 0 ? { ownerId: VISITOR } : { id: `c${n}`, name: `Custo ${n}`, value: n * 10_000 },
      meta: { at, actor: { kind: 'guest', id: VISITOR }, requestId: 't', changeId: `c${n}`, schema: 1 },
    });
    const events = [
      cost(0, '2026-03-30T12:00:00.000Z'),
      cost(1, '2026-03-31T12:00:00.000Z'),
      cost(2, '2026-04-01T02:59:59.999Z'),
      cost(3, '2026-04-01T03:00:00.000Z'),
    ];
    const costsAt = async (as_of: string) =>
      (await clientOf(events).call('listFixedCosts', { query: { as_of } })).map(({ value }) => value);
    expect(await costsAt('2026-03-29')).toEqual([]);
    expect(await costsAt('2026-03-30')).toEqual([]);
    expect(await costsAt('2026-03-31')).toEqual([1, 2]);
    expect(await costsAt('2026-03-31T12:00:00Z')).toEqual([1]);
    expect(await costsAt('2026-04-01')).toEqual([1, 2, 3]);
  });

  test.each([
    ['9998-12-31', 'Esta data ainda não chegou.'],
    ['9999-12-31', 'Informe uma data, como 2026-03-31, ou um instante, como 2026-03-31T18:00:00-03:00.'],
    ['ontem', 'Informe uma data, como 2026-03-31, ou um instante, como 2026-03-31T18:00:00-03:00.'],
  ])('refuse %s at the field as_of', async (as_of, sentence) => {
    const refusal = await clientOf([])
      .call('dashboard', { query: { as_of } })
      .catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ApiProblem);
    expect(refusal).toMatchObject({ status: 422, fields: { as_of: sentence } });
  });
});
