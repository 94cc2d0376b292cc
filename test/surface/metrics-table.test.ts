/** docs/observability.md lists every metric of the product with its type, labels and meaning. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { registry } from '@ctx/platform/metrics';
import { PLATFORM_METRICS } from '@ctx/platform/platform-metrics';
import { METRICS as CORRECTIONS } from '../../services/corrections/src/metrics.ts';
import { METRICS as GATEWAY } from '../../services/gateway/src/metrics.ts';
import { METRICS as READ } from '../../services/read/src/metrics.ts';
import { METRICS as RECALC } from '../../services/recalc/src/metrics.ts';

const TABLES = {
  all: PLATFORM_METRICS,
  gateway: GATEWAY,
  corrections: CORRECTIONS,
  read: READ,
  recalc: RECALC,
};
const UNITS =
  /_(info|seconds|bytes|total|rows|users|events|connections|connections_max|in_flight|connected|up)$/;

interface DeclaredMetric {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly labelNames: readonly string[];
}

const declared = registry.getMetricsAsArray() as unknown as DeclaredMetric[];

const serviceOf = (name: string): string =>
  Object.entries(TABLES).find(([, table]) =>
    Object.values<object>(table).some((metric) => nameOf(metric) === name),
  )?.[0] ?? 'corrections, recalc';

const nameOf = (metric: object): string => (metric as DeclaredMetric).name;

const ROWS = declared.map(({ name, type, labelNames, help }) => [
  `\`${name}\``,
  type,
  labelNames.map((label) => `\`${label}\``).join(', '),
  serviceOf(name),
  help,
]);

describe('the metrics', () => {
  it('are exactly those that docs/observability.md lists', () => {
    const text = readFileSync(fileURLToPath(new URL('../../docs/observability.md', import.meta.url)), 'utf8');
    const described = text
      .split('\n')
      .filter((line) => line.startsWith('| `ctx_'))
      .map((line) =>
        line
          .slice(1, -1)
          .split('|')
          .map((cell) => cell.trim()),
      );
    expect(described).toEqual(ROWS);
  });

  it('count imports without room from 0, so that the alert sees the first one', async () => {
    const { values } = await CORRECTIONS.imports.get();
    expect(values.map(({ labels, value }) => ({ ...labels, value }))).toEqual([
      { kind: 'user', outcome: 'busy', value: 0 },
      { kind: 'shared_prices', outcome: 'busy', value: 0 },
    ]);
  });

  it.each(declared.map(({ name, type }) => [name, type] as const))(
    'include %s, whose name has the prefix ctx_ and a base unit',
    (name, type) => {
      expect(name).toMatch(/^ctx_[a-z_]+$/);
      expect(name).toMatch(UNITS);
      expect(name.endsWith('_total')).toBe(type === 'counter');
    },
  );
});
