/** The chart's alerts, evaluated by promtool on invented series. */
import { describe, expect, it } from '@jest/globals';
import { render, template, example } from './helm.ts';
import { ofKind } from './manifests.ts';
import { type AlertCase, faultsOfCase, faultsOfRules, findPromtool, type RuleGroup } from './promtool.ts';

const promtool = await findPromtool();
if (promtool === null)
  process.stderr.write(
    'Skipping the alert tests: promtool is not installed and Debian’s prometheus package cannot be downloaded.\n',
  );
const withPromtool = promtool === null ? it.skip : it;

const groups = ofKind(await render('production'), 'PrometheusRule').flatMap(
  ({ spec }) => spec.groups as RuleGroup[],
);

const money = { namespace: 'money' };
const release = (component: string, name = 'tax', namespace = 'money'): string =>
  `process_start_time_seconds{namespace="${namespace}",app_kubernetes_io_instance="${name}",component="${component}"}`;
const recalc = 'namespace="money",component="recalc"';
/** NaN for `count` intervals: promtool cannot repeat NaN. */
const nan = (count: number): string => Array.from({ length: count }, () => 'NaN').join(' ');

const REQUESTS = 'ctx_http_requests_total{namespace="money",instance="a",status=';
const REJECTIONS = 'ctx_admission_rejections_total{namespace="money",component="gateway",instance="a"';
const EVICTED =
  'ctx_cleanup_deleted_rows_total{namespace="money",component="gateway",instance="a",kind="oauth_rows_evicted"}';
const CONNECT_FLOOD =
  'A network exceeds its request limit, or unused app registrations and open authorization requests exceed their limit and the oldest are deleted.';
const LATENCY = 'ctx_http_request_duration_seconds_bucket{namespace="money",surface="rest",operation="o",le=';
const CHECKS = `ctx_self_check_users_total{${recalc},instance="a",outcome="failed"}`;
const COMPLETED = `ctx_self_check_last_completed_timestamp_seconds{${recalc},instance="a"}`;
const POOL = 'namespace="money",component="read",instance="a",pool="reads"';

const REPLICA_ANSWERS = 'ctx_replica_answers_total{namespace="money",component="read",source=';

type Case = Omit<AlertCase, 'alert' | 'interval' | 'at'> & Partial<Pick<AlertCase, 'interval' | 'at'>>;

