/** One failover under load; `npm run test:resilience -- --only faults/F1,F2` also keeps the old primary running and measures both. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Harness, SETTLED_BESIDE_OTHERS_MS_MAX } from '../harness.ts';
import { Failover } from './failover.ts';

const SEED = 20_260_101;
/** Ends what hangs: a busy machine is not slow at what this test checks. */
const LIMITS = { writesBackMsMax: 60_000, loadMs: 2000 };

let failover: Failover;
beforeAll(async () => {
  failover = await Failover.start();
});
afterAll(async () => {
  await failover.remove();
});

describe('a failover to a synchronous standby', () => {
  it('loses no acknowledged correction, and every user is IDLE afterwards without a restart', async () => {
    const { faults } = await new Harness(failover.system, SETTLED_BESIDE_OTHERS_MS_MAX).run(
      failover.losePrimary({ id: 'F1', title: 'the primary is killed' }, LIMITS),
      SEED,
    );
    expect({ faults, lost: failover.cost?.lost }).toEqual({ faults: [], lost: [] });
    expect(failover.cost?.acknowledged).toBeGreaterThan(0);
  });
});
