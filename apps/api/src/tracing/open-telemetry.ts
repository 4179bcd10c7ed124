import { type Context, ROOT_CONTEXT, type Span as OtelSpan, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, ParentBasedSampler, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Config } from '../config.ts';
import { productVersion } from '../product-version.ts';
import type { Span, SpanSink } from './tracing.ts';

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;

/** Sends spans by OTLP over HTTP, in batches. Loaded only where an address is set. */
export function openTelemetrySink(
  config: Pick<Config, 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_SERVICE_NAME' | 'OTEL_TRACES_SAMPLER_ARG'>,
): SpanSink {
  const exporter = new OTLPTraceExporter({ url: `${config.OTEL_EXPORTER_OTLP_ENDPOINT!.replace(/\/+$/, '')}/v1/traces` });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': config.OTEL_SERVICE_NAME, 'service.version': productVersion }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(Number(config.OTEL_TRACES_SAMPLER_ARG)) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer('incisive', productVersion);
  const contexts = new WeakMap<Span, Context>();
  return {
    begin: (name, kind, attributes, parent) => {
      const context = (parent && contexts.get(parent)) ?? ROOT_CONTEXT;
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes: { ...attributes } }, context);
      const ours: Span = { end: (outcome) => end(span, outcome) };
      contexts.set(ours, trace.setSpan(context, span));
      return ours;
    },
    close: () => provider.shutdown(),
  };
}

function end(span: OtelSpan, { attributes, failed }: Parameters<Span['end']>[0] = {}): void {
  if (attributes) span.setAttributes({ ...attributes });
  if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}
