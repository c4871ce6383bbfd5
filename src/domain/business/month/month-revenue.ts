import type { RevenueFigures } from './fields.ts';
import { type Decisions, nothingChanged } from '../decision.ts';
import type { Evolution } from '../business-draft.ts';
import { changedSinceRefusal, type Inverses } from '../inverse.ts';
import type { Command, Event } from '../message.ts';

export type MonthRevenueCommand = Command<
  'RecordMonthRevenue',
  { month: number; version?: number | undefined } & RevenueFigures
>;

export type MonthRevenueEvent =
  | Event<'MonthRevenueRecorded', { month: number; from: RevenueFigures | null; to: RevenueFigures }>
  /** The month has no record any more. */
  | Event<'MonthRevenueCleared', { month: number } & RevenueFigures & { version: number }>;

const figuresOf = ({ value, orders }: RevenueFigures): RevenueFigures => ({ value, orders });

/** Figures of a month without a record. */
const NOTHING: RevenueFigures = { value: 0, orders: 0 };

/** The first figure that differs. */
const difference = (a: RevenueFigures, b: RevenueFigures): keyof RevenueFigures | undefined =>
  (Object.keys(NOTHING) as (keyof RevenueFigures)[]).find((figure) => a[figure] !== b[figure]);

export const monthRevenueDecisions: Decisions<MonthRevenueCommand, MonthRevenueEvent> = {
  RecordMonthRevenue: {
    version: ({ months }, { month }) => months.get(month)?.version ?? 0,
    decide({ months }, { month, ...recorded }) {
      const known = months.get(month);
      const to = figuresOf(recorded);
      if (difference(known ?? NOTHING, to) === undefined) return nothingChanged;
      return [{ type: 'MonthRevenueRecorded', data: { month, from: known ? figuresOf(known) : null, to } }];
    },
  },
};

export const monthRevenueEvolution: Evolution<MonthRevenueEvent, 'months' | 'clearedVersion'> = {
  MonthRevenueRecorded({ months, clearedVersion }, { month, to }) {
    const version = (months.get(month)?.version ?? clearedVersion) + 1;
    months.set(month, { month, ...figuresOf(to), version });
  },
  MonthRevenueCleared(draft, { month, version }) {
    draft.months.delete(month);
    draft.clearedVersion = Math.max(draft.clearedVersion, version);
  },
};

export const monthRevenueInverses: Inverses<MonthRevenueEvent> = {
  MonthRevenueRecorded({ months }, { month, from, to }) {
    const known = months.get(month);
    if (!known) return changedSinceRefusal({ kind: 'month', month }, 'gone', true);
    const since = difference(known, to);
    if (since) return changedSinceRefusal({ kind: 'month', month }, since, true);
    return from
      ? { type: 'MonthRevenueRecorded', data: { month, from: to, to: from } }
      : { type: 'MonthRevenueCleared', data: { month, ...to, version: known.version } };
  },
  MonthRevenueCleared({ months }, { month, ...cleared }) {
    if (months.has(month)) return changedSinceRefusal({ kind: 'month', month }, 'back', false);
    return { type: 'MonthRevenueRecorded', data: { month, from: null, to: figuresOf(cleared) } };
  },
};
