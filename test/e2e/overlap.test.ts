/** Transactions that look like those of another account or format: what a preview says, and the question of the inbox after they are imported. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ok } from '../api/client.ts';
import { createUser, useStack } from './kit.ts';
import { untilIdle } from './runs.ts';
import { event, importFile, importLines } from './stack.ts';
import { addFile, FILES, preview, removeFile } from './settings/file-users.ts';
import { plain } from './settings/log-users.ts';
import { newSomeone, type Someone } from './settings/person.ts';

const stack = useStack();

const lines = (...rows: readonly string[]): string => `${rows.join('\n')}\n`;

const KRAKEN_TRADES =
  '"txid","ordertxid","pair","time","type","ordertype","price","cost","fee","vol","margin","misc","ledgers"';
const KRAKEN_LEDGERS =
  '"txid","refid","time","type","subtype","aclass","subclass","asset","wallet","amount","fee","balance"';
const BINANCE_STATEMENT = 'User_ID,UTC_Time,Account,Operation,Coin,Change,Remark';
const BINANCE_TRADES = 'Date(UTC),Pair,Side,Price,Executed,Amount,Fee';
const KOINLY =
  'Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,Fee Currency,Net Worth Amount,Net Worth Currency,Label,Description,TxHash';
const COINTRACKING = '"Type","Buy","Cur.","Sell","Cur.","Fee","Cur.","Exchange","Group","Comment","Date"';

/** Three purchases, one of them in two fills of one order, and an exchange of two assets. */
const krakenTrades = lines(
  KRAKEN_TRADES,
  '"TA1","O1","XXBTZEUR","2025-03-03 10:00:00.1234","buy","limit",80000.0,2000.0000,5.2000,0.0250000000,0.0000,"","L1,L2"',
  '"TA2","O2","XETHZEUR","2025-03-04 10:30:07","buy","limit",2000.0,400.0000,1.0400,0.2000000000,0.0000,"","L3,L4"',
  '"TA3","O2","XETHZEUR","2025-03-04 10:30:09","buy","limit",2000.0,600.0000,1.5600,0.3000000000,0.0000,"","L5,L6"',
  '"TA4","O3","XETHXXBT","2025-03-05 12:00:00","sell","market",0.0333,0.0049950000,0.0000100000,0.1500000000,0.0000,"","L7,L8"',
);

const krakenLedgers = lines(
  KRAKEN_LEDGERS,
  '"L0","R0","2025-03-01 09:00:00","deposit","","currency","fiat","EUR","spot / main",5000.0000,0,5000.0000',
  '"L1","R1","2025-03-03 10:00:00.1234","trade","tradespot","currency","fiat","EUR","spot / main",-2000.0000,5.2000,2994.8000',
  '"L2","R1","2025-03-03 10:00:00.1234","trade","tradespot","currency","crypto","XXBT","spot / main",0.0250000000,0,0.0250000000',
  '"L3","R2","2025-03-04 10:30:07","trade","tradespot","currency","fiat","EUR","spot / main",-400.0000,1.0400,2593.7600',
  '"L4","R2","2025-03-04 10:30:07","trade","tradespot","currency","crypto","XETH","spot / main",0.2000000000,0,0.2000000000',
  '"L5","R3","2025-03-04 10:30:09","trade","tradespot","currency","fiat","EUR","spot / main",-600.0000,1.5600,1992.2000',
  '"L6","R3","2025-03-04 10:30:09","trade","tradespot","currency","crypto","XETH","spot / main",0.3000000000,0,0.5000000000',
  '"L7","R4","2025-03-05 12:00:00","trade","tradespot","currency","crypto","XETH","spot / main",-0.1500000000,0,0.3500000000',
  '"L8","R4","2025-03-05 12:00:00","trade","tradespot","currency","crypto","XXBT","spot / main",0.0049950000,0.0000100000,0.0299850000',
  '"L9","R9","2025-03-06 00:00:00","staking","","currency","crypto","XETH","spot / main",0.0010000000,0,0.3510000000',
  '"L10","R10","2025-03-07 09:00:00","withdrawal","","currency","crypto","XXBT","spot / main",-0.0100000000,0.0001000000,0.0198850000',
);

