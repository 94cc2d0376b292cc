/** A correction is one trace from the request to the run. Traces contain no user data. Without an endpoint there are no traces. */
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { VERSION } from '@ctx/platform/build';
import { Collector, type Span } from './observing/collector.ts';
import { importLines, newUser, startTestStack, type TestStack, waitFor, WORKED_EXAMPLE_1 } from './stack.ts';

const EMAIL = 'traced@example.org';
const EURO_VALUE = 4712.83;
const NOTE = 'what only this user knows';
const FOREIGN = '0af7651916cd43dd8448eb211c80319c';

/** The spans of a correction, each a child of the one before it. */
const WAY = [
  ['rest applyOverride', 'gateway'],
  ['CorrectionService/ApplyOverride', 'gateway'],
  ['CorrectionService/ApplyOverride', 'corrections'],
  ['outbox publish', 'corrections'],
  ['run', 'recalc'],
] as const;

/** Imports facts for a user, reads, then sends one correction. Returns the token and the corrected values. */
async function correct(stack: TestStack, headers: Record<string, string> = {}): Promise<string[]> {
  const { userId, token } = await newUser(stack, EMAIL, undefined, 'write');
  await importLines(stack, userId, WORKED_EXAMPLE_1);
  const { transactions } = (await stack.get('/api/v1/transactions?year=2026&type=DISPOSITION', token))
    .body as { transactions: { id: string }[] };
  const taxEventId = transactions[0]?.id ?? '';
  const response = await fetch(`${stack.ready().baseUrl}/api/v1/overrides`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ taxEventId, overriddenEuroValue: EURO_VALUE, notes: NOTE }),
  });
  expect(response.status).toBe(200);
  await waitFor(async () => (await stack.get('/api/v1/recalc-status', token)).text.includes('IDLE'));
  return [token, taxEventId];
}

describe('With an endpoint for traces', () => {
  const collector = new Collector();
  let stack: TestStack;
  let secrets: string[];
  let trace: Span[] = [];

  beforeAll(async () => {
    const endpoint = await collector.start();
    stack = await startTestStack(['--empty'], undefined, undefined, {
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test,note=two%20words',
      BUILD_REVISION: 'f00',
      // There is no trusted proxy, so the service ignores the client's trace context.
      TRUSTED_PROXIES: '',
    });
    secrets = await correct(stack, { traceparent: `00-${FOREIGN}-b7ad6b7169203331-01` });
    // Each service exports its own spans, at its own times.
    await waitFor(() => {
      trace = traceOfTheCorrection();
      return WAY.every(([name, service]) => named(name, service) !== undefined);
    });
  });
  afterAll(async () => {
    await stack.remove();
    await collector.stop();
  });

  const traceOfTheCorrection = (): Span[] => {
    const served = collector.spans.find(({ name }) => name === 'rest applyOverride');
    return served === undefined ? [] : collector.of(served.traceId);
  };
  const named = (name: string, service: string): Span | undefined =>
    trace.find((span) => span.name === name && span.service === service);

  it('a correction is one trace through gateway, gRPC, corrections, outbox, NATS and run', () => {
    let parent: Span | undefined;
    for (const [name, service] of WAY) {
      const span = named(name, service);
      expect([name, service, span?.parentSpanId]).toEqual([name, service, parent?.spanId ?? '']);
      parent = span;
    }
    expect(['values', 'pools', 'full']).toContain(parent?.attributes['ctx.run.scope']);
  });

  it('statements are child spans of their call, with the names of the statements', () => {
    const call = named('CorrectionService/ApplyOverride', 'corrections');
    const statements = trace.filter(
      ({ parentSpanId, name }) => parentSpanId === call?.spanId && name.startsWith('sql '),
    );
    expect(statements.map(({ name }) => name)).toContain('sql request-run');
    const names = new Set(collector.spans.map(({ name }) => name).filter((name) => name.startsWith('sql ')));
    for (const name of names) expect(name).toMatch(/^sql [\w-]+$/);
  });

  it('spans name the version, the build and the instance of their service, and what the operator adds', () => {
    expect(collector.resourceOf('gateway')).toEqual({
      'service.name': 'gateway',
      'service.namespace': 'crypto-tax',
      'service.version': VERSION,
      'service.instance.id': hostname(),
      'vcs.ref.head.revision': 'f00',
      'deployment.environment.name': 'test',
      note: 'two words',
    });
  });

  it('a client cannot choose the trace of its request', () => {
    expect(trace.length).toBeGreaterThan(4);
    expect(collector.text).not.toContain(FOREIGN);
  });

  it('no user text, amount, name or secret is sent', () => {
    for (const secret of [...secrets, EMAIL, 'example.org', NOTE, 'SELECT', String(EURO_VALUE), '/api/v1'])
      expect([secret, collector.text.includes(secret)]).toEqual([secret, false]);
  });

  it('log lines contain the id of their trace', () => {
    const lines = readFileSync(stack.logFile('gateway'), 'utf8').trim().split('\n');
    const request = lines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .find(({ msg, method }) => msg === 'request' && method === 'POST');
    const served = named('rest applyOverride', 'gateway');
    expect(request).toMatchObject({ traceId: served?.traceId, spanId: served?.spanId });
    expect(served?.attributes['ctx.request_id']).toBe(request?.['requestId']);
    const call = named('CorrectionService/ApplyOverride', 'corrections');
    expect(call?.attributes['ctx.request_id']).toBe(request?.['requestId']);
    const rpc = readFileSync(stack.logFile('corrections'), 'utf8');
    expect(rpc).toContain(`"traceId":"${served?.traceId ?? 'none'}"`);
  });
});

describe('Behind a trusted proxy', () => {
  it('a request continues the trace of the proxy', async () => {
    const collector = new Collector();
    const endpoint = await collector.start();
    const stack = await startTestStack(['--empty'], undefined, undefined, {
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      TRUSTED_PROXIES: '127.0.0.1',
    });
    const parentSpanId = 'b7ad6b7169203331';
    await stack.get('/api/v1/me', '', { traceparent: `00-${FOREIGN}-${parentSpanId}-01` });
    await stack.get('/api/v1/years', '', { traceparent: `00-${'0'.repeat(32)}-${parentSpanId}-01` });
    await waitFor(() => collector.spans.some(({ name }) => name === 'rest listYears'));
    const [me] = collector.of(FOREIGN).filter(({ name }) => name.startsWith('rest '));
    expect(me).toMatchObject({ name: 'rest getMe', parentSpanId });
    const years = collector.spans.find(({ name }) => name === 'rest listYears');
    expect(years?.parentSpanId).toBe('');
    await stack.remove();
    await collector.stop();
  });
});

describe('Without an endpoint for traces', () => {
  it('no log line contains a trace id', async () => {
    const stack = await startTestStack();
    await correct(stack);
    for (const service of ['gateway', 'corrections', 'recalc'] as const)
      expect(readFileSync(stack.logFile(service), 'utf8')).not.toContain('traceId');
    await stack.remove();
  });
});
