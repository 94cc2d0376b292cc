/** The alerts as the chart renders them, evaluated by promtool on series that are made up. */
import { describe, expect, it } from '@jest/globals';
import { render, template, example } from './helm.ts';
import { ofKind } from './manifests.ts';
import { type AlertCase, faultsOfCase, faultsOfRules, findPromtool, type RuleGroup } from './promtool.ts';

const promtool = await findPromtool();
if (promtool === null)
  process.stderr.write(
    'The tests of the alerts are skipped: promtool is not installed, and Debian’s package prometheus cannot be fetched.\n',
  );
const withPromtool = promtool === null ? it.skip : it;

const groups = ofKind(await render('production'), 'PrometheusRule').flatMap(
  ({ spec }) => spec.groups as RuleGroup[],
);

const money = { namespace: 'money' };
const release = (component: string, name = 'tax', namespace = 'money'): string =>
  `process_start_time_seconds{namespace="${namespace}",app_kubernetes_io_instance="${name}",component="${component}"}`;
const recalc = 'namespace="money",component="recalc"';
/** NaN for `count` intervals: promtool has no repetition of it. */
const nan = (count: number): string => Array.from({ length: count }, () => 'NaN').join(' ');

const REQUESTS = 'ctx_http_requests_total{namespace="money",instance="a",status=';
const REFUSALS = 'ctx_admission_rejections_total{namespace="money",component="gateway",instance="a"';
const EVICTED =
  'ctx_cleanup_deleted_rows_total{namespace="money",component="gateway",instance="a",kind="oauth_rows_evicted"}';
const CONNECT_FLOOD =
  'A network is over its budget, or there are so many unknown apps or open requests that some are deleted.';
const LATENCY = 'ctx_http_request_duration_seconds_bucket{namespace="money",surface="rest",operation="o",le=';
const CHECKS = `ctx_self_check_users_total{${recalc},instance="a",outcome="failed"}`;
const COMPLETED = `ctx_self_check_last_completed_timestamp_seconds{${recalc},instance="a"}`;
const POOL = 'namespace="money",component="read",instance="a",pool="reads"';

type Case = Omit<AlertCase, 'alert' | 'interval' | 'at'> & Partial<Pick<AlertCase, 'interval' | 'at'>>;

