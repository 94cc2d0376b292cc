import { describe, expect, it } from '@jest/globals';
import { lawChecks, uncheckedFor } from './checks.ts';
import { platforms } from './platforms.ts';
import { provisionsOf } from './provisions.ts';
import { RULES } from './rules.ts';

describe('Entries of the law that nobody checked for a long time', () => {
  const oldest = lawChecks()[0]!;
  const dayAfter = (days: number): string =>
    new Date(Date.parse(oldest.checkedOn) + days * 86_400_000).toISOString().slice(0, 10);

  it('are found among all numbers, rules and platforms, the oldest first', () => {
    const all = uncheckedFor(0, '2100-01-01');
    expect(all).toEqual(lawChecks());
    expect(all).toHaveLength(provisionsOf().length + RULES.length + platforms().length);
    const days = all.map(({ checkedOn }) => checkedOn);
    expect(days).toEqual(days.toSorted());
  });

  it('are none on the last of the days, and the oldest ones on the day after', () => {
    expect(uncheckedFor(180, dayAfter(180))).toEqual([]);
    const found = uncheckedFor(180, dayAfter(181));
    expect(found).toContainEqual(oldest);
    for (const { checkedOn } of found) expect(checkedOn).toBe(oldest.checkedOn);
  });
});
