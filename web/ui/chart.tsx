import { useRef, useState } from 'react';
import type { ChartSpec } from './chart-canvas.tsx';
import styles from './chart.module.css';
import { onDemand } from './on-demand.tsx';
import { useNear } from './use-near.ts';

const ChartCanvas = onDemand(async () => (await import('./chart-canvas.tsx')).ChartCanvas);

export interface ChartProps extends ChartSpec {
  /** What the chart says, in a sentence: its accessible name. */
  readonly sentence: string;
  /** The same data to read: texts ready to show, the first column names the row. */
  readonly table: { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };
}

/** A chart that loads by itself, with its twin as a table behind a button. */
export function Chart({ sentence, height, table, ...drawing }: ChartProps) {
  const [asTable, setAsTable] = useState(false);
  const figure = useRef<HTMLElement>(null);
  const isNear = useNear(figure);
  return (
    <figure ref={figure} className="stack from-top one-column shrinks gap-8 no-margin">
      {asTable ? (
        <Twin caption={sentence} table={table} />
      ) : (
        <div role="img" aria-label={sentence} style={{ height }}>
          {isNear && <ChartCanvas {...drawing} height={height} />}
        </div>
      )}
      <button
        type="button"
        className={`${styles['switch']} to-left touch no-padding bare-button faint text-14 underlined hover-ink`}
        onClick={() => setAsTable(!asTable)}
      >
        {asTable ? 'ver como gráfico' : 'ver como tabela'}
      </button>
    </figure>
  );
}

function Twin({ caption, table }: { readonly caption: string; readonly table: ChartProps['table'] }) {
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
