import type { ApexOptions } from 'apexcharts';
import * as reactApexCharts from 'react-apexcharts';
import { useColourScheme } from './colour-scheme.ts';
import { pageNonce } from './nonce.ts';

// CommonJS: depending on the bundler the component is the module's default or the default's default.
type Component = typeof reactApexCharts.default;
const outer = reactApexCharts.default as Component | { readonly default: Component };
const ApexChart = 'default' in outer ? outer.default : outer;

/** What there is to draw. */
export interface ChartSpec {
  readonly type: 'donut' | 'line' | 'bar' | 'area' | 'rangeBar' | 'scatter';
  /** A plain array, not an observable: the library keeps it. */
  readonly series: NonNullable<ApexOptions['series']>;
  /** By series or slice, e.g. '--chart-cmv'. */
  readonly colours: readonly `--${string}`[];
  /** Everything but what every chart here has in common. */
  readonly options: ApexOptions;
  /** CSS pixels; kept free while the library loads, so that nothing moves. */
  readonly height: number;
}

/** Draws with ApexCharts. In a chunk of its own; load it through <Chart>. */
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
    // Slices are parted by the surface they lie on; lines keep the colour of their series.
    stroke: { ...(type === 'donut' ? { colors: [tokenColour('--surface')] } : {}), ...options.stroke },
    tooltip: { enabled: false, ...options.tooltip },
  };
  // A new key draws afresh: the library would keep the colours of the old scheme.
  return <ApexChart key={scheme} type={type} series={series} height={height} options={shared} />;
}

/** The colour that a token has right now, as '#rrggbb': `tokenColour('--chart-cmv')`. For libraries that compute with it. */
function tokenColour(token: `--${string}`): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${token})`;
  probe.hidden = true;
  document.body.append(probe);
  const [red = 0, green = 0, blue = 0] = (getComputedStyle(probe).color.match(/\d+/g) ?? []).map(Number);
  probe.remove();
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
