import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { AMOUNT_SCALE, formatDecimal } from '@ctx/domain/decimal';
import { readAmount } from '../amounts.ts';
import type { Conversion } from '../convert.ts';
import { conversionOf, factsIn, holdingsOf, leftOutIn } from '../test/summary.ts';
import { krakenPair, krakenSymbol } from './kraken-symbols.ts';

const TRADES_HEADER = 'txid,ordertxid,pair,time,type,ordertype,price,cost,fee,vol,margin,misc,ledgers';
const LEDGERS_HEADER = 'txid,refid,time,type,subtype,aclass,asset,wallet,amount,fee,balance';

/** A row of the ledgers as `id refid date type subtype asset amount fee balance`; a dash is an empty cell. */
function ledgers(...rows: readonly string[]): Conversion {
  const lines = rows.map((row) => {
    const cells = row.split(/ +/).map((cell) => (cell === '-' ? '' : cell));
    const [id, refid, date, type, subtype, asset, amount, fee, balance = ''] = cells;
    return `${id},${refid},${date} 10:00:00,${type},${subtype},currency,${asset},spot / main,${amount},${fee},${balance}`;
  });
  return conversionOf([LEDGERS_HEADER, ...lines]);
}

/** A row of the trades as `pair type cost fee vol margin`. */
function trades(...rows: readonly string[]): Conversion {
  const lines = rows.map((row, index) => {
    const [pair, type, cost, fee, vol, margin = '0'] = row.split(' ');
    return `T${index},O,${pair},2024-02-05 10:00:00.1234,${type},limit,1,${cost},${fee},${vol},${margin},,`;
  });
  return conversionOf([TRADES_HEADER, ...lines]);
}

describe('A symbol of Kraken', () => {
  test.each([
    ['XXBT', 'BTC'],
    ['XBT', 'BTC'],
    ['XXDG', 'DOGE'],
    ['XDG', 'DOGE'],
    ['XETH', 'ETH'],
    ['ETH2', 'ETH'],
    ['ETH2.S', 'ETH'],
    ['ETH.F', 'ETH'],
    ['XBT.M', 'BTC'],
    ['DOT.P', 'DOT'],
    ['DOT28.S', 'DOT'],
    ['SOL03.S', 'SOL'],
    ['TIA.B', 'TIA'],
    ['EUR.HOLD', 'EUR'],
    ['ZEUR', 'EUR'],
    ['XICN', 'ICN'],
  ])('%s is %s', (code, symbol) => {
    expect(krakenSymbol(code)).toBe(symbol);
  });

  test.each([
    'XTZ',
    'XDC',
    'XCN',
    'XNO',
    'XRT',
    'ZRX',
    'ZETA',
    'ZK',
    'ZEUS',
    'C98',
    '1INCH',
    'CHZ',
    'TRX',
    'AI16Z',
    '2Z',
  ])('%s stays as it is, also in its held forms', (code) => {
    expect([code, `${code}.S`, `${code}.F`, `${code}.HOLD`].map(krakenSymbol)).toEqual(Array(4).fill(code));
  });
});

