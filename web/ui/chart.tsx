import { useRef, useState, type RefObject, useEffect } from 'react';
import type { ChartSpec } from './chart-canvas.tsx';
import styles from './chart.module.css';
import { onDemand } from './on-demand.tsx';

const ChartCanvas = onDemand(async () => (await import('./chart-canvas.tsx')).ChartCanvas);

export interface ChartProps extends ChartSpec {
  /** The chart's statement, which is its accessible name. */
  readonly sentence: string;
  /** The same data as a table of formatted texts; the first column names the row. */
  readonly table: { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };
}

/** A chart that is loaded on demand, with the same data as a table behind a button. */
export function Chart({ sentence, height, table, ...spec }: ChartProps) {
  const [isTable, setIsTable] = useState(false);
  const figure = useRef<HTMLElement>(null);
  const isNear = useNear(figure);
  return (
    <figure ref={figure} className="stack from-top one-column shrinks gap-8 no-margin">
      {isTable ? (
        <DataTable caption={sentence} table={table} />
      ) : (
        <div role="img" aria-label={sentence} style={{ height }}>
          {isNear && <ChartCanvas {...spec} height={height} />}
        </div>
      )}
      <button
        type="button"
        className={`${styles['switch']} to-left touch no-padding bare-button faint text-14 underlined hover-ink`}
        onClick={() => setIsTable(!isTable)}
      >
        {isTable ? 'ver como gráfico' : 'ver como tabela'}
      </button>
    </figure>
  );
}

function DataTable({ caption, table }: { readonly caption: string; readonly table: ChartProps['table'] }) {
  return (
    <div className={styles['scroll']}>
      <table className={`${styles['table']} wide text-15 tabular`}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {table.head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map(([name, ...cells]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map((cell, column) => (
                <td key={table.head[column + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/**
 * Milliseconds after which a chart loads even if it is not in view; the first view needs the network and the processor
 * before.
 */
const LATEST_MS = 3_000;

/** Tells whether the element has been near the viewport, or some time has passed. It stays true. */
function useNear(element: RefObject<Element | null>): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    if (isNear || !element.current) return undefined;
    const latest = setTimeout(() => setIsNear(true), LATEST_MS);
    const intersections = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setIsNear(true);
    });
    intersections.observe(element.current);
    return () => {
      clearTimeout(latest);
      intersections.disconnect();
    };
  }, [element, isNear]);
  return isNear;
}

/** The axis ends at round numbers around the values, and has zero among its steps. */
export function roundAxis(min: number, max: number): { min: number; max: number; tickAmount: number } {
  const span = max - min || 1;
  const power = 10 ** Math.floor(Math.log10(span));
  const step = [0.2, 0.5, 1, 2].map((part) => part * power).find((size) => span / size <= 5) ?? 2 * power;
  const [first, last] = [Math.floor(min / step + 1e-9), Math.ceil(max / step - 1e-9)];
  return { min: first * step, max: last * step, tickAmount: last - first };
}
