/** The metrics of the services: actions change them, the dashboard and the alerts use them, and they contain no personal data. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { parse } from 'yaml';
import { mcpClient } from './mcp/client.ts';
import { App } from './oauth/app.ts';
import { Visitor } from './oauth/visitor.ts';
import { metricsOf } from './observing/promql.ts';
import { type Scrape, scrape, scrapeAll, SERVICES, sumOf } from './observing/scrape.ts';
import { PASSWORD, Person } from './settings/person.ts';
import { useStack } from './kit.ts';
import { importLines, newToken, newUser, waitFor, WORKED_EXAMPLE_1 } from './stack.ts';

const EMAIL = 'measured@example.org';
const RATE_AT = '2026-06-01T14:15:00Z';
let userId: string;
let token: string;
let app: App;
let secrets: string[];

const stack = useStack({ own: true });

beforeAll(async () => {
  ({ userId, token } = await newUser(stack, EMAIL, undefined, 'write'));
  await stack.ctx(['user', 'set', '--user', userId, '--password', PASSWORD]);
  const rate = { kind: 'price', assetKey: 'USD', at: RATE_AT, eur: '0.9' };
  await stack.ctx(['import', '--shared-prices', stack.file('rates.jsonl', [rate])]);
  const before = await scrapeAll(stack);
  expect(sumOf(before, 'ctx_corrections_total')).toBe(0);
  secrets = [token, EMAIL, PASSWORD, ...(await doEverything())];
});

/** Does one action of each kind and returns the secrets that it used. */
async function doEverything(): Promise<string[]> {
  const { baseUrl } = stack.ready();
  await importLines(stack, userId, WORKED_EXAMPLE_1);
  await importLines(stack, userId, WORKED_EXAMPLE_1);
  await importLines(stack, userId, [{ kind: 'nonsense' }]);
  await stack.get('/api/v1/years', token);
  await stack.get('/api/v1/years', 'ctx_wrong');
  await stack.get('/api/v1/years', '');
  await stack.get(`/api/v1/${EMAIL}/${token}`, token);
  await stack.get('/nobody/serves/this', '');
  const { transactions } = (await stack.get('/api/v1/transactions?year=2026&type=DISPOSITION', token))
    .body as { transactions: { id: string }[] };
  const api = stack.api(token);
  const taxEventId = transactions[0]?.id ?? '';
  const body = { taxEventId, overriddenEuroValue: 5000 };
  await api.POST('/api/v1/overrides', { body });
  await api.POST('/api/v1/overrides', { body });
  await api.POST('/api/v1/overrides', {
    body: { ...body, taxEventId: '00000000-0000-4000-8000-000000000000' },
  });
  await waitFor(async () => (await stack.get('/api/v1/recalc-status', token)).text.includes('IDLE'));
  const mcp = await mcpClient(stack, token);
  await mcp.call('list_years');
  await mcp.call('apply_override', { taxEventId: 'nonsense' });
  await mcp.close();
  const reader = await newToken(stack, userId, 'read');
  await fetch(`${baseUrl}/api/v1/rules`, { method: 'POST', headers: { authorization: `Bearer ${reader}` } });
  const person = new Person(baseUrl);
  await person.signIn(EMAIL, 'not the password');
  await person.signIn(EMAIL);
  await person.get('/settings');
  app = await App.register(baseUrl);
  const visitor = new Visitor(stack);
  await visitor.signInAs(userId);
  const tokens = await app.connect(visitor);
  await app.token({ grant_type: 'refresh_token', refresh_token: 'made-up', client_id: app.clientId });
  await fetch(`${baseUrl}/oauth/revoke`, {
    method: 'POST',
    body: new URLSearchParams({ token: tokens.refresh_token, client_id: app.clientId }),
  });
  return [reader, tokens.access_token, tokens.refresh_token, app.clientId];
}