/** Each fill by itself, in one second. */
const binanceTrades = lines(
  BINANCE_TRADES,
  '2025-04-05 10:00:00,ETHEUR,BUY,2500,0.4ETH,"1,000EUR",0.0004ETH',
  '2025-04-05 10:00:00,ETHEUR,BUY,2500,0.2ETH,500EUR,0.0002ETH',
  '2025-04-06 10:00:10,ETHBTC,SELL,0.03,0.1ETH,0.003BTC,0.000003BTC',
);

const binanceStatement = lines(
  BINANCE_STATEMENT,
  '1000,2025-04-01 09:00:00,Spot,Deposit,BTC,0.5,',
  '1000,2025-04-05 10:00:00,Spot,Transaction Buy,ETH,0.6,',
  '1000,2025-04-05 10:00:00,Spot,Transaction Spend,EUR,-1500,',
  '1000,2025-04-05 10:00:00,Spot,Transaction Fee,ETH,-0.0006,',
  '1000,2025-04-06 10:00:11,Spot,Transaction Sold,ETH,-0.1,',
  '1000,2025-04-06 10:00:11,Spot,Transaction Revenue,BTC,0.003,',
  '1000,2025-04-06 10:00:11,Spot,Transaction Fee,BTC,-0.000003,',
);

/** What Koinly made of the trades of Kraken: one row for each order, with the fee of the exchange inside the amount; and another wallet. */
const koinly = lines(
  KOINLY,
  '2025-03-03 10:00:00 UTC,2005.2,EUR,0.025,BTC,,,,,,,',
  '2025-03-04 10:30:07 UTC,1002.6,EUR,0.5,ETH,,,,,,,',
  '2025-03-05 12:00:00 UTC,0.15,ETH,0.004985,BTC,,,,,,,',
  '2025-03-08 08:00:00 UTC,,,12.5,SOL,,,,,,,0xaa01',
  '2025-03-09 08:00:00 UTC,,,3,SOL,,,,,,,0xaa02',
);

/** The same in the table of CoinTracking, as a program that knows minutes alone fills it in. */
const cointracking = lines(
  COINTRACKING,
  '"Trade","0.02500000","BTC","2000.00000000","EUR","5.20000000","EUR","Kraken","","","03.03.2025 11:00:00"',
  '"Trade","0.50000000","ETH","1000.00000000","EUR","2.60000000","EUR","Kraken","","","04.03.2025 11:30:00"',
  '"Trade","0.00499500","BTC","0.15000000","ETH","0.00001000","BTC","Kraken","","","05.03.2025 13:00:00"',
);

const BITVAVO =
  'Timezone,Date,Time,Type,Currency,Amount,Quote Currency,Quote Price,Received / Paid Currency,Received / Paid Amount,Fee currency,Fee amount,Status,Transaction ID,Address';
const bitvavoPurchase = (day: string, time: string, amount: string, id: string): string =>
  `UTC,2025-05-${day},${time},buy,USDC,${amount},EUR,0.9,EUR,-10,EUR,0,Completed,${id},`;
/** Purchases of USDC; two of the five are as large, and in the same minute, as purchases at Kraken. */
const bitvavoPlan = lines(
  BITVAVO,
  bitvavoPurchase('01', '09:00:02', '50', 'P1'),
  bitvavoPurchase('08', '09:00:02', '50', 'P2'),
  bitvavoPurchase('15', '09:00:02', '40', 'P3'),
  bitvavoPurchase('22', '09:00:02', '40', 'P4'),
  bitvavoPurchase('29', '09:00:02', '40', 'P5'),
);
const krakenPlan = lines(
  KRAKEN_TRADES,
  ...['01', '08', '15', '22', '29'].map(
    (day, index) =>
      `"TB${day}","OB${day}","USDCEUR","2025-05-${day} 09:00:04","buy","market",0.9,45.0,0.1,${index < 2 ? '50.0' : '60.0'},0.0000,"",""`,
  ),
);

interface Preview {
  readonly files: readonly {
    readonly transactions: {
      readonly added: number;
      readonly lookalikes: readonly { accountRef: string; format: string | null; transactions: number }[];
    };
  }[];
}

let files = 0;

/** Writes a file, and returns its path. */
function written(content: string): string {
  files += 1;
  const path = join(stack.dataDir, `overlap-${String(files)}.csv`);
  writeFileSync(path, content);
  return path;
}

