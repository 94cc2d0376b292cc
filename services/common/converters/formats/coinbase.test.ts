import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Conversion } from '../convert.ts';
import { conversionOf, factsIn, holdingsOf, identityOf, leftOutIn } from '../test/summary.ts';

const NEWEST =
  'ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes';
const OLDEST =
  'Timestamp,Transaction Type,Asset,Quantity Transacted,EUR Spot Price at Transaction,EUR Subtotal,EUR Total (inclusive of fees),EUR Fees,Notes';

/** Rows as `date|type|asset|quantity|price|subtotal|total|fees|notes`, in the newest header with an id for each. */
function history(...rows: readonly string[]): Conversion {
  const lines = rows.map((row, index) => {
    const [date, type, asset, quantity, price, subtotal, total, fees, notes] = row.split('|');
    const time = date?.includes(':') === true ? date : `${date} 10:00:00`;
    return `id${index},${time} UTC,${type},${asset},${quantity},EUR,€${price},${subtotal},${total},${fees},${notes ?? ''}`;
  });
  return conversionOf([NEWEST, ...lines]);
}

describe('An asset migration of Coinbase', () => {
  test('keeps the cost of the asset that it replaces', () => {
    const conversion = history(
      '2024-03-01|Buy|MATIC|1000|0.90|€900.00|€913.00|€13.00',
      '2025-10-14|Asset Migration|MATIC|-1000|0.17|-€170.00|-€170.00|€0.00',
      '2025-10-14|Asset Migration|POL|1000|0.17|€170.00|€170.00|€0.00',
    );
    expect(factsIn(conversion)).toContain('DISPOSITION 1000 MATIC CONTINUITY_DEPOSIT');
    expect(factsIn(conversion)).toContain('ACQUISITION 1000 POL CONTINUITY_WITHDRAW');
    expect(holdingsOf(conversion)).toEqual({ POL: '1000' });
    const groups = conversion.events.flatMap(({ record }) => record.continuityGroupId ?? []);
    expect(groups).toHaveLength(2);
    expect(new Set(groups).size).toBe(1);
  });

  test('pairs several migrations of one moment by their amounts', () => {
    const conversion = history(
      '2025-10-14|Asset Migration|POL|1000|1|||',
      '2025-10-14|Asset Migration|SKY|24000|1|||',
      '2025-10-14|Asset Migration|MKR|-1|1|||',
      '2025-10-14|Asset Migration|MATIC|-1000|1|||',
    );
    const groupOf = (asset: string): unknown =>
      conversion.events.find(({ record }) => record.asset.key === asset)?.record.continuityGroupId;
    expect(groupOf('MATIC')).toBe(groupOf('POL'));
    expect(groupOf('MKR')).toBe(groupOf('SKY'));
  });

  test.each([
    ['its other half is missing', ['MATIC|-1000'], ['2 HALF_TRADE, to be checked']],
    [
      'no sign says what left',
      ['MATIC|1000', 'POL|1000'],
      ['2 UNKNOWN_TYPE, to be checked', '3 UNKNOWN_TYPE, to be checked'],
    ],
  ])('is to be checked where %s', (_where, rows, leftOut) => {
    const conversion = history(...rows.map((row) => `2025-10-14|Asset Migration|${row}|1|||`));
    expect(leftOutIn(conversion)).toEqual(leftOut);
  });

  test('of one coin with two symbols is a move', () => {
    const conversion = history(
      '2023-05-01|Retail Eth2 Deprecation|ETH2|-1|1|||',
      '2023-05-01|Retail Eth2 Deprecation|ETH|1|1|||',
      '2023-05-02|Send|ETH2|2|1|||',
      '2023-05-02|Receive|ETH|2|1|||',
      '2023-05-03|Retail Staking Transfer|ETH|-1|1|||',
    );
    expect(factsIn(conversion)).toEqual([]);
    expect(leftOutIn(conversion)).toEqual([2, 3, 4, 5, 6].map((line) => `${line} INTERNAL`));
  });

  test('of which one row cannot be read is left out whole', () => {
    const conversion = history(
      '2025-10-14|Asset Migration|MATIC|-1000|0.17|||',
      '2025-10-14|Asset Migration|POL|many|0.17|||',
      '2025-10-15|Receive|POL|1|0.00|||',
    );
    expect(factsIn(conversion)).toEqual(['ACQUISITION 1 POL CONTINUITY_WITHDRAW']);
    expect(leftOutIn(conversion)).toEqual([2, 3].map((line) => `${line} UNREADABLE, to be checked`));
  });

  test('written as a staking transfer of two assets is no move', () => {
    const conversion = history('2025-05-03|Wrap Asset|ETH|-1|1|||', '2025-05-03|Wrap Asset|CBETH|0.9|1|||');
    expect(factsIn(conversion)).toEqual([
      'DISPOSITION 1 ETH CONTINUITY_DEPOSIT',
      'ACQUISITION 0.9 CBETH CONTINUITY_WITHDRAW',
    ]);
  });
});

