import { describe, expect, test } from '@jest/globals';
import type { Conversion } from '../convert.ts';
import { conversionOf, factsIn, identityOf, leftOutIn } from '../test/summary.ts';

const HEADER =
  'Timestamp (UTC),Transaction Description,Currency,Amount,To Currency,To Amount,Native Currency,Native Amount,Native Amount (in USD),Transaction Kind';

/** Rows as `kind|currency|amount|native|to amount and currency|hash`, a day apart, in the header with a hash. */
function wallet(...rows: readonly string[]): Conversion {
  return conversionOf([
    `${HEADER},Transaction Hash`,
    ...rows.map((row, index) => {
      const [kind, currency, amount, native = '1', to = '', hash = ''] = row.split('|');
      const [toAmount = '', toCurrency = ''] = to.split(' ');
      const day = String(1 + index).padStart(2, '0');
      return `2026-01-${day} 10:00:00,,${currency},${amount},${toCurrency},${toAmount},EUR,${native},${native},${kind},${hash}`;
    }),
  ]);
}

describe('An export of Crypto.com', () => {
  test('without the column of hashes has the same transactions as one with it', () => {
    const rows = [
      '2026-01-10 10:00:00,Buy CRO,CRO,1000.0,,,EUR,120.0,140.1,crypto_purchase',
      '2026-01-12 10:00:00,CRO Stake Rewards,CRO,5.0,,,EUR,0.6,0.7,mco_stake_reward',
      '2026-01-12 10:00:00,CRO Stake Rewards,CRO,5.0,,,EUR,0.6,0.7,mco_stake_reward',
      '2026-02-10 10:00:00,CRO -> EUR,CRO,-400.0,EUR,60.0,EUR,-60.0,-70.0,crypto_viban_exchange',
      '2026-02-11 10:00:00,Withdraw,CRO,-10.0,,,EUR,-1.0,-1.1,crypto_withdrawal',
    ];
    const older = conversionOf([HEADER, ...rows]);
    const newer = conversionOf([
      `${HEADER},Transaction Hash`,
      ...rows.map((row, index) => `${row},${index === 4 ? '0xab' : ''}`),
    ]);
    expect(identityOf(newer)).toEqual(identityOf(older));
    expect(identityOf(newer)).toHaveLength(5);
  });

  test('counts a row with the hash of one that is the same once, and rows without a hash each', () => {
    const [withHash, without] = ['crypto_deposit|ETH|1|2500||0xaa', 'mco_stake_reward|CRO|5|1'].map((row) => {
      const [kind, currency, amount, native, , hash = ''] = row.split('|');
      return `2026-01-01 10:00:00,,${currency},${amount},,,EUR,${native},${native},${kind},${hash}`;
    });
    const conversion = conversionOf([
      `${HEADER},Transaction Hash`,
      withHash ?? '',
      withHash ?? '',
      without ?? '',
      without ?? '',
    ]);
    expect(factsIn(conversion)).toEqual([
      'ACQUISITION 1 ETH = 2500 EUR CONTINUITY_WITHDRAW',
      'INCOME 5 CRO = 1 EUR',
      'INCOME 5 CRO = 1 EUR',
    ]);
    expect(leftOutIn(conversion)).toEqual(['3 TWIN']);
  });

  test.each([
    ['cashback', ['referral_card_cashback|CRO|5', 'card_cashback_reverted|CRO|-5']],
    ['a reimbursement', ['reimbursement|CRO|5', 'reimbursement_reverted|CRO|-5']],
    ['a reward', ['campaign_reward|CRO|5', 'campaign_reward|CRO|-5']],
    ['a payment', ['crypto_payment|CRO|-5', 'crypto_payment_refund|CRO|5']],
    ['a withdrawal', ['crypto_withdrawal|CRO|-5', 'crypto_withdrawal|CRO|5']],
    ['a deposit', ['crypto_deposit|CRO|5', 'crypto_deposit|CRO|-5']],
  ])('leaves out %s that was taken back, with the row that took it back', (_what, rows) => {
    const conversion = wallet(...rows);
    expect(factsIn(conversion)).toEqual([]);
    expect(leftOutIn(conversion)).toEqual(['2 UNDONE', '3 UNDONE']);
  });

  test('asks about a row that takes back what the file does not hold', () => {
    expect(
      factsIn(
        wallet(
          'card_cashback_reverted|CRO|-5',
          'campaign_reward|CRO|-4',
          'crypto_payment_refund|CRO|3',
          'crypto_withdrawal|CRO|2',
        ),
      ),
    ).toEqual([
      'DISPOSITION 5 CRO = 1 EUR UNCLASSIFIED',
      'DISPOSITION 4 CRO = 1 EUR UNCLASSIFIED',
      'ACQUISITION 3 CRO = 1 EUR UNCLASSIFIED',
      'ACQUISITION 2 CRO = 1 EUR UNCLASSIFIED',
    ]);
  });

  test('gives a dust conversion the value of the coin that it brought in', () => {
    const at = '2026-01-06 10:00:00,Dust';
    const conversion = conversionOf([
      HEADER,
      `${at},ADA,-1,,,EUR,-0.90,-0.95,dust_conversion_debited`,
      `${at},CRO,14,,,EUR,1.50,1.60,dust_conversion_credited`,
    ]);
    expect(factsIn(conversion)).toEqual(['DISPOSITION 1 ADA = 1.5 EUR', 'ACQUISITION 14 CRO = 1.5 EUR']);
  });

  test.each([
    [
      'one to one keeps the cost',
      '100',
      ['DISPOSITION 100 MATIC CONTINUITY_DEPOSIT', 'ACQUISITION 100 POL CONTINUITY_WITHDRAW'],
    ],
    ['at a price is a sale', '99', ['DISPOSITION 100 MATIC = 1 EUR', 'ACQUISITION 99 POL = 1 EUR']],
  ])('with a swap %s', (_how, amount, facts) => {
    const at = '2026-01-06 10:00:00,Swap';
    const conversion = conversionOf([
      HEADER,
      `${at},MATIC,-100,,,EUR,1,1,crypto_wallet_swap_debited`,
      `${at},POL,${amount},,,EUR,1,1,crypto_wallet_swap_credited`,
    ]);
    expect(factsIn(conversion)).toEqual(facts);
  });

  test('does not make half a trade of a purchase worth less than a cent', () => {
    expect(factsIn(wallet('crypto_purchase|CRO|0.01|0.0'))).toEqual(['ACQUISITION 0.01 CRO']);
  });

  test('gives a deposit its value, and a withdrawal none', () => {
    expect(factsIn(wallet('crypto_deposit|ETH|1|2500', 'crypto_withdrawal|ETH|-1|-2500'))).toEqual([
      'ACQUISITION 1 ETH = 2500 EUR CONTINUITY_WITHDRAW',
      'DISPOSITION 1 ETH TRANSFER_OUT_UNRESOLVED',
    ]);
  });

  test('names a kind that is not known', () => {
    expect(
      leftOutIn(wallet('crypto_novelty|CRO|5', 'trading.limit_order.crypto_wallet.fund_lock|CRO|-5')),
    ).toEqual(['2 UNKNOWN_TYPE, to be checked', '3 INTERNAL']);
  });

  test('leaves out all rows of an exchange of which one cannot be read', () => {
    const at = '2026-01-06 10:00:00,Dust';
    const conversion = conversionOf([
      HEADER,
      `${at},ADA,-1,,,EUR,-0.90,-0.95,dust_conversion_debited`,
      `${at},DOT,one,,,EUR,-0.90,-0.95,dust_conversion_debited`,
      `${at},CRO,14,,,EUR,1.50,1.60,dust_conversion_credited`,
      '2026-01-07 10:00:00,Deposit,CRO,2,,,EUR,1,1,crypto_deposit',
    ]);
    expect(factsIn(conversion)).toEqual(['ACQUISITION 2 CRO = 1 EUR CONTINUITY_WITHDRAW']);
    expect(leftOutIn(conversion)).toEqual([2, 3, 4].map((line) => `${line} UNREADABLE, to be checked`));
  });
});