describe('A pair of Kraken', () => {
  /** What Kraken calls an asset without and with its prefix. */
  const PREFIXED: Readonly<Record<string, readonly [string, string]>> = {
    BTC: ['XBT', 'XXBT'],
    DOGE: ['XDG', 'XXDG'],
    ...Object.fromEntries(
      'ETH LTC XRP XLM XMR ZEC ETC REP MLN'.split(' ').map((coin) => [coin, [coin, `X${coin}`]]),
    ),
    ...Object.fromEntries('EUR USD GBP CAD JPY AUD'.split(' ').map((money) => [money, [money, `Z${money}`]])),
  };
  const QUOTES = 'EUR USD GBP CAD JPY AUD CHF AED USDT USDC DAI BTC ETH DOT PYUSD RLUSD USDQ USDR EURQ'.split(
    ' ',
  );
  const COINS = (
    'BTC DOGE ETH LTC XRP XLM XMR ZEC ETC REP MLN XTZ CHZ TRX ZRX XDC XCN XNO XRT ICX SNX IMX DYDX AVAX STX FLUX REZ ' +
    'AIOZ BLZ AI16Z 2Z ZETA ZK ADA SOL DOT LUNA LUNA2 GALA STRK KSM POL MATIC USDT USDC PAXG WBTC 1INCH C98 EURT PYTH EUR'
  ).split(' ');
  const writings = COINS.flatMap((base) =>
    QUOTES.filter((quote) => quote !== base).flatMap((quote) => {
      const [bases, quotes] = [PREFIXED[base] ?? [base], PREFIXED[quote] ?? [quote]];
      const slashed = bases.flatMap((first) => quotes.map((second) => `${first}/${second}`));
      // A prefix is written on both sides or on none: XXBTZEUR or XBTEUR. Quotes of Ether and Bitcoin alone have an X.
      const isPrefixedQuote =
        bases.length === 2 && quotes.length === 2 && (QUOTES.indexOf(quote) < 6 || 'BTC ETH'.includes(quote));
      const joined = [
        `${bases[0]}${quotes[0]}`,
        ...(bases.length === 2 && quotes.length === 1 ? [`${bases[1]}${quotes[0]}`] : []),
        ...(isPrefixedQuote ? [`${bases[1]}${quotes[1]}`] : []),
      ];
      return [...slashed, ...joined].map((pair) => [pair, base, quote] as const);
    }),
  );

  test(`is read in each of its ${String(writings.length)} writings`, () => {
    const wrong = writings.filter(
      ([pair, base, quote]) => JSON.stringify(krakenPair(pair)) !== JSON.stringify([base, quote]),
    );
    expect(wrong.map(([pair]) => [pair, krakenPair(pair)])).toEqual([]);
  });

  test.each([
    ['USDTZUSD', ['USDT', 'USD']],
    ['XBTAUSD', ['BTC', 'AUSD']],
    ['ADAUSD', ['ADA', 'USD']],
    ['ADAAUD', ['ADA', 'AUD']],
  ])('%s is %j', (pair, symbols) => {
    expect(krakenPair(pair)).toEqual(symbols);
  });

  test.each(['', 'EUR', 'XTZ', '/EUR', 'XTZ/'])('"%s" is not one', (pair) => {
    expect(krakenPair(pair)).toBeNull();
  });
});

describe('Trades of Kraken', () => {
  test('name XTZ, CHZ and TRX in full', () => {
    expect(
      factsIn(trades('XTZEUR buy 450 0 500', 'CHZEUR buy 200 0 2000', 'TRXXBT buy 0.0025 0 1000')),
    ).toEqual([
      'ACQUISITION 500 XTZ = 450 EUR',
      'ACQUISITION 2000 CHZ = 200 EUR',
      'DISPOSITION 0.0025 BTC',
      'ACQUISITION 1000 TRX',
    ]);
  });

  test('count a negative fee as a rebate', () => {
    expect(factsIn(trades('XXBTZEUR buy 400 -0.4 0.01', 'XXBTZEUR sell 400 -0.4 0.01'))).toEqual([
      'ACQUISITION 0.01 BTC = 399.6 EUR',
      'DISPOSITION 0.01 BTC = 400.4 EUR',
    ]);
  });

  test('worth less than a cent are no half trades', () => {
    const conversion = trades('XTZEUR sell 0.0000 0 0.00001');
    expect(factsIn(conversion)).toEqual(['DISPOSITION 0.00001 XTZ']);
    expect(leftOutIn(conversion)).toEqual([]);
  });

  test('of two forms of one coin are moves, with a cost where less arrived', () => {
    const conversion = trades(
      'ETH2.SETH sell 0.499 0.0005 0.5',
      'ETH2.SETH buy 0.5 0 0.5',
      'ETH2.SETH sell 0.499 -0.001 0.5',
      'ETH2.S/ETH buy 0.49 0 0.5',
    );
    expect(factsIn(conversion)).toEqual(['EXPENSE 0.0015 ETH', 'ACQUISITION 0.01 ETH UNCLASSIFIED']);
    expect(leftOutIn(conversion)).toEqual(['3 INTERNAL', '4 INTERNAL']);
  });

  test('that repeat a row are read once', () => {
    const row = 'T1,O,XTZEUR,2024-02-05 10:00:00,buy,limit,1,450,0,500,0,,';
    const conversion = conversionOf([TRADES_HEADER, row, row, row.replace('450', '460')]);
    expect(factsIn(conversion)).toEqual(['ACQUISITION 500 XTZ = 450 EUR']);
    expect(leftOutIn(conversion)).toEqual(['3 TWIN', '4 OTHER_TWIN, to be checked']);
  });

  test('with margin are named', () => {
    expect(leftOutIn(trades('XTZEUR buy 450 0 500 90'))).toEqual(['2 DERIVATIVES, to be checked']);
  });
});

