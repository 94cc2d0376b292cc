/** The cases of a lost primary. Each runs on a stack of its own, which is removed afterwards. */
import { Harness } from '../harness.ts';
import type { Fault } from '../round.ts';
import type { Row, RowResult } from '../suite.ts';
import { type Cost, Failover, type Limits } from './failover.ts';
import { erasure, importOfEvents, type InterruptedWork, largeRun, migration } from './interrupted.ts';

const FAILOVER_LIMITS: Limits = { writesBackMsMax: 5000, loadMs: 5000 };

export interface FailoverCase extends Row {
  readonly run: (seed: number) => Promise<RowResult>;
}

export const FAILOVER_CASES: readonly FailoverCase[] = [
  caseOf('F1', 'the primary is killed, the standby promoted, the address moved', (failover, named) =>
    failover.losePrimary(named, FAILOVER_LIMITS),
  ),
  caseOf(
    'F2',
    'the old primary lives on read-only, the standby is promoted, the address moved',
    (failover, named) => failover.demotePrimary(named, FAILOVER_LIMITS),
  ),
  during('F3', 'an import', importOfEvents),
  during('F4', 'a large run', largeRun, true),
  during('F5', 'an erasure', erasure),
  during('F6', 'a migration', migration),
];

function during(id: string, what: string, work: InterruptedWork, allLarge = false): FailoverCase {
  const fault = (failover: Failover, named: FaultName): Fault =>
    failover.losePrimaryDuring(named, FAILOVER_LIMITS, work);
  return caseOf(id, `the primary is killed in the middle of ${what}`, fault, allLarge);
}

type FaultName = Pick<Fault, 'id' | 'title'>;

function caseOf(
  id: string,
  title: string,
  faultOf: (failover: Failover, named: FaultName) => Fault,
  allLarge = false,
): FailoverCase {
  return {
    id,
    title,
    run: async (seed) => {
      const failover = await Failover.start(allLarge);
      try {
        const { done, faults } = await new Harness(failover.system).run(
          faultOf(failover, { id, title }),
          seed,
        );
        const { cost } = failover;
        if (cost === null) return { done, faults: [...faults, 'the failover did not take place'] };
        const lost = cost.lost.map((key) => `lost: ${key} is not in the audit log`);
        return { done: `${done}, ${textOf(cost)}`, faults: [...faults, ...lost] };
      } finally {
        await failover.remove();
      }
    },
  };
}

function textOf({ unavailable, writesBackMs, idleMs, readsLeftMs }: Cost): string {
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
  const left = readsLeftMs === null ? '' : `, the old primary left in ${seconds(readsLeftMs)}`;
  return `${String(unavailable)} × 503, writes back in ${seconds(writesBackMs)}, IDLE in ${seconds(idleMs)}${left}`;
}
