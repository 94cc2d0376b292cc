/**
 * `npm run bench:engine`: compares the engine with the bare loop, and measures the time from a change of one event to IDLE
 * through a running stack. Ratios count; times depend on the machine. `--no-stack` skips the second part.
 */
import { recalculate } from '../../services/recalc/src/engine/recalculate.ts';
import type { EngineInputs, RawEvent } from '../../services/recalc/src/engine/types.ts';
import { startTestStack } from '../e2e/stack.ts';
import { bareLoop } from './bare-loop.ts';
import { history, randomNumbers } from './history.ts';
import { lineOf, median, type Subject, subjectOf, timeOf, untilIdle } from './subject.ts';

const SIZES = [1000, 10_000, 100_000, 1_000_000];
const REPEATS_MAX = 5;
const BYTES_PER_KB = 1024;

interface Measurement {
  readonly ms: number;
  readonly bytes: number;
}

/** Returns the best time of a few runs, of which the first is a warm-up, and the bytes that the result holds. */
function measure(work: () => unknown, repeats: number): Measurement {
  let best = Infinity;
  let bytes = 0;
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    globalThis.gc?.();
    const before = process.memoryUsage().heapUsed;
    const startedAt = performance.now();
    const kept = work();
    best = Math.min(best, performance.now() - startedAt);
    globalThis.gc?.();
    bytes = process.memoryUsage().heapUsed - before;
    if (kept === null) throw new Error('nothing was computed');
  }
  return { ms: best, bytes };
}

function inputsOf(events: readonly RawEvent[]): EngineInputs {
  return { events, overrides: [], rules: [], matches: [], prices: [], regimes: [], frozenYears: [] };
}

function benchEngine(): void {
  measure(() => recalculate(inputsOf(history(5000))), 3);
  const rows = SIZES.map((size) => {
    const events = history(size);
    const repeats = size >= 1_000_000 ? 1 : REPEATS_MAX;
    const bare = measure(() => bareLoop(events), repeats);
    const engine = measure(() => recalculate(inputsOf(events)), repeats);
    return { size, bare, engine };
  });
  console.table(
    rows.map(({ size, bare, engine }, index) => {
      const previous = rows[index - 1];
      return {
        events: size,
        'bare loop, ms': round(bare.ms),
        'engine, ms': round(engine.ms),
        'engine / bare loop': round(engine.ms / bare.ms),
        'growth for 10 ×': previous === undefined ? '' : round(engine.ms / previous.engine.ms),
        'KB an event': round(engine.bytes / size / BYTES_PER_KB),
      };
    }),
  );
}

const round = (value: number): number => Math.round(value * 100) / 100;

const CHANGES = 60;

/** Makes random changes: 80 % to EUR values, 20 % to amounts and treatments. */
async function benchChanges(subject: Subject): Promise<Record<string, number>> {
  const random = randomNumbers(7);
  const values: number[] = [];
  const others: number[] = [];
  for (let index = 0; index < CHANGES; index += 1) {
    const event = subject.events[Math.floor(random() * subject.events.length)];
    if (event === undefined) continue;
    const euroValue = (random() * 1000).toFixed(2);
    const kind = random();
    if (kind < 0.8) values.push(await timeOf(subject, lineOf({ ...event, euroValue })));
    else if (kind < 0.9) others.push(await timeOf(subject, lineOf({ ...event, amount: `${event.amount}1` })));
    else others.push(await timeOf(subject, { ...lineOf(event), treatment: 'IGNORED' }));
  }
  const oldest = subject.events[0];
  const worst = oldest === undefined ? 0 : await timeOf(subject, lineOf({ ...oldest, amount: '1.5' }));
  return {
    'median, ms': round(median([...values, ...others])),
    'EUR values, ms': round(median(values)),
    'amounts and treatments, ms': round(median(others)),
    'amount of the oldest event, ms': round(worst),
  };
}

/** Measures a full run with load and save when no figure changes. */
async function timeOfFullRun({ userId, connection }: Subject): Promise<number> {
  const startedAt = performance.now();
  await connection.call(connection.recalc.requestFullRun.bind(connection.recalc), { rewrite: false }, userId);
  await untilIdle({ userId, connection });
  return round(performance.now() - startedAt);
}

async function benchStack(): Promise<void> {
  const stack = await startTestStack();
  try {
    const rows = [];
    for (const size of [1000, 100_000]) {
      const subject = await subjectOf(stack, size);
      const { importMs, runMs } = subject;
      console.log(`${String(size)} events: import and first run ${String(Math.round(importMs + runMs))} ms`);
      const full = await timeOfFullRun(subject);
      rows.push({ events: size, ...(await benchChanges(subject)), 'run from nothing, ms': full });
      subject.connection.close();
    }
    console.log('A change of one event to IDLE, everything included:');
    console.table(rows);
  } finally {
    await stack.remove();
  }
}

benchEngine();
if (!process.argv.includes('--no-stack')) await benchStack();