describe('Ledgers of Kraken', () => {
  test('with margin positions reach the last balance of each coin', () => {
    const conversion = ledgers(
      'L1 T1 2026-01-10 trade - ZEUR -2000 5.2 0',
      'L2 T1 2026-01-10 trade - XETH 1 0 1',
      'L3 T2 2026-01-11 margin - XETH 0 0.004 0.996',
      'L4 T2 2026-01-11 rollover - XETH 0 0.0004 0.9956',
      'L5 T3 2026-01-12 margin - ZEUR 80 0 74.8',
      'L6 T3 2026-01-12 margin - XETH 0 0.0052 0.9904',
      'L7 T4 2026-01-12 rollover - XETH 0.0002 0 0.9906',
      'L8 T4 2026-01-12 rollover - XETH 0 0 0.9906',
    );
    expect(holdingsOf(conversion)).toEqual({ ETH: '0.9906' });
    expect(leftOutIn(conversion)).toEqual(['6 DERIVATIVES, to be checked', '9 ZERO']);
    expect(factsIn(conversion)).toContain('ACQUISITION 0.0002 ETH UNCLASSIFIED');
  });

  test('take the asset of a fee from its own column, where the file has one', () => {
    const cells = ',currency,';
    const row = (id: string, refid: string, type: string, rest: string, fee: string): string =>
      `${id},${refid},2026-01-01 10:00:00,${type}${cells}${rest},1,${fee}`;
    const conversion = conversionOf([
      'txid,refid,time,type,subtype,aclass,asset,amount,fee,balance,feecurrency',
      row('L1', 'T1', 'trade,', 'ZEUR,-100,0.2', 'XXBT'),
      row('L2', 'T1', 'trade,', 'XETH,1,0.01', 'ETH'),
      row('L3', 'W1', 'withdrawal,', 'XETH,-0.5,3', 'KFEE'),
      row('L4', 'W2', 'withdrawal,', 'XETH,-0.5,0.1', 'ADA'),
    ]);
    expect(factsIn(conversion)).toEqual([
      'ACQUISITION 1 ETH = 100 EUR',
      'FEE 0.2 BTC',
      'FEE 0.01 ETH',
      'DISPOSITION 0.5 ETH TRANSFER_OUT_UNRESOLVED',
      'DISPOSITION 0.5 ETH TRANSFER_OUT_UNRESOLVED',
      'EXPENSE 0.1 ADA',
    ]);
    expect(leftOutIn(conversion)).toEqual([]);
  });

  test('hold no fee credits', () => {
    const conversion = ledgers(
      'L0 Q1 2026-03-01 deposit - KFEE 500 0 500',
      'L1 T1 2026-03-01 trade - ZEUR -1000 0 0',
      'L2 T1 2026-03-01 trade - XXBT 0.02 0 0.02',
      'L3 T1 2026-03-01 trade - KFEE 0 26 474',
    );
    expect(factsIn(conversion)).toEqual(['ACQUISITION 0.02 BTC = 1000 EUR']);
    expect(leftOutIn(conversion)).toEqual(['2 CREDIT', '5 CREDIT']);
  });

  test('count a change of form of a coin as a move, and what it lost as a cost', () => {
    const conversion = ledgers(
      'L1 T1 2026-02-01 trade tradespot ETH2 -0.5 0 0',
      'L2 T1 2026-02-01 trade tradespot ETH 0.499 0 0.499',
      'L3 T2 2026-02-02 conversion - ETH.F -0.499 0 0',
      'L4 T2 2026-02-02 conversion - ETH 0.499 0 0.499',
      'L5 T3 2026-02-03 trade tradespot EUR.HOLD -30 1.38 0',
      'L6 T3 2026-02-03 trade tradespot ADA 60 0 60',
    );
    expect(factsIn(conversion)).toEqual(['EXPENSE 0.001 ETH', 'ACQUISITION 60 ADA = 30 EUR', 'FEE 1.38 EUR']);
    expect(leftOutIn(conversion)).toEqual(['4 INTERNAL', '5 INTERNAL']);
  });

  test('name half of a trade only where the other half is missing', () => {
    const conversion = ledgers(
      'L1 T1 2026-02-01 trade - ADA -0.00001 0 0',
      'L2 T1 2026-02-01 trade - ZEUR 0.0000 0 0',
      'L3 T2 2026-02-01 trade - ADA 5 0 5',
      'L4 T3 2026-02-02 trade - ADA 0 0.1 4.9',
    );
    expect(factsIn(conversion)).toEqual(['DISPOSITION 0.00001 ADA', 'EXPENSE 0.1 ADA']);
    expect(leftOutIn(conversion)).toEqual(['4 HALF_TRADE, to be checked']);
  });

  test('that repeat rows count them once', () => {
    const rows = ['L1 T1 2026-02-01 trade - ZEUR -100 0 0', 'L2 T1 2026-02-01 trade - ADA 200 0 200'];
    const conversion = ledgers(...rows, ...rows, 'L2 T1 2026-02-01 trade - ADA 300 0 300');
    expect(factsIn(conversion)).toEqual(['ACQUISITION 200 ADA = 100 EUR']);
    expect(leftOutIn(conversion)).toEqual(['4 TWIN', '5 TWIN', '6 OTHER_TWIN, to be checked']);
  });

  test('count a negative fee as a rebate where others are positive', () => {
    const conversion = ledgers(
      'L1 T1 2026-02-01 trade - ZEUR -100 -0.2 0',
      'L2 T1 2026-02-01 trade - XXBT 0.01 -0.00001 0.01001',
      'L3 W1 2026-02-02 withdrawal - XXBT -0.005 0.0001 0.00491',
    );
    expect(factsIn(conversion)).toEqual([
      'ACQUISITION 0.01001 BTC = 99.8 EUR',
      'DISPOSITION 0.005 BTC TRANSFER_OUT_UNRESOLVED',
      'FEE 0.0001 BTC',
    ]);
    expect(holdingsOf(conversion)).toEqual({ BTC: '0.00491' });
  });

  test('of old files write paid fees as negative numbers', () => {
    const conversion = ledgers(
      'L1 D1 2014-02-01 deposit - XXBT 1 0 1',
      'L2 W1 2014-02-02 withdrawal - XXBT -0.5 -0.001 0.499',
    );
    expect(factsIn(conversion).at(-1)).toBe('FEE 0.001 BTC');
    expect(holdingsOf(conversion)).toEqual({ BTC: '0.499' });
  });

  test('keep the fee of a withdrawal that came back without it, and of a deposit of 0', () => {
    const conversion = ledgers(
      'L1 W1 2026-02-01 withdrawal - XETH -0.5 0.001 0.499',
      'L2 W1 2026-02-02 withdrawal - XETH 0.5 0 0.999',
      'L3 W2 2026-02-03 withdrawal - XETH -0.5 0.001 0.498',
      'L4 W2 2026-02-04 withdrawal - XETH 0.5 -0.001 0.999',
      'L5 D1 2026-02-05 deposit - XETH 0 0.002 0.997',
    );
    expect(factsIn(conversion)).toEqual(['EXPENSE 0.001 ETH', 'EXPENSE 0.002 ETH']);
    expect(leftOutIn(conversion)).toEqual(['4 UNDONE', '5 UNDONE']);
  });

  describe('take back a reward with a minus sign', () => {
    test.each([
      ['in full', ['earn reward ADA 1 0 1', 'earn reward ADA -1 0 0'], [], ['2 UNDONE', '3 UNDONE']],
      [
        'in part',
        ['earn reward ADA 1 0.1 1', 'earn reward ADA -0.4 0 0'],
        ['INCOME 0.6 ADA', 'FEE 0.1 ADA'],
        [],
      ],
      [
        'with its fee',
        ['earn reward ADA 1 0.1 1', 'earn reward ADA -1 -0.1 0'],
        [],
        ['2 UNDONE', '3 UNDONE'],
      ],
      [
        'from several rewards',
        ['staking - ADA 1 0 1', 'staking - ADA 1 0 2', 'staking - ADA -1.5 0 0'],
        ['INCOME 0.5 ADA'],
        ['3 UNDONE'],
      ],
    ])('%s', (_how, rows, facts, leftOut) => {
      const conversion = ledgers(
        ...rows.map((row, index) => `L${index} Unknown 2026-02-0${index + 1} ${row}`),
      );
      expect(factsIn(conversion)).toEqual(facts);
      expect(leftOutIn(conversion).filter((each) => facts.length === 0 || each.startsWith('3'))).toEqual(
        leftOut,
      );
    });

    test('or ask, where the file does not hold the reward', () => {
      expect(factsIn(ledgers('L1 Unknown 2026-02-01 earn reward ADA -1 0 0'))).toEqual([
        'DISPOSITION 1 ADA UNCLASSIFIED',
      ]);
    });

    test('but not where it moves to another form of the coin', () => {
      const conversion = ledgers(
        'L1 S1 2023-01-01 staking - ETH2.S 0.01 0 0.01',
        'L2 S2 2023-05-01 staking - ETH2.S -0.01 0 0',
        'L3 S3 2023-05-01 staking - XETH 0.01 0 0.01',
      );
      expect(factsIn(conversion)).toEqual(['INCOME 0.01 ETH']);
      expect(leftOutIn(conversion)).toEqual(['3 INTERNAL', '4 INTERNAL']);
    });
  });

  test('carry the cost of an asset over to the one that replaces it one to one', () => {
    expect(
      factsIn(
        ledgers(
          'L1 R1 2024-09-10 transfer - MATIC -100 0 0',
          'L2 R2 2024-09-10 transfer - POL 100 0 100',
          'L3 R3 2024-09-11 earn migration OLD -5 0 0',
          'L4 R3 2024-09-11 earn migration NEW 4 0 4',
        ),
      ),
    ).toEqual([
      'DISPOSITION 5 OLD CONTINUITY_DEPOSIT',
      'ACQUISITION 4 NEW CONTINUITY_WITHDRAW',
      'DISPOSITION 100 MATIC CONTINUITY_DEPOSIT',
      'ACQUISITION 100 POL CONTINUITY_WITHDRAW',
    ]);
  });

  test('sell an asset that is exchanged for another amount or for a coin that follows money', () => {
    const facts = factsIn(
      ledgers(
        'L1 R1 2024-09-10 transfer delistingconversion XYZ -100 0 0',
        'L2 R2 2024-09-10 transfer delistingconversion USDT 100 0 100',
        'L3 R3 2024-09-12 adjustment - ABC -100 0 0',
        'L4 R4 2024-09-12 adjustment - XXBT 0.01 0 0.01',
      ),
    );
    expect(facts).toEqual([
      'DISPOSITION 100 XYZ',
      'ACQUISITION 100 USDT',
      'DISPOSITION 100 ABC',
      'ACQUISITION 0.01 BTC',
    ]);
  });

  test.each(['novelty -', 'custodytransfer novelty', 'earn novelty', 'hybridearndeposit novelty'])(
    'name the type "%s", which is not known',
    (type) => {
      expect(leftOutIn(ledgers(`L1 R1 2026-01-01 ${type} ADA 1 0 1`))).toEqual([
        '2 UNKNOWN_TYPE, to be checked',
      ]);
    },
  );

  test('sell coins that pay for an NFT', () => {
    expect(factsIn(ledgers('L1 N1 2026-01-01 nfttrade - XETH -0.5 0.01 1'))).toEqual([
      'DISPOSITION 0.5 ETH',
      'FEE 0.01 ETH',
    ]);
  });

  test('keep a fee of a move between balances', () => {
    expect(factsIn(ledgers('L1 M1 2026-01-01 earn allocation ADA -5 0.1 0'))).toEqual(['EXPENSE 0.1 ADA']);
  });
});

