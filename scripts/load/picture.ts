import { escapeHtml } from '#runtime/escape-html.ts';
import { READ_P99_MS, SEEN_P99_MS } from './judgement.ts';
import { curve, type LoadRecord } from './record.ts';

interface Line {
  readonly name: string;
  /** Colour of its curve and of its name. */
  readonly kind: 'read' | 'seen' | 'memory';
  readonly points: readonly { readonly at: number; readonly value: number }[];
  readonly isFaint?: boolean;
}

/** How values become heights: 0 at the bottom, 1 at the top. */
interface Scale {
  readonly ticks: readonly number[];
  height(value: number): number;
}

interface Panel {
  readonly title: string;
  readonly top: number;
  readonly scale: Scale;
  readonly lines: readonly Line[];
  /** Values that are not to be passed. */
  readonly limits: readonly { readonly value: number; readonly kind: Line['kind'] }[];
}

const WIDTH = 960;
const LEFT = 64;
const RIGHT = 936;
const PANEL_HEIGHT = 200;
const FIRST_TOP = 98;
const SECOND_TOP = 370;
const HEIGHT = 620;
const LEGEND_WIDTH = 134;
/** Points of a curve. */
const POINTS = 120;

const STYLE = `text{font:13px system-ui,sans-serif;fill:#3b3a36}.title{font-size:17px;font-weight:600}.faint{fill:#6d6a62}
.paper{fill:#fbfaf6}.frame{stroke:#d9d5ca;fill:none}.grid{stroke:#e6e2d8}.dashed{stroke-dasharray:5 5}
.curve{fill:none;stroke-width:1.7;stroke-linejoin:round}.read{stroke:#2f6f4e}.seen{stroke:#b4442f}.memory{stroke:#4a5fa5}
text.read{fill:#2f6f4e;stroke:none}text.seen{fill:#b4442f;stroke:none}text.memory{fill:#4a5fa5;stroke:none}
@media(prefers-color-scheme:dark){.paper{fill:#1b1a18}text{fill:#e8e5dd}.faint{fill:#a9a59a}.frame{stroke:#45423b}
.grid{stroke:#2e2c28}.read{stroke:#7cc79b}.seen{stroke:#f08a73}.memory{stroke:#9db0f2}
text.read{fill:#7cc79b}text.seen{fill:#f08a73}text.memory{fill:#9db0f2}}`;

/** Latencies and memory over the time of a run, as an SVG that stands by itself. */
export function picture(
  record: LoadRecord,
  { title, lead, seconds }: { title: string; lead: string; seconds: number },
): string {
  const panels = [latencies(record, Math.max(1, seconds / POINTS)), memory(record)];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escapeHtml(title)}">
<style>${STYLE}</style>
<rect class="paper" width="${WIDTH}" height="${HEIGHT}"/>
<text class="title" x="${LEFT}" y="34">${escapeHtml(title)}</text>
<text class="faint" x="${LEFT}" y="57">${escapeHtml(lead)}</text>
${panels.map((panel) => drawn(panel, seconds)).join('\n')}
</svg>
`;
}

function latencies(record: LoadRecord, window: number): Panel {
  const lines: Line[] = [
    { name: 'read p50', kind: 'read', points: curve(record.reads, 0.5, window), isFaint: true },
    { name: 'read p99', kind: 'read', points: curve(record.reads, 0.99, window) },
    { name: 'change seen p50', kind: 'seen', points: curve(record.seen, 0.5, window), isFaint: true },
    { name: 'change seen p99', kind: 'seen', points: curve(record.seen, 0.99, window) },
  ];
  return {
    title: 'ms from when it was due',
    top: FIRST_TOP,
    scale: byPowers(mostOf(lines, 2 * SEEN_P99_MS)),
    lines,
    limits: [
      { value: READ_P99_MS, kind: 'read' },
      { value: SEEN_P99_MS, kind: 'seen' },
    ],
  };
}

function memory(record: LoadRecord): Panel {
  const points = record.memory.map(({ at, megabytes }) => ({ at, value: megabytes }));
  const lines: Line[] = [{ name: 'MB resident', kind: 'memory', points }];
  return { title: 'memory of the product', top: SECOND_TOP, scale: evenly(mostOf(lines, 100)), lines, limits: [] };
}

const mostOf = (lines: readonly Line[], least: number): number =>
  lines.reduce((most, { points }) => points.reduce((so, { value }) => Math.max(so, value), most), least);

/** 1, 10, 100 …: what is under one is drawn as one. */
function byPowers(most: number): Scale {
  const powers = Math.ceil(Math.log10(most));
  return {
    ticks: Array.from({ length: powers + 1 }, (_, power) => 10 ** power),
    height: (value) => Math.log10(Math.max(1, value)) / powers,
  };
}

function evenly(most: number): Scale {
  const step = 50 * Math.ceil(most / 200);
  const ticks = [0, 1, 2, 3, 4].map((each) => each * step);
  return { ticks, height: (value) => value / (4 * step) };
}

function drawn({ title, top, scale, lines, limits }: Panel, seconds: number): string {
  const bottom = top + PANEL_HEIGHT;
  const x = (at: number): string => (LEFT + (Math.min(at, seconds) / seconds) * (RIGHT - LEFT)).toFixed(1);
  const y = (value: number): string => (bottom - scale.height(value) * PANEL_HEIGHT).toFixed(1);
  const across = (value: number, kind: string): string =>
    `<line class="${kind}" x1="${LEFT}" x2="${RIGHT}" y1="${y(value)}" y2="${y(value)}"/>`;
  const fade = (isFaint = false): string => (isFaint ? ' opacity=".55"' : '');
  return [
    `<text x="${LEFT}" y="${top - 12}" class="faint">${escapeHtml(title)}</text>`,
    ...lines.map(
      ({ name, kind, isFaint }, i) =>
        `<text class="${kind}" x="${RIGHT - (lines.length - 1 - i) * LEGEND_WIDTH}" y="${top - 12}" text-anchor="end"${fade(isFaint)}>${escapeHtml(name)}</text>`,
    ),
    ...scale.ticks.map((tick) => across(tick, 'grid')),
    ...scale.ticks.map(
      (tick) => `<text class="faint" x="${LEFT - 8}" y="${Number(y(tick)) + 4}" text-anchor="end">${tick}</text>`,
    ),
    `<rect class="frame" x="${LEFT}" y="${top}" width="${RIGHT - LEFT}" height="${PANEL_HEIGHT}"/>`,
    ...[0, 0.25, 0.5, 0.75, 1].map(
      (part) =>
        `<text class="faint" x="${x(seconds * part)}" y="${bottom + 20}" text-anchor="middle">${clock(seconds * part)}</text>`,
    ),
    ...limits.map(({ value, kind }) => across(value, `dashed ${kind}`)),
    ...lines.map(({ points, kind, isFaint }) => {
      const path = points.map(({ at, value }) => `${x(at)},${y(value)}`).join(' ');
      return `<polyline class="curve ${kind}" points="${path}"${fade(isFaint)}/>`;
    }),
  ].join('\n');
}

/** 90 → '1:30' */
const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.round(seconds % 60)).padStart(2, '0')}`;
