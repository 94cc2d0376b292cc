/** The chart's alerts, evaluated by promtool on invented series. */
import { describe, expect, it } from '@jest/globals';
import { render, template, example } from './helm.ts';
import { ofKind } from './manifests.ts';
import {
  type AlertCase,
  alertsOf,
  faultsOfCase,
  faultsOfCases,
  faultsOfRules,
  findPromtool,
  hasAlert,
  type RuleGroup,
} from './promtool.ts';

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

const REQUESTS = 'ctx_http_requests_total{namespace="money",instance="a",surface="rest",status=';
const IMPORTS = 'ctx_imports_total{namespace="money",component="corrections",instance="a"';
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

/** Returns series as those of the release `tax`, unless they say of which release they are. */
function ofRelease(series: AlertCase['series']): AlertCase['series'] {
  const label = 'app_kubernetes_io_instance';
  return Object.fromEntries(
    Object.entries(series).map(([name, values]) => [
      name.includes(label) || name.startsWith('kube_') ? name : name.replace('{', `{${label}="tax",`),
      values,
    ]),
  );
}

type Case = Omit<AlertCase, 'alert' | 'interval' | 'at'> & Partial<Pick<AlertCase, 'interval' | 'at'>>;

/** Cases by alert and title. By default the values are one minute apart and the alert is evaluated after 20 minutes. */
const CASES: Readonly<Record<string, Readonly<Record<string, Case>>>> = {
  CtxBudgetBurnsFast: {
    'fires when 10% of requests fail': {
      series: { [`${REQUESTS}"200"}`]: '0+540x90', [`${REQUESTS}"503"}`]: '0+60x90' },
      at: '65m',
      fires: [burning('availability', '10%', 'within days')],
    },
    'is silent once requests have succeeded for half an hour': {
      series: {
        [`${REQUESTS}"200"}`]: '0+540x110',
        [`${REQUESTS}"503"}`]: '0+60x60 3600x40',
      },
      at: '95m',
      fires: [],
    },
    'is silent when a request in a thousand fails': {
      series: { [`${REQUESTS}"200"}`]: '0+999x90', [`${REQUESTS}"503"}`]: '0+1x90' },
      at: '65m',
      fires: [],
    },
    'is silent when there are few requests': {
      series: { [`${REQUESTS}"503"}`]: '0+2x90' },
      at: '65m',
      fires: [],
    },
    'fires when a fifth of the responses takes longer than a second': {
      series: {
        [`${LATENCY}"1"}`]: '0+48x90',
        [`${LATENCY}"+Inf"}`]: '0+60x90',
        [LATENCY.replace('_bucket', '_count').replace(/,le=$/, '}')]: '0+60x90',
      },
      at: '65m',
      fires: [burning('speed', '20%', 'within days')],
    },
    'is silent when the slow requests are those that wait for a recalculation': {
      series: Object.fromEntries(
        ['getRecalcStatus', 'get_recalc_status'].flatMap((operation) => {
          const waiting = LATENCY.replace('operation="o"', `operation="${operation}"`);
          return [
            [`${waiting}"1"}`, '0x90'],
            [`${waiting}"+Inf"}`, '0+60x90'],
            [waiting.replace('_bucket', '_count').replace(/,le=$/, '}'), '0+60x90'],
          ];
        }),
      ),
      at: '65m',
      fires: [],
    },
    'fires when a fifth of the changes has no figures after ten seconds': {
      series: {
        'ctx_change_to_figures_seconds_bucket{namespace="money",component="recalc",le="10"}': '0+48x90',
        'ctx_change_to_figures_seconds_bucket{namespace="money",component="recalc",le="+Inf"}': '0+60x90',
        'ctx_change_to_figures_seconds_count{namespace="money",component="recalc"}': '0+60x90',
      },
      at: '65m',
      fires: [burning('figures', '20%', 'within days')],
    },
  },
  CtxBudgetBurns: {
    'fires when five requests in a thousand fail all day': {
      series: { [`${REQUESTS}"200"}`]: '0+59700x40', [`${REQUESTS}"503"}`]: '0+300x40' },
      interval: '1h',
      at: '26h',
      fires: [burning('availability', '0.5%', 'before they do')],
    },
    'is silent when one in two thousand fails': {
      series: { [`${REQUESTS}"200"}`]: '0+59970x40', [`${REQUESTS}"503"}`]: '0+30x40' },
      interval: '1h',
      at: '26h',
      fires: [],
    },
  },
  CtxImportsFail: {
    'fires per kind when half of the imports fail': {
      series: {
        [`${IMPORTS},kind="user",outcome="accepted"}`]: '0+1x90',
        [`${IMPORTS},kind="user",outcome="rejected"}`]: '0+1x90',
        [`${IMPORTS},kind="shared_prices",outcome="accepted"}`]: '0+1x90',
      },
      at: '65m',
      fires: [
        {
          labels: { ...money, kind: 'user' },
          description: '50% of the imports of kind user failed in the last hour.',
        },
      ],
    },
  },
  CtxImportsMissing: {
    'fires when the night brings nothing after nights that did': {
      series: { [`${IMPORTS},kind="user",outcome="accepted"}`]: '0+10x100 1000x40' },
      interval: '1h',
      at: '130h',
      fires: [
        {
          labels: { ...money, kind: 'user' },
          description: 'No import of kind user succeeded in the last 26 hours. In the days before, some did.',
        },
      ],
    },
    'is silent for a release into which nothing was ever imported': {
      series: { [`${IMPORTS},kind="user",outcome="accepted"}`]: '0x140' },
      interval: '1h',
      at: '130h',
      fires: [],
    },
  },
  CtxPricesOld: {
    'fires when the newest rate is six days old': {
      series: { 'ctx_newest_rate_timestamp_seconds{namespace="money",component="corrections"}': '0x150' },
      interval: '1h',
      at: '144h',
      fires: [
        {
          labels: money,
          description: 'The newest shared rate of the US dollar or price of Bitcoin is 6d 0h 0m 0s old.',
        },
      ],
    },
    'is silent when none was ever imported': {
      series: { 'ctx_newest_rate_timestamp_seconds{namespace="money",component="corrections"}': nan(150) },
      interval: '1h',
      at: '144h',
      fires: [],
    },
  },
  CtxSignInsFail: {
    'fires when the provider cannot be reached': {
      series: {
        'ctx_sign_ins_total{namespace="money",component="gateway",method="provider",outcome="unavailable"}':
          '0+1x60',
      },
      at: '40m',
      fires: [
        {
          labels: money,
          description:
            '30 sign-ins at the OpenID provider failed in the last 30 minutes because it could not be reached or rejected our credentials.',
        },
      ],
    },
  },
  CtxMigrationFailed: {
    'fires for the job of this release alone': {
      series: {
        'kube_job_status_failed{namespace="money",job_name="tax-crypto-tax-migrations-1a2b3c4d"}': '1x30',
        'kube_job_status_failed{namespace="money",job_name="other-crypto-tax-migrations"}': '1x30',
      },
      fires: [
        {
          labels: { ...money, job_name: 'tax-crypto-tax-migrations-1a2b3c4d' },
          description:
            'Job tax-crypto-tax-migrations-1a2b3c4d failed. Services of the new version do not become ready.',
        },
      ],
    },
  },
  CtxLogLinesLost: {
    'fires per component': {
      series: { 'ctx_log_lines_lost_total{namespace="money",component="read"}': '0x10 3x20' },
      fires: [
        {
          labels: { ...money, component: 'read' },
          description: 'read could not write 3 log lines in the last 15 minutes.',
        },
      ],
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
  CtxWebhookLag: {
    'fires when a webhook of the operator accepts nothing': {
      series: { 'ctx_webhook_oldest_seconds{namespace="money",component="corrections"}': '2400x30' },
      fires: [
        {
          labels: money,
          description: 'The oldest event has waited for 40m 0s. After three days it is dead.',
        },
      ],
    },
    'does not fire during a few attempts': {
      series: { 'ctx_webhook_oldest_seconds{namespace="money",component="corrections"}': '900x30' },
      fires: [],
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

function burning(objective: string, share: string, end: string): AlertCase['fires'][number] {
  return {
    labels: { ...money, app_kubernetes_io_instance: 'tax', objective },
    description: `Of objective ${objective}, ${share} was bad: the allowance of 30 days ends ${end}.`,
  };
}

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
    one: { alert, interval: '1m', at: '20m', ...one, series: ofRelease(one.series) },
  })),
);

describe('the alerts of the chart:', () => {
  withPromtool.each(ALL)('$alert $title', async ({ one }) => {
    expect(await faultsOfCase(promtool ?? '', groups, one)).toBe('');
  });

  withPromtool('every rule is valid and has a test case in which it fires', async () => {
    expect(await faultsOfRules(promtool ?? '', groups)).toBe('');
    const fired = ALL.filter(({ one }) => one.fires.length > 0).map(({ alert }) => alert);
    expect(alertsOf(groups).filter(({ alert }) => !fired.includes(alert))).toEqual([]);
  });

  it('every rule links its runbook section by an absolute URL', () => {
    for (const { alert, annotations } of alertsOf(groups))
      expect(annotations['runbook_url']).toBe(
        `https://git.example.org/crypto-tax/docs/operations/alerts.md#${alert.toLowerCase()}`,
      );
  });

  withPromtool('every alert watches its own release alone', async () => {
    const ofOther = ALL.filter(({ alert }) => alert !== 'CtxNoScrape').map(({ one }) => ({
      ...one,
      series: Object.fromEntries(
        Object.entries(one.series).map(([name, values]) => [
          name.replaceAll('="tax"', '="other"').replaceAll('"tax-', '"other-'),
          values,
        ]),
      ),
      fires: [],
    }));
    const groupOf = (alert: string): string => groups.find((group) => hasAlert(group, alert))?.name ?? '';
    const together = Map.groupBy(ofOther, ({ alert, interval }) => `${groupOf(alert)} ${interval}`);
    for (const cases of together.values())
      expect(await faultsOfCases(promtool ?? '', groups, cases)).toBe('');
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
