/** Figures of files of tax programs: what such a file says is a fee, a swap or spam counts as that. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { importFiles } from '../../deploy/ctx/import-files.ts';
import { ok } from '../api/client.ts';
import { createUser, useStack } from './kit.ts';
import { connected } from './stack.ts';

const stack = useStack();

const COINTRACKING = 'Type,Buy,Cur.,Sell,Cur.,Fee,Cur.,Exchange,Group,Comment,Date';
const KOINLY =
  'Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Net Worth Amount,Net Worth Currency,Label,Description';

interface Outcome {
  readonly counts: unknown;
  readonly gain: number | null;
  readonly income: number | null;
  readonly holdings: Readonly<Record<string, number>>;
  readonly costs: Readonly<Record<string, number | null>>;
  readonly issues: readonly string[];
}

/** Imports files one after the other, and returns the figures of 2026 after the last one. */
async function outcomeOf(...files: readonly (readonly string[])[]): Promise<Outcome> {
  const { userId, token } = await createUser(stack, { beta: 'portfolio', years: [2026] });
  let counts: unknown;
  for (const [index, lines] of files.entries()) {
    const file = join(stack.dataDir, `program-${userId}-${String(index)}.csv`);
    writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
    const options = { user: Number(userId), wait: true, timeZone: 'Europe/Brussels' } as const;
    const printed = await connected(stack, (connection) => importFiles(connection, [file], options));
    counts = (JSON.parse(JSON.stringify(printed)) as { readonly event: unknown }).event;
  }
  const api = stack.api(token);
  const path = { year: 2026 };
  const year = await ok(api.GET('/api/v1/years/{year}/summary', { params: { path } }));
  const { holdings } = await ok(api.GET('/api/v1/portfolio'));
  const { items } = await ok(api.GET('/api/v1/issues'));
  const exact = (amount: object): number | null => ('exact' in amount ? (amount.exact as number) : null);
  return {
    counts,
    gain: exact(year.totalCapitalGains),
    income: exact(year.totalIncome),
    holdings: Object.fromEntries(holdings.map(({ assetSymbol, amount }) => [assetSymbol, amount])),
    costs: Object.fromEntries(
      holdings.map(({ assetSymbol, totalCostBasis }) => [assetSymbol, totalCostBasis]),
    ),
    issues: items.map(({ issueType }) => issueType),
  };
}

describe('The figures of a file of a tax program', () => {
  it('take the fees inside the amounts of CoinTracking once, and nothing is short', async () => {
    const outcome = await outcomeOf([
      COINTRACKING,
      'Trade,0.99,BTC,50000,EUR,0.01,BTC,Kraken,,,10.01.2026 10:00:00',
      'Trade,10,ETH,20010,EUR,10,EUR,Kraken,,,11.01.2026 10:00:00',
      'Trade,1,BNB,600,EUR,,,Binance,,,11.01.2026 11:00:00',
      'Trade,100,SOL,8000,EUR,0.02,BNB,Binance,,,12.01.2026 10:00:00',
      'Other Fee,,,0.02,BNB,,,Binance,,,12.01.2026 10:00:00',
      'Trade,55000,EUR,0.99,BTC,55,EUR,Kraken,,,20.02.2026 10:00:00',
    ]);
    expect(outcome).toMatchObject({
      gain: 5000,
      holdings: { ETH: 10, BNB: 0.98, SOL: 100 },
      costs: { ETH: 20_010 },
    });
  });

  it.each([
    [
      'CoinTracking',
      [
        COINTRACKING,
        'Trade,1000,FTM,300,EUR,,,Kraken,,,10.01.2026 10:00:00',
        'Swap (non taxable),1000,S,1000,FTM,,,Kraken,,,01.03.2026 10:00:00',
      ],
    ],
    [
      'Koinly',
      [KOINLY, '2026-01-10 10:00,300,EUR,1000,FTM,,,,', '2026-03-01 09:00,1000,FTM,1000,S,800,EUR,swap,'],
    ],
  ])('carry the cost of a swap of %s that is no sale', async (_program, lines) => {
    const outcome = await outcomeOf(lines);
    expect(outcome).toMatchObject({ gain: 0, holdings: { S: 1000 }, costs: { S: 300 }, issues: [] });
  });

  it('leave spam out of income, and out of the asset whose name it uses', async () => {
    const outcome = await outcomeOf([
      KOINLY,
      '2026-01-10 10:00,2000,EUR,1000,USDC,,,,',
      '2026-02-10 10:00,,,5000000,USDC;7481,5000000,EUR,airdrop,',
      '2026-02-11 10:00,,,250000,CLAIM-USDC.EXAMPLE,250000,EUR,airdrop,',
      '2026-02-12 10:00,,,12,ETH,,,,spam token that calls itself ETH',
      '2026-03-10 10:00,500,USDC,1450,EUR,,,,',
    ]);
    expect(outcome).toMatchObject({ gain: 450, income: 0, holdings: { USDC: 500 } });
    expect(outcome.issues).toEqual(['SUSPECTED_SPAM', 'SUSPECTED_SPAM', 'SUSPECTED_SPAM']);
  });

  it('stay the same when the file is exported again with other notes, digits and values', async () => {
    const outcome = await outcomeOf(
      [KOINLY, '2026-01-10 10:00:00,300,EUR,1000,FTM,,,,', '2026-02-10 10:00:00,500,FTM,200,EUR,,,,'],
      [
        KOINLY,
        '2026-01-10 10:00:00 UTC,300.00,EUR,1000.0,FTM,300,EUR,,',
        '2026-02-10 10:00:00 UTC,500,FTM,200,EUR,,,,sold at Kraken',
      ],
    );
    expect(outcome).toMatchObject({ counts: { added: 0, removed: 0 }, gain: 50, holdings: { FTM: 500 } });
  });
});