/** Returns what a file looks like: its new transactions, and the sources with their numbers. */
async function compared(
  userId: string,
  content: string,
  ...options: readonly string[]
): Promise<[added: number, ...sources: (readonly [string, string | null, number])[]]> {
  const shown = (await stack.ctx([
    'import',
    '--dry-run',
    '--user',
    userId,
    ...options,
    written(content),
  ])) as unknown as Preview;
  const { added, lookalikes } = shown.files[0]!.transactions;
  return [added, ...lookalikes.map((each) => [each.accountRef, each.format, each.transactions] as const)];
}

async function inbox({ token }: { readonly token: string }) {
  const params = { query: { type: 'POSSIBLE_DUPLICATE' as const } };
  return ok(stack.api(token).GET('/api/v1/issues', { params }));
}

describe('The preview of a file says how many of its transactions look like those of', () => {
  it.each<[what: string, first: string, second: string, options: string[], expected: unknown]>([
    [
      'the ledgers of Kraken, for its trades',
      krakenLedgers,
      krakenTrades,
      [],
      [4, ['kraken', 'kraken-ledgers', 4]],
    ],
    [
      'the trades of Kraken, for its ledgers',
      krakenTrades,
      krakenLedgers,
      [],
      [6, ['kraken', 'kraken-trades', 4]],
    ],
    [
      'the statement of Binance, for the fills of its trade history',
      binanceStatement,
      binanceTrades,
      [],
      [3, ['binance', 'binance-statement', 3]],
    ],
    [
      'the trade history of Binance, for the sums of its statement',
      binanceTrades,
      binanceStatement,
      [],
      [3, ['binance', 'binance-trades', 2]],
    ],
    [
      'the exchange, for the template of Koinly',
      krakenTrades,
      koinly,
      [],
      [5, ['kraken', 'kraken-trades', 3]],
    ],
    [
      'the exchange, for the trade table of CoinTracking',
      krakenLedgers,
      cointracking,
      ['--time-zone', 'Europe/Brussels'],
      [3, ['kraken', 'kraken-ledgers', 3]],
    ],
    [
      'the same format in another account',
      krakenTrades,
      krakenTrades,
      ['--account', 'kraken-2'],
      [4, ['kraken', 'kraken-trades', 4]],
    ],
  ])('%s', async (_what, first, second, options, expected) => {
    const { userId } = await createUser(stack);
    await importFile(stack, userId, written(first));
    expect(await compared(userId, second, ...options)).toEqual(expected);
  });

  it('a connected account, which has no files', async () => {
    const { userId } = await createUser(stack);
    await importLines(stack, userId, [
      { kind: 'account', ref: 'live', accountKind: 'exchange', datasource: 'KRAKEN', label: 'Live' },
      event('E1', 'ACQUISITION', '0.025', '2025-03-03T10:00:00Z', '2000', {
        account: 'live',
        asset: { key: 'bitcoin', symbol: 'BTC' },
      }),
      event('E2', 'ACQUISITION', '0.5', '2025-03-04T10:30:00Z', '1000', {
        account: 'live',
        asset: { key: 'ethereum', symbol: 'ETH' },
      }),
    ]);
    expect(await compared(userId, krakenTrades)).toEqual([4, ['live', null, 3]]);
  });
});

describe('The preview of a file does not name', () => {
  it('an account that only bought alike', async () => {
    const { userId } = await createUser(stack);
    await importFile(stack, userId, written(krakenPlan));
    expect(await compared(userId, bitvavoPlan)).toEqual([5]);
  });

  it('the other side of a transfer', async () => {
    const { userId } = await createUser(stack);
    await importFile(stack, userId, written(krakenLedgers));
    const arrival = lines(KOINLY, '2025-03-07 09:00:00 UTC,,,0.01,BTC,,,,,,,0xaa01');
    expect(await compared(userId, arrival)).toEqual([1]);
  });

  it('what is stored already', async () => {
    const { userId } = await createUser(stack);
    await importFile(stack, userId, written(krakenLedgers));
    await importFile(stack, userId, written(krakenTrades));
    expect(await compared(userId, krakenTrades)).toEqual([0]);
  });
});

