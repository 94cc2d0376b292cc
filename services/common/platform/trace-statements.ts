/** Spans of SQL statements, by the statements' names. Spans contain neither SQL text nor values. */
import type pg from 'pg';
import { endSpan, hasSpan, SpanKind, startSpan } from './tracing.ts';

type Query = (...parameters: unknown[]) => unknown;

/** Makes a client start a span for each named statement that it sends while another span is active. */
export function traceStatements(client: pg.PoolClient): void {
  const query = client.query.bind(client) as Query;
  const traced = (...parameters: unknown[]): unknown => {
    const [statement] = parameters;
    const { name } = (typeof statement === 'object' ? statement : {}) as { name?: unknown };
    const span = typeof name === 'string' && hasSpan() ? startStatement(name) : null;
    if (span === null) return query(...parameters);
    const last = parameters.at(-1);
    if (typeof last === 'function') {
      const finish = (error: unknown, ...rest: unknown[]): void => {
        endSpan(span, error !== null && error !== undefined);
        (last as Query)(error, ...rest);
      };
      return query(...parameters.slice(0, -1), finish);
    }
    const result = query(...parameters) as Promise<unknown>;
    result.then(
      () => {
        endSpan(span, false);
      },
      () => {
        endSpan(span, true);
      },
    );
    return result;
  };
  client.query = traced as typeof client.query;
}

function startStatement(name: string): ReturnType<typeof startSpan> {
  const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': name };
  return startSpan(`sql ${name}`, { kind: SpanKind.CLIENT, attributes });
}