/** The SQL that the runbook hands to psql. */
function runbookStatements(): string[] {
  const text = readFileSync(
    fileURLToPath(new URL('../../docs/operations/alerts.md', import.meta.url)),
    'utf8',
  );
  return [...text.matchAll(/^psql "\$DATABASE_URL" -c (["'])(.*)\1$/gm)].map(([, , sql = '']) => sql);
}

const chartFile = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../charts/crypto-tax/${path}`, import.meta.url)), 'utf8');

interface Rule {
  readonly alert?: string;
  readonly record?: string;
  readonly expr: string;
  readonly annotations?: Readonly<Record<string, string>>;
}
const RULES = readdirSync(fileURLToPath(new URL('../../charts/crypto-tax/rules', import.meta.url))).flatMap(
  (file) =>
    (parse(chartFile(`rules/${file}`)) as { groups: { rules: Rule[] }[] }).groups.flatMap(
      ({ rules }) => rules,
    ),
);
/** What the rules read that no service has: what they record themselves, and the metrics of kube-state-metrics. */
const isOfOthers = (name: string): boolean =>
  name.startsWith('kube_') || RULES.some(({ record }) => record === name);
const { panels: PANELS } = JSON.parse(chartFile('dashboards/overview.json')) as {
  panels: { title: string; targets?: { expr: string }[] }[];
};

describe('/metrics', () => {
  it.each(SERVICES)('of %s serves only GET, in the text format of Prometheus', async (service) => {
    const address = `http://${stack.ready().services[service].health}/metrics`;
    const response = await fetch(address);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const posted = await fetch(address, { method: 'POST' });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET']);
    const { samples, names } = await scrape(stack, service);
    expect(samples.every(({ labels }) => labels['component'] === service)).toBe(true);
    for (const name of [
      'nodejs_eventloop_lag_p99_seconds',
      'nodejs_heap_size_used_bytes',
      'ctx_db_pool_connections',
    ])
      expect(names).toContain(name);
  });
});

describe('The dashboard and the alerts', () => {
  it('use only metrics that running services have', async () => {
    const { names } = await scrapeAll(stack);
    const expressions = [
      ...RULES.map(({ expr }) => expr),
      ...PANELS.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
    ];
    expect(expressions.length).toBeGreaterThan(50);
    const asked = [...new Set(expressions.flatMap(metricsOf))];
    expect(asked.length).toBeGreaterThan(40);
    expect(asked.filter((name) => !names.has(name) && !isOfOthers(name))).toEqual([]);
  });

  // `increase` and `rate` miss the first failure when a series begins with it, so it must begin with 0.
  it.each([
    ['recalc', 'ctx_self_check_users_total', { outcome: 'failed' }],
    ['recalc', 'ctx_self_check_users_total', { outcome: 'differs' }],
    ['recalc', 'ctx_run_lease_takeovers_total', {}],
    ['recalc', 'ctx_scrape_source_errors_total', { source: 'queue' }],
    ['corrections', 'ctx_scrape_source_errors_total', { source: 'outbox' }],
    ['corrections', 'ctx_db_pool_errors_total', { pool: 'imports', kind: 'timeout' }],
    ['gateway', 'ctx_db_pool_errors_total', { pool: 'admission', kind: 'connect' }],
    ['read', 'ctx_db_pool_errors_total', { pool: 'reads', kind: 'idle' }],
    ['read', 'ctx_grpc_server_handled_total', { status: 'INTERNAL' }],
    ['corrections', 'ctx_grpc_server_handled_total', { status: 'UNAVAILABLE' }],
    ['gateway', 'ctx_admission_rejections_total', { reason: 'failures_limited' }],
  ] as const)('find a series of %s that starts at 0: %s %j', async (service, name, labels) => {
    const lines = (await scrape(stack, service)).samples.filter(
      (sample) =>
        sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
    );
    expect(lines.length).toBeGreaterThan(0);
    for (const { value } of lines) expect(value).toBe(0);
  });

  it('show every metric of the services', async () => {
    const { names } = await scrapeAll(stack);
    const shown = PANELS.flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => metricsOf(expr)));
    const families = [...names]
      .filter((name) => name.startsWith('ctx_'))
      .map((name) => name.replace(/_(bucket|sum|count)$/, ''));
    const isShown = (family: string): boolean =>
      shown.some((name) => name.replace(/_bucket$/, '') === family);
    expect([...new Set(families)].filter((family) => !isShown(family))).toEqual([]);
  });

  it('link each alert to a section of the runbook', () => {
    const alerts = RULES.filter(({ alert }) => alert !== undefined);
    expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length);
    for (const { alert = '', annotations } of alerts) {
      const [file = '', anchor] = (annotations?.['runbook_url'] ?? '').split('#');
      expect(anchor).toBe(alert.toLowerCase());
      const path = fileURLToPath(new URL(`../../${file.replace('RUNBOOKS', 'docs')}`, import.meta.url));
      expect(existsSync(path) && readFileSync(path, 'utf8').includes(`\n## ${alert}\n`)).toBe(true);
    }
  });
});

