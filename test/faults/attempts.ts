/** How often a call of the gateway was attempted, from the metrics of the gateway and the services behind it (G4). */
import { waitFor } from '../e2e/stack.ts';
import type { System } from './system.ts';

const CALLED = /^ctx_grpc_client_handled_total\{method="(?:Read|Correction)Service\/.*\} (\d+)$/gm;
const SERVED = /^ctx_grpc_server_handled_total\{method="(?:Read|Correction)Service\/.*\} (\d+)$/gm;

interface Counted {
  readonly pid: number;
  readonly count: number;
}

/** The calls that the gateway made so far, each counted once, and those that the services served, each attempt counted. */
export interface CallCounts {
  readonly called: Counted;
  readonly served: readonly Counted[];
}

/** Reads the counters; waits for services that are starting. */
export async function readCallCounts({ stack }: System): Promise<CallCounts> {
  const count = async (name: 'gateway' | 'read' | 'corrections', pattern: RegExp): Promise<Counted> => {
    let counted: Counted | undefined;
    await waitFor(async () => {
      const { pid, health } = stack.ready().services[name];
      try {
        const text = await (await fetch(`http://${health}/metrics`)).text();
        counted = { pid, count: sumOf(text, pattern) };
      } catch {
        counted = undefined;
      }
      return counted !== undefined;
    });
    return counted!;
  };
  const [called, ...served] = await Promise.all([
    count('gateway', CALLED),
    count('read', SERVED),
    count('corrections', SERVED),
  ]);
  return { called, served };
}

const sumOf = (text: string, pattern: RegExp): number =>
  [...text.matchAll(pattern)].reduce((sum, [, value]) => sum + Number(value), 0);

/**
 * Returns the attempts per call between two readings. A service that was restarted in between has lost what it had counted, so the
 * result is a lower bound. Returns null if that is true of the gateway, or if it made no call.
 */
export function attemptsPerCall(before: CallCounts, after: CallCounts): number | null {
  if (before.called.pid !== after.called.pid) return null;
  const called = after.called.count - before.called.count;
  const served = after.served.map(({ pid, count }, index) =>
    before.served[index]?.pid === pid ? count - before.served[index].count : count,
  );
  return called === 0 ? null : served.reduce((sum, each) => sum + each, 0) / called;
}