describe('A value of Coinbase', () => {
  test('of zero is unknown', () => {
    const rows = [
      '2021-01-30T04:18:40Z,Rewards Income,ALGO,0.003693,0.0,0.0,0.0,0.0,Received 0.003693 ALGO from Coinbase Rewards',
    ];
    expect(factsIn(conversionOf([OLDEST, ...rows]))).toEqual(['INCOME 0.003693 ALGO']);
  });

  test('comes from the price where a receipt has no subtotal', () => {
    expect(factsIn(history('2025-01-01|Receive|ETH|0.4|2500.00||||Received'))).toEqual([
      'ACQUISITION 0.4 ETH = 1000 EUR CONTINUITY_WITHDRAW',
    ]);
  });

  test('is never given to what is sent', () => {
    expect(factsIn(history('2025-01-01|Send|ETH|-0.4|2500.00||||Sent'))).toEqual([
      'DISPOSITION 0.4 ETH TRANSFER_OUT_UNRESOLVED',
    ]);
  });

  test('is taken from payments', () => {
    expect(factsIn(history('2025-01-01|Subscription|USDC|-4.99|0.95|-€4.74|-€4.74|€0.00|One'))).toEqual([
      'DISPOSITION 4.99 USDC = 4.74 EUR PERSONAL_SPEND',
    ]);
  });

  test('in another account currency is that currency', () => {
    const header = OLDEST.replaceAll('EUR', 'GBP');
    const row = '2021-01-28T22:25:29Z,Buy,ALGO,350,0.40,140.00,142.99,2.99,Bought 350 ALGO for £142.99 GBP';
    const receipt = '2021-01-29T22:25:29Z,Receive,ALGO,10,0.40,,,,Received';
    expect(factsIn(conversionOf([header, row, receipt]))).toEqual(
      [
        'ACQUISITION 10 ALGO CONTINUITY_WITHDRAW',
        'DISPOSITION 140 GBP',
        'ACQUISITION 350 ALGO',
        'FEE 2.99 GBP',
      ].toSorted((left, right) => Number(left.includes(' 10 ')) - Number(right.includes(' 10 '))),
    );
  });

  test('without a currency anywhere rejects the file', () => {
    const header = OLDEST.replaceAll('EUR ', '');
    const { faults } = conversionOf([header, '2021-01-28T22:25:29Z,Buy,ALGO,350,0.40,140.00,142.99,2.99,']);
    expect(faults[0]?.reason).toContain('does not say the currency');
  });
});