describe('An action', () => {
  it.each([
    ['ctx_http_requests_total', { surface: 'rest', operation: 'listYears', status: '200' }],
    ['ctx_http_requests_total', { surface: 'rest', operation: 'listYears', status: '401' }],
    [
      'ctx_http_requests_total',
      { surface: 'rest', operation: 'applyOverride', method: 'POST', status: '200' },
    ],
    ['ctx_http_requests_total', { surface: 'rest', operation: 'unmatched', status: '404' }],
    ['ctx_http_requests_total', { surface: 'none', operation: 'unmatched', status: '404' }],
    ['ctx_http_requests_total', { surface: 'mcp', operation: 'list_years', status: '200' }],
    ['ctx_http_requests_total', { surface: 'oauth', operation: '/oauth/token', status: '200' }],
    ['ctx_http_requests_total', { surface: 'page', operation: '/settings', status: '200' }],
    ['ctx_http_request_duration_seconds_count', { surface: 'rest', operation: 'listYears' }],
    ['ctx_mcp_tool_calls_total', { tool: 'list_years', outcome: 'ok' }],
    ['ctx_mcp_tool_calls_total', { tool: 'apply_override', outcome: 'INVALID' }],
    ['ctx_admission_rejections_total', { reason: 'unauthorized' }],
    ['ctx_admission_rejections_total', { reason: 'challenged' }],
    ['ctx_admission_rejections_total', { reason: 'scope' }],
    ['ctx_sign_ins_total', { method: 'password', outcome: 'signed_in' }],
    ['ctx_sign_ins_total', { method: 'password', outcome: 'rejected' }],
    ['ctx_oauth_registrations_total', { outcome: 'ok', client: 'public', redirect: 'web' }],
    ['ctx_oauth_authorizations_total', { outcome: 'ok', client: 'public', redirect: 'web' }],
    ['ctx_oauth_token_grants_total', { grant: 'authorization_code', outcome: 'ok', client: 'public' }],
    ['ctx_oauth_token_grants_total', { grant: 'refresh_token', outcome: 'invalid_grant', client: 'public' }],
    ['ctx_oauth_revocations_total', { outcome: 'ok', client: 'public' }],
    ['ctx_grpc_server_handled_total', { component: 'read', method: 'ReadService/ListYears', status: 'OK' }],
    [
      'ctx_grpc_client_handled_total',
      { component: 'gateway', method: 'ReadService/ListYears', status: 'OK' },
    ],
    ['ctx_grpc_server_handled_total', { component: 'corrections', method: 'ImportService/ImportFacts' }],
    ['ctx_db_pool_acquire_seconds_count', { component: 'read', pool: 'reads' }],
    ['ctx_corrections_total', { operation: 'applyOverride', outcome: 'accepted' }],
    ['ctx_corrections_total', { operation: 'applyOverride', outcome: 'unchanged' }],
    ['ctx_corrections_total', { operation: 'applyOverride', outcome: 'NOT_FOUND' }],
    ['ctx_imports_total', { kind: 'user', outcome: 'accepted' }],
    ['ctx_imports_total', { kind: 'user', outcome: 'unchanged' }],
    ['ctx_imports_total', { kind: 'user', outcome: 'rejected' }],
    ['ctx_import_records_total', { record: 'event', change: 'added' }],
    ['ctx_runs_started_total', { worker: 'main' }],
    ['ctx_runs_ended_total', { outcome: 'completed' }],
    ['ctx_run_events_count', {}],
  ])('is counted: %s %j', async (name, labels) => {
    expect(sumOf(await scrapeAll(stack), name, labels)).toBeGreaterThan(0);
  });

  it('is counted once each time', async () => {
    const seen = await scrapeAll(stack);
    expect(sumOf(seen, 'ctx_corrections_total')).toBe(3);
    expect(sumOf(seen, 'ctx_imports_total', { kind: 'user' })).toBe(3);
    expect(sumOf(seen, 'ctx_import_records_total', { record: 'event', change: 'added' })).toBe(3);
    expect(sumOf(seen, 'ctx_runs_ended_total')).toBe(sumOf(seen, 'ctx_runs_started_total'));
    // The request for the metrics is not counted.
    expect(sumOf(seen, 'ctx_http_requests_in_flight')).toBe(0);
  });

  it('leaves an empty queue, as counted by the database', async () => {
    await waitFor(async () => sumOf(await scrapeAll(stack), 'ctx_outbox_rows') === 0);
    const seen = await scrapeAll(stack);
    for (const name of [
      'ctx_recalculation_queue_users',
      'ctx_recalculation_running_users',
      'ctx_recalculation_parked_users',
      'ctx_recalculation_queue_oldest_seconds',
      'ctx_recalculation_oldest_seconds',
    ])
      expect([name, sumOf(seen, name)]).toEqual([name, 0]);
    // The outbox, events to be delivered, the queue, missing prices and the newest prices.
    expect(sumOf(seen, 'ctx_scrape_source_up')).toBe(5);
  });

  it('is measured from the change until its figures can be read', async () => {
    const seen = await scrapeAll(stack);
    const completed = sumOf(seen, 'ctx_runs_ended_total', { outcome: 'completed' });
    expect(sumOf(seen, 'ctx_change_to_figures_seconds_count')).toBe(completed);
    expect(sumOf(seen, 'ctx_change_to_figures_seconds_sum')).toBeGreaterThan(0);
  });

  it('leaves the time of the newest shared rate, and none of a price that was never imported', async () => {
    const { samples } = await scrape(stack, 'corrections');
    const valueOf = (name: string): number | undefined =>
      samples.find((sample) => sample.name === name)?.value;
    expect(valueOf('ctx_newest_rate_timestamp_seconds')).toBe(Date.parse(RATE_AT) / 1000);
    expect(valueOf('ctx_newest_price_timestamp_seconds')).toBeNaN();
  });

  it('does what the runbook says: each of its statements runs', async () => {
    const client = new pg.Client({ connectionString: stack.ready().postgres.url });
    await client.connect();
    try {
      const statements = runbookStatements();
      expect(statements.length).toBeGreaterThan(4);
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.end();
    }
  });
});

