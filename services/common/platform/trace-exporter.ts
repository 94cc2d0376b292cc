/** Where spans go: OTLP over HTTP. Loaded only where an endpoint is named (see tracing.ts). */
import { context, type Tracer, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';

export interface ExportSettings {
  readonly component: string;
  /** Base address of the collector; spans go to `/v1/traces` below it. */
  readonly endpoint: string;
  /** Share of the traces begun here that are kept; who asks us decides of its own. */
  readonly ratio: number;
}

/** How long spans gather before they are sent, and how many wait at most. */
const SEND_MS = 1000;
const QUEUE_SPANS_MAX = 4096;

/** A tracer whose spans are sent in the background, and how to send the rest. */
export function exportTraces({ component, endpoint, ratio }: ExportSettings): {
  readonly tracer: Tracer;
  readonly shutdown: () => Promise<void>;
} {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': `ctx-${component}`,
      'service.namespace': 'crypto-tax',
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
  trace.setGlobalTracerProvider(provider);
  return { tracer: provider.getTracer('crypto-tax'), shutdown: () => provider.shutdown() };
}
