import { describe, expect, it } from '@jest/globals';
import { shortAnswer } from './short-answers.ts';

const BYTES_MAX = 27_000;
const bodyOf = (answer: object): Buffer => Buffer.from(JSON.stringify(answer));
const shownOf = (answer: object): { list: object[]; [field: string]: unknown } =>
  JSON.parse((shortAnswer(bodyOf(answer)) as Buffer).toString()) as {
    list: object[];
    [field: string]: unknown;
  };
const times = <Item>(count: number, item: Item): Item[] => Array.from({ length: count }, () => item);

describe('An answer of a tool', () => {
  it('stays as it is if it fits', () => {
    expect(shortAnswer(bodyOf({ stale: false, list: times(100, { spam: false, flags: [] }) }))).toBeNull();
  });

  it('that is too long leaves out what is false or empty in its records, and keeps its own fields and the digits of numbers', () => {
    const amount = '0.123456789012345678901234567890';
    const record = `{"id":"${'x'.repeat(100)}","amount":${amount},"spam":false,"flags":[],"note":"","taxable":true}`;
    const text = `{"stale":false,"years":[],"transactions":[${times(150, record).join(',')}]}`;
    const shown = (shortAnswer(Buffer.from(text)) as Buffer).toString();
    const short = `{"id":"${'x'.repeat(100)}","amount":${amount},"taxable":true}`;
    expect(shown).toBe(`{"stale":false,"years":[],"transactions":[${times(150, short).join(',')}]}`);
  });

  it('leaves out the texts of spam, and no others, if that is enough', () => {
    const texts = { description: 'd'.repeat(200), needsReview: true };
    const { list } = shownOf({
      list: [...times(110, { ...texts, spam: true }), ...times(50, { ...texts, spam: false })],
    });
    expect([list[0], list[159]]).toEqual([{ needsReview: true, spam: true }, texts]);
  });

  it('cuts lists inside its records before its texts, says how many entries are left out, and keeps its own lists whole', () => {
    const lot = { costBasis: 1, text: 't'.repeat(90) };
    const { holdings, page } = shownOf({
      page: { size: 3 },
      holdings: times(3, { id: 'BTC', lots: times(200, lot), lotsLeftOut: 7, slices: [1, 2] }),
    });
    expect(holdings).toEqual(times(3, { id: 'BTC', lots: times(20, lot), lotsLeftOut: 187, slices: [1, 2] }));
    expect(page).toEqual({ size: 3 });
  });

  it('cuts long texts last, between characters, and neither keys nor addresses', () => {
    const assetKey = 'k'.repeat(100);
    const record = { assetKey, description: `a ${'\u{1F600}'.repeat(200)}`, events: [1, 2] };
    const { list } = shownOf({ list: times(100, record) });
    const description = `a ${'\u{1F600}'.repeat(77)}…`;
    expect(list[99]).toEqual({ assetKey, description, events: [1], eventsLeftOut: 1 });
  });

  it('fits after the first step that is enough', () => {
    const answer = { list: times(50, { lots: times(60, 'x'.repeat(20)) }) };
    expect((shortAnswer(bodyOf(answer)) as Buffer).length).toBeLessThanOrEqual(BYTES_MAX);
  });
});