describe('The queue as the database counts it', () => {
  it('is reported by corrections while recalc does not answer', async () => {
    const { services, postgres } = stack.ready();
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    process.kill(services.recalc.pid, 'SIGSTOP');
    try {
      await client.query('SELECT corrections.request_run($1)', [userId]);
      await client.query(
        `UPDATE corrections.recalc_state SET waiting_since = clock_timestamp() - interval '10 min' WHERE user_id = $1`,
        [userId],
      );
      await waitFor(
        async () => sumOf(await scrape(stack, 'corrections'), 'ctx_recalculation_oldest_seconds') >= 600,
      );
    } finally {
      process.kill(services.recalc.pid, 'SIGCONT');
      await client.end();
    }
    await waitFor(
      async () => sumOf(await scrape(stack, 'corrections'), 'ctx_recalculation_oldest_seconds') === 0,
    );
  });

  it('counts the age of a request from its creation, also when a run did not finish it and another takes it over', async () => {
    const client = new pg.Client({ connectionString: stack.ready().postgres.url });
    await client.connect();
    const figures = async (): Promise<number[]> => {
      const { rows } = await client.query<{ queue: number[] }>(
        `SELECT ARRAY[waiting, round(oldest_wait_seconds), running, parked]::integer[] AS queue
         FROM corrections.queue_figures()`,
      );
      return rows[0]?.queue ?? [];
    };
    const change = (to: string): Promise<unknown> =>
      client.query(`UPDATE corrections.recalc_state SET ${to} WHERE user_id = $1`, [userId]);
    const claim = async (worker: string): Promise<boolean | undefined> => {
      const { rows } = await client.query<{ taken_over: boolean }>(
        `SELECT taken_over FROM corrections.claim_run($1, $2, '1 min')`,
        [userId, worker],
      );
      return rows[0]?.taken_over;
    };
    await client.query('BEGIN');
    await client.query('SELECT corrections.request_run($1)', [userId]);
    await change(`waiting_since = clock_timestamp() - interval '10 min'`);
    expect(await figures()).toEqual([1, 600, 0, 0]);
    expect(await claim('first')).toBe(false);
    expect(await figures()).toEqual([0, 0, 1, 0]);
    await change(`lease_until = clock_timestamp() - interval '1 s'`);
    expect(await figures()).toEqual([1, 600, 0, 0]);
    expect(await claim('second')).toBe(true);
    await change(`parked_error = 'failed', parked_at = now(), lease_owner = NULL, lease_until = NULL`);
    expect(await figures()).toEqual([0, 0, 0, 1]);
    await client.query('SELECT corrections.request_run($1)', [userId]);
    const [waiting, oldest, running, parked] = await figures();
    expect([waiting, running, parked]).toEqual([1, 0, 0]);
    expect(oldest).toBeGreaterThanOrEqual(600);
    await client.query('ROLLBACK');
    await client.end();
  });
});

