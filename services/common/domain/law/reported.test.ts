import { describe, expect, it } from '@jest/globals';
import { type ReportedEvent, reportedKinds } from './reported.ts';

const PLAIN = {
  year: 2026,
  isMatched: false,
  isLoan: false,
  isRepayment: false,
  isForAssets: false,
} as const;
const kinds = (
  type: ReportedEvent['type'],
  treatment: ReportedEvent['treatment'],
  more: Partial<ReportedEvent> = {},
): string => reportedKinds({ ...PLAIN, type, treatment, ...more }).join(' ');

describe('What an exchange reports', () => {
  it.each([
    ['a purchase', 'BOUGHT', kinds('ACQUISITION', 'NORMAL')],
    ['a sale', 'SOLD', kinds('DISPOSITION', 'NORMAL')],
    ['a sale for money', 'SOLD', kinds('DISPOSITION', 'OFFRAMP')],
    [
      'the side of a swap that was received',
      'EXCHANGED_IN',
      kinds('ACQUISITION', 'NORMAL', { isForAssets: true }),
    ],
    [
      'the side of a swap that was given',
      'EXCHANGED_OUT',
      kinds('DISPOSITION', 'NORMAL', { isForAssets: true }),
    ],
    ['a deposit', 'TRANSFERRED_IN', kinds('ACQUISITION', 'CONTINUITY_WITHDRAW')],
    [
      'a purchase that was matched as a deposit',
      'TRANSFERRED_IN',
      kinds('ACQUISITION', 'NORMAL', { isMatched: true }),
    ],
    ['a reward', 'TRANSFERRED_IN', kinds('INCOME', 'NORMAL')],
    ['a gift received', 'TRANSFERRED_IN', kinds('ACQUISITION', 'GIFT_RECEIVED')],
    ['a loan', 'TRANSFERRED_IN', kinds('ACQUISITION', 'NORMAL', { isLoan: true })],
    [
      'a withdrawal to an unknown address',
      'TRANSFERRED_OUT',
      kinds('DISPOSITION', 'TRANSFER_OUT_UNRESOLVED'),
    ],
    [
      'a withdrawal to an own wallet',
      'TRANSFERRED_OUT TO_OWN',
      kinds('DISPOSITION', 'TRANSFER_OUT_OWN_WALLET'),
    ],
    [
      'a withdrawal that is matched',
      'TRANSFERRED_OUT TO_OWN',
      kinds('DISPOSITION', 'NORMAL', { isMatched: true }),
    ],
    ['a gift', 'TRANSFERRED_OUT', kinds('DISPOSITION', 'GIFT_GIVEN')],
    ['a gift abroad', 'TRANSFERRED_OUT', kinds('DISPOSITION', 'GIFT_TO_NON_RESIDENT')],
    ['what is paid back', 'TRANSFERRED_OUT', kinds('DISPOSITION', 'NORMAL', { isRepayment: true })],
    ['a payment for goods', 'PAID', kinds('DISPOSITION', 'PERSONAL_SPEND')],
    ['a fee', '', kinds('FEE', 'NORMAL')],
    ['what is ignored', '', kinds('ACQUISITION', 'IGNORED')],
  ])('has %s in %j', (_what, expected, found) => {
    expect(found).toBe(expected);
  });
});
