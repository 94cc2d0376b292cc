/** Load tests of a running installation, a stack on this machine: exit codes, reports, and wrong settings. Never how fast it is. */
import { execFile, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { Authority } from '../certificates.ts';
import { use, useDatabase, useStack } from '../e2e/kit.ts';
import { SecretVolume } from '../e2e/tls/files.ts';
import { type DriverResult, prepareProgram } from './drivers/driver.ts';
import { arrivalTimes, atRate, type Stage } from './drivers/open-loop.ts';
import { htmlOf } from './html.ts';
import { requestsInAMinute } from './installation/options.ts';
import { junitOf } from './junit.ts';
import type { Report } from './report.ts';
import { judge, SUITES } from './targets.ts';
import { judgeThreshold, parseThresholds } from './thresholds.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
/** So slow that only a hanging installation misses it. */
const MET = 'p99<60000';

interface ExitOutput {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface PrintedReport {
  readonly suite: string;
  readonly targets: Readonly<Record<string, { readonly figure: number; readonly reached: boolean }>>;
  readonly lines: readonly { readonly name: string; readonly throughput: number; readonly errors: number }[];
}

const stack = useStack();
const database = useDatabase(stack);
const folder = mkdtempSync(join(tmpdir(), 'ctx-load-target-'));
const tokens = join(folder, 'load.json');
const readOnly = join(folder, 'read-only.json');
use(
  async () => {
    await stack.ctx([
      'load',
      'prepare',
      '--users',
      '8',
      '--events',
      '60',
      '--scope',
      'write',
      '--out',
      tokens,
    ]);
    await stack.ctx(['load', 'prepare', '--users', '1', '--events', '10', '--out', readOnly]);
    return {};
  },
  async () => {
    for (const file of [tokens, readOnly]) await stack.ctx(['load', 'remove', '--file', file]);
    rmSync(folder, { recursive: true });
  },
);

/** Runs a load test of the stack with the users of the file. */
async function load(
  suite: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<ExitOutput> {
  const target = ['--target', stack.ready().baseUrl, '--tokens', tokens, '--rate', '4', '--seconds', '2'];
  const env = { PATH: process.env['PATH'], DATA_DIR: stack.dataDir, ...environment };
  try {
    const output = await promisify(execFile)(process.execPath, [MAIN, suite, ...target, ...args], { env });
    return { code: 0, ...output };
  } catch (error) {
    return error as ExitOutput;
  }
}

/** Returns the cases of a JUnit file with their failures, as a parser of XML reads them. */
function casesOf(xml: string): [suite: string, name: string, failure: string | null][] {
  const { stdout, stderr } = spawnSync('python3', ['-c', PARSER], { input: xml, encoding: 'utf8' });
  if (stderr !== '') throw new Error(stderr);
  return JSON.parse(stdout) as [string, string, string | null][];
}

const PARSER = `
import json, sys, xml.etree.ElementTree as tree
root = tree.fromstring(sys.stdin.read())
print(json.dumps([[suite.get('name'), case.get('name'), next((each.get('message') for each in case), None)]
  for suite in root for case in suite]))`;

async function overridesLeft(): Promise<number> {
  const { users } = JSON.parse(readFileSync(tokens, 'utf8')) as { users: { userId: number }[] };
  const text = 'SELECT FROM corrections.overrides WHERE user_id = ANY ($1)';
  const { rowCount } = await database.query(text, [users.map(({ userId }) => userId)]);
  return rowCount ?? 0;
}

describe('A load test of a running installation', () => {
  test('ends with exit code 0 if each service reaches its targets, and reports the figures as JSON, JUnit and HTML', async () => {
    const [html, junit] = [join(folder, 'met.html'), join(folder, 'met.xml')];
    const files = ['--html', html, '--junit', junit];
    const { code, stdout, stderr } = await load('all', ['--threshold', MET, '--json', ...files]);
    expect([code, stderr]).toEqual([0, expect.stringContaining('recalc: 8 arrivals in 2 s')]);
    const reports = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as PrintedReport);
    expect(reports.map(({ suite }) => suite)).toEqual(SUITES);
    const lines = reports.flatMap((report) => report.lines);
    expect(lines.filter(({ errors, throughput }) => errors > 0 || !(throughput > 0))).toEqual([]);
    expect(lines.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'gateway: tools/call list_transactions',
        'corrections: undo',
        'recalc: undo until IDLE',
      ]),
    );
    expect(casesOf(readFileSync(junit, 'utf8'))).toEqual(
      SUITES.flatMap((suite) => [
        [`load:${suite}`, 'p99 < 60000 ms', null],
        [`load:${suite}`, 'errors <= 0 of all operations', null],
      ]),
    );
    const page = readFileSync(html, 'utf8');
    for (const { name } of lines) expect(page).toContain(`<td>${name}</td>`);
    expect(page.match(/<svg/g)).toHaveLength(2 * SUITES.length);
    expect(page).not.toContain('NaN');
    expect(await overridesLeft()).toBe(0);
  });

  test('ends with exit code 3 if a target is missed, and names it on standard error, in JUnit and in HTML', async () => {
    const [html, junit] = [join(folder, 'missed.html'), join(folder, 'missed.xml')];
    const thresholds = ['--threshold', `${MET},p50<0.0001`, '--threshold', 'throughput>0'];
    const { code, stderr } = await load('read', [...thresholds, '--html', html, '--junit', junit]);
    expect(code).toBe(3);
    const [missed] = /^MISSED .*$/m.exec(stderr) ?? [];
    expect(missed).toMatch(/^MISSED read: p50: [\d.]+, the target is < 0\.0001 ms$/);
    expect(casesOf(readFileSync(junit, 'utf8'))).toEqual([
      ['load:read', 'p99 < 60000 ms', null],
      ['load:read', 'p50 < 0.0001 ms', missed?.replace('MISSED ', '')],
      ['load:read', 'throughput > 0 a second', null],
      ['load:read', 'errors <= 0 of all operations', null],
    ]);
    expect(readFileSync(html, 'utf8').match(/<td>MISSED<\/td>/g)).toHaveLength(1);
  });

  test.each(SUITES)('calls the %s service over gRPC with signed metadata', async (suite) => {
    const { address } = stack.ready().services[suite];
    const { code, stdout, stderr } = await load(suite, ['--grpc', address, '--threshold', MET, '--json']);
    expect([code, stderr]).toEqual([0, expect.stringContaining(`${address} over gRPC`)]);
    const { lines } = JSON.parse(stdout) as PrintedReport;
    expect(lines.filter(({ errors, throughput }) => errors > 0 || !(throughput > 0))).toEqual([]);
    expect(await overridesLeft()).toBe(0);
  });
});

