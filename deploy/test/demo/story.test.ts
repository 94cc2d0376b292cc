import { describe, expect, it } from '@jest/globals';
import { parseAmount } from '@ctx/common/domain/decimal';
import { parseLine } from '../../../services/corrections/src/import/parse-line.ts';
import { demoLines } from '../../demo/story.ts';

interface Event {
  kind: string;
  account: string;
  referenceId: string;
  type: string;
  treatment?: string;
  asset: { key: string; fiat?: boolean };
  amount: string;
  timestamp: string;
  euroValue?: string;
  continuityGroupId?: string;
  spam?: boolean;
}

const lines = demoLines();
const events = lines.map((line) => JSON.parse(line) as Event).filter(({ kind }) => kind === 'event');

describe('demo data that tells a story', () => {
  it('is deterministic', () => {
    expect(demoLines()).toEqual(lines);
  });

  it('holds about 400 events of the years 2023 to 2026', () => {
    expect(events.length).toBeGreaterThan(380);
    expect(events.length).toBeLessThan(450);
    expect([...new Set(events.map(({ timestamp }) => timestamp.slice(0, 4)))].sort()).toEqual([
      '2023',
      '2024',
      '2025',
      '2026',
    ]);
  });

  it('is a file that the import takes', () => {
    const refused = lines.flatMap((line, index) => {
      const parsed = parseLine(line, index + 1);
      return 'errors' in parsed ? parsed.errors : [];
    });
    expect(refused).toEqual([]);
  });

  it('has no two events of one key', () => {
    const keys = events.map(({ account, asset, type, referenceId }) =>
      [account, asset.key, type, referenceId].join(' '),
    );
    expect(new Set(keys).size).toBe(keys.length);
  });

  it.each([
    ['every record kind', () => new Set(lines.map((line) => (JSON.parse(line) as Event).kind)).size === 6],
    ['a self-transfer', () => events.some(({ treatment }) => treatment === 'TRANSFER_OUT_OWN_WALLET')],
    ['an unresolved transfer', () => events.some(({ treatment }) => treatment === 'TRANSFER_OUT_UNRESOLVED')],
    ['a gift received', () => events.some(({ treatment }) => treatment === 'GIFT_RECEIVED')],
    ['a spam token', () => events.some(({ spam }) => spam === true)],
    ['an unclassified event', () => events.some(({ treatment }) => treatment === 'UNCLASSIFIED')],
    [
      'swaps',
      () =>
        events.filter(({ continuityGroupId }) => continuityGroupId?.includes('0001000000') === true).length >
        10,
    ],
    ['an amount of 18 digits', () => events.some(({ amount }) => /\.\d{18}$/.test(amount))],
    [
      'a missing price',
      () => events.some(({ asset, euroValue }) => asset.key.startsWith('0xfeed') && euroValue === undefined),
    ],
  ])('has %s', (_what, holds) => {
    expect(holds()).toBe(true);
  });

  it('never takes more than there is, but for one sale of XRP', () => {
    const balances = new Map<string, bigint>();
    const overdrawn: string[] = [];
    for (const { asset, type, amount, referenceId } of [...events].sort((a, b) =>
      a.timestamp < b.timestamp ? -1 : 1,
    )) {
      if (asset.fiat === true) continue;
      const sign = type === 'ACQUISITION' || type === 'INCOME' ? 1n : -1n;
      const balance = (balances.get(asset.key) ?? 0n) + sign * parseAmount(amount);
      balances.set(asset.key, balance);
      if (balance < 0n) overdrawn.push(referenceId);
    }
    expect(overdrawn).toEqual(['SELL-XRP-1']);
  });
});
