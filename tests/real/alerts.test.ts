import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { describeProgram, type InstalledProgram } from './support/real-program.ts';
import { findProgram, outputOf, versionIn } from './support/programs.ts';

const OPS = fileURLToPath(new URL('../../scripts/ops', import.meta.url));
const RULES = 'alerts.yml';

interface Rules {
  readonly groups: readonly { readonly rules: readonly { readonly alert: string }[] }[];
}

interface RuleTests {
  readonly rule_files?: readonly string[];
  readonly tests?: readonly {
    readonly alert_rule_test?: readonly { readonly alertname: string; readonly exp_alerts?: readonly unknown[] }[];
  }[];
}

function installedPromtool(): (InstalledProgram & { readonly path: string }) | string {
  const path = findProgram('promtool');
  return path === undefined ? 'no promtool' : { path, version: versionIn(outputOf(path, ['--version'])) };
}

describeProgram({ name: 'promtool', installation: installedPromtool(), isPackagedByDebian: true }, ({ path }, tell) => {
  /** A copy of the operator's files, where rules can be broken. */
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'prumo-alerts-'));
    cpSync(OPS, folder, { recursive: true });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const contentsOf = (name: string): unknown => parse(readFileSync(join(folder, name), 'utf8'));
  const rules = () => (contentsOf(RULES) as Rules).groups.flatMap((group) => group.rules);
  const ruleTestsIn = (name: string) => contentsOf(name) as RuleTests | null;
  const ruleTests = (): readonly string[] =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (name) =>
        name.endsWith('.yml') &&
        (ruleTestsIn(name)?.rule_files ?? []).length > 0 &&
        ruleTestsIn(name)?.tests !== undefined,
    );
  const testRules = (): string => outputOf(path, ['test', 'rules', ...ruleTests().map((name) => join(folder, name))]);

  test('accepts the alert rules and the configuration of Prometheus', (context) => {
    expect(outputOf(path, ['check', 'rules', join(folder, RULES)])).toContain('SUCCESS');
    outputOf(path, ['check', 'config', '--syntax-only', join(folder, 'prometheus.yml')]);
    tell(context, `${rules().length} alerts`);
  });

  test('finds that each alert fires when it should, and is silent when it should be', (context) => {
    const asked = ruleTests()
      .flatMap((name) => ruleTestsIn(name)?.tests ?? [])
      .flatMap(({ alert_rule_test: tests }) => tests ?? []);
    const alerts = rules().map(({ alert }) => alert);
    const isAsked = (alert: string, rings: boolean): boolean =>
      asked.some(({ alertname, exp_alerts: expected }) => alertname === alert && (expected ?? []).length > 0 === rings);
    expect(alerts.filter((alert) => !isAsked(alert, true))).toEqual([]);
    expect(alerts.filter((alert) => !isAsked(alert, false))).toEqual([]);
    expect(testRules()).toContain('SUCCESS');
    tell(context, `${asked.length} rule tests`);
  });

  test('reports a broken alert rule (self-test)', (context) => {
    const file = join(folder, RULES);
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace('prumo_mail_oldest_seconds', 'prumo_mail_eldest_seconds'));
    expect(testRules).toThrow('PrumoMailWaiting');
    writeFileSync(file, text.replace('expr:', 'expr: )'));
    expect(() => outputOf(path, ['check', 'rules', file])).toThrow('FAILED');
    tell(context, 'found');
  });
});
