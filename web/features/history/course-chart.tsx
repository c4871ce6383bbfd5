import { unitsFromWire } from '#domain/decimal.ts';
import { observer } from 'mobx-react-lite';
import { memo, type PointerEvent, useMemo, useState } from 'react';
import { shownDifference } from '#domain/figures/shown-dish.ts';
import { Chart } from '#web/ui/chart.tsx';
import { shortDate } from '../past/as-of.ts';
import styles from './course-chart.module.css';
import { changesIn, drawingOf } from './course-drawing.ts';
import type { HistoryReading } from './history-reading.ts';
import type { Course, MeasuredPoint } from './measures.ts';

/** The chart library's context in its callbacks. */
interface ChartContext {
  readonly w: { readonly globals: { readonly translateX: number; readonly gridWidth: number } };
}

/** The plot area of a chart, which converts between moments and pixels from the chart's left edge. */
class PlotField {
  readonly #begin: number;
  readonly #length: number;
  #left = 0;
  #width = 1;

  /** @param span the ISO instants of its edges */
  constructor({ from, to }: { readonly from: string; readonly to: string }) {
    this.#begin = Date.parse(from);
    this.#length = Math.max(1, Date.parse(to) - this.#begin);
  }

  readonly place = ({ w: { globals } }: ChartContext): void => {
    this.#left = globals.translateX;
    this.#width = Math.max(1, globals.gridWidth);
  };

  /** Milliseconds since 1970; outside the plot area, those of the nearer edge. */
  momentAt(pixels: number): number {
    const part = Math.min(1, Math.max(0, (pixels - this.#left) / this.#width));
    return this.#begin + part * this.#length;
  }

  placeOf(moment: number): number {
    return this.#left + ((moment - this.#begin) / this.#length) * this.#width;
  }
}

interface CourseChartProps {
  readonly course: Course;
  readonly span: { readonly from: string; readonly to: string };
  readonly reading: HistoryReading;
}

/** One figure over time: its current value, its course, and the cause of the change under the pointer. */
export const CourseChart = memo(function CourseChart({ course, span, reading }: CourseChartProps) {
  const [field] = useState(() => new PlotField(span));
  const drawing = useMemo(() => {
    const { options, ...rest } = drawingOf(course, span);
    return { ...rest, options: { ...options, chart: { events: { mounted: field.place, updated: field.place } } } };
  }, [course, span, field]);

  function point(event: PointerEvent<HTMLDivElement>) {
    const image = (event.target as Element).closest('[role=img]');
    if (!image) return reading.pointAt(undefined);
    reading.pointAt(field.momentAt(event.clientX - image.getBoundingClientRect().left));
  }

  return (
    <section
      className={`${styles['course']} stack shrinks gap-12 pad-block-20 pad-inline-20 card`}
      aria-label={course.measure.name}
    >
      <CurrentValue course={course} reading={reading} />
      <div
        className={`${styles['plot']} relative shrinks`}
        style={{ '--course': `var(${course.measure.colour})` }}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => reading.pointAt(undefined)}
      >
        <Chart {...drawing} />
        <Hair reading={reading} field={field} />
      </div>
      <LastChange course={course} reading={reading} />
    </section>
  );
});

/** The last point at or before a moment; the last point of all without a moment. */
const pointAt = (points: readonly MeasuredPoint[], at: number | undefined): MeasuredPoint | undefined =>
  at === undefined ? points.at(-1) : points.findLast((each) => Date.parse(each.at) <= at);

const CurrentValue = observer(function CurrentValue({ course, reading }: Pick<CourseChartProps, 'course' | 'reading'>) {
  const { measure, points } = course;
  const { pointedAt } = reading;
  const shown = pointAt(points, pointedAt)?.value ?? null;
  const first = points.find(({ value }) => value !== null)?.value ?? null;
  return (
    <header className={`${styles['head']} flex between gap-16`}>
      <div>
        <h2 className="text-17 weight-600">{measure.name}</h2>
        <p className="faint text-14">{measure.hint}</p>
      </div>
      <p className={`${styles['now']} stack rigid text-end`}>
        <strong className={`numeral ${styles['value']} weight-640`}>
          {shown === null ? '–' : measure.format(unitsFromWire(shown))}
        </strong>
        <span className="faint text-14">
          {pointedAt === undefined ? (
            <Difference course={course} first={first} last={shown} />
          ) : (
            `em ${dateOf(pointedAt)}`
          )}
        </span>
      </p>
    </header>
  );
});

interface DifferenceProps {
  readonly course: Course;
  readonly first: number | null;
  readonly last: number | null;
}

function Difference({ course: { measure }, first, last }: DifferenceProps) {
  if (first === null || last === null) return <>sem valor agora</>;
  const change = shownDifference(unitsFromWire(first), unitsFromWire(last), measure.step);
  if (change === 0) return <>igual ao começo</>;
  const isGood = measure.moreIsBetter === undefined ? undefined : change > 0 === measure.moreIsBetter;
  const tone = isGood === undefined ? '' : isGood ? 'basil' : 'tomato';
  return (
    <span className={tone}>
      {change > 0 ? '+' : '−'}
      {measure.difference(Math.abs(change))}
      <span className={styles['span']}> no período</span>
    </span>
  );
}

const dateOf = (at: number): string => shortDate(new Date(at).toISOString());

interface HairProps {
  readonly reading: HistoryReading;
  readonly field: PlotField;
}

/** A line at the same moment in all charts. */
const Hair = observer(function Hair({ reading, field }: HairProps) {
  const { pointedAt } = reading;
  if (pointedAt === undefined) return null;
  return (
    <span
      className={`${styles['hair']} absolute`}
      style={{ left: `${field.placeOf(pointedAt)}px` }}
      aria-hidden="true"
    />
  );
});

/** The last change of the figure up to the pointed moment. */
const LastChange = observer(function LastChange({ course, reading }: Pick<CourseChartProps, 'course' | 'reading'>) {
  const change = pointAt(changesIn(course.points), reading.pointedAt);
  if (!change)
    return (
      <p className={`${styles['happened']} line-above soft text-15 breaks`}>Sem mudança até aqui neste período.</p>
    );
  const [first, second] = change.marks;
  const others = change.marks.length + change.more - 1;
  return (
    <p className={`${styles['happened']} line-above soft text-15 breaks`}>
      <strong>{shortDate(change.at)}</strong> {first?.sentence}
      {others === 1 && second && ` ${second.sentence}`}
      {others > 1 && <span className="faint text-14"> E mais {others} mudanças.</span>}
    </p>
  );
});
