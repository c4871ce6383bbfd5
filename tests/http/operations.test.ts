import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMetrics } from '#http/metrics.ts';
import { ownPort } from '#tests/support/port.ts';
import { type RunningApi, startApi } from '#tests/support/api.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { parse } from 'yaml';

// An alert on a metric that no process exposes would never fire.

const textOf = (file: string): string =>
  readFileSync(fileURLToPath(new URL(`../../scripts/ops/${file}`, import.meta.url)), 'utf8');
const rules = (
  parse(textOf('alerts.yml')) as { groups: { rules: { alert: string; expr: string }[] }[] }
).groups.flatMap((group) => group.rules);
const panels = (JSON.parse(textOf('dashboard.json')) as { panels: { targets: { expr: string }[] }[] }).panels;

let api: RunningApi;
let metrics: string;
let port: number;
beforeAll(async () => {
  port = await ownPort();
  api = await startApi({ config: { metricsPort: port } });
  metrics = await scraped();
});
afterAll(() => api.stop());

const scraped = async (): Promise<string> => (await fetch(`http://localhost:${port}/metrics`)).text();
const valueIn = (text: string, name: string): number =>
  Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? 'none');

/** Returns the names of metrics in an expression, without the keywords of PromQL. */
const namesIn = (expression: string): readonly string[] =>
  expression.match(/\b(?:prumo|process|nodejs|up)(?:_\w+)?\b(?=[{[\s)]|$)/g) ?? [];

test('every metric that an alert or the dashboard uses is exposed', async () => {
  const exposed = new Set(Array.from(metrics.matchAll(/^# TYPE (\S+) (\S+)$/gm), ([, name = '']) => name));
  expect(exposed.size).toBeGreaterThan(20);
  exposed.add('prumo_projector_leads'); // Metrics of projectors only are checked below.
  const expressions = [
    ...rules.map(({ expr }) => expr),
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ];
  const asked = new Set(expressions.flatMap(namesIn).filter((name) => name !== 'up' && name !== 'prumo'));
  expect(asked.size).toBeGreaterThan(18);
  const base = (name: string): string => name.replace(/_(bucket|count|sum)$/, '');
  expect([...asked].filter((name) => !exposed.has(name) && !exposed.has(base(name)))).toEqual([]);
  expect(rules.filter(({ expr }) => namesIn(expr).length === 0)).toEqual([]);
});

test('the runbook describes every alert, and no alert that does not exist', () => {
  const headings = Array.from(
    textOf('../../docs/operations/runbook.md').matchAll(/^### (Prumo\w+)$/gm),
    ([, name]) => name,
  );
  expect(new Set(headings)).toEqual(new Set(rules.map(({ alert }) => alert)));
  expect(headings).toHaveLength(rules.length);
});

test('a healthy product reports itself as healthy, with the numbers of pending work', async () => {
  const well = {
    prumo_database_up: 1,
    prumo_event_log_up: 1,
    prumo_parked_streams: 0,
    prumo_mail_waiting: 0,
    prumo_payment_notices_oldest_seconds: 0,
    prumo_reactor_failed_events: 0,
  };
  for (const [name, value] of Object.entries(well)) expect([name, valueIn(metrics, name)]).toEqual([name, value]);
  expect(valueIn(metrics, 'prumo_disk_free_ratio')).toBeGreaterThan(0);
  // A new audit log has never been verified, which must not count as a week ago.
  const began = await api.pool.query<{ seconds: number }>(
    'select extract(epoch from now() - at)::float8 as seconds from audit.entry order by number limit 1',
  );
  const since = valueIn(await scraped(), 'prumo_audit_checked_seconds_ago');
  expect(Math.abs(since - (began.rows[0]?.seconds ?? NaN))).toBeLessThan(30);
  expect(metrics).toMatch(/^prumo_audit_problems (NaN|Nan)$/m);
  await api.pool.query(
    `insert into mail.outgoing (payment_id, kind, queued_at, due_at) values (gen_random_uuid(), 'payment_confirmed', now() - interval '1 hour', now() + interval '1 day')`,
  );
  await api.pool.query(
    `insert into read.parked (kind, id, position, error) values ('business', gen_random_uuid(), 'x', 'y')`,
  );
  await api.pool.query('insert into audit.check_run (at, entries, problems) values (now(), 3, 2)');
  const ill = await scraped();
  expect(valueIn(ill, 'prumo_mail_waiting')).toBe(1);
  expect(valueIn(ill, 'prumo_mail_oldest_seconds')).toBeGreaterThan(3_590);
  expect(valueIn(ill, 'prumo_parked_streams')).toBe(1);
  expect(valueIn(ill, 'prumo_audit_problems')).toBe(2);
  expect(valueIn(ill, 'prumo_audit_checked_seconds_ago')).toBeLessThan(60);
});

test('a process that takes over the audit log anchors it immediately', async () => {
  const [storage, metricsPort] = [await freshDatabase(), await ownPort()];
  const metricNow = async (name: string): Promise<number> =>
    valueIn(await (await fetch(`http://localhost:${metricsPort}/metrics`)).text(), name);
  const before = await startApi({ storage, config: { metricsPort } });
  await expect.poll(() => metricNow('prumo_audit_entries')).toBeGreaterThan(0);
  await before.stop();
  const after = await startApi({ storage, config: { metricsPort } }); // This process has an anchor file of its own.
  await expect.poll(() => metricNow('prumo_audit_anchor_seconds_ago')).toBeLessThan(60);
  await after.stop();
  await storage.drop();
});

test('the memory limit of a process is reported beside its memory use', () => {
  const [has, may] = [valueIn(metrics, 'process_resident_memory_bytes'), valueIn(metrics, 'prumo_memory_limit_bytes')];
  expect(has).toBeGreaterThan(10e6);
  expect(may).toBeGreaterThan(has);
  expect(may).toBeLessThanOrEqual(totalmem());
});

test('a projector reports whether it leads, and an unknown value raises no alert', async () => {
  const operationalState = async () => ({
    databaseUp: false,
    eventLogUp: true,
    backlog: null,
    unanchoredEntries: null,
    anchorSecondsAgo: Infinity,
    freeDiskShare: null,
  });
  const textOfProjector = (isProjecting: boolean) =>
    createMetrics({ lagSeconds: () => NaN, isProjecting: () => isProjecting, operationalState }).text();
  const text = await textOfProjector(true);
  expect(valueIn(text, 'prumo_projector_leads')).toBe(1);
  expect(valueIn(await textOfProjector(false), 'prumo_projector_leads')).toBe(0);
  expect(valueIn(text, 'prumo_database_up')).toBe(0);
  expect(text).toMatch(/^prumo_parked_streams (NaN|Nan)$/m);
});