/** By alert: cases by what they show. Without another interval a value is a minute, looked at after 20. */
const CASES: Readonly<Record<string, Readonly<Record<string, Case>>>> = {
  CtxErrorRatio: {
    'fires when a tenth of all requests fail': {
      series: { [`${REQUESTS}"200"}`]: '0+540x30', [`${REQUESTS}"503"}`]: '0+60x30' },
      fires: [
        { labels: money, description: '10% of the requests of the last 5 minutes were answered with 5xx.' },
      ],
    },
    'is silent when few requests come at all': {
      series: { [`${REQUESTS}"503"}`]: '0+3x30' },
      fires: [],
    },
  },
  CtxRpcErrors: {
    'fires for the method that fails': {
      series: {
        'ctx_grpc_server_handled_total{namespace="money",component="read",method="X",status="INTERNAL"}':
          '0+60x30',
        'ctx_grpc_server_handled_total{namespace="money",component="read",method="Y",status="OK"}': '0+60x30',
      },
      fires: [
        {
          labels: { ...money, component: 'read', method: 'X' },
          description: 'X of read fails 1 times a second.',
        },
      ],
    },
  },
  CtxSlowRequests: {
    'fires when more than one request in twenty takes longer than a second': {
      series: {
        [`${LATENCY}"1"}`]: '0+10x30',
        [`${LATENCY}"2.5"}`]: '0+30x30',
        [`${LATENCY}"+Inf"}`]: '0+30x30',
      },
      fires: [{ labels: money, description: 'The 95th percentile of REST and MCP is 2.388s.' }],
    },
  },
  CtxAdmissionRefusals: {
    'fires by reason': {
      series: { 'ctx_admission_rejections_total{namespace="money",reason="unauthorized"}': '0+600x30' },
      fires: [
        {
          labels: { ...money, reason: 'unauthorized' },
          description: '10 requests a second are refused as unauthorized.',
        },
      ],
    },
  },
  CtxConnectFlood: {
    'fires when a network is over its budget': {
      series: { [`${REFUSALS},reason="network_limited"}`]: '0+7800x30' },
      fires: [{ labels: money, description: CONNECT_FLOOD }],
    },
    'fires when many networks together fill the tables': {
      series: {
        [`${REFUSALS},reason="network_limited"}`]: '0x30',
        [EVICTED]: '0x12 700+700x20',
      },
      fires: [{ labels: money, description: CONNECT_FLOOD }],
    },
    'is silent when people connect their apps': {
      series: { [`${REFUSALS},reason="network_limited"}`]: '0+1x30', [EVICTED]: '0x30' },
      fires: [],
    },
  },
  CtxQueueAge: {
    'fires when one replica of recalc can read the figure and another cannot': {
      series: {
        [`ctx_recalculation_queue_oldest_seconds{${recalc},instance="a"}`]: nan(30),
        [`ctx_recalculation_queue_oldest_seconds{${recalc},instance="b"}`]: '400x30',
      },
      fires: [{ labels: money, description: 'The oldest recalculation request has waited for 6m 40s.' }],
    },
    'fires while recalc is down, by what corrections measures': {
      series: {
        [`ctx_recalculation_queue_oldest_seconds{${recalc},instance="a"}`]: '0 0 0 _x30',
        'ctx_recalculation_oldest_seconds{namespace="money",component="corrections",instance="a"}':
          '0 0 0 0+60x30',
      },
      fires: [{ labels: money, description: 'The oldest recalculation request has waited for 17m 0s.' }],
    },
    'is silent while recalc is down and nothing waits': {
      series: {
        [`ctx_recalculation_queue_oldest_seconds{${recalc},instance="a"}`]: '0 0 0 _x30',
        'ctx_recalculation_oldest_seconds{namespace="money",component="corrections",instance="a"}': '0x30',
      },
      fires: [],
    },
  },
  CtxParkedRuns: {
    'fires with the number of users': {
      series: { [`ctx_recalculation_parked_users{${recalc}}`]: '2x30' },
      fires: [{ labels: money, description: '2 users see figures that are not those of their facts.' }],
    },
  },
  CtxLeaseTakeovers: {
    'fires when several runs were taken over': {
      series: { [`ctx_run_lease_takeovers_total{${recalc}}`]: '0x10 5x30' },
      fires: [{ labels: money, description: '5 runs were taken over within 30 minutes.' }],
    },
  },
  CtxOutboxLag: {
    'fires when the outbox is not published': {
      series: { 'ctx_outbox_oldest_seconds{namespace="money",component="corrections"}': '90x30' },
      fires: [
        {
          labels: money,
          description: 'The oldest has waited for 1m 30s; the sweep starts the runs meanwhile.',
        },
      ],
    },
  },
  CtxNatsDisconnected: {
    'fires by component': {
      series: {
        'ctx_nats_connected{namespace="money",component="corrections"}': '0x30',
        [`ctx_nats_connected{${recalc}}`]: '1x30',
      },
      fires: [
        {
          labels: { ...money, component: 'corrections' },
          description: 'corrections has no connection; runs start by the sweep alone.',
        },
      ],
    },
  },
  CtxFiguresDiffer: {
    'fires at once': {
      series: { [`ctx_self_check_differing_users{${recalc}}`]: '0x18 1x10' },
      fires: [
        {
          labels: money,
          description: 'The self-check found 1 users whose figures differ from a computation from nothing.',
        },
      ],
    },
  },
  CtxSelfCheckFailed: {
    'fires at the first failure of a pod, whose count begins at 0': {
      series: { [CHECKS]: '0 0 1x10' },
      interval: '6h',
      at: '18h',
      fires: [{ labels: money, description: '1 checks of a day failed or took more than they may.' }],
    },
    'is silent when no check failed': { series: { [CHECKS]: '0x10' }, interval: '6h', at: '18h', fires: [] },
  },
  CtxSelfCheckMissing: {
    'fires when no round was ever completed, two days after the start': {
      series: { [COMPLETED]: '0x180' },
      interval: '30m',
      at: '54h',
      fires: [{ labels: money, description: 'No round of it was completed within the last 50 hours.' }],
    },
    'is silent on the first days of a release': {
      series: { [COMPLETED]: '0x180' },
      interval: '30m',
      at: '48h',
      fires: [],
    },
    'fires when rounds were completed once and no longer are': {
      series: { [COMPLETED]: '3600x180' },
      interval: '30m',
      at: '54h',
      fires: [{ labels: money, description: 'No round of it was completed within the last 50 hours.' }],
    },
    'is silent where a round is completed every night': {
      series: { [COMPLETED]: '0+1800x180' },
      interval: '30m',
      at: '75h',
      fires: [],
    },
    'is silent where the self-check is off': {
      series: { [COMPLETED]: nan(180) },
      interval: '30m',
      at: '75h',
      fires: [],
    },
  },
  CtxPoolExhausted: {
    'fires when all connections are in use and requests wait': {
      series: {
        [`ctx_db_pool_connections{${POOL},state="waiting"}`]: '3x30',
        [`ctx_db_pool_connections{${POOL},state="in_use"}`]: '10x30',
        [`ctx_db_pool_connections_max{${POOL}}`]: '10x30',
      },
      fires: [
        {
          labels: { ...money, component: 'read', pool: 'reads' },
          description: 'Pool reads of read has requests that wait for a connection.',
        },
      ],
    },
  },
  CtxDatabaseErrors: {
    'fires when no replica can read the figures': {
      series: { [`ctx_scrape_source_up{${recalc},source="queue"}`]: '0x30' },
      fires: [
        { labels: { ...money, component: 'recalc' }, description: 'recalc loses or is refused connections.' },
      ],
    },
  },
  CtxEventLoopLag: {
    'fires by instance': {
      series: {
        'nodejs_eventloop_lag_p99_seconds{namespace="money",component="read",instance="a"}': '0.5x30',
      },
      fires: [
        {
          labels: { ...money, component: 'read', instance: 'a' },
          description: 'One turn in a hundred of the event loop of a takes 500ms.',
        },
      ],
    },
  },
  CtxCertificateExpires: {
    'fires a week before': {
      series: {
        'ctx_tls_certificate_expiry_timestamp_seconds{namespace="money",component="read",certificate="own"}':
          '86400x80',
      },
      at: '70m',
      fires: [
        {
          labels: { ...money, component: 'read', certificate: 'own' },
          description: 'That of read (own) expires in 22h 50m 0s.',
        },
      ],
    },
  },
  CtxNoScrape: {
    'fires for the component that is gone': {
      series: {
        [release('gateway')]: '1x30',
        [release('read')]: '1x30',
        [release('corrections')]: '1x30',
        [release('recalc')]: '1 1 _x30',
      },
      fires: [noScrape('recalc')],
    },
    'fires when the same component of a release in another namespace, or of another release beside it, is there':
      {
        series: {
          [release('gateway')]: '1x30',
          [release('read')]: '1x30',
          [release('corrections')]: '1x30',
          [release('recalc', 'tax', 'other')]: '1x30',
          [release('recalc', 'second')]: '1x30',
        },
        fires: [noScrape('recalc')],
      },
    'fires when the whole release is gone': {
      series: { [release('gateway', 'tax', 'other')]: '1x30' },
      fires: ['gateway', 'read', 'corrections', 'recalc'].map(noScrape),
    },
    'is silent when every component is scraped': {
      series: Object.fromEntries(
        ['gateway', 'read', 'corrections', 'recalc'].map((name) => [release(name), '1x30']),
      ),
      fires: [],
    },
  },
};

