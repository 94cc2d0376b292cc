/**
 * Structured logs. Text that looks like a token is masked everywhere. Characters that a terminal would obey or hide are escaped,
 * because JSON allows them.
 */
import { type DestinationStream, pino } from 'pino';
import { escapeInvisible } from '@ctx/domain/third-party-text';
import { LogOutput } from './log-output.ts';
import { isTracing, traceIds } from './tracing.ts';

export type { Logger } from 'pino';

const TOKEN = /ct[xo]_[0-9A-Za-z]{6,}/g;

/** Creates a JSON logger (default: to standard output). Every line has `service`; lines of a traced request also have its trace. */
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
