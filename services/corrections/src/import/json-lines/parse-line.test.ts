import { describe, expect, it } from '@jest/globals';
import { parseLine } from './parse-line.ts';

const EVENT =
  '{"kind":"event","account":"a","referenceId":"r","type":"ACQUISITION","asset":{"key":"BTC","symbol":"BTC"},"amount":AMOUNT,"timestamp":"2026-01-01T00:00:00Z"}';

function amountOf(source: string): string {
  const parsed = parseLine(EVENT.replace('AMOUNT', source), 1);
  if ('errors' in parsed) return `rejected: ${parsed.errors.map(({ field }) => field).join()}`;
  return 'record' in parsed && parsed.record.kind === 'event' ? parsed.record.amount : '';
}

const KINDS = 'account, event, money, price, position, note, attachment';

function lineWith(changes: object): string {
  return JSON.stringify({ ...(JSON.parse(EVENT.replace('AMOUNT', '"1"')) as object), ...changes });
}

function errorsOf(changes: object): string[] {
  const parsed = parseLine(lineWith(changes), 3);
  return 'errors' in parsed
    ? parsed.errors.map(({ line: number, field }) => `${String(number)} ${field}`)
    : [];
}

describe('parseLine on export lines that are not facts', () => {
  it('ignores them, whatever their fields', () => {
    expect(parseLine('{"kind":"user","email":"a@example.org"}', 1)).toEqual({ ignoredKind: 'user' });
    expect(parseLine('{"kind":"end","lines":7}', 1)).toEqual({ ignoredKind: 'end' });
    expect(parseLine('{"kind":"users"}', 1)).toHaveProperty('errors');
  });
});

describe('parseLine on an amount', () => {
  it.each([
    ['"1.50"', '1.50'],
    ['1.50', '1.50'],
    ['0.123456789012345678901234', '0.123456789012345678901234'],
    ['123456789012345678', '123456789012345678'],
    ['1.5e-3', '0.0015'],
    ['1.5E3', '1500'],
    ['12e0', '12'],
  ])('keeps every digit of %s: %s', (source, amount) => {
    expect(amountOf(source)).toBe(amount);
  });

  it.each([
    '1e999',
    '1e18',
    '0.1234567890123456789012345',
    '-1',
    '0',
    '"0.000"',
    '"1,5"',
    '"NaN"',
    'true',
    'null',
  ])('rejects %s', (source) => {
    expect(amountOf(source)).toBe('rejected: amount');
  });
});

