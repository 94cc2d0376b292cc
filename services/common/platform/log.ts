/**
 * Structured logs. Secrets never reach them: what looks like a token is masked wherever it stands. Nor does what a terminal
 * obeys or hides: JSON lets it stand, so that it is escaped.
 */
import { type DestinationStream, pino } from 'pino';
import { escapeInvisible } from '../domain/third-party-text.ts';
import { LogOutput } from './log-output.ts';
import { isTracing, traceIds } from './tracing.ts';

export type { Logger } from 'pino';

const TOKEN = /ct[xo]_[0-9A-Za-z]{6,}/g;

/** A JSON logger, to standard output unless told; `service` stands on every line, and the trace on those of a traced request. */
export function createLogger(
  service: string,
  level: string,
  destination: DestinationStream = new LogOutput(service),
) {
  const options = {
    level,
    base: { service },
    ...(isTracing() ? { mixin: traceIds } : {}),
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    hooks: {
      streamWrite: (line: string) => `${escapeInvisible(line.trimEnd().replace(TOKEN, '[token]'))}\n`,
    },
  };
  return pino(options, destination);
}