describe('A load test that an installation cannot serve ends with exit code 2 and one sentence:', () => {
  test.each<[string, string, () => readonly string[], Readonly<Record<string, string>>, string]>([
    [
      'tokens that may only read',
      'corrections',
      () => ['--tokens', readOnly, '--rate', '1'],
      {},
      'may only read: run "ctx load prepare --scope write"',
    ],
    [
      'the address of another service',
      'read',
      () => ['--grpc', stack.ready().services.recalc.address],
      {},
      'UNIMPLEMENTED: The server does not implement the method /ctx.v1.ReadService/ListTransactions): check that this is the address of the read service',
    ],
    [
      'an address without a service',
      'recalc',
      () => ['--grpc', '127.0.0.1:1'],
      {},
      'nothing responds at 127.0.0.1:1 without TLS: --grpc must be the address of the recalc service',
    ],
    [
      'another key',
      'read',
      () => ['--grpc', stack.ready().services.read.address],
      { CALLER_KEY: randomBytes(32).toString('base64') },
      'UNAUTHENTICATED: the caller is not signed): check that this is the address of the read service, and CALLER_KEY',
    ],
    [
      'no key',
      'read',
      () => ['--grpc', '127.0.0.1:1'],
      { DATA_DIR: '/no/such/folder' },
      'set CALLER_KEY to the key that signs the calls',
    ],
    [
      'a certificate without its authority',
      'read',
      () => ['--grpc', '127.0.0.1:1'],
      { TLS_CERT_FILE: 'a.pem', TLS_KEY_FILE: 'a.key' },
      'set TLS_CA_FILE too',
    ],
  ])('%s', async (_, suite, args, environment, sentence) => {
    const { code, stdout, stderr } = await load(suite, args(), environment);
    const [progress, printed, rest] = stderr.split('\n');
    expect([code, stdout, progress, rest]).toEqual([2, '', expect.stringContaining('reading which'), '']);
    expect(printed).toContain(sentence);
  });

  test('tokens of another installation', async () => {
    const file = join(folder, 'others.json');
    writeFileSync(file, JSON.stringify({ users: [{ userId: 1, token: `ctx_${'a'.repeat(43)}` }] }));
    const { code, stderr } = await load('read', ['--tokens', file, '--rate', '1']);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining(`does not accept the tokens of ${file}: run`),
    ]);
  });
});

