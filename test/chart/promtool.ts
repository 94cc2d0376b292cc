/** Runs promtool, Prometheus's rule checker, and its unit tests for rules. */
import { execFile, type ExecFileException } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { stringify } from 'yaml';
import { findDebianProgram } from '../../deploy/stack/debian-packages.ts';

/** Returns the path of promtool. Null when it is not installed and Debian's package cannot be downloaded. */
export function findPromtool(): Promise<string | null> {
  return findDebianProgram({
    package: 'prometheus',
    name: 'promtool',
    path: 'usr/bin/promtool',
    folder: 'prometheus',
  });
}

export interface AlertCase {
  readonly alert: string;
  /** Series in promtool's notation, one value per interval: `0+30x60`. */
  readonly series: Readonly<Record<string, string>>;
  readonly interval: string;
  readonly at: string;
  /** Labels and description of each alert that fires. */
  readonly fires: readonly {
    readonly labels: Readonly<Record<string, string>>;
    readonly description: string;
  }[];
}

/** Returns the errors that promtool reports for a case with the rules of `groups`; empty when it passes. */
export function faultsOfCase(
  promtool: string,
  groups: readonly RuleGroup[],
  one: AlertCase,
): Promise<string> {
  return faultsOfCases(promtool, groups, [one]);
}

/** The same for several cases in one run, with the groups of their alerts alone, evaluated as often as the first one asks. */
export function faultsOfCases(
  promtool: string,
  groups: readonly RuleGroup[],
  cases: readonly AlertCase[],
): Promise<string> {
  const test = {
    rule_files: ['rules.yaml'],
    evaluation_interval: cases[0]?.interval,
    tests: cases.map((one) => testOf(groups, one)),
  };
  const ofCases = groups.filter((group) => cases.some(({ alert }) => hasAlert(group, alert)));
  return runIn({ 'rules.yaml': stringify({ groups: ofCases }), 'test.yaml': stringify(test) }, (folder) =>
    promisify(execFile)(promtool, ['test', 'rules', 'test.yaml'], { cwd: folder }),
  );
}

/** Returns whether an alert is one of a group. */
export function hasAlert(group: RuleGroup, alert: string): boolean {
  return alertsOf([group]).some((rule) => rule.alert === alert);
}

/** A case in promtool's form. */
function testOf(groups: readonly RuleGroup[], { alert, series, interval, at, fires }: AlertCase): object {
  const rule = alertsOf(groups).find((each) => each.alert === alert);
  const { summary, runbook_url } = rule?.annotations ?? {};
  return {
    interval,
    input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
    alert_rule_test: [
      {
        eval_time: at,
        alertname: alert,
        exp_alerts: fires.map(({ labels, description }) => ({
          exp_labels: { ...rule?.labels, ...labels },
          exp_annotations: { summary, description, runbook_url },
        })),
      },
    ],
  };
}

/** Returns the errors that promtool reports when an expression does not have this single value; empty when it has. */
export function faultsOfExpression(
  promtool: string,
  { expr, series, at, labels, value }: ExpressionCase,
): Promise<string> {
  const test = {
    evaluation_interval: '1m',
    tests: [
      {
        interval: '1m',
        input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
        promql_expr_test: [{ expr, eval_time: at, exp_samples: value === null ? [] : [{ labels, value }] }],
      },
    ],
  };
  return runIn({ 'test.yaml': stringify(test) }, (folder) =>
    promisify(execFile)(promtool, ['test', 'rules', 'test.yaml'], { cwd: folder }),
  );
}

export interface ExpressionCase {
  readonly expr: string;
  readonly series: AlertCase['series'];
  readonly at: string;
  /** Labels of the value, in promtool's notation: `{}`. */
  readonly labels: string;
  /** Null where the expression has no value. */
  readonly value: number | null;
}

interface AlertRule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

/** A rule that stores the value of an expression, from which alerts are computed. */
interface RecordingRule {
  readonly record: string;
  readonly expr: string;
  readonly labels: Readonly<Record<string, string>>;
}

export interface RuleGroup {
  readonly name: string;
  readonly rules: readonly (AlertRule | RecordingRule)[];
}

/** Returns the alerts among the rules of all groups. */
export function alertsOf(groups: readonly RuleGroup[]): AlertRule[] {
  return groups.flatMap(({ rules }) => rules).filter((rule) => 'alert' in rule);
}

/** Returns the errors that `promtool check rules` reports. */
export function faultsOfRules(promtool: string, groups: readonly RuleGroup[]): Promise<string> {
  return runIn({ 'rules.yaml': stringify({ groups }) }, (folder) =>
    promisify(execFile)(promtool, ['check', 'rules', 'rules.yaml'], { cwd: folder }),
  );
}

/** Runs a command on these files. Returns its output when it fails, otherwise an empty text. */
async function runIn(
  files: Readonly<Record<string, string>>,
  run: (folder: string) => Promise<unknown>,
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'ctx-promtool-'));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    await run(folder);
    return '';
  } catch (error) {
    const {
      stdout = '',
      stderr = '',
      message,
    } = error as ExecFileException & { stdout?: string; stderr?: string };
    return `${stdout}${stderr}` || message;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
