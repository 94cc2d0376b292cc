/** Without an endpoint tracing does nothing, and loads nothing that could send. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const TRACING = fileURLToPath(new URL('../platform/tracing.ts', import.meta.url));

/** What a process says that starts tracing with these settings and does some work in a span. */
function traced(endpoint: string | null): Record<string, unknown> {
  const source = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
    const { startTracing, stopTracing, inSpan, traceparentOf, traceIds } = await import(${JSON.stringify(TRACING)});
    await startTracing('test', {
      OTEL_EXPORTER_OTLP_ENDPOINT: ${endpoint === null ? 'undefined' : JSON.stringify(endpoint)},
      OTEL_TRACES_SAMPLER_ARG: 1,
    });
    const said = await inSpan('outer', { parent: '00-' + 'a'.repeat(32) + '-' + 'b'.repeat(16) + '-01' }, (span) =>
      inSpan('inner', {}, async () => ({ isTraced: span !== null, traceparent: traceparentOf(), ids: traceIds() })));
    const hasExporter = loaded.some((url) => /otlp|sdk-trace/.test(url));
    process.stdout.write(JSON.stringify({ ...said, hasExporter }));
    process.exit(0);`;
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', source]).toString(),
  ) as Record<string, unknown>;
}

describe('Tracing', () => {
  it('is off without an endpoint: no span, no trace, no exporter', () => {
    expect(traced(null)).toEqual({ isTraced: false, traceparent: null, ids: {}, hasExporter: false });
  });

  it('goes on with the trace it is given', () => {
    const { traceparent, ...said } = traced('http://127.0.0.1:9');
    expect(said).toMatchObject({ isTraced: true, hasExporter: true, ids: { traceId: 'a'.repeat(32) } });
    expect(traceparent).toMatch(/^00-a{32}-(?!b{16})[0-9a-f]{16}-01$/);
  });
});
