/** Tracing in a process of its own: which modules are loaded, and which trace context is read and written. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const TRACING = fileURLToPath(new URL('./tracing.ts', import.meta.url));

const PARENT = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;

/** Starts tracing in a new process and returns what work in a span of a span sees. */
function trace(endpoint: string | null, parent = PARENT): Record<string, unknown> {
  const source = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
    const { startTracing, stopTracing, inSpan, traceparentOf, traceIds } = await import(${JSON.stringify(TRACING)});
    await startTracing('test', {
      OTEL_EXPORTER_OTLP_ENDPOINT: ${endpoint === null ? 'undefined' : JSON.stringify(endpoint)},
      OTEL_TRACES_SAMPLER_ARG: 1,
      OTEL_RESOURCE_ATTRIBUTES: {},
      BUILD_REVISION: 'unknown',
    });
    const result = await inSpan('outer', { parent: ${JSON.stringify(parent)} }, (span) =>
      inSpan('inner', {}, async () => ({ isTraced: span !== null, traceparent: traceparentOf(), ids: traceIds() })));
    const hasExporter = loaded.some((url) => /otlp|sdk-trace/.test(url));
    process.stdout.write(JSON.stringify({ ...result, hasExporter }));
    process.exit(0);`;
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', source]).toString(),
  ) as Record<string, unknown>;
}

describe('Tracing', () => {
  it('is off without an endpoint: no span, no trace, no exporter', () => {
    expect(trace(null)).toEqual({ isTraced: false, traceparent: null, ids: {}, hasExporter: false });
  });

  it('continues the trace of a valid traceparent, and writes its own traceparent in the same format', () => {
    const { traceparent, ...result } = trace('http://127.0.0.1:9');
    expect(result).toMatchObject({ isTraced: true, hasExporter: true, ids: { traceId: 'a'.repeat(32) } });
    expect(traceparent).toMatch(/^00-a{32}-(?!b{16})[0-9a-f]{16}-01$/);
  });

  it('does not sample where the parent is not sampled', () => {
    expect(trace('http://127.0.0.1:9', PARENT.replace(/01$/, '00'))['traceparent']).toMatch(
      /^00-a{32}-[0-9a-f]{16}-00$/,
    );
  });

  it.each([
    `00-${'0'.repeat(32)}-${'b'.repeat(16)}-01`,
    `00-${'A'.repeat(32)}-${'b'.repeat(16)}-01`,
    `${PARENT}-more`,
  ])('starts a new trace where the traceparent is invalid: %s', (parent) => {
    expect(trace('http://127.0.0.1:9', parent)['traceparent']).toMatch(
      /^00-(?!a{32}|0{32})[0-9a-f]{32}-[0-9a-f]{16}-01$/,
    );
  });
});
