/** KuCoin: generations of the header, words of the status, margin, and exports that are not read. */
import { describe, expect, test } from '@jest/globals';
import { type Conversion, convert } from '../convert.ts';

const converted = (...lines: readonly string[]): Conversion => convert(Buffer.from(`${lines.join('\n')}\n`));

function factsOf({ events }: Conversion): string[] {
  return events.map(({ record: { type, amount, asset } }) => `${type} ${amount} ${asset.symbol}`);
}
const omitted = ({ leftOut }: Conversion): string[] =>
  leftOut.map(({ line, reason }) => `${String(line - 2)} ${reason}`);

const SOLD = ['DISPOSITION 1000 DAG', 'ACQUISITION 51 USDT', 'FEE 0.051 USDT'];
/** The rows of filled orders, by their status and account. */
const ORDERS =
  'UID,Account Type,Order ID,Order Time(UTC+01:00),Symbol,Side,Order Type,Order Price,Order Amount,Avg. Filled Price,Filled Amount,Filled Volume,Filled Volume (USDT),Filled Time(UTC+01:00),Fee,Fee Currency,Tax,Status,Account Mode';
const orderOf = (status: string, account = 'mainAccount'): string =>
  `2,${account},65ba,2026-01-31 14:54:26,DAG-USDT,SELL,LIMIT,0.051,2000,0.051,1000,51,51,2026-01-31 14:55:54,0.051,USDT,,${status},CLASSIC`;

describe('KuCoin: sold spot orders', () => {
  test.each([
    ['filled orders with a status and an account mode', ORDERS, orderOf('part_deal')],
    [
      'filled orders without tax and account mode',
      ORDERS.replace(',Tax,Status,Account Mode', ',Status'),
      orderOf('deal').replace(',,deal,CLASSIC', ',deal'),
    ],
    [
      'fills with the tax',
      'UID,Account Type,Order ID,Symbol,Side,Order Type,Avg. Filled Price,Filled Amount,Filled Volume,Filled Volume (USDT),Filled Time(UTC+01:00),Fee,Tax,Maker/Taker,Fee Currency',
      '2,mainAccount,65ba,DAG-USDT,SELL,LIMIT,0.051,1000,51,51,2026-01-31 14:55:54,0.051,,TAKER,USDT',
    ],
    [
      'fills without the columns that nothing is read of',
      'Order ID,Symbol,Side,Filled Amount,Filled Volume,Filled Time(UTC),Fee,Fee Currency',
      '65ba,DAG-USDT,SELL,1000,51,2026-01-31 13:55:54,0.051,USDT',
    ],
  ])('are read from %s', (_name, header, line) => {
    const conversion = converted(header, line);
    expect(conversion.faults).toEqual([]);
    expect(factsOf(conversion)).toEqual(SOLD);
    expect(conversion.events[0]?.record.timestamp).toBe('2026-01-31T13:55:54Z');
  });

  test('with a negative fee have a rebate, which comes in with the trade', () => {
    const withFee = (fee: string): string[] =>
      factsOf(converted(ORDERS, orderOf('deal').replace('0.051,USDT,,', fee)));
    expect(withFee('-1,USDT,,')).toEqual(['DISPOSITION 1000 DAG', 'ACQUISITION 52 USDT']);
    expect(withFee('-100,DAG,,')).toEqual(['DISPOSITION 900 DAG', 'ACQUISITION 51 USDT']);
    expect(withFee('-2,KCS,,')).toEqual(['DISPOSITION 1000 DAG', 'ACQUISITION 51 USDT', 'ACQUISITION 2 KCS']);
  });

  test('of a status that is not known are to be checked, and a cancelled one is left out', () => {
    expect(omitted(converted(ORDERS, orderOf('novelty'), orderOf(''), orderOf('cancelled')))).toEqual([
      '0 UNKNOWN_STATUS',
      '1 UNKNOWN_STATUS',
      '2 NOT_DONE',
    ]);
  });

  test.each(['marginAccount', 'Isolated Margin', 'crossAccount'])(
    'of the account %s are named',
    (account) => {
      expect(omitted(converted(ORDERS, orderOf('deal', account)))).toEqual(['0 DERIVATIVES']);
    },
  );
});

describe('KuCoin: an export that is not read', () => {
  test.each([
    [
      'oid,symbol,dealPrice,dealValue,amount,fee,direction,createdDate,',
      'is an old export of trades of KuCoin',
    ],
    [
      'tradeCreatedAt,orderId,symbol,side,price,size,funds,fee,liquidity,feeCurrency,orderType',
      'is an old export of trades',
    ],
    ['uid,symbol,order_type,price,amount_coin,direction,funds,fee,created_at', 'is an old export of trades'],
    ['uid,symbol,direction,deal_price,amount,deal_value,created_at', 'is an old export of trades'],
    ['coin_type,type,add,hash,vol,created_at', 'is an old export of deposits and withdrawals'],
    ['UID,Account Type,Currency,Side,Amount,Fee,Time(UTC+02:00),Remark', 'is the account history of KuCoin'],
  ])('%s is rejected with what to export', (header, advice) => {
    const { faults } = converted(header, 'a,b,c');
    expect(faults).toMatchObject([{ reason: expect.stringContaining(advice) }]);
    expect(faults[0]?.reason).toContain('take the bundle under Download Center');
  });
});

describe('KuCoin: earnings', () => {
  const HEADER =
    'UID,Account Type,Order ID,Time(UTC),Staked Coin,Product Type,Product Name,Earnings Coin,Earnings Type,Remarks,Amount,Amount（USDT）,Fee';

  test('that are taken back are no income: the inbox asks', () => {
    const conversion = converted(HEADER, '2,main,e,2026-01-31 10:00:00,ETH,Staking,ETH,ETH,Rewards,,-0.5,,0');
    expect(factsOf(conversion)).toEqual(['DISPOSITION 0.5 ETH']);
    expect(conversion.events[0]?.record.treatment).toBe('UNCLASSIFIED');
  });
});
