import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createMetrics } from '#http/metrics.ts';
import { parse } from 'yaml';

// promtool runs the tests of the rules (see alerts.test.yml). This file checks that none is missing, and that they feed
// in
// only metrics of the product.

interface RuleTest {
  readonly name: string;
  readonly input_series: readonly { readonly series: string; readonly values: string }[];
  readonly alert_rule_test: readonly { readonly alertname: string; readonly exp_alerts: readonly unknown[] }[];
}

const yaml = (file: string): unknown =>
  parse(readFileSync(fileURLToPath(new URL(`../scripts/ops/${file}`, import.meta.url)), 'utf8'));
const { groups } = yaml('alerts.yml') as { groups: { rules: { alert: string; expr: string }[] }[] };
const rules = groups.flatMap((group) => group.rules);
const { rule_files: files, tests } = yaml('alerts.test.yml') as { rule_files: string[]; tests: RuleTest[] };
const ruleTests = tests.flatMap((each) => each.alert_rule_test);

test('the alert tests name no alert that the rules do not contain', () => {
  expect(files).toEqual(['alerts.yml']);
  const names = rules.map(({ alert }) => alert);
  expect(ruleTests.map(({ alertname }) => alertname).filter((name) => !names.includes(name))).toEqual([]);
});

test.each(rules.map(({ alert }) => alert))(
  'the alert %s has a test in which it fires, and one in which it stays silent',
  (alert) => {
    const expected = ruleTests.filter(({ alertname }) => alertname === alert).map((look) => look.exp_alerts.length > 0);
    expect(new Set(expected)).toEqual(new Set([true, false]));
  },
);

test('the alert tests feed only metrics that the product exposes under the same name', async () => {
  const operationalState = async () => ({
    databaseUp: true,
    eventLogUp: true,
    backlog: null,
    unanchoredEntries: null,
    anchorSecondsAgo: Infinity,
    freeDiskShare: null,
  });
  const text = await createMetrics({ lagSeconds: () => 0, isProjecting: () => true, operationalState }).text();
  const exposedMetrics = new Set(['up', ...Array.from(text.matchAll(/^# TYPE (\S+) /gm), ([, name = '']) => name)]);
  const fedMetrics = tests.flatMap((each) => each.input_series.map(({ series }) => /^\w+/.exec(series)?.[0] ?? series));
  expect(fedMetrics.length).toBeGreaterThan(rules.length);
  const base = (name: string): string => name.replace(/_(bucket|count|sum)$/, '');
  expect(fedMetrics.filter((name) => !exposedMetrics.has(name) && !exposedMetrics.has(base(name)))).toEqual([]);
});
