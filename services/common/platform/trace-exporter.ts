/** Sends spans by OTLP over HTTP. Loaded only if the settings name an endpoint (see tracing.ts). */
import { hostname } from 'node:os';
import { context, propagation, type Tracer, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { VERSION } from './build.ts';

/** Settings of the exporter. */
export interface ExportSettings {
  readonly component: string;
  /** Base address of the collector; spans go to `/v1/traces` below it. */
  readonly endpoint: string;
  /** Share of the traces started here that are sent, 0 to 1. A parent's own decision counts for its children. */
  readonly ratio: number;
  /** What the operator adds to the resource of every span. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Commit that the service was built from. */
  readonly revision: string;
}

/** Interval between batches. Further spans are dropped while the queue is full. */
const SEND_MS = 1000;
const QUEUE_SPANS_MAX = 4096;

/** Creates a tracer that sends its spans in the background. `shutdown` sends the rest. */
export function exportTraces({ component, endpoint, ratio, attributes, revision }: ExportSettings): {
  readonly tracer: Tracer;
  readonly shutdown: () => Promise<void>;
} {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': component,
      'service.namespace': 'crypto-tax',
      'service.version': VERSION,
      'service.instance.id': hostname(),
      'vcs.ref.head.revision': revision,
      ...attributes,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        scheduledDelayMillis: SEND_MS,
        maxQueueSize: QUEUE_SPANS_MAX,
      }),
    ],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  return { tracer: provider.getTracer('crypto-tax'), shutdown: () => provider.shutdown() };
}
