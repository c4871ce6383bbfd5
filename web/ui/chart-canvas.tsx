import type { ApexOptions } from 'apexcharts';
import * as reactApexCharts from 'react-apexcharts';
import { useColourScheme } from './colour-scheme.ts';
import { pageNonce } from './kit-provider.tsx';

// The module is CommonJS: depending on the bundler the component is its default or the default's default.
type Component = typeof reactApexCharts.default;
const outer = reactApexCharts.default as Component | { readonly default: Component };
const ApexChart = 'default' in outer ? outer.default : outer;

/** The data and options of a chart. */
export interface ChartSpec {
  readonly type: 'donut' | 'line' | 'bar' | 'area' | 'rangeBar' | 'scatter';
  /** A plain array and not an observable, because the library keeps it. */
  readonly series: NonNullable<ApexOptions['series']>;
  /** The colour tokens by series or slice, e.g. '--chart-cmv'. */
  readonly colours: readonly `--${string}`[];
  /** The options beyond those that all charts share. */
  readonly options: ApexOptions;
  /** The height in CSS pixels; it is reserved while the library loads, so that nothing moves. */
  readonly height: number;
}

/** Renders a chart with ApexCharts. It is in a chunk of its own, which <Chart> loads. */
export function ChartCanvas({ type, series, colours, options, height }: ChartSpec) {
  const scheme = useColourScheme();
  const nonce = pageNonce();
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const shared: ApexOptions = {
    ...options,
    colors: colours.map(tokenColour),
    chart: {
      background: 'transparent',
      fontFamily: 'var(--font)',
      foreColor: tokenColour('--ink-soft'),
      toolbar: { show: false },
      zoom: { enabled: false },
      animations: { enabled: !calm, speed: 350 },
      ...(nonce === undefined ? {} : { nonce }),
      ...options.chart,
    },
    grid: { borderColor: tokenColour('--line'), ...options.grid },
    // Slices are separated by the surface colour; lines have the colour of their series.
    stroke: { ...(type === 'donut' ? { colors: [tokenColour('--surface')] } : {}), ...options.stroke },
    tooltip: { enabled: false, ...options.tooltip },
  };
  // A new key renders the chart anew: the library would keep the colours of the old scheme.
  return <ApexChart key={scheme} type={type} series={series} height={height} options={shared} />;
}

/** The current colour of a token as '#rrggbb', for libraries that compute with it: `tokenColour('--chart-cmv')`. */
function tokenColour(token: `--${string}`): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${token})`;
  probe.hidden = true;
  document.body.append(probe);
  const [red = 0, green = 0, blue = 0] = (getComputedStyle(probe).color.match(/\d+/g) ?? []).map(Number);
  probe.remove();
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
