/** Logs of the services of a stack. */
import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import type { TestStack } from './stack.ts';

/** Returns the log lines of all services. */
export function linesOf(stack: TestStack): readonly string[] {
  const services = ['gateway', 'read', 'corrections', 'recalc'] as const;
  return services.flatMap((service) => readFileSync(stack.logFile(service), 'utf8').trimEnd().split('\n'));
}

/** Returns what was written to a file after its first `start` bytes, which are not read: a log of plans grows with every look at it. */
export function textAfter(path: string, start: number): string {
  const bytes = Buffer.alloc(statSync(path).size - start);
  const file = openSync(path, 'r');
  try {
    return bytes.toString('utf8', 0, readSync(file, bytes, 0, bytes.length, start));
  } finally {
    closeSync(file);
  }
}
