/** The chart's dashboard: a panel that counts failures shows 0 while nothing fails. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { CHART } from './helm.ts';
import { faultsOfExpression, findPromtool } from './promtool.ts';

interface Panel {
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
}

const promtool = await findPromtool();
if (promtool === null)
  process.stderr.write(
    'Skipping the dashboard tests: promtool is not installed and Debian’s prometheus package cannot be downloaded.\n',
  );
const withPromtool = promtool === null ? it.skip : it;

const { panels } = JSON.parse(readFileSync(join(CHART, 'dashboards/overview.json'), 'utf8')) as {
  panels: readonly Panel[];
};

/** The only expression of a panel, with values for Grafana's variables. */
function expressionOf(title: string): string {
  const expr = panels.find((panel) => panel.title === title)?.targets?.[0]?.expr ?? '';
  return expr.replaceAll('$namespace', 'money').replaceAll('$__rate_interval', '5m');
}

const REQUESTS = 'ctx_http_requests_total{namespace="money",status=';

describe('the panel "Failed requests"', () => {
  withPromtool.each([
    ['shows 0 when no request has failed yet', { [`${REQUESTS}"200"}`]: '0+60x10' }, 0],
    ['shows 0 when there are no requests', { [`${REQUESTS}"200"}`]: '5x10' }, 0],
    [
      'shows the share of failed requests',
      { [`${REQUESTS}"200"}`]: '0+90x10', [`${REQUESTS}"503"}`]: '0+30x10' },
      0.25,
    ],
    ['shows nothing when no gateway is scraped', { up: '1x10' }, null],
  ])('%s', async (_title, series, value) => {
    const expr = expressionOf('Failed requests');
    expect(await faultsOfExpression(promtool ?? '', { expr, series, at: '10m', labels: '{}', value })).toBe(
      '',
    );
  });
});

describe('the panel "Tool rejections and errors"', () => {
  const CALLS = 'ctx_mcp_tool_calls_total{namespace="money",tool="x",outcome=';
  const GATEWAY = {
    'process_cpu_seconds_total{namespace="money",component="gateway",instance="a"}': '0+1x10',
  };

  withPromtool.each([
    ['shows 0 when every call succeeded', { ...GATEWAY, [`${CALLS}"ok"}`]: '0+60x10' }, 0],
    ['shows nothing when no gateway is scraped', { up: '1x10' }, null],
  ])('%s', async (_title, series, value) => {
    const expr = expressionOf('Tool rejections and errors');
    const labels = '{outcome="none"}';
    expect(await faultsOfExpression(promtool ?? '', { expr, series, at: '10m', labels, value })).toBe('');
  });
});