describe('Transactions that were imported although they look like others', () => {
  it('are one question of the inbox for each file and source, until the file is removed', async () => {
    const { userId, token } = await createUser(stack);
    await importFile(stack, userId, written(krakenLedgers));
    await importFile(stack, userId, written(krakenTrades));
    const { items, counts } = await inbox({ token });
    expect(counts.countsByIssueType['POSSIBLE_DUPLICATE']).toBe(1);
    expect(items).toEqual([
      expect.objectContaining({
        queue: 'CLASSIFICATION',
        severity: 'MEDIUM',
        recommendedActionId: 'REMOVE_FILE',
        locked: false,
        possibleDuplicate: {
          id: expect.any(String),
          fileId: expect.any(String),
          fileName: expect.stringMatching(/^overlap-/),
          accountLabel: 'Kraken',
          otherAccountLabel: 'Kraken',
          otherFormat: 'kraken-ledgers',
          otherFileName: expect.stringMatching(/^overlap-/),
          transactionCount: 4,
          firstAt: '2025-03-03T10:00:00.000Z',
          lastAt: '2025-03-05T12:00:00.000Z',
        },
      }),
    ]);
    const { fileId } = items[0]!.possibleDuplicate!;
    await stack.ctx(['file', 'remove', '--user', userId, '--file-id', fileId, '--yes']);
    await untilIdle(stack, { userId });
    expect((await inbox({ token })).items).toEqual([]);
  });

  it('are no question any more when the other file is removed', async () => {
    const { userId, token } = await createUser(stack);
    await importFile(stack, userId, written(krakenLedgers));
    await importFile(stack, userId, written(krakenTrades));
    const listed = (await stack.ctx(['file', 'list', '--user', userId])) as {
      files: { fileId: string; format: string }[];
    };
    const { fileId: id } = listed.files.find(({ format }) => format === 'kraken-ledgers')!;
    await stack.ctx(['file', 'remove', '--user', userId, '--file-id', id, '--yes']);
    await untilIdle(stack, { userId });
    expect((await inbox({ token })).items).toEqual([]);
  });

  it('are a question about the file when JSON Lines bring them into a connected account', async () => {
    const { userId, token } = await createUser(stack);
    await importFile(stack, userId, written(krakenTrades));
    const live = {
      kind: 'account',
      ref: 'live',
      accountKind: 'exchange',
      datasource: 'KRAKEN',
      label: 'Live',
    };
    const bought = (id: string, symbol: string, amount: string, at: string): object =>
      event(id, 'ACQUISITION', amount, at, '2000', {
        account: 'live',
        asset: { key: `x-${symbol}`, symbol },
      });
    const other = bought('E0', 'BTC', '0.7', '2025-03-03T10:00:00Z');
    await importLines(stack, userId, [live, other]);
    expect((await inbox({ token })).items).toEqual([]);
    const alike = [
      bought('E1', 'BTC', '0.025', '2025-03-03T10:01:00Z'),
      bought('E2', 'ETH', '0.5', '2025-03-04T10:30:00Z'),
    ];
    await importLines(stack, userId, [live, other, ...alike]);
    const { items } = await inbox({ token });
    // The file has one of the two purchases as two fills.
    expect(items.map(({ possibleDuplicate }) => possibleDuplicate)).toMatchObject([
      { accountLabel: 'Kraken', otherAccountLabel: 'Live', transactionCount: 3 },
    ]);
    await importLines(stack, userId, [live, other, ...alike]);
    expect((await inbox({ token })).items).toEqual(items);
    await importLines(stack, userId, [live, other, alike[0]!], 'live');
    expect((await inbox({ token })).items).toEqual([]);
  });

  it('are one question too when the first file is imported again', async () => {
    const { userId, token } = await createUser(stack);
    const path = written(krakenLedgers);
    await importFile(stack, userId, path);
    await importFile(stack, userId, written(krakenTrades));
    await importFile(stack, userId, path);
    expect((await inbox({ token })).items).toHaveLength(1);
  });
});