describe('The metrics contain no personal data', () => {
  it('no line contains a token, an address, a password or an id', async () => {
    const { text, samples } = await scrapeAll(stack);
    for (const secret of [...secrets, 'example.org', 'ctx_wrong']) expect(text).not.toContain(secret);
    // Bounds of histograms are numbers too.
    const labels = samples.flatMap((sample) => Object.entries(sample.labels));
    const values = new Set(labels.filter(([label]) => label !== 'le').map(([, value]) => value));
    expect(values).not.toContain(userId);
    for (const value of values) expect(value).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}|@|ct[xo]_|\s{2}|[?&=]/);
  });

  it('unknown paths add no label values, and unknown methods only "other"', async () => {
    const before = await valuesOf();
    for (const path of ['/a', '/b/c', '/api/v1/d', '/settings/e', '/oauth/f', '/api/v1/years/2031/summary'])
      await stack.get(path, token);
    await fetch(`${stack.ready().baseUrl}/api/v1/years`, { method: 'PROPFIND' });
    const after = await valuesOf();
    const labels = [...after].filter((value) => !before.has(value)).sort();
    expect(labels).toEqual(['method=other', 'operation=getYearSummary']);
  });
});

/** Returns the methods, operations and surfaces of the requests so far. */
async function valuesOf(): Promise<Set<string>> {
  const seen: Scrape = await scrape(stack, 'gateway');
  const requests = seen.samples.filter(({ name }) => name === 'ctx_http_requests_total');
  return new Set(
    requests.flatMap(({ labels }) =>
      ['method', 'operation', 'surface'].map((label) => `${label}=${labels[label] ?? ''}`),
    ),
  );
}
