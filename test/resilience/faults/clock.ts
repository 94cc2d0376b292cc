/** K3: the clock of one replica of each service jumps while it serves requests and runs. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startSecondGateway } from '../../e2e/second-gateway.ts';
import { euroValue } from '../corrections.ts';
import { shuffled } from '../random.ts';
import type { Fault, Round } from '../round.ts';

const LOOK_MS = 20;

/** The times of services may differ by two minutes (services/common/platform/caller.ts). */
const JUMP_S_MAX = 90;
const CORRECTIONS_EACH = 3;

/** A clock in a file of its own: milliseconds that are added to the time of the processes that read it. */
class JumpingClock {
  readonly #file: string;
  readonly settings: Readonly<Record<string, string>>;

  constructor(folder: string, name: string) {
    this.#file = join(folder, `${name}.shift`);
    this.moveTo(0);
    this.settings = { NODE_OPTIONS: `--import ${readingShift(this.#file)}` };
  }

  moveTo(shiftMs: number): void {
    writeFileSync(this.#file, String(shiftMs));
  }
}

/** Returns a module that adds the number in a file to Date, and leaves the monotonic clock unchanged. */
function readingShift(file: string): string {
  const source = `
    import { readFileSync } from 'node:fs';
    let shift = 0;
    setInterval(() => { shift = Number(readFileSync(${JSON.stringify(file)}, 'utf8')); }, ${String(LOOK_MS)}).unref();
    const now = Date.now.bind(Date);
    globalThis.Date = class extends Date {
      constructor(...given) { super(...(given.length === 0 ? [now() + shift] : given)); }
      static now() { return now() + shift; }
    };`;
  return `data:text/javascript,${encodeURIComponent(source)}`;
}

async function jump(round: Round): Promise<void> {
  const { system, cast, draws } = round;
  const { dataDir } = system.stack;
  const front = new JumpingClock(dataDir, `${round.name}-front`);
  const back = new JumpingClock(dataDir, `${round.name}-back`);
  const corrections = await system.startExtra('corrections', back.settings);
  const recalc = await system.startExtra('recalc', { ...back.settings, SWEEP_INTERVAL_MS: '500' });
  const gateway = await startSecondGateway(system.stack, {
    settings: { ...front.settings, CORRECTIONS_ADDRESS: corrections.address },
  });
  try {
    for (const [index, [clock, seconds]] of shuffled(draws, [
      [front, JUMP_S_MAX],
      [front, -JUMP_S_MAX],
      [back, JUMP_S_MAX],
      [back, -JUMP_S_MAX],
    ] as const).entries()) {
      const { slot } = round.probe();
      const client = round.client(cast.probe, slot, gateway.baseUrl, `${round.name}-jump${String(index)}`);
      for (let count = 0; count < CORRECTIONS_EACH; count += 1) {
        const { done } = client.begin(
          euroValue(slot, draws.pick(slot.buys), draws.between(100, 900_000) / 100),
        );
        // The second of them is in progress when the clock jumps.
        if (count === 1) clock.moveTo(seconds * 1000);
        const { answer } = await done;
        if (answer?.status === 200) round.hit('acknowledged');
        await round.idleMs();
        await pause(LOOK_MS * 2);
      }
      clock.moveTo(0);
      round.hit(`${clock === front ? 'gateway' : 'corrections and recalc'} ${String(seconds)} s`);
    }
  } finally {
    await gateway.stop();
    await recalc.stop();
    await corrections.stop();
  }
}

export const CLOCK_FAULTS: readonly Fault[] = [
  {
    id: 'K3',
    title: 'the clock of a replica jumps by 90 s under requests and runs',
    hasMoreGateways: true,
    inject: jump,
  },
];
