import { describe, expect, it } from '@jest/globals';
import { balanceOfForm, fieldsOf, requestOf, returnedBalance } from './stated-balance.ts';
import { instantOfTyped, typedOfInstant } from '../../ui/typed-moment.ts';

const ACCOUNT_ID = '6a7b8c9d-0e1f-5a2b-8c3d-4e5f60718293';
const FIELDS = { asset: 'BTC', day: '2026-06-30', time: '', amount: '0,51', notes: '' };
const of = (changes: Partial<typeof FIELDS> = {}) =>
  balanceOfForm(new Map(Object.entries({ ...FIELDS, ...changes })), ACCOUNT_ID, 'nl');

describe('the moment of a balance', () => {
  it.each([
    ['2026-06-30', '', '2026-06-30T21:59:59.999999Z'],
    ['2025-12-31', '', '2025-12-31T22:59:59.999999Z'],
    ['2026-06-30', '14:30', '2026-06-30T12:30:00Z'],
    ['2026-06-30', '9h05', '2026-06-30T07:05:00Z'],
    ['2026-01-30', '23:59:59.5', '2026-01-30T22:59:59.5Z'],
  ])('%s %s in Belgium is %s', (day, time, at) => {
    expect(instantOfTyped({ day, time })).toEqual({ at });
  });

  it.each([
    ['', '', 'day'],
    ['30/06/2026', '', 'day'],
    ['2026-02-30', '', 'day'],
    ['2026-06-30', '24:00', 'time'],
    ['2026-06-30', '12:60', 'time'],
    ['2026-06-30', 'noon', 'time'],
  ])('%s %s is none, because of its %s', (day, time, faulty) => {
    expect(instantOfTyped({ day, time })).toEqual({ faulty });
  });

  it.each([
    '2026-06-30T21:59:59.999999Z',
    '2026-06-30T12:30:00Z',
    '2026-10-25T22:30:00.25Z',
    '2026-12-31T23:00:00Z',
  ])('%s is the same after it was shown in a form', (at) => {
    expect(instantOfTyped(typedOfInstant(at))).toEqual({ at });
  });
});

describe('the balance of a form', () => {
  it('is read as people write it, with every digit', () => {
    const amount = '123456789012345678,000000000000000000000001';
    expect(of({ amount, time: '14:30', notes: ' statement ' })).toMatchObject({
      proposed: { assetId: 'BTC', at: '2026-06-30T12:30:00Z', notes: 'statement' },
      input: { accountId: ACCOUNT_ID, amount: '123456789012345678.000000000000000000000001' },
      isAmbiguous: false,
    });
    expect(of({ amount: '2.500' })).toMatchObject({ proposed: { amount: '2500' }, isAmbiguous: true });
  });

  it.each([
    ['asset', { asset: ' ' }, 'Vul het activum in'],
    ['day', { day: '' }, 'Vul de dag van dit saldo in'],
    ['time', { time: 'noon' }, 'Vul een uur in'],
    ['amount', { amount: 'veel' }, 'Vul een bedrag in'],
    ['amount', { amount: '-1' }, 'Een saldo is 0 of meer'],
    ['notes', { notes: 'x'.repeat(1001) }, 'in hoogstens 1000 tekens'],
  ])('says at the field %s what is wrong', (field, changes, text) => {
    expect(of(changes)).toEqual({ faults: [{ field, text: expect.stringContaining(text) }] });
  });

  it('is the same when the form that confirms it sends it back, and when it is corrected', () => {
    const proposed = { assetId: 'BTC', at: '2026-06-30T12:30:00Z', amount: '2.500', notes: 'x' };
    const sent = new Map(Object.entries({ ...proposed, asset: 'BTC' }));
    expect(returnedBalance(sent)).toEqual(proposed);
    expect(balanceOfForm(fieldsOf(proposed, 'nl'), ACCOUNT_ID, 'nl')).toMatchObject({
      proposed: { ...proposed, amount: '2.5000' },
    });
    expect(requestOf({ ...proposed, amount: 'x' }, ACCOUNT_ID)).toHaveProperty('fieldErrors');
  });
});