describe('A locked year', () => {
  it('shows no amount of its transactions in a preview or a question about them, and keeps its ranges', async () => {
    const someone = await newSomeone(stack, 'overlap-locked@example.org');
    await stack.ctx(['user', 'set', '--user', someone.userId, '--remove-year', '2025']);
    const sale = krakenTrades.replace('"buy","limit",80000.0,2000.0000', '"buy","limit",81234.56,2030.8640');
    await addFile(someone.person, 'trades.csv', sale);
    const rangesOf = async (): Promise<unknown> => {
      await untilIdle(stack, someone);
      const params = { path: { year: 2025 } };
      const { totalCapitalGains, monthlyRealizedGains, totalTax } = await ok(
        stack.api(someone.token).GET('/api/v1/years/{year}/summary', { params }),
      );
      return { totalCapitalGains, monthlyRealizedGains, totalTax };
    };
    const before = await rangesOf();
    const { html } = await preview(someone.person, 'ledgers.csv', krakenLedgers);
    expect(plain(html)).toContain('Look first');
    expect(plain(html)).not.toMatch(/2,?030|81,?234/);
    await addFile(someone.person, 'ledgers.csv', krakenLedgers);
    expect(await rangesOf()).toEqual(before);
    const [item] = (await inbox(someone)).items;
    expect(item?.possibleDuplicate?.transactionCount).toBe(4);
    expect(JSON.stringify(item)).not.toMatch(/2030|81234/);
    const path = `${FILES}/duplicates/${item!.possibleDuplicate!.id}/keep`;
    await someone.person.submit('/inbox?cause=POSSIBLE_DUPLICATE', path);
    expect(await rangesOf()).toEqual(before);
  });
});

describe('The pages', () => {
  const add = async (someone: Someone): Promise<string> => {
    await addFile(someone.person, 'ledgers.csv', krakenLedgers);
    return addFile(someone.person, 'trades.csv', krakenTrades);
  };

  it('ask before they add transactions that look like others, and show the question with both answers', async () => {
    const someone = await newSomeone(stack, 'overlap-page@example.org');
    const alone = plain((await preview(someone.person, 'ledgers.csv', krakenLedgers)).html);
    expect(alone).not.toContain('Look first');
    await addFile(someone.person, 'ledgers.csv', krakenLedgers);
    const { html } = await preview(someone.person, 'trades.csv', krakenTrades);
    expect(plain(html)).toMatch(
      /Look first: these may be transactions that you have 4 look like transactions of Kraken from the format Kraken: ledgers/,
    );
    expect(plain(html)).toContain('Add it all the same');
    const id = await addFile(someone.person, 'trades.csv', krakenTrades);
    await untilIdle(stack, someone);
    const shown = await someone.person.get('/inbox?cause=POSSIBLE_DUPLICATE');
    expect(plain(shown.html)).toMatch(
      /4 transactions of the file “ ?trades\.csv ?” \( ?Kraken ?\) look like transactions of Kraken from the file “ ?ledgers\.csv ?”/,
    );
    expect(shown.html).toContain(`href="${FILES}/${id}/remove"`);
    await removeFile(someone.person, id);
    await untilIdle(stack, someone);
    expect((await inbox(someone)).items).toEqual([]);
  });

  it('take the answer that they are different, which holds for later files of both', async () => {
    const someone = await newSomeone(stack, 'overlap-different@example.org');
    const id = await add(someone);
    await untilIdle(stack, someone);
    const [item] = (await inbox(someone)).items;
    const path = `${FILES}/duplicates/${item!.possibleDuplicate!.id}/keep`;
    const { status, location } = await someone.person.submit('/inbox?cause=POSSIBLE_DUPLICATE', path);
    expect([status, location]).toEqual([303, '/inbox?done=kept']);
    expect(plain((await someone.person.get(location)).html)).toContain(
      'Noted: the transactions are different.',
    );
    await untilIdle(stack, someone);
    expect((await inbox(someone)).items).toEqual([]);
    const later = `${krakenTrades}"TA9","O9","XXBTZEUR","2025-03-09 10:00:00","buy","limit",80000.0,80.0,0,0.001,0.0000,"",""\n`;
    await addFile(someone.person, 'later.csv', later);
    await untilIdle(stack, someone);
    expect((await inbox(someone)).items).toEqual([]);
    await removeFile(someone.person, id);
    await untilIdle(stack, someone);
    expect((await inbox(someone)).items).toEqual([]);
  });

  it('do not take an answer about the transactions of another user', async () => {
    const someone = await newSomeone(stack, 'overlap-own@example.org');
    const other = await newSomeone(stack, 'overlap-other@example.org');
    await add(someone);
    await untilIdle(stack, someone);
    const [item] = (await inbox(someone)).items;
    const { status } = await other.person.post(`${FILES}/duplicates/${item!.possibleDuplicate!.id}/keep`, {
      csrf: await other.person.csrf(),
    });
    expect(status).toBe(404);
    expect((await inbox(someone)).items).toHaveLength(1);
  });
});
