/** How often a call of the gateway was attempted, from the metrics of the gateway and the services behind it (G4). */
import { scrape } from '../e2e/observing/scrape.ts';
import { waitFor } from '../e2e/stack.ts';
import type { System } from './system.ts';

const METHOD = /^(?:Read|Correction)Service\//;

interface AttemptCount {
  readonly pid: number;
  readonly count: number;
}

/** The calls that the gateway made so far, each counted once, and those that the services served, each attempt counted. */
export interface CallCounts {
  readonly called: AttemptCount;
  readonly served: readonly AttemptCount[];
}

/** Reads the counters; waits for services that are starting. */
export async function readCallCounts({ stack }: System): Promise<CallCounts> {
  const count = async (
    service: 'gateway' | 'read' | 'corrections',
    metric: string,
  ): Promise<AttemptCount> => {
    let counted: AttemptCount | undefined;
    await waitFor(async () => {
      const { pid } = stack.ready().services[service];
      const samples = await scrape(stack, service).then(
        (scraped) => scraped.samples,
        () => null,
      );
      const calls = samples?.filter(
        ({ name, labels }) => name === metric && METHOD.test(labels['method'] ?? ''),
      );
      counted = calls && { pid, count: calls.reduce((sum, { value }) => sum + value, 0) };
      return counted !== undefined;
    });
    return counted!;
  };
  const [called, ...served] = await Promise.all([
    count('gateway', 'ctx_grpc_client_handled_total'),
    count('read', 'ctx_grpc_server_handled_total'),
    count('corrections', 'ctx_grpc_server_handled_total'),
  ]);
  return { called, served };
}

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
