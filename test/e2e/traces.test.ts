/** A correction is one trace from the request to the run; what anybody wrote is not in it; without an endpoint there is none. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Collector, type Span } from './observing/collector.ts';
import { importLines, newUser, startTestStack, type TestStack, waitFor, WORKED_EXAMPLE_1 } from './stack.ts';

const EMAIL = 'traced@example.org';
const EURO_VALUE = 4712.83;
const NOTE = 'what only this user knows';
const FOREIGN = '0af7651916cd43dd8448eb211c80319c';

/** The way of a correction, each below the one before it. */
const WAY = [
  ['rest applyOverride', 'ctx-gateway'],
  ['CorrectionService/ApplyOverride', 'ctx-gateway'],
  ['CorrectionService/ApplyOverride', 'ctx-corrections'],
  ['outbox publish', 'ctx-corrections'],
  ['run', 'ctx-recalc'],
] as const;

/** What happens to a user with facts: reads, then one correction; answers the token and what was corrected. */
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

describe('With an endpoint', () => {
  const collector = new Collector();
  let stack: TestStack;
  let secrets: string[];
  let trace: Span[] = [];

  beforeAll(async () => {
    const endpoint = await collector.start();
    stack = await startTestStack(['--empty'], undefined, undefined, {
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      // Nobody is a trusted proxy: the trace a client names does not count.
      TRUSTED_PROXIES: '',
    });
    secrets = await correct(stack, { traceparent: `00-${FOREIGN}-b7ad6b7169203331-01` });
    // Each service tells of its own when it likes.
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

  it('a correction is one trace: gateway, gRPC, corrections, outbox, NATS, run', () => {
    let parent: Span | undefined;
    for (const [name, service] of WAY) {
      const span = named(name, service);
      expect([name, service, span?.parentSpanId]).toEqual([name, service, parent?.spanId ?? '']);
      parent = span;
    }
    expect(['values', 'pools', 'full']).toContain(parent?.attributes['ctx.run.scope']);
  });

  it('statements are below the call they serve, by their names', () => {
    const call = named('CorrectionService/ApplyOverride', 'ctx-corrections');
    const statements = trace.filter(
      ({ parentSpanId, name }) => parentSpanId === call?.spanId && name.startsWith('sql '),
    );
    expect(statements.map(({ name }) => name)).toContain('sql request-run');
    const names = new Set(collector.spans.map(({ name }) => name).filter((name) => name.startsWith('sql ')));
    for (const name of names) expect(name).toMatch(/^sql [\w-]+$/);
  });

  it('a client cannot say which trace its request belongs to', () => {
    expect(trace.length).toBeGreaterThan(4);
    expect(collector.text).not.toContain(FOREIGN);
  });

  it('nothing that anybody wrote, owns or is called is sent', () => {
    for (const secret of [...secrets, EMAIL, 'example.org', NOTE, 'SELECT', String(EURO_VALUE), '/api/v1'])
      expect([secret, collector.text.includes(secret)]).toEqual([secret, false]);
  });

  it('the lines of the log name the trace they are of', () => {
    const lines = readFileSync(stack.logFile('gateway'), 'utf8').trim().split('\n');
    const request = lines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .find(({ msg, method }) => msg === 'request' && method === 'POST');
    const served = named('rest applyOverride', 'ctx-gateway');
    expect(request).toMatchObject({ traceId: served?.traceId, spanId: served?.spanId });
    const rpc = readFileSync(stack.logFile('corrections'), 'utf8');
    expect(rpc).toContain(`"traceId":"${served?.traceId ?? 'none'}"`);
  });
});

describe('Behind a trusted proxy', () => {
  it('a request continues the trace that the proxy names', async () => {
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

describe('Without an endpoint', () => {
  it('nothing is traced and nothing is sent', async () => {
    const stack = await startTestStack();
    await correct(stack);
    for (const service of ['gateway', 'corrections', 'recalc'] as const)
      expect(readFileSync(stack.logFile(service), 'utf8')).not.toContain('traceId');
    await stack.remove();
  });
});