describe('parseLine on an invalid line', () => {
  it.each([
    ['an unknown field', { nonsense: 1 }, ['3 nonsense']],
    ['an unknown type', { type: 'GIFT' }, ['3 type']],
    ['an unknown treatment', { treatment: 'SOLD' }, ['3 treatment']],
    ['a day that does not exist', { timestamp: '2025-02-30T00:00:00Z' }, ['3 timestamp']],
    ['a timestamp without an offset', { timestamp: '2025-02-03T00:00:00' }, ['3 timestamp']],
    ['a timestamp finer than microseconds', { timestamp: '2025-02-03T00:00:00.1234567Z' }, ['3 timestamp']],
    ['a year out of range', { timestamp: '2101-02-03T00:00:00Z' }, ['3 timestamp']],
    ['a NUL character', { description: 'a\u0000b' }, ['3 description']],
    ['half a character', { description: 'a\ud800' }, ['3 description']],
    ['an asset key with a space', { asset: { key: 'B TC', symbol: 'BTC' } }, ['3 asset.key']],
    ['an asset key of 257 characters', { asset: { key: 'x'.repeat(257), symbol: 'BTC' } }, ['3 asset.key']],
    ['a negative EUR value', { euroValue: '-1' }, ['3 euroValue']],
    ['13 fraction digits of EUR', { euroValue: '1.1234567890123' }, ['3 euroValue']],
    ['a group that is not a UUID', { continuityGroupId: '{x}' }, ['3 continuityGroupId']],
  ])('names the line and the field of %s', (_what, changes, errors) => {
    expect(errorsOf(changes)).toEqual(errors);
  });

  it.each([
    ['a missing field', { account: undefined }, 'account', 'is required'],
    ['a missing choice', { type: undefined }, 'type', 'is required'],
    ['a missing decimal', { amount: undefined }, 'amount', 'is required'],
    ['a missing field inside another', { asset: { key: 'BTC' } }, 'asset.symbol', 'is required'],
    ['a missing kind', { kind: undefined }, 'kind', `is required: one of ${KINDS}`],
    ['an unknown kind', { kind: 'Event' }, 'kind', `must be one of ${KINDS}`],
    [
      'an unknown choice',
      { type: 'GIFT' },
      'type',
      'must be one of ACQUISITION, DISPOSITION, EXPENSE, FEE, INCOME',
    ],
    ['an amount of 0', { amount: '0' }, 'amount', 'must be greater than 0'],
    ['a negative amount', { amount: '-1' }, 'amount', 'must be greater than 0'],
    ['a negative EUR value', { euroValue: '-1' }, 'euroValue', 'must be 0 or greater'],
    ['a negative number', { chainId: -1 }, 'chainId', 'must be 0 or greater'],
    ['a number with a fraction', { chainId: 1.5 }, 'chainId', 'must be a whole number'],
    ['a decimal of another type', { amount: true }, 'amount', 'must be a decimal, as a string or a number'],
    ['a number in place of text', { account: 7 }, 'account', 'must be a string'],
    ['an empty text', { account: '' }, 'account', 'must not be empty'],
    ['a text that is too long', { account: 'x'.repeat(201) }, 'account', 'must have at most 200 characters'],
    ['text in place of a boolean', { spam: 'yes' }, 'spam', 'must be true or false'],
    ['a group that is not a UUID', { continuityGroupId: '{x}' }, 'continuityGroupId', 'must be a UUID'],
    ['an unknown field', { nonsense: 1 }, 'nonsense', 'is not a field of this kind of record'],
  ])('gives a reason for %s', (_what, changes, field, reason) => {
    expect(parseLine(lineWith(changes), 3)).toEqual({ errors: [{ line: 3, field, reason }] });
  });

  it.each([
    ['an unknown type', { type: 'CASH' }, 'type', 'must be one of CASH_IN, CASH_OUT'],
    [
      'a currency that is no code',
      { currency: 'Euro' },
      'currency',
      'must be an ISO 4217 code of three capital letters',
    ],
    ['an amount of 0', { amount: '0' }, 'amount', 'must be greater than 0'],
    ['a missing currency', { currency: undefined }, 'currency', 'is required'],
    [
      'an unknown purpose',
      { purpose: 'GIFT' },
      'purpose',
      'must be one of TRANSFER, TRADE, EXCHANGE, FEE, INTEREST, OTHER',
    ],
    ['a field of an event', { asset: { key: 'EUR' } }, 'asset', 'is not a field of this kind of record'],
  ])('of money gives a reason for %s', (_what, changes, field, reason) => {
    const money = { kind: 'money', account: 'a', referenceId: 'r', type: 'CASH_IN', currency: 'EUR' };
    const line = { ...money, amount: '1', timestamp: '2026-01-01T00:00:00Z', ...changes };
    expect(parseLine(JSON.stringify(line), 3)).toEqual({ errors: [{ line: 3, field, reason }] });
  });

  it('names each of several unknown fields', () => {
    expect(errorsOf({ x: 1, y: 2 })).toEqual(['3 x', '3 y']);
  });

  it('shortens a long unknown field name, but not the reason', () => {
    const parsed = parseLine(lineWith({ ['x'.repeat(1000)]: 1 }), 3);
    const field = `${'x'.repeat(200)}…`;
    expect(parsed).toEqual({ errors: [{ line: 3, field, reason: 'is not a field of this kind of record' }] });
  });

  it.each([
    [EVENT.replace('AMOUNT', '"1","amount":"2"'), 'amount'],
    [EVENT.replace('AMOUNT', '1,"amount":1'), 'amount'],
    [EVENT.replace('AMOUNT', String.raw`"1","\u0061mount":"1"`), 'amount'],
    [EVENT.replace('AMOUNT', '"1"').replace('"key":"BTC"', '"key":"BTC","key":"ETH"'), 'asset.key'],
    [`{"kind":"end","${'x'.repeat(300)}":1,"${'x'.repeat(300)}":2}`, `${'x'.repeat(200)}…`],
    ['{"kind":"end","lines":1,"lines":2}', 'lines'],
  ])('names a field that is given twice, at any depth: %s', (text, field) => {
    expect(parseLine(text, 3)).toEqual({ errors: [{ line: 3, field, reason: 'is given twice' }] });
  });

  it('recognises a truncated line', () => {
    const reason = 'is cut off before its closing brace: the file may be truncated';
    expect(parseLine(EVENT.slice(0, 40), 3)).toEqual({ errors: [{ line: 3, field: '', reason }] });
  });

  it('rejects a line that is not an object', () => {
    expect(parseLine('"event"', 3)).toEqual({
      errors: [{ line: 3, field: '', reason: 'must be a JSON object' }],
    });
  });

  it.each(['', 'x', '[]', '"event"', 'null', '{"kind":"nonsense"}', `${'['.repeat(100)}${']'.repeat(100)}`])(
    'rejects %j',
    (text) => {
      expect(parseLine(text, 1)).toHaveProperty('errors');
    },
  );
});
