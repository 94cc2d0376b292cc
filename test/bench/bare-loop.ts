/** The lower bound for the engine's time: FIFO on bigints and nothing else. No records, no order of events, no law. */
import type { RawEvent } from '../../services/recalc/src/engine/types.ts';

const fixed = (text: string): bigint => {
  const [integer = '', fraction = ''] = text.split('.');
  return BigInt(integer + fraction.padEnd(24, '0'));
};

/** Returns the total gain over all pools, EUR with 24 fraction digits. */
export function bareLoop(events: readonly RawEvent[]): bigint {
  const pools = new Map<string, { amount: bigint; cost: bigint }[]>();
  const heads = new Map<string, number>();
  let gain = 0n;
  for (const { assetKey, type, amount: amountText, euroValue } of events) {
    const lots = pools.get(assetKey) ?? [];
    pools.set(assetKey, lots);
    const value = fixed(euroValue ?? '0');
    let left = fixed(amountText);
    if (type === 'ACQUISITION') {
      lots.push({ amount: left, cost: value });
      continue;
    }
    let basis = 0n;
    let head = heads.get(assetKey) ?? 0;
    for (let lot = lots[head]; lot !== undefined && left > 0n; lot = lots[head]) {
      const taken = left < lot.amount ? left : lot.amount;
      const cost = (lot.cost * taken) / lot.amount;
      lot.amount -= taken;
      lot.cost -= cost;
      left -= taken;
      basis += cost;
      if (lot.amount === 0n) head += 1;
    }
    heads.set(assetKey, head);
    gain += value - basis;
  }
  return gain;
}
