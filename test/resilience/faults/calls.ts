/** G3: clients that go away before they get a response. */
import { Corrector } from '../corrector.ts';
import { euroValue } from '../corrections.ts';
import type { Fault, Round } from '../round.ts';

const CORRECTIONS_EACH = 12;
/** The longest wait is about as long as a correction takes on a busy machine. */
const PATIENCE_MS_MAX = 120;

/** Lets every client leave the first attempt of each correction after a random time, and then repeat it. */
async function goAway(round: Round): Promise<void> {
  const { system, cast, history, name } = round;
  const { baseUrl } = system.stack.ready();
  await Promise.all(
    cast.probe.slots.map(async (slot) => {
      const draws = round.draws.part(`leaver ${String(slot.index)}`);
      const patienceMs = (): number => draws.between(1, PATIENCE_MS_MAX);
      const parts = { user: cast.probe, slot, draws, history, baseUrl, name: `${name}-leaver` };
      const client = new Corrector({ ...parts, patienceMs });
      for (let count = 0; count < CORRECTIONS_EACH; count += 1) {
        const value = draws.between(100, 900_000) / 100;
        const { attempts } = await client.perform(euroValue(slot, draws.pick(slot.buys), value));
        round.hit(attempts[0]?.status === null ? 'client gone' : 'answered before');
      }
    }),
  );
}

export const CALL_FAULTS: readonly Fault[] = [
  { id: 'G3', title: 'clients go away before the response', inject: goAway },
];
