/** Spans of statements, by their names: never their text, never their values. */
import type pg from 'pg';
import { endSpan, hasSpan, SpanKind, startSpan } from './tracing.ts';

type Query = (...parameters: unknown[]) => unknown;

/** From here on each statement of a client that has a name, within a span, has one of its own. */
export function traceStatements(client: pg.PoolClient): void {
  const query = client.query.bind(client) as Query;
  const traced = (...parameters: unknown[]): unknown => {
    const [statement] = parameters;
    const { name } = (typeof statement === 'object' ? statement : {}) as { name?: unknown };
    const span = typeof name === 'string' && hasSpan() ? startStatement(name) : null;
    if (span === null) return query(...parameters);
    const last = parameters.at(-1);
    if (typeof last === 'function') {
      const answered = (error: unknown, ...rest: unknown[]): void => {
        endSpan(span, error !== null && error !== undefined);
        (last as Query)(error, ...rest);
      };
      return query(...parameters.slice(0, -1), answered);
    }
    const answer = query(...parameters) as Promise<unknown>;
    answer.then(
      () => {
        endSpan(span, false);
      },
      () => {
        endSpan(span, true);
      },
    );
    return answer;
  };
  client.query = traced as typeof client.query;
}

function startStatement(name: string): ReturnType<typeof startSpan> {
  const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': name };
  return startSpan(`sql ${name}`, { kind: SpanKind.CLIENT, attributes });
}
