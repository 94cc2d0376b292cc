import { describe, expect, it } from '@jest/globals';
import { assetOf } from './assets.ts';
import { type EnteredPart, type EnteredTransaction, recordsOfEntered, sidesOf } from './entered.ts';
import { MOVEMENTS } from './entries.ts';

const part = (amount: string, symbol: string): EnteredPart => ({ asset: assetOf(symbol), amount });
const ENTERED: EnteredTransaction = {
  kind: 'TRADE',
  at: '2026-02-15T13:30:00Z',
  given: part('20000', 'EUR'),
  received: part('0.5', 'BTC'),
  fee: null,
  value: null,
  note: '',
};

function read(changes: Partial<EnteredTransaction>) {
  return recordsOfEntered({ ...ENTERED, ...changes }, 'kraken');
}

const eventsOf = (changes: Partial<EnteredTransaction>): readonly unknown[] => {
  const entered = read(changes);
  if ('faults' in entered) throw new Error(entered.faults.join());
  return entered.records.map(({ type, asset, amount, euroValue, treatment, priceSource }) =>
    [type, asset.key, amount, euroValue, treatment, priceSource].filter((each) => each !== undefined),
  );
};

describe('A transaction that a person enters', () => {
  it('is one event with its value if it was bought for euro', () => {
    expect(eventsOf({})).toEqual([['ACQUISITION', 'BTC', '0.5', '20000', 'USER']]);
  });

  it('is two events with one group and the given value if two assets were exchanged', () => {
    const changes = { given: part('7', 'ETH'), value: '20000', fee: part('0.1', 'BNB') };
    expect(eventsOf(changes)).toEqual([
      ['DISPOSITION', 'ETH', '7', '20000', 'USER'],
      ['ACQUISITION', 'BTC', '0.5', '20000', 'USER'],
      ['FEE', 'BNB', '0.1'],
    ]);
    const entered = read(changes);
    const groups = 'records' in entered ? entered.records.map((record) => record.continuityGroupId) : [];
    expect([groups[0], typeof groups[0]]).toEqual([groups[1], 'string']);
  });

  it('has the reference that an export without ids gives the same content, so that an equal one is known', () => {
    const references = [
      read({}),
      read({ note: 'again', fee: part('1', 'EUR') }),
      read({ at: '2026-02-15T13:30:01Z' }),
    ];
    const [first, again, later] = references.map((each) =>
      'records' in each ? each.records[0]!.referenceId : '',
    );
    expect([again === first, later === first]).toEqual([true, false]);
  });

  it('keeps the name and chain of an asset whose key is not its symbol', () => {
    const asset = { key: 'ETHEREUM:0xAb', symbol: 'COIN', name: 'Coin', chain: 'ETHEREUM' };
    const entered = read({ received: { asset, amount: '3' } });
    expect('records' in entered && entered.records[0]!.asset).toEqual(asset);
  });

  it.each(Object.keys(MOVEMENTS).map((kind) => [kind]))('becomes what a file makes of %s', (kind) => {
    const [side] = sidesOf(kind)!;
    const one = { given: null, received: null, [side!]: part('2', 'ETH') };
    const [[type, key, amount]] = eventsOf({ kind, ...one }) as [unknown[]];
    expect([type, key, amount]).toEqual([MOVEMENTS[kind as keyof typeof MOVEMENTS].type, 'ETH', '2']);
  });

  it('may be a fee alone', () => {
    expect(eventsOf({ kind: 'COST', given: null, received: null, fee: part('0.01', 'ETH') })).toEqual([
      ['EXPENSE', 'ETH', '0.01'],
    ]);
  });

  it.each<readonly [string, Partial<EnteredTransaction>, readonly string[]]>([
    ['no given amount', { given: null }, ['given']],
    ['an amount too many', { kind: 'GIFT_RECEIVED' }, ['given']],
    ['no amount at all', { given: null, received: null }, ['given', 'received']],
    ['an amount of 0', { received: part('0', 'BTC') }, ['received']],
    ['more digits than are stored', { received: part(`0.${'1'.repeat(25)}`, 'BTC') }, ['received']],
    ['an exponent', { fee: part('1e3', 'EUR') }, ['fee']],
    ['money alone', { received: part('1', 'USD') }, ['given']],
    [
      'a fee alone that is money',
      { kind: 'COST', given: null, received: null, fee: part('1', 'EUR') },
      ['fee'],
    ],
    ['a negative value', { given: part('1', 'ETH'), value: '-1' }, ['value']],
    ['a moment before 2009', { at: '1999-01-01T00:00:00Z' }, ['at']],
    ['an asset with a space', { received: part('1', 'MY COIN') }, ['received']],
    ['a NUL in the note', { note: '\0' }, ['note']],
  ])('is rejected with %s', (_what, changes, faults) => {
    expect(read(changes)).toEqual({ faults });
  });
});
