/** Sets a scene: a fleet, the owner's access to its database, and users with facts. */
import { createOnlooker } from '../cast.ts';
import { System } from '../system.ts';
import { event } from '../../e2e/stack.ts';
import { Fleet, type FleetOptions } from './fleet.ts';
import type { Scene } from './scenario.ts';

const LARGE_EVENTS = 1500;
/** Less than the facts of the large user, more than those of all others, so that only the large user has large runs. */
const LARGE_RUN_EVENTS = '1000';

const LARGE_FACTS: readonly object[] = [
  { kind: 'account', ref: 'kraken-1', accountKind: 'exchange', datasource: 'KRAKEN', label: 'Kraken' },
  ...Array.from({ length: LARGE_EVENTS }, (_, index) => {
    const at = new Date(Date.UTC(2025, 0, 1) + index * 8 * 3_600_000).toISOString();
    const isSale = index % 3 === 2;
    const type = isSale ? 'DISPOSITION' : 'ACQUISITION';
    return event(`L-${String(index)}`, type, isSale ? '0.5' : '1', at, String(1000 + (index % 700)));
  }),
];

export interface RunningScene extends Scene {
  /** Stops everything; with `keep`, the files stay. */
  readonly end: (keep?: boolean) => Promise<void>;
}

/** Starts the fleet and creates the user with large runs. */
export async function setScene(
  say: (line: string) => void,
  options: FleetOptions = {},
): Promise<RunningScene> {
  const fleet = await Fleet.start({ settings: { recalc: { LARGE_RUN_EVENTS } }, ...options });
  const system = new System(fleet.stack);
  const end = async (keep = false): Promise<void> => {
    await system.close();
    if (keep) await fleet.stop();
    else await fleet.remove();
  };
  try {
    const large = await createOnlooker(system, 'large', LARGE_FACTS);
    return { fleet, system, large, say, end };
  } catch (error) {
    await end();
    throw error;
  }
}