describe('A fee of Coinbase', () => {
  test.each([
    ['paid', 'Buy|BTC|0.01|1|€100.00|€101.00|€1.00', ['ACQUISITION 0.01 BTC = 100 EUR', 'FEE 1 EUR']],
    [
      'with a minus sign',
      'Sell|BTC|-0.01|1|-€100.00|-€99.00|-€1.00',
      ['DISPOSITION 0.01 BTC = 100 EUR', 'FEE 1 EUR'],
    ],
    ['in no cell', 'Buy|BTC|0.01|1|€100.00|€101.00|', ['ACQUISITION 0.01 BTC = 100 EUR', 'FEE 1 EUR']],
    ['given back', 'Buy|BTC|0.01|1|€100.00|€99.50|-€0.50', ['ACQUISITION 0.01 BTC = 99.5 EUR']],
    ['of zero', 'Buy|BTC|0.01|1|€100.00|€100.00|€0.00', ['ACQUISITION 0.01 BTC = 100 EUR']],
  ])('%s is read', (_how, row, facts) => {
    expect(factsIn(history(`2025-01-01|${row}`))).toEqual(facts);
  });

  test('does not make half a trade of a sale worth less than a cent', () => {
    expect(factsIn(history('2025-01-01|Retail Simple Dust|GRT|-0.0001|1|€0.00|€0.00|€0.00'))).toEqual([
      'DISPOSITION 0.0001 GRT',
    ]);
  });
});

describe('A conversion of Coinbase', () => {
  const facts = ['DISPOSITION 0.1 ETH = 250 EUR', 'ACQUISITION 95.5 XRP = 250 EUR'];
  test.each([
    ['one row', ['ETH|-0.1|2500|-€250.00|-€248.00|€2.00|Converted 0.1 ETH to 95.5 XRP']],
    [
      'two rows with notes',
      [
        'XRP|95.5|2.6|€250.00|€248.00||Converted 0.1 ETH to 95.5 XRP',
        'ETH|-0.1|2500|-€250.00|-€248.00|€2.00|Converted 0.1 ETH to 95.5 XRP',
      ],
    ],
    ['two rows without notes', ['ETH|-0.1|2500|-€250.00|-€248.00|€2.00|', 'XRP|95.5|2.6|€250.00|€248.00||']],
    [
      'the row of the asset that it brought in',
      ['XRP|95.5|2.6|€250.00|€248.00||Converted 0.1 ETH to 95.5 XRP'],
    ],
  ])('in %s is one exchange', (_how, rows) => {
    const conversion = history(...rows.map((row) => `2025-02-02|Convert|${row}`));
    expect(factsIn(conversion)).toEqual(facts);
    expect(leftOutIn(conversion)).toEqual([]);
  });

  test('that says nowhere what it brought in is left out, and the others come in', () => {
    const conversion = history(
      '2025-02-02|Convert|ETH|-0.1|2500|-€250.00|||Converted 0.1 ETH to 95.5 XRP',
      '2025-02-02|Convert|ADA|-1|1|-€1.00|||',
    );
    expect(factsIn(conversion)).toEqual(facts);
    expect(leftOutIn(conversion)).toEqual(['3 UNREADABLE, to be checked']);
  });
});

describe('A row of Coinbase', () => {
  test('with the id of another one is read once', () => {
    const row = (id: string, type: string, asset: string, quantity: string): string =>
      `${id},2025-01-01 10:00:00 UTC,${type},${asset},${quantity},EUR,€1.00,€1.00,€1.00,€0.00,`;
    const migration = [row('a', 'Asset Migration', 'MATIC', '-5'), row('b', 'Asset Migration', 'POL', '4')];
    const conversion = conversionOf([
      NEWEST,
      ...migration,
      row('c', 'Buy', 'SOL', '10'),
      ...migration,
      row('c', 'Buy', 'SOL', '10'),
      row('c', 'Buy', 'SOL', '11'),
    ]);
    expect(holdingsOf(conversion)).toEqual({ MATIC: '-5', POL: '4', SOL: '10' });
    expect(leftOutIn(conversion)).toEqual(['5 TWIN', '6 TWIN', '7 TWIN', '8 OTHER_TWIN, to be checked']);
  });

  test('that takes a reward back takes its income back', () => {
    const conversion = history(
      '2025-01-01|Staking Income|SOL|0.5|100|€50.00||',
      '2025-01-02|Staking Income|SOL|0.7|100|€70.00||',
      '2025-01-03|Staking Income|SOL|-0.5|100|-€50.00||',
      '2025-01-04|Staking Income|SOL|-0.1|100|-€10.00||',
    );
    expect(factsIn(conversion)).toEqual([
      'INCOME 0.7 SOL = 70 EUR',
      'DISPOSITION 0.1 SOL = 10 EUR UNCLASSIFIED',
    ]);
    expect(leftOutIn(conversion)).toEqual(['2 UNDONE', '4 UNDONE']);
  });

  test('of an unknown type is to be checked', () => {
    expect(leftOutIn(history('2025-01-01|Clawback|SOL|-1|1|||'))).toEqual(['2 UNKNOWN_TYPE, to be checked']);
  });
});