function noScrape(component: string): AlertCase['fires'][number] {
  return {
    labels: { ...money, app_kubernetes_io_instance: 'tax', component },
    description: `Nothing was scraped from ${component} of release tax for 5 minutes.`,
  };
}

const ALL = Object.entries(CASES).flatMap(([alert, cases]) =>
  Object.entries(cases).map(([what, one]) => ({
    alert,
    what,
    one: { alert, interval: '1m', at: '20m', ...one },
  })),
);

describe('The alerts of the chart', () => {
  withPromtool.each(ALL)('$alert $what', async ({ one }) => {
    expect(await faultsOfCase(promtool ?? '', groups, one)).toBe('');
  });

  withPromtool('are valid rules, each with a case in which it fires', async () => {
    expect(await faultsOfRules(promtool ?? '', groups)).toBe('');
    const fired = ALL.filter(({ one }) => one.fires.length > 0).map(({ alert }) => alert);
    const rules = groups.flatMap((group) => group.rules.map(({ alert }) => alert));
    expect(rules.filter((alert) => !fired.includes(alert))).toEqual([]);
  });

  it('link a section of the published runbooks, by a whole address', () => {
    for (const { rules } of groups)
      for (const { alert, annotations } of rules)
        expect(annotations['runbook_url']).toBe(
          `https://git.example.org/crypto-tax/docs/operations-alerts.md#${alert.toLowerCase()}`,
        );
  });

  it('are refused without the address of the runbooks', async () => {
    const { code, stderr } = await template(
      'helm4',
      ...example('production'),
      '--set-json',
      'prometheusRule.runbookBaseUrl=""',
    );
    expect(code).toBe(1);
    expect(stderr).toContain('prometheusRule.runbookBaseUrl: is required');
  });
});
