/**
 * Traces by OpenTelemetry: off, and next to free, unless an endpoint is named. Spans hold names out of our own tables: no text
 * of a user, no token, no address.
 */
import {
  type Attributes,
  context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api';
import type { Config } from './config.ts';

export { SpanKind } from '@opentelemetry/api';

/** The settings that `startTracing` needs. */
export const TRACING_SETTINGS = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_TRACES_SAMPLER_ARG'] as const;

/** Header and metadata in which a trace travels (W3C Trace Context). */
export const TRACEPARENT = 'traceparent';

let tracer: Tracer | null = null;
let shutdown: () => Promise<void> = () => Promise.resolve();

/** Begins to trace where an endpoint is named: only then is an exporter loaded at all. */
export async function startTracing(
  component: string,
  config: Config<(typeof TRACING_SETTINGS)[number]>,
): Promise<void> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: ratio } = config;
  if (endpoint === undefined) return;
  const { exportTraces } = await import('./trace-exporter.ts');
  const exported = exportTraces({ component, endpoint, ratio });
  tracer = exported.tracer;
  shutdown = exported.shutdown;
}

/** Sends what is still to be sent. */
export async function stopTracing(): Promise<void> {
  tracer = null;
  await shutdown().catch(() => undefined);
}

export function isTracing(): boolean {
  return tracer !== null;
}

export interface SpanSettings {
  readonly kind?: SpanKind;
  /** The trace to go on with, as it travelled: of what is none a new one begins. None: that of the span around. */
  readonly parent?: string | null;
  readonly attributes?: Attributes;
}

/** Does `work` within a span of its own; it gets null where nothing is traced. A failure is marked, without its text. */
export async function inSpan<Result>(
  name: string,
  settings: SpanSettings,
  work: (span: Span | null) => Promise<Result>,
): Promise<Result> {
  if (tracer === null) return work(null);
  const span = startSpan(name, settings) as Span;
  try {
    return await within(span, () => work(span));
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}

/** A span that somebody else ends; null where nothing is traced. */
export function startSpan(name: string, { kind, parent, attributes }: SpanSettings): Span | null {
  if (tracer === null) return null;
  const around = parent === undefined ? context.active() : contextOf(parent);
  return tracer.startSpan(name, { kind: kind ?? SpanKind.INTERNAL, attributes: attributes ?? {} }, around);
}

/** Does `work` with `span` as the one around. */
export function within<Result>(span: Span, work: () => Result): Result {
  return context.with(trace.setSpan(context.active(), span), work);
}

/** Marks a span as failed, or not, and ends it. */
export function endSpan(span: Span, isFailed: boolean): void {
  if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

/** Says more of the span around. */
export function markSpan(attributes: Attributes, isFailed: boolean): void {
  if (tracer === null) return;
  const span = trace.getActiveSpan();
  span?.setAttributes(attributes);
  if (isFailed) span?.setStatus({ code: SpanStatusCode.ERROR });
}

/** `work` in the trace of now, whenever it is called. */
export function bound<Work extends (...parameters: never[]) => unknown>(work: Work): Work {
  return tracer === null ? work : context.bind(context.active(), work);
}

/** Whether there is a span around. */
export function hasSpan(): boolean {
  return tracer !== null && trace.getActiveSpan() !== undefined;
}

/** The trace of a span, or of the one around, as it travels; null where there is none. */
export function traceparentOf(span: Span | undefined = trace.getActiveSpan()): string | null {
  if (tracer === null || span === undefined) return null;
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

/** What a line of the log says of the trace it is of. */
export function traceIds(): { readonly traceId?: string; readonly spanId?: string } {
  const span = trace.getActiveSpan();
  if (span === undefined) return {};
  const { traceId, spanId } = span.spanContext();
  return { traceId, spanId };
}

const PARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

function contextOf(parent: string | null): typeof ROOT_CONTEXT {
  const [, traceId = '', spanId = '', flags = ''] = PARENT.exec(parent ?? '') ?? [];
  const remote = { traceId, spanId, traceFlags: parseInt(flags, 16) & 1, isRemote: true };
  return isSpanContextValid(remote) ? trace.setSpanContext(ROOT_CONTEXT, remote) : ROOT_CONTEXT;
}