describe('Exports of Coinbase with and without ids', () => {
  const types = fc.constantFrom(
    'Buy',
    'Sell',
    'Send',
    'Receive',
    'Staking Income',
    'Retail Staking Transfer',
    'Convert',
  );
  const row = fc.record({
    day: fc.integer({ min: 1, max: 5 }),
    type: types,
    asset: fc.constantFrom('BTC', 'SOL'),
    units: fc.integer({ min: 1, max: 3 }),
  });

  test('hold the same assets and amounts at the same seconds, so that an import finds one in the other', () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 12 }), (rows) => {
        const cells = rows.map(({ day, type, asset, units }) => {
          const notes = type === 'Convert' ? `Converted ${units} ${asset} to 5 XRP` : '';
          return [
            `2025-01-0${day} 10:00:00 UTC`,
            type,
            asset,
            String(units),
            'EUR',
            '1',
            '1',
            '1',
            '0',
            notes,
          ];
        });
        const withIds = conversionOf([
          NEWEST,
          ...cells.map((each, index) => [`i${index}`, ...each].join(',')),
        ]);
        const without = conversionOf([NEWEST.replace('ID,', ''), ...cells.map((each) => each.join(','))]);
        const contents = (conversion: Conversion): string[] =>
          identityOf(conversion)
            .map((text) => text.slice(text.indexOf(' ')))
            .toSorted();
        expect(contents(without)).toEqual(contents(withIds));
      }),
      { numRuns: 50 },
    );
  });
});