describe('The balances of generated ledgers of Kraken', () => {
  /** Rows of one reference, as type, subtype, asset, amount and fee in units of 0.0001. */
  type Rows = readonly (readonly [string, string, string, number, number])[];
  const coin = fc.constantFrom('XXBT', 'XETH', 'ADA', 'XTZ');
  const amount = fc.integer({ min: 1, max: 50_000 });
  const fee = fc.integer({ min: -5, max: 20 });
  const operation: fc.Arbitrary<Rows> = fc.oneof(
    fc.tuple(coin, amount, fee).map(([asset, size, paid]): Rows => [
      ['trade', 'tradespot', 'ZEUR', -size, paid],
      ['trade', 'tradespot', asset, size, 0],
    ]),
    fc.tuple(amount, amount, fee, fee).map(([from, to, first, second]): Rows => [
      ['trade', '', 'ADA', -from, first],
      ['trade', '', 'XXBT', to, second],
    ]),
    fc.tuple(coin, amount).map(([asset, size]): Rows => [['deposit', '', asset, size, 0]]),
    fc.tuple(coin, amount).map(([asset, size]): Rows => [['withdrawal', '', asset, -size, 7]]),
    fc.tuple(coin, amount, fc.constantFrom(0, -7)).map(([asset, size, back]): Rows => [
      ['withdrawal', '', asset, -size, 7],
      ['withdrawal', '', asset, size, back],
    ]),
    fc
      .tuple(coin, fc.integer({ min: -300, max: 1000 }), fc.constantFrom(0, 2))
      .map(([asset, size, paid]): Rows => [['earn', 'reward', asset, size, paid]]),
    fc
      .tuple(coin, fc.integer({ min: -9, max: 9 }))
      .map(([asset, size]): Rows => [['rollover', '', asset, size, 3]]),
    fc.tuple(coin, fc.constantFrom(0, 500)).map(([asset, size]): Rows => [['margin', '', asset, size, 4]]),
    fc.tuple(amount, fc.integer({ min: -3, max: 3 })).map(([size, more]): Rows => [
      ['trade', '', 'ETH2.S', -size - 3, 0],
      ['trade', '', 'XETH', size + more, 0],
    ]),
    fc.tuple(coin, amount).map(([asset, size]): Rows => [
      ['earn', 'allocation', asset, -size, 0],
      ['earn', 'allocation', `${asset}.B`, size, 1],
    ]),
    fc.constant<Rows>([['deposit', '', 'KFEE', 10_000, 0]]),
    fc.tuple(coin, amount).map(([asset, size]): Rows => [['transfer', '', asset, size, 0]]),
    fc.tuple(coin, amount).map(([asset, size]): Rows => [['adjustment', '', asset, -size, 0]]),
    fc.tuple(coin, amount).map(([asset, size]): Rows => [['novelty', '', asset, size, 1]]),
  );

  test('are what the facts and the rows left out add up to', () => {
    fc.assert(
      fc.property(fc.array(operation, { minLength: 1, maxLength: 25 }), (operations) => {
        const balances = new Map<string, number>();
        const lines = operations.flatMap((rows, index) =>
          rows.map(([type, subtype, asset, size, paid], part) => {
            const balance = (balances.get(asset) ?? 0) + size - paid;
            balances.set(asset, balance);
            const [shown, shownFee, shownBalance] = [size, paid, balance].map((units) =>
              (units / 10_000).toFixed(4),
            );
            const time = `2026-01-${String(1 + index).padStart(2, '0')} 10:00:00`;
            return `L${index}-${part},R${index},${time},${type},${subtype},currency,${asset},spot / main,${shown},${shownFee},${shownBalance}`;
          }),
        );
        const conversion = conversionOf([LEDGERS_HEADER, ...lines]);
        const expected = new Map<string, bigint>();
        const add = (sums: Map<string, bigint>, code: string, units: bigint): void => {
          const symbol = krakenSymbol(code);
          if (symbol !== 'EUR') sums.set(symbol, (sums.get(symbol) ?? 0n) + units);
        };
        for (const [code, units] of balances)
          add(expected, code, readAmount((units / 10_000).toFixed(4)) ?? 0n);
        const reached = new Map<string, bigint>();
        for (const [symbol, held] of Object.entries(holdingsOf(conversion)))
          add(reached, symbol, readAmount(held) ?? 0n);
        for (const { line } of conversion.leftOut) {
          const cells = lines[line - 2]?.split(',') ?? [];
          add(
            reached,
            cells[6] ?? '',
            (readAmount(cells[8] ?? '') ?? 0n) - (readAmount(cells[9] ?? '') ?? 0n),
          );
        }
        const texts = (sums: Map<string, bigint>): Record<string, string> =>
          Object.fromEntries(
            [...sums].flatMap(([symbol, sum]) =>
              sum === 0n ? [] : [[symbol, formatDecimal(sum, AMOUNT_SCALE)]],
            ),
          );
        expect(texts(reached)).toEqual(texts(expected));
      }),
      { numRuns: 300 },
    );
  });
});

describe('A row of Kraken that cannot be read', () => {
  test('leaves out the other rows of its trade, to be checked, and the rest comes in', () => {
    const conversion = ledgers(
      'L1 T1 2026-01-10 trade - ZEUR -2000 5.2 0',
      'L2 T1 2026-01-10 trade - XETH 1 zero 1',
      'L3 D1 2026-01-11 deposit - XETH 1 0 1',
    );
    expect(factsIn(conversion)).toEqual(['ACQUISITION 1 ETH CONTINUITY_WITHDRAW']);
    expect(conversion.leftOut).toMatchObject([
      { line: 2, reason: 'UNREADABLE', detail: 'belongs to line 3, which cannot be read' },
      { line: 3, reason: 'UNREADABLE', column: 'fee' },
    ]);
  });
});
