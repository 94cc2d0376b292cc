/** Logs of the services of a stack. */
import { readFileSync } from 'node:fs';
import type { TestStack } from './stack.ts';

/** Returns the log lines of all services. */
export function linesOf(stack: TestStack): readonly string[] {
  const services = ['gateway', 'read', 'corrections', 'recalc'] as const;
  return services.flatMap((service) => readFileSync(stack.logFile(service), 'utf8').trimEnd().split('\n'));
}