describe('The account statement of Coinbase Pro', () => {
  const HEADER = 'portfolio,type,time,amount,balance,amount/balance unit,transfer id,trade id,order id';
  /** Rows as `type amount balance unit transfer trade`, all of one moment. */
  const statement = (...rows: readonly string[]): Conversion =>
    conversionOf([
      HEADER,
      ...rows.map((row) => {
        const [type, amount, balance, unit, transfer = '', trade = ''] = row.split(' ');
        return `default,${type},2020-03-01T10:00:00.123Z,${amount},${balance},${unit},${transfer},${trade},`;
      }),
    ]);

  test('counts repeated rows once', () => {
    const rows = ['match -80 20 EUR  7', 'match 0.01 0.01 BTC  7', 'fee -0.4 19.6 EUR  7'];
    const conversion = statement(...rows, ...rows);
    expect(factsIn(conversion)).toEqual(['ACQUISITION 0.01 BTC = 80 EUR', 'FEE 0.4 EUR']);
    expect(leftOutIn(conversion)).toEqual(['5 TWIN', '6 TWIN', '7 TWIN']);
  });

  test('counts a positive fee as a rebate, and a fee alone as a cost', () => {
    const conversion = statement(
      'match -80 20 EUR  7',
      'match 0.01 0.01 BTC  7',
      'fee 0.4 20.4 EUR  7',
      'fee -0.001 0.009 BTC  8',
    );
    expect(factsIn(conversion)).toEqual(['ACQUISITION 0.01 BTC = 79.6 EUR', 'EXPENSE 0.001 BTC']);
  });

  test('leaves out a withdrawal that came back, and asks for a rebate that was taken back', () => {
    const conversion = statement(
      'withdrawal -1 0 BTC t1',
      'withdrawal 1 1 BTC t1',
      'withdrawal -2 0 ETH t2',
      'deposit 3 3 ETH t3',
      'rebate -0.1 0 LTC',
    );
    expect(factsIn(conversion)).toEqual([
      'DISPOSITION 2 ETH TRANSFER_OUT_UNRESOLVED',
      'ACQUISITION 3 ETH CONTINUITY_WITHDRAW',
      'DISPOSITION 0.1 LTC UNCLASSIFIED',
    ]);
    expect(leftOutIn(conversion)).toEqual(['2 UNDONE', '3 UNDONE']);
  });

  test('leaves out all rows of a trade of which one cannot be read', () => {
    const conversion = statement(
      'match -80 20 EUR  7',
      'match 0.01 0.01 BTC  7',
      'fee none 19.6 EUR  7',
      'deposit 3 3 ETH t3',
    );
    expect(factsIn(conversion)).toEqual(['ACQUISITION 3 ETH CONTINUITY_WITHDRAW']);
    expect(leftOutIn(conversion)).toEqual([2, 3, 4].map((line) => `${line} UNREADABLE, to be checked`));
  });

  test('reaches the last balance of each asset', () => {
    const unit = fc.constantFrom('BTC', 'ETH', 'LTC');
    const units = fc.integer({ min: 1, max: 900 });
    const operation = fc.oneof(
      fc.tuple(unit, units).map(([asset, size]) => [['deposit', asset, size, `t${size}`]] as const),
      fc.tuple(unit, units).map(([asset, size]) => [['withdrawal', asset, -size, `t${size}`]] as const),
      fc.tuple(unit, units, fc.integer({ min: -5, max: 5 })).map(
        ([asset, size, fee]) =>
          [
            ['match', 'EUR', -size, ''],
            ['match', asset, size, ''],
            ['fee', asset, fee, ''],
          ] as const,
      ),
      fc.tuple(unit, units).map(([asset, size]) => [['novelty', asset, size, '']] as const),
      fc.tuple(unit, units).map(([asset, size]) => [['match', asset, size, '']] as const),
    );
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 15 }), (operations) => {
        const balances = new Map<string, number>();
        const lines = operations.flatMap((rows, index) =>
          rows.map(([type, asset, size, transfer]) => {
            const balance = (balances.get(asset) ?? 0) + size;
            balances.set(asset, balance);
            const time = `2020-03-01T10:00:${String(index).padStart(2, '0')}.000Z`;
            return [
              'default',
              type,
              time,
              size,
              balance,
              asset,
              transfer && `${transfer}-${index}`,
              transfer ? '' : index,
              '',
            ].join(',');
          }),
        );
        const conversion = conversionOf([HEADER, ...lines]);
        const reached = new Map(
          Object.entries(holdingsOf(conversion)).map(([asset, held]) => [asset, Number(held)]),
        );
        for (const { line } of conversion.leftOut) {
          const [, , , size, , asset = ''] = lines[line - 2]?.split(',') ?? [];
          reached.set(asset, (reached.get(asset) ?? 0) + Number(size));
        }
        const withoutZeros = (sums: Map<string, number>): object =>
          Object.fromEntries([...sums].filter(([asset, sum]) => asset !== 'EUR' && sum !== 0));
        expect(withoutZeros(reached)).toEqual(withoutZeros(balances));
      }),
      { numRuns: 200 },
    );
  });
});

describe('Fills of Coinbase Pro', () => {
  test('with a negative fee cost less', () => {
    const header =
      'portfolio,trade id,product,side,created at,size,size unit,price,fee,total,price/fee/total unit';
    const row = (id: number, side: string, fee: string, total: string): string =>
      `default,${id},BTC-EUR,${side},2020-03-01T10:00:00.123Z,0.01,BTC,8000,${fee},${total},EUR`;
    const conversion = conversionOf([
      header,
      row(1, 'BUY', '0.4', '-80.4'),
      row(2, 'BUY', '-0.4', '-79.6'),
      row(3, 'SELL', '-0.4', '80.4'),
      row(3, 'SELL', '-0.4', '80.4'),
    ]);
    expect(factsIn(conversion)).toEqual([
      'ACQUISITION 0.01 BTC = 80 EUR',
      'FEE 0.4 EUR',
      'ACQUISITION 0.01 BTC = 79.6 EUR',
      'DISPOSITION 0.01 BTC = 80.4 EUR',
    ]);
    expect(leftOutIn(conversion)).toEqual(['5 TWIN']);
  });
});
