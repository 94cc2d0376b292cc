/** The history on which all engines are measured: 5 assets, 8 years, 60 % buys, 40 % sells (docs/performance-figures.md). */
import type { RawEvent } from '../../services/recalc/src/engine/types.ts';
import { buy, sell } from '../../services/recalc/test/engine/build.ts';

const ASSETS = ['BTC', 'ETH', 'SOL', 'ADA', 'DOT'] as const;
const START_MS = Date.UTC(2019, 0, 1);
const YEARS_MS = 8 * 365.25 * 86_400_000;

/** Returns a generator of pseudo-random numbers from a seed, so that the history is the same in every run. */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    // Mulberry32.
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Returns `count` events, spread evenly over the years. */
export function history(count: number, seed = 1): RawEvent[] {
  const random = randomNumbers(seed);
  const events: RawEvent[] = [];
  for (let index = 0; index < count; index += 1) {
    const asset = ASSETS[Math.floor(random() * ASSETS.length)] ?? 'BTC';
    const isBuy = random() < 0.6;
    const amount = (random() * 10 + 0.01).toFixed(8);
    const euroValue = (Number(amount) * (50 + random() * 100)).toFixed(2);
    const name = `T${String(index)}`;
    const when = new Date(START_MS + (YEARS_MS * index) / count).toISOString();
    const facts = { at: when, assetKey: asset, amount, euroValue };
    events.push(isBuy ? buy(name, facts) : sell(name, facts));
  }
  return events;
}