describe('An open loop', () => {
  const constant: readonly Stage[] = [{ seconds: 2, from: 50, to: 50 }];
  const ramp: readonly Stage[] = [
    { seconds: 30, from: 0, to: 50 },
    { seconds: 120, from: 50, to: 100 },
  ];

  test('spreads arrivals evenly at a constant rate', () => {
    const times = [...arrivalTimes(constant)];
    expect(times).toHaveLength(100);
    for (const [index, time] of times.entries()) expect(time).toBeCloseTo(index / 50);
  });

  test('raises the rate evenly from stage to stage', () => {
    const times = [...arrivalTimes(ramp)];
    expect(times).toHaveLength(750 + 9000);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    for (const [second, rate] of [
      [0, 1],
      [29, 49],
      [30, 50],
      [90, 75],
      [149, 100],
    ] as const) {
      const inSecond = times.filter((time) => Math.floor(time) === second).length;
      expect(Math.abs(inSecond - rate)).toBeLessThanOrEqual(1);
    }
  });

  test('counts the requests of a minute over tests that follow each other', () => {
    expect(requestsInAMinute(constant, ['read'])).toBe(100);
    expect(requestsInAMinute(constant, SUITES)).toBe(100 * (1 + 1 + 2 + 4));
    expect(requestsInAMinute([{ seconds: 600, from: 10, to: 10 }], ['read'])).toBe(600);
  });

  test('sends each request when it is due, also while none has a response, and counts failures by reason', async () => {
    const waiting: ServerResponse[] = [];
    const server = createServer((_, response) => {
      waiting.push(response);
      if (waiting.length < 20) return;
      for (const [index, each] of waiting.entries()) each.writeHead(index % 2 === 0 ? 200 : 503).end('right');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const { port } = server.address() as AddressInfo;
      const request = { token: null, path: '/page?size=50', contains: 'right' };
      const input = { baseUrl: `http://127.0.0.1:${String(port)}`, ...atRate(20, 1, [request]) };
      const start = await prepareProgram('drivers/http.ts', input, null);
      const { requests, errors, reasons, p999 } = await (await start()).result;
      expect({ requests, errors, reasons }).toEqual({
        requests: 10,
        errors: 10,
        reasons: { 'HTTP 503 for /page': 10 },
      });
      // The first waited until the last, which was due 950 ms later, had arrived.
      expect(p999).toBeGreaterThanOrEqual(900);
    } finally {
      server.close();
    }
  });
});

test('A driver calls over TLS with the certificate of its settings', async () => {
  const authority = new Authority('load test');
  const volume = new SecretVolume(authority.certificate, authority.issue({ names: ['127.0.0.1'] }));
  const { ca, certificate, key } = volume.files;
  const [cert, privateKey] = [readFileSync(certificate), readFileSync(key)];
  const server = createSecureServer({ ca: readFileSync(ca), cert, key: privateKey, requestCert: true });
  server.on('stream', (stream) => {
    stream.once('wantTrailers', () => {
      stream.sendTrailers({ 'grpc-status': '0' });
    });
    stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
    stream.end(Buffer.alloc(5));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const call = { userId: 7, path: '/ctx.v1.RecalcService/GetRun', message: '' };
  const tls = { ca, certificate, key };
  const input = { address: `127.0.0.1:${String(port)}`, scope: 'operator', tls, ...atRate(5, 1, [call]) };
  const environment = { CALLER_KEY: randomBytes(32).toString('base64') };
  try {
    const start = await prepareProgram('drivers/grpc.ts', input, null, environment);
    const { requests, errors } = await (await start()).result;
    expect([requests, errors]).toEqual([5, 0]);
  } finally {
    server.close();
    volume.remove();
  }
});

describe('A threshold', () => {
  const driven: DriverResult = {
    requests: 98,
    seconds: 10,
    p50: 10,
    p95: 250,
    p99: 300,
    p999: 400,
    errors: 2,
    reasons: { 'HTTP 503 for /page': 2 },
  };
  const isReached = (text: string, of = driven): boolean | undefined =>
    judgeThreshold('read', parseThresholds([text])![0]!, of).reached;

  test('is reached on its side of the limit', () => {
    expect(['p95<250', 'p95<=250', 'p95>250', 'p95>=250'].map((text) => isReached(text))).toEqual([
      false,
      true,
      false,
      true,
    ]);
    expect(
      ['errors<0.02', 'errors<0.021', 'throughput>9.7', 'p999<400'].map((text) => isReached(text)),
    ).toEqual([false, true, true, false]);
  });

  test('is missed if nothing was answered', () => {
    const nothing = { ...driven, requests: 0, p95: 0 };
    expect(['p95<250', 'errors<0.5', 'throughput>0'].map((text) => isReached(text, nothing))).toEqual([
      false,
      false,
      false,
    ]);
  });

  test('forbids every error unless one of errors is given', () => {
    expect(parseThresholds([])).toEqual([{ metric: 'errors', operator: '<=', limit: 0 }]);
    expect(parseThresholds(['p95<1, errors < 0.1'])).toHaveLength(2);
    expect(parseThresholds(['p95<1', 'p42<1'])).toBeNull();
  });
});

test('Reports of a system of its own have targets and runs with wrong responses as cases of JUnit, and their text is escaped', () => {
  const line = {
    name: 'pages <50 rows>',
    unit: 'calls',
    throughput: 1,
    p50: 1,
    p95: 1,
    p99: 1,
    p999: 1,
    errors: 0,
    reasons: {},
    wrong: 2,
    void: '2 wrong answers & "more"\u0000',
    cpu: { service: null, driver: null, database: null, others: null },
    rss: null,
  };
  const report: Report = {
    suite: 'read',
    main: line,
    lines: [line],
    targets: [judge('deepPage', 1)],
    figures: {},
    profile: null,
  };
  expect(casesOf(junitOf([report]))).toEqual([
    ['load:read', 'page 1,000 ≤ 1.5 × page 0', null],
    ['load:read', 'pages <50 rows>', '2 wrong answers & "more"\ufffd'],
  ]);
  const page = htmlOf([report], 'a <system>', new Date(0));
  expect(page).toContain('<p>a &lt;system&gt;, 1970-01-01T00:00:00Z</p>');
  expect(page).toContain('<td>VOID: 2 wrong answers &amp; &quot;more&quot;\ufffd</td>');
});
