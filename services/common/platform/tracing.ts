/**
 * Traces with OpenTelemetry. They are off, and cost next to nothing, unless the settings name an endpoint. Spans hold only names
 * from our own tables: no text of a user, no token, no address.
 */
import {
  type Attributes,
  context,
  propagation,
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
export const TRACING_SETTINGS = [
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_TRACES_SAMPLER_ARG',
  'OTEL_RESOURCE_ATTRIBUTES',
  'BUILD_REVISION',
] as const;

/** Name of the HTTP header and gRPC metadata that carry the trace context (W3C Trace Context). */
export const TRACEPARENT = 'traceparent';

/** Name of the attribute of a span that has the id of its request, which log lines have too. */
export const REQUEST_ID_OF_SPAN = 'ctx.request_id';

let tracer: Tracer | null = null;
let shutdown: () => Promise<void> = () => Promise.resolve();

/** Starts tracing if the settings name an endpoint; only then is the exporter loaded. */
export async function startTracing(
  component: string,
  config: Config<(typeof TRACING_SETTINGS)[number]>,
): Promise<void> {
  const {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_TRACES_SAMPLER_ARG: ratio,
    OTEL_RESOURCE_ATTRIBUTES: attributes,
    BUILD_REVISION: revision,
  } = config;
  if (endpoint === undefined) return;
  const { exportTraces } = await import('./trace-exporter.ts');
  const exported = exportTraces({ component, endpoint, ratio, attributes, revision });
  tracer = exported.tracer;
  shutdown = exported.shutdown;
}

/** Sends the remaining spans and stops tracing. A collector that does not answer is no error. */
export async function stopTracing(): Promise<void> {
  tracer = null;
  await shutdown().catch(() => undefined);
}

/** Returns whether tracing is on. */
export function isTracing(): boolean {
  return tracer !== null;
}

/** Settings of a new span. */
export interface SpanSettings {
  readonly kind?: SpanKind;
  /** Parent trace context (W3C `traceparent`). Null or invalid: starts a new trace. Undefined: child of the active span. */
  readonly parent?: string | null;
  readonly attributes?: Attributes;
}

/** Runs `work` in a span of its own, or with null when tracing is off. Marks the span if `work` fails, without the error's text. */
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

/** Starts a span that the caller ends. Returns null when tracing is off. */
export function startSpan(name: string, { kind, parent, attributes }: SpanSettings): Span | null {
  if (tracer === null) return null;
  const parentContext =
    parent === undefined ? context.active() : propagation.extract(ROOT_CONTEXT, { [TRACEPARENT]: parent });
  return tracer.startSpan(
    name,
    { kind: kind ?? SpanKind.INTERNAL, attributes: attributes ?? {} },
    parentContext,
  );
}

/** Runs `work` with `span` as the active span. */
export function within<Result>(span: Span, work: () => Result): Result {
  return context.with(trace.setSpan(context.active(), span), work);
}

/** Ends a span, and marks it as failed if `isFailed`. */
export function endSpan(span: Span, isFailed: boolean): void {
  if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

/** Adds attributes to the active span, and marks it as failed if `isFailed`. */
export function markSpan(attributes: Attributes, isFailed: boolean): void {
  if (tracer === null) return;
  const span = trace.getActiveSpan();
  span?.setAttributes(attributes);
  if (isFailed) span?.setStatus({ code: SpanStatusCode.ERROR });
}

/** Returns a function that runs `work` in the trace that is active now, whenever it is called. */
export function bound<Work extends (...parameters: never[]) => unknown>(work: Work): Work {
  return tracer === null ? work : context.bind(context.active(), work);
}

/** Returns whether there is an active span. */
export function hasSpan(): boolean {
  return tracer !== null && trace.getActiveSpan() !== undefined;
}

/** Returns the `traceparent` of a span (by default the active one), or null if there is none or tracing is off. */
export function traceparentOf(span: Span | undefined = trace.getActiveSpan()): string | null {
  if (tracer === null || span === undefined) return null;
  const carrier: Record<string, string> = {};
  propagation.inject(trace.setSpan(ROOT_CONTEXT, span), carrier);
  return carrier[TRACEPARENT] ?? null;
}

/** Returns the ids of the active trace and span for a log line; empty if there is none. */
export function traceIds(): { readonly traceId?: string; readonly spanId?: string } {
  const span = trace.getActiveSpan();
  if (span === undefined) return {};
  const { traceId, spanId } = span.spanContext();
  return { traceId, spanId };
}
