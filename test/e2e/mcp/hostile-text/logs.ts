/** What the services of a stack wrote down. */
import { readFileSync } from 'node:fs';
import type { TestStack } from '../../stack.ts';

/** The lines of all services. */
export function linesOf(stack: TestStack): readonly string[] {
  const services = ['gateway', 'read', 'corrections', 'recalc'] as const;
  return services.flatMap((service) => readFileSync(stack.logFile(service), 'utf8').trimEnd().split('\n'));
}
