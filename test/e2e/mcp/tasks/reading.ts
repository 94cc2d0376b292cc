/** Tasks that only read: a token of scope `read` is enough. */
import { all, call, next, one, type Task, total } from './task.ts';

const FEES = { year: 2026, type: 'FEE', size: 200 } as const;
const OF_KRAKEN = { accountId: one(1, 'accounts', { label: 'Kraken' }, 'id'), description: 'staking' };
const ETH = { assetSymbol: 'ETH' };
/** In Belgian time. */
const AUGUST = ['2026-08-01T00:00:00+02:00', '2026-09-01T00:00:00+02:00'] as const;

/** In the order of the document. */
export const READING: readonly Task[] = [
  {
    id: 'tax-of-a-year',
    request: 'How much tax do I owe roughly for 2026?',
    calls: [call('get_year_summary', { year: 2026 })],
    facts: {
      tax: { from: one(1, 'totalTax.exact'), is: 882.2 },
      onGains: { from: one(1, 'totalCapitalGainsTax.exact'), is: 759.95 },
      onIncome: { from: one(1, 'totalIncomeTax.exact'), is: 122.25 },
      exempted: { from: one(1, 'vrijstellingHeadroom.used.exact'), is: 7599.5 },
    },
    says: 'Roughly {tax} EUR gross: {onGains} on gains and {onIncome} on income. The exemption, not yet deducted, covers {exempted} EUR of the gains. It is an indication, not the amount due.',
  },
  {
    id: 'gains-over-the-years',
    request: 'How did my gains develop over the years?',
    calls: [call('get_tax_summary')],
    facts: {
      years: { from: all(1, 'years', 'year'), is: [2026, 2025, 2024] },
      gains: { from: all(1, 'years', { locked: false }, 'totalCapitalGains.exact'), is: [7599.5, 620] },
      atLeast: { from: one(1, 'years', { locked: true }, 'totalCapitalGains.low'), is: 200 },
      atMost: { from: one(1, 'years', { locked: true }, 'totalCapitalGains.high'), is: 300 },
    },
    says: 'For {years}: {gains} EUR, and between {atLeast} and {atMost} EUR in the year that is locked.',
  },
  {
    id: 'exemption-left',
    request: 'How much exemption have I left for 2026?',
    calls: [call('get_year_summary', { year: 2026 })],
    facts: {
      left: { from: one(1, 'vrijstellingHeadroom.remaining.exact'), is: 2400.5 },
      whole: { from: one(1, 'vrijstellingHeadroom.total.exact'), is: 10_000 },
    },
    says: '{left} EUR of the {whole}.',
  },
  {
    id: 'gain-of-a-locked-year',
    request: 'What did I gain with crypto in 2024?',
    calls: [call('get_year_summary', { year: 2024 })],
    facts: {
      isLocked: { from: one(1, 'locked'), is: true },
      atLeast: { from: one(1, 'totalCapitalGains.low'), is: 200 },
      atMost: { from: one(1, 'totalCapitalGains.high'), is: 300 },
    },
    says: 'Between {atLeast} and {atMost} EUR: the year is locked because there is no paid plan for it, so there is no exact figure.',
  },
  {
    id: 'codes-of-the-return',
    request: 'What do I fill in on my tax return for 2025?',
    calls: [call('get_year_summary', { year: 2025 })],
    facts: {
      codes: { from: all(1, 'declarationSummary.rows', 'declarantCode'), is: ['1444-11', '1075-89'] },
      amounts: { from: all(1, 'declarationSummary.rows', 'amount'), is: [300] },
      platforms: { from: all(1, 'declarationSummary.foreignPlatforms'), is: ['Bitvavo', 'Kraken'] },
    },
    says: 'Codes {codes}. The first has the amount {amounts}; the last says that there are accounts abroad, {platforms}. Figures are indicative.',
  },
  {
    id: 'staking-on-one-exchange',
    request: 'What did I earn from staking on Kraken in 2026?',
    calls: [call('list_accounts'), call('list_transactions', { year: 2026, type: 'INCOME' })],
    facts: {
      earned: { from: total(all(2, 'transactions', OF_KRAKEN, 'euroValue')), is: 187.5 },
      isMore: { from: one(2, 'hasNext'), is: false },
    },
    says: '{earned} EUR, at the values of the moments of receipt.',
    why: 'Transactions name their account by `accountId` alone; the accounts show which one is Kraken. One page holds all income.',
  },
  {
    id: 'fees-over-several-pages',
    request: 'Add up the fees that I paid in 2026.',
    calls: [
      call('list_transactions', FEES),
      call('list_transactions', { ...FEES, page: next(one(1, 'page')) }),
    ],
    facts: {
      paid: {
        from: total(all(1, 'transactions', 'euroValue'), all(2, 'transactions', 'euroValue')),
        is: 493.35,
      },
      count: { from: one(1, 'totalElements'), is: 230 },
      isMore: { from: one(2, 'hasNext'), is: false },
    },
    says: '{paid} EUR in {count} fees.',
    why: 'No summary adds up fees, and 230 of them are two pages of the largest size.',
  },
  {
    id: 'airdrop-as-income',
    request: 'Is the ARB airdrop of March 2026 counted as income?',
    means: { 'March 2026': '2026-03' },
    calls: [call('list_transactions', { year: 2026, asset: 'ARB' })],
    facts: {
      type: { from: one(1, 'transactions', { timestamp: '2026-03' }, 'type'), is: 'INCOME' },
      isTaxable: { from: one(1, 'transactions', { timestamp: '2026-03' }, 'taxable'), is: true },
      value: { from: one(1, 'transactions', { timestamp: '2026-03' }, 'euroValue'), is: 180 },
    },
    says: 'Yes: it counts as {type} of {value} EUR, and it is taxable.',
  },
  {
    id: 'accounts-not-synced',
    request: 'Which of my accounts have not synced?',
    calls: [call('list_accounts')],
    facts: {
      accounts: { from: all(1, 'accounts', { freshness: 'red' }, 'label'), is: ['Bitvavo'] },
      why: { from: all(1, 'accounts', { freshness: 'red' }, 'lastSyncError'), is: ['API key expired'] },
      since: {
        from: all(1, 'accounts', { freshness: 'red' }, 'lastSyncAt'),
        is: ['2026-09-30T06:00:00Z'],
      },
    },
    says: '{accounts}, since {since}: {why}. Data of after that are missing; connect it again.',
  },
  {
    id: 'worth-now',
    request: 'What is my ETH worth now, and what did it cost me?',
    beta: true,
    calls: [call('get_portfolio')],
    facts: {
      amount: { from: one(1, 'holdings', ETH, 'amount'), is: 1.01 },
      worth: { from: one(1, 'holdings', ETH, 'currentValue'), is: 3030 },
      cost: { from: one(1, 'holdings', ETH, 'totalCostBasis'), is: 2530 },
    },
    says: '{amount} ETH at the latest known price are {worth} EUR; they cost {cost} EUR.',
  },
  {
    id: 'yield-of-a-deposit',
    request: 'What has my Aave deposit brought so far?',
    beta: true,
    calls: [call('get_positions')],
    facts: {
      put: { from: one(1, 'positions', { protocol: 'Aave' }, 'totalEntryValue'), is: 920 },
      worth: { from: one(1, 'positions', { protocol: 'Aave' }, 'totalCurrentValue'), is: 938.4 },
      percent: { from: one(1, 'positions', { protocol: 'Aave' }, 'yieldPercent'), is: 2 },
    },
    says: '{percent} %: {put} EUR have become {worth} EUR.',
  },
  {
    id: 'worth-without-the-beta',
    request: 'What is all my crypto worth today?',
    beta: false,
    calls: [{ ...call('get_portfolio'), rejected: 'FEATURE_UNAVAILABLE' }],
    facts: { code: { from: one(1, 'code'), is: 'FEATURE_UNAVAILABLE' } },
    says: 'That is a beta feature in which this account does not take part ({code}).',
  },
  {
    id: 'correction-in-a-locked-year',
    request: 'I sold 4 SOL in June 2024 for 700 EUR, not 650. Correct that.',
    calls: [call('list_years')],
    facts: { isLocked: { from: one(1, 'years', { year: 2024 }, 'locked'), is: true } },
    says: 'That cannot be corrected: there is no paid plan for that year.',
    why: 'A locked year says so before anything is tried: the rejection of `apply_override` would say no more, after two calls.',
  },
  {
    id: 'one-account-in-one-month',
    request: 'What happened in my Bitvavo account in August 2026? Could anything of that month be missing?',
    means: { 'August 2026': AUGUST },
    calls: [
      call('list_accounts'),
      call('list_transactions', {
        year: 2026,
        account: one(1, 'accounts', { label: 'Bitvavo' }, 'id'),
        from: AUGUST[0],
        to: AUGUST[1],
      }),
    ],
    facts: {
      count: { from: one(2, 'totalElements'), is: 1 },
      type: { from: all(2, 'transactions', 'type'), is: ['DISPOSITION'] },
      amount: { from: all(2, 'transactions', 'amount'), is: [0.4] },
      asset: { from: all(2, 'transactions', 'assetSymbol'), is: ['BTC'] },
      eur: { from: all(2, 'transactions', 'euroValue'), is: [26_000] },
      synced: { from: one(1, 'accounts', { label: 'Bitvavo' }, 'lastSyncAt'), is: '2026-09-30T06:00:00Z' },
    },
    says: '{count} transaction: a {type} of {amount} {asset} for {eur} EUR. The account was last synced on {synced}, so nothing of August is missing.',
    why: 'Only the accounts show the `id` by which transactions are filtered, and the last sync. With both filters one row is left; in August another account paid fees.',
  },
];
