import { requireTenThousandths } from '#domain/decimal.ts';
import { observer } from 'mobx-react-lite';
import { memo, type PointerEvent, useMemo, useState } from 'react';
import { displayedDifference } from '#domain/figures/dish-result.ts';
import { Chart } from '#web/ui/chart.tsx';
import { shortDate } from '../past/as-of.ts';
import styles from './history.module.css';
import { changePoints, figureChartProps } from './figure-chart-props.ts';
import type { HistoryStore } from './history-store.ts';
import type { FigureSeries, MeasuredPoint } from './measures.ts';

/** The chart library's context in its callbacks. */
interface ChartContext {
  readonly w: { readonly globals: { readonly translateX: number; readonly gridWidth: number } };
}

/** The plot area of a chart. Converts between moments and pixels from the chart's left edge. */
class PlotArea {
  readonly #begin: number;
  readonly #length: number;
  #left = 0;
  #width = 1;

  /** @param span the ISO instants of its edges */
  constructor({ from, to }: { readonly from: string; readonly to: string }) {
    this.#begin = Date.parse(from);
    this.#length = Math.max(1, Date.parse(to) - this.#begin);
  }

  readonly readEdges = ({ w: { globals } }: ChartContext): void => {
    this.#left = globals.translateX;
    this.#width = Math.max(1, globals.gridWidth);
  };

  /** Milliseconds since 1970; outside the plot area, those of the nearer edge. */
  momentAt(pixels: number): number {
    const part = Math.min(1, Math.max(0, (pixels - this.#left) / this.#width));
    return this.#begin + part * this.#length;
  }

  pixelAt(moment: number): number {
    return this.#left + ((moment - this.#begin) / this.#length) * this.#width;
  }
}

interface FigureChartProps {
  readonly series: FigureSeries;
  readonly span: { readonly from: string; readonly to: string };
  readonly history: HistoryStore;
}

/** One figure over time: its current value, its chart, and the cause of the change under the pointer. */
export const FigureChart = memo(function FigureChart({ series, span, history }: FigureChartProps) {
  const [plotArea] = useState(() => new PlotArea(span));
  const chartProps = useMemo(() => {
    const { options, ...rest } = figureChartProps(series, span);
    return {
      ...rest,
      options: { ...options, chart: { events: { mounted: plotArea.readEdges, updated: plotArea.readEdges } } },
    };
  }, [series, span, plotArea]);

  function movePointer(event: PointerEvent<HTMLDivElement>) {
    const chart = (event.target as Element).closest('[role=img]');
    if (!chart) return history.pointAt(undefined);
    history.pointAt(plotArea.momentAt(event.clientX - chart.getBoundingClientRect().left));
  }

  return (
    <section
      className={`${styles['course']} stack shrinks gap-12 pad-block-20 pad-inline-20 card`}
      aria-label={series.measure.name}
    >
      <CurrentValue series={series} history={history} />
      <div
        className={`${styles['plot']} relative shrinks`}
        style={{ '--course': `var(${series.measure.colour})` }}
        onPointerMove={movePointer}
        onPointerDown={movePointer}
        onPointerLeave={() => history.pointAt(undefined)}
      >
        <Chart {...chartProps} />
        <Crosshair history={history} plotArea={plotArea} />
      </div>
      <LastChange series={series} history={history} />
    </section>
  );
});

/** The last point at or before a moment; the last point of all without a moment. */
const pointAt = (points: readonly MeasuredPoint[], moment: number | undefined): MeasuredPoint | undefined =>
  moment === undefined ? points.at(-1) : points.findLast((point) => Date.parse(point.at) <= moment);

const CurrentValue = observer(function CurrentValue({ series, history }: Pick<FigureChartProps, 'series' | 'history'>) {
  const { measure, points } = series;
  const { pointedAt } = history;
  const current = pointAt(points, pointedAt)?.value ?? null;
  const first = points.find(({ value }) => value !== null)?.value ?? null;
  return (
    <header className={`${styles['head']} flex between gap-16`}>
      <div>
        <h2 className="text-17 weight-600">{measure.name}</h2>
        <p className="faint text-14">{measure.hint}</p>
      </div>
      <p className={`${styles['now']} stack rigid text-end`}>
        <strong className={`numeral ${styles['value']} weight-640`}>
          {current === null ? '–' : measure.format(requireTenThousandths(current))}
        </strong>
        <span className="faint text-14">
          {pointedAt === undefined ? (
            <PeriodDifference series={series} first={first} last={current} />
          ) : (
            `em ${dateOf(pointedAt)}`
          )}
        </span>
      </p>
    </header>
  );
});

interface PeriodDifferenceProps {
  readonly series: FigureSeries;
  readonly first: number | null;
  readonly last: number | null;
}

function PeriodDifference({ series: { measure }, first, last }: PeriodDifferenceProps) {
  if (first === null || last === null) return <>sem valor agora</>;
  const change = displayedDifference(requireTenThousandths(first), requireTenThousandths(last), measure.step);
  if (change === 0) return <>igual ao começo</>;
  const isGood = measure.isMoreBetter === undefined ? undefined : change > 0 === measure.isMoreBetter;
  const tone = isGood === undefined ? '' : isGood ? 'basil' : 'tomato';
  return (
    <span className={tone}>
      {change > 0 ? '+' : '−'}
      {measure.difference(Math.abs(change))}
      <span className={styles['span']}> no período</span>
    </span>
  );
}

const dateOf = (moment: number): string => shortDate(new Date(moment).toISOString());

interface CrosshairProps {
  readonly history: HistoryStore;
  readonly plotArea: PlotArea;
}

/** A line at the same moment in all charts. */
const Crosshair = observer(function Crosshair({ history, plotArea }: CrosshairProps) {
  const { pointedAt } = history;
  if (pointedAt === undefined) return null;
  return (
    <span
      className={`${styles['hair']} absolute`}
      style={{ left: `${plotArea.pixelAt(pointedAt)}px` }}
      aria-hidden="true"
    />
  );
});

/** The last change of the figure up to the pointed moment. */
const LastChange = observer(function LastChange({ series, history }: Pick<FigureChartProps, 'series' | 'history'>) {
  const change = pointAt(changePoints(series.points), history.pointedAt);
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