/** Cases by alert and title. By default the values are one minute apart and the alert is evaluated after 20 minutes. */
const CASES: Readonly<Record<string, Readonly<Record<string, Case>>>> = {
  CtxErrorRatio: {
    'fires when 10% of requests fail': {
      series: { [`${REQUESTS}"200"}`]: '0+540x30', [`${REQUESTS}"503"}`]: '0+60x30' },
      fires: [{ labels: money, description: '10% of requests in the last 5 minutes got a 5xx response.' }],
    },
    'is silent when there are few requests': {
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
          description: 'X in read fails 1 times a second.',
        },
      ],
    },
  },
  CtxSlowRequests: {
    'fires when more than 5% of requests take longer than a second': {
      series: {
        [`${LATENCY}"1"}`]: '0+10x30',
        [`${LATENCY}"2.5"}`]: '0+30x30',
        [`${LATENCY}"+Inf"}`]: '0+30x30',
      },
      fires: [
        { labels: money, description: 'The 95th percentile of REST and MCP response times is 2.388s.' },
      ],
    },
  },
  CtxAdmissionRejections: {
    'fires per rejection reason': {
      series: { 'ctx_admission_rejections_total{namespace="money",reason="unauthorized"}': '0+600x30' },
      fires: [
        {
          labels: { ...money, reason: 'unauthorized' },
          description: '10 requests a second are rejected with reason unauthorized.',
        },
      ],
    },
  },
  CtxConnectFlood: {
    'fires when a network exceeds its request limit': {
      series: { [`${REJECTIONS},reason="network_limited"}`]: '0+7800x30' },
      fires: [{ labels: money, description: CONNECT_FLOOD }],
    },
    'fires when many networks together exceed the limit of OAuth rows': {
      series: {
        [`${REJECTIONS},reason="network_limited"}`]: '0x30',
        [EVICTED]: '0x12 700+700x20',
      },
      fires: [{ labels: money, description: CONNECT_FLOOD }],
    },
    'is silent when users connect their apps': {
      series: { [`${REJECTIONS},reason="network_limited"}`]: '0+1x30', [EVICTED]: '0x30' },
      fires: [],
    },
  },
  CtxQueueAge: {
    'fires when only one of two recalc replicas can read the age': {
      series: {
        [`ctx_recalculation_queue_oldest_seconds{${recalc},instance="a"}`]: nan(30),
        [`ctx_recalculation_queue_oldest_seconds{${recalc},instance="b"}`]: '400x30',
      },
      fires: [{ labels: money, description: 'The oldest recalculation request has waited for 6m 40s.' }],
    },
    'fires while recalc is down, by the age that corrections reports': {
      series: {
        [`ctx_recalculation_queue_oldest_seconds{${recalc},instance="a"}`]: '0 0 0 _x30',
        'ctx_recalculation_oldest_seconds{namespace="money",component="corrections",instance="a"}':
          '0 0 0 0+60x30',
      },
      fires: [{ labels: money, description: 'The oldest recalculation request has waited for 17m 0s.' }],
    },
    'is silent while recalc is down and no request waits': {
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
      fires: [{ labels: money, description: '2 users see outdated figures.' }],
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
          description: 'The oldest has waited for 1m 30s. The scheduler sweep starts the runs meanwhile.',
        },
      ],
    },
    'fires without NATS, where corrections deletes each request after a minute': {
      series: {
        'ctx_outbox_oldest_seconds{namespace="money",component="corrections"}': Array.from(
          { length: 10 },
          () => '48 61 55',
        ).join(' '),
      },
      fires: [
        {
          labels: money,
          description: 'The oldest has waited for 55s. The scheduler sweep starts the runs meanwhile.',
        },
      ],
    },
  },
  CtxNatsDisconnected: {
    'fires per component': {
      series: {
        'ctx_nats_connected{namespace="money",component="corrections"}': '0x30',
        [`ctx_nats_connected{${recalc}}`]: '1x30',
      },
      fires: [
        {
          labels: { ...money, component: 'corrections' },
          description: 'corrections has no connection. Only the scheduler sweep starts runs.',
        },
      ],
    },
  },
  CtxFiguresDiffer: {
    'fires without delay': {
      series: { [`ctx_self_check_differing_users{${recalc}}`]: '0x18 1x10' },
      fires: [
        {
          labels: money,
          description: 'The self-check found 1 users whose stored figures differ from recomputed figures.',
        },
      ],
    },
  },
  CtxSelfCheckFailed: {
    'fires at the first failure of a pod, because the counter starts at 0': {
      series: { [CHECKS]: '0 0 1x10' },
      interval: '6h',
      at: '18h',
      fires: [{ labels: money, description: '1 checks failed or exceeded their limits in the last day.' }],
    },
    'is silent when no check failed': { series: { [CHECKS]: '0x10' }, interval: '6h', at: '18h', fires: [] },
  },
  CtxSelfCheckMissing: {
    'fires two days after the start when no round has ever completed': {
      series: { [COMPLETED]: '0x180' },
      interval: '30m',
      at: '54h',
      fires: [{ labels: money, description: 'No self-check round completed in the last 50 hours.' }],
    },
    'is silent for the first two days of a release': {
      series: { [COMPLETED]: '0x180' },
      interval: '30m',
      at: '48h',
      fires: [],
    },
    'fires when rounds used to complete and no longer do': {
      series: { [COMPLETED]: '3600x180' },
      interval: '30m',
      at: '54h',
      fires: [{ labels: money, description: 'No self-check round completed in the last 50 hours.' }],
    },
    'is silent when a round completes every night': {
      series: { [COMPLETED]: '0+1800x180' },
      interval: '30m',
      at: '75h',
      fires: [],
    },
    'is silent when the self-check is off': {
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
          description: 'Requests wait for a connection from pool reads of read.',
        },
      ],
    },
  },
  CtxImportsBusy: {
    'fires when imports are rejected for ten minutes': {
      series: {
        [`ctx_imports_total{namespace="money",component="corrections",kind="user",outcome="busy"}`]: '0+3x30',
      },
      fires: [
        {
          labels: money,
          description: 'Corrections has had no room for some imports for ten minutes.',
        },
      ],
    },
  },
  CtxDatabaseErrors: {
    'fires when no replica can read the gauges from the database': {
      series: { [`ctx_scrape_source_up{${recalc},source="queue"}`]: '0x30' },
      fires: [
        {
          labels: { ...money, component: 'recalc' },
          description: 'recalc loses connections or cannot connect.',
        },
      ],
    },
  },
  CtxReplicaUnused: {
    'fires when the primary answers most of the reads that the replica may answer': {
      series: {
        [`${REPLICA_ANSWERS}"replica"}`]: '0+20x60',
        [`${REPLICA_ANSWERS}"primary_behind"}`]: '0+60x60',
      },
      at: '45m',
      fires: [
        {
          labels: money,
          description:
            'The replica answered 25% of the reads that it may answer. The primary answers the others.',
        },
      ],
    },
    'is silent when other reads are answered by the primary': {
      series: {
        [`${REPLICA_ANSWERS}"replica"}`]: '0+20x60',
        [`${REPLICA_ANSWERS}"primary_no_version"}`]: '0+600x60',
      },
      at: '45m',
      fires: [],
    },
  },
  CtxEventLoopLag: {
    'fires per instance': {
      series: {
        'nodejs_eventloop_lag_p99_seconds{namespace="money",component="read",instance="a"}': '0.5x30',
      },
      fires: [
        {
          labels: { ...money, component: 'read', instance: 'a' },
          description: 'The 99th percentile of the event loop lag of a is 500ms.',
        },
      ],
    },
  },
  CtxCertificateExpires: {
    'fires a week before the expiry': {
      series: {
        'ctx_tls_certificate_expiry_timestamp_seconds{namespace="money",component="read",certificate="own"}':
          '86400x80',
      },
      at: '70m',
      fires: [
        {
          labels: { ...money, component: 'read', certificate: 'own' },
          description: 'The certificate of read (own) expires in 22h 50m 0s.',
        },
      ],
    },
  },
  CtxNoScrape: {
    'fires for the component that is not scraped': {
      series: {
        [release('gateway')]: '1x30',
        [release('read')]: '1x30',
        [release('corrections')]: '1x30',
        [release('recalc')]: '1 1 _x30',
      },
      fires: [noScrape('recalc')],
    },
    'fires when only another release or namespace has the component': {
      series: {
        [release('gateway')]: '1x30',
        [release('read')]: '1x30',
        [release('corrections')]: '1x30',
        [release('recalc', 'tax', 'other')]: '1x30',
        [release('recalc', 'second')]: '1x30',
      },
      fires: [noScrape('recalc')],
    },
    'fires when the whole release is not scraped': {
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
    description: `No metrics were scraped from ${component} of release tax for 5 minutes.`,
  };
}

const ALL = Object.entries(CASES).flatMap(([alert, cases]) =>
  Object.entries(cases).map(([title, one]) => ({
    alert,
    title,
    one: { alert, interval: '1m', at: '20m', ...one },
  })),
);

describe('the alerts of the chart:', () => {
  withPromtool.each(ALL)('$alert $title', async ({ one }) => {
    expect(await faultsOfCase(promtool ?? '', groups, one)).toBe('');
  });

  withPromtool('every rule is valid and has a test case in which it fires', async () => {
    expect(await faultsOfRules(promtool ?? '', groups)).toBe('');
    const fired = ALL.filter(({ one }) => one.fires.length > 0).map(({ alert }) => alert);
    const rules = groups.flatMap((group) => group.rules.map(({ alert }) => alert));
    expect(rules.filter((alert) => !fired.includes(alert))).toEqual([]);
  });

  it('every rule links its runbook section by an absolute URL', () => {
    for (const { rules } of groups)
      for (const { alert, annotations } of rules)
        expect(annotations['runbook_url']).toBe(
          `https://git.example.org/crypto-tax/docs/operations/alerts.md#${alert.toLowerCase()}`,
        );
  });

  it('rendering fails without prometheusRule.runbookBaseUrl', async () => {
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
