/** Tasks that need the toolset `insight`: why, what if, what changed, undo. */
import { DEFERRAL } from '@ctx/domain/law/departure';
import { MANY_AT_ONCE, SOLD_IN_MARCH } from './many-at-once.ts';
import { WITH_FILES } from './with-files.ts';
import { all, call, type AnswerValue, half, one, type Task, WAIT } from './task.ts';

const ETH = { assetSymbol: 'ETH' };
const AT_KRAKEN = { ...ETH, platform: 'Kraken' };

const MATCH = { kind: 'TRANSFER_MATCH' };
const legOf = (field: string): AnswerValue => one(1, 'entries', MATCH, 'changes', 'fields', { field }, 'to');

/** In the order of the document. */
export const INSIGHT: readonly Task[] = [
  {
    id: 'why-this-gain',
    request: 'Why is there a gain on the ETH that I sold on 1 March 2026, and how much is it?',
    means: { '1 March 2026': '2026-03-01' },
    toolset: 'insight',
    calls: [
      call('list_transactions', { year: 2026, type: 'DISPOSITION', asset: 'ETH' }),
      call('explain_transaction', { taxEventId: one(1, 'transactions', SOLD_IN_MARCH, 'id') }),
    ],
    facts: {
      gain: { from: one(2, 'explanation.disposal.gain.exact'), is: 400 },
      methods: { from: all(2, 'explanation.slices', 'method'), is: ['HISTORIC'] },
    },
    says: 'You sold for more than your lots cost, a gain of {gain} EUR. The basis is their historic cost ({methods}), since you bought them after 2025.',
    why: 'The sale is found by its date, then explained.',
  },
  {
    id: 'where-it-came-from',
    request: 'My bank asks where the ETH came from that I sold on 1 March 2026. What can I say?',
    means: { '1 March 2026': '2026-03-01' },
    toolset: 'insight',
    calls: [
      call('list_transactions', { year: 2026, type: 'DISPOSITION', asset: 'ETH' }),
      call('get_origin', { taxEventId: one(1, 'transactions', SOLD_IN_MARCH, 'id') }),
    ],
    facts: {
      kinds: { from: all(2, 'ends', 'kind'), is: ['PURCHASE'] },
      shares: { from: all(2, 'ends', 'share'), is: [1] },
      costs: { from: all(2, 'ends', 'costEur'), is: [2500] },
      since: { from: all(2, 'ends', 'firstAt'), is: ['2026-01-10T10:00:00Z'] },
      proofs: { from: all(2, 'ends', 'proof'), is: ['MONEY_OF_PURCHASE'] },
    },
    says: 'All of it (share {shares}) comes from one {kinds} on {since} for {costs} EUR. No file has the money of it ({proofs}): a bank statement would prove it.',
    why: 'The sale is found by its date, then walked back.',
  },
  {
    id: 'why-this-figure',
    request: 'Which sales make up my capital gains of 2026?',
    means: { 'capital gains': 'capitalGains' },
    toolset: 'insight',
    calls: [call('explain_figure', { year: 2026, figure: 'capitalGains' })],
    facts: {
      amounts: {
        from: all(1, 'contributions', 'amount.exact'),
        is: [1499.5, 700, 5000, 400],
      },
      total: { from: one(1, 'total.exact'), is: 7599.5 },
    },
    says: 'Newest first, they add {amounts} EUR: {total} EUR together.',
  },
  {
    id: 'largest-sale',
    request: 'Which sale added most to my capital gains of 2026?',
    means: { 'capital gains': 'capitalGains', most: 'amount' },
    toolset: 'insight',
    calls: [call('explain_figure', { year: 2026, figure: 'capitalGains', order: 'amount', size: 1 })],
    facts: {
      amounts: { from: all(1, 'contributions', 'amount.exact'), is: [5000] },
      assets: { from: all(1, 'contributions', 'assetSymbol'), is: ['BTC'] },
      when: { from: all(1, 'contributions', 'timestamp'), is: ['2026-04-10T10:00:00Z'] },
    },
    says: 'What left in {assets} on {when}: it added {amounts} EUR.',
  },
  {
    id: 'in-any-year',
    request: 'When did I ever sell LTC, up to 2026? I do not remember the year.',
    means: { sell: 'DISPOSITION', ever: 2009 },
    toolset: 'insight',
    calls: [call('list_transactions', { year: 2026, fromYear: 2009, asset: 'LTC', type: 'DISPOSITION' })],
    facts: {
      when: { from: all(1, 'transactions', 'timestamp'), is: ['2025-08-01T10:00:00Z'] },
      amounts: { from: all(1, 'transactions', 'amount'), is: [2] },
    },
    says: 'On {when}: {amounts} LTC.',
  },
  {
    id: 'what-was-changed',
    request: 'What has been corrected in my data so far?',
    toolset: 'insight',
    calls: [call('list_history')],
    facts: {
      kinds: { from: all(1, 'entries', 'kind'), is: ['TRANSFER_MATCH', 'RULE'] },
    },
    says: 'Newest first: {kinds}.',
  },
  {
    id: 'balance-at-an-exchange',
    request: 'Kraken showed 1 ETH at the end of July 2026. Do my transactions there add up?',
    means: { ETH: 'ETH', 'the end of July 2026': '2026-07-31T22:00:00Z' },
    toolset: 'insight',
    calls: [
      call('list_accounts'),
      call('state_balance', {
        accountId: one(1, 'accounts', { label: 'Kraken' }, 'id'),
        assetId: 'ETH',
        at: '2026-07-31T22:00:00Z',
        amount: 1,
        dryRun: true,
      }),
    ],
    facts: {
      expected: { from: one(2, 'balance.expected'), is: 1 },
      difference: { from: one(2, 'balance.difference'), is: 0 },
    },
    says: 'Yes: they add up to {expected} ETH, a difference of {difference}.',
    why: 'The account is found by its name, and a dry run compares without keeping the balance.',
  },
  {
    id: 'what-an-account-never-had',
    request: 'Did Bitvavo send more of something than it had there?',
    means: {},
    toolset: 'insight',
    calls: [
      call('list_accounts'),
      call('list_balances', { accountId: one(1, 'accounts', { label: 'Bitvavo' }, 'id') }),
    ],
    facts: {
      assets: { from: all(2, 'negative', 'assetId'), is: ['BTC'] },
      balances: { from: all(2, 'negative', 'balance'), is: [-0.4] },
    },
    says: 'Bitvavo had {balances} {assets} then, less than nothing: something that came in is missing there.',
    why: 'The balances of an account are read by its id, which the list of accounts has.',
  },
  {
    id: 'money-from-a-bank',
    request: 'How much money did I send to my exchanges in 2026, and how much came back?',
    means: { send: 'CASH_IN', 'came back': 'CASH_OUT' },
    toolset: 'insight',
    calls: [call('list_money', { year: 2026 })],
    facts: {
      sent: { from: one(1, 'sums', { currency: 'EUR', type: 'CASH_IN' }, 'amount'), is: 87_500 },
      back: { from: one(1, 'sums', { currency: 'EUR', type: 'CASH_OUT' }, 'amount'), is: 20_000 },
    },
    says: '{sent} EUR came in and {back} EUR left.',
  },
  {
    id: 'undo-of-an-earlier-conversation',
    request: 'Somebody made a rule for me some time ago. Take it back and tell me my income of 2026.',
    means: { rule: 'RULE' },
    toolset: 'insight',
    calls: [
      call('list_history'),
      call('undo_correction', { entryId: one(1, 'entries', { kind: 'RULE' }, 'id') }),
      WAIT,
      call('get_year_summary', { year: 2026 }),
    ],
    facts: { income: { from: one(4, 'totalIncome.exact'), is: 227.5 } },
    says: 'The rule is gone. Your income of 2026 is {income} EUR now.',
    why: 'The history names the rule by what it was, in any conversation; the figures are read once they follow.',
  },
  {
    id: 'prices-of-the-photo',
    request:
      'Enter the prices of 31 December 2025 that I took from CoinGecko: 2.5 EUR for DOT and 80 EUR for LTC. No, forget that of LTC. Which prices are entered now?',
    means: { '31 December 2025': '2025-12-31' },
    toolset: 'insight',
    calls: [
      call('set_prices', {
        prices: [
          { assetKey: 'DOT', day: '2025-12-31', eur: 2.5, source: 'CoinGecko' },
          { assetKey: 'LTC', day: '2025-12-31', eur: 80, source: 'CoinGecko' },
        ],
      }),
      call('remove_price', { priceId: one(1, 'results', { 'price.assetKey': 'LTC' }, 'price.id') }),
      WAIT,
      call('list_prices'),
    ],
    facts: {
      assets: { from: all(4, 'prices', 'assetKey'), is: ['DOT'] },
      prices: { from: all(4, 'prices', 'eur'), is: [2.5] },
    },
    says: 'One price of 31 December 2025 is entered: {assets}, {prices} EUR.',
    why: 'Both prices are one request. The price of LTC is removed by its id, which the answer has, and the list shows what is left.',
  },
  {
    id: 'prices-of-a-file',
    request:
      'Here are prices from CoinGecko. What would they change? Change nothing yet.\n\nasset,date,eur\nDOT,2025-12-31,2.5\n',
    toolset: 'insight',
    calls: [
      call('add_price_file', {
        content: 'asset,date,eur\nDOT,2025-12-31,2.5\n',
        source: 'CoinGecko',
        dryRun: true,
      }),
    ],
    facts: {
      isDryRun: { from: one(1, 'dryRun'), is: true },
      count: { from: one(1, 'succeeded'), is: 1 },
      saved: { from: one(1, 'recalc'), is: 'NOT_NEEDED' },
    },
    says: 'The file has {count} price, and nothing was saved ({saved}).',
  },
  {
    id: 'lots-of-one-asset',
    request: 'Which lots of my ETH would be used first if I sold?',
    toolset: 'insight',
    beta: true,
    calls: [call('get_lots', { holdingId: 'ETH' })],
    facts: {
      acquired: {
        from: all(1, 'lots', 'acquisitionTimestamp'),
        is: ['2026-01-10T10:00:00Z', '2026-06-01T10:00:00Z'],
      },
      amounts: { from: all(1, 'lots', 'remainingAmount'), is: [1, 0.01] },
      costs: { from: all(1, 'lots', 'costBasis'), is: [2500, 30] },
    },
    says: 'The oldest first. You acquired them on {acquired}: {amounts} ETH, which cost {costs} EUR.',
  },
  {
    id: 'what-if-sale',
    request: 'What would it cost me to sell 1 ETH for 4,000 EUR on 1 December 2026, and in the new year?',
    means: { '4,000': 4000, '1 December 2026': '2026-12-01T12:00:00Z' },
    toolset: 'insight',
    beta: true,
    calls: [
      call('preview_sale', { assetKey: 'ETH', amount: 1, euroValue: 4000, at: '2026-12-01T12:00:00Z' }),
    ],
    facts: {
      gain: { from: one(1, 'sale.gain'), is: 1500 },
      used: { from: one(1, 'sale.exemptionUsed'), is: 1500 },
      left: { from: one(1, 'sale.exemptionRemaining'), is: 900.5 },
      tax: { from: one(1, 'sale.tax'), is: 150 },
      leftNext: { from: one(1, 'nextYear.exemptionRemaining'), is: 9500 },
    },
    says: 'A gain of {gain} EUR. Your exemption covers {used} EUR of it and leaves {left} EUR, so nothing would be due on it; without the exemption the tax were {tax} EUR. In the new year the same sale leaves {leftNext} EUR of that year’s exemption.',
  },
  {
    id: 'what-if-departure',
    request: 'What tax would I owe on my crypto if I moved to Portugal on 1 December 2026?',
    means: { '1 December 2026': '2026-12-01T12:00:00Z' },
    toolset: 'insight',
    beta: true,
    calls: [call('preview_departure', { at: '2026-12-01T12:00:00Z' })],
    facts: {
      words: { from: one(1, 'deferral'), is: DEFERRAL },
    },
    says: '{words}',
    why: 'What readers say about the deferral belongs to the answer: the tax is usually not due at once.',
  },
  {
    id: 'what-if-half-is-sold',
    request: 'What would I gain if I sold half of my ETH on 1 December 2026, at its latest price?',
    means: { '1 December 2026': '2026-12-01T12:00:00Z' },
    toolset: 'insight',
    beta: true,
    calls: [
      call('get_portfolio'),
      call('preview_sale', {
        assetKey: one(1, 'holdings', ETH, 'id'),
        amount: half(one(1, 'holdings', ETH, 'amount')),
        unitPriceEur: one(1, 'holdings', ETH, 'currentPrice'),
        at: '2026-12-01T12:00:00Z',
      }),
    ],
    facts: {
      amount: { from: one(2, 'amount'), is: 0.505 },
      proceeds: { from: one(2, 'euroValue'), is: 1515 },
      gain: { from: one(2, 'sale.gain'), is: 252.5 },
      methods: { from: all(2, 'sale.methods', 'method'), is: ['HISTORIC'] },
      left: { from: one(2, 'sale.exemptionRemaining'), is: 2148 },
    },
    says: 'You would sell {amount} ETH for {proceeds} EUR, a gain of {gain} EUR. The basis is the historic cost of your oldest lot ({methods}). Your exemption covers it and leaves {left} EUR.',
    why: 'Only the portfolio has the amount and the latest price; its cost is not the basis of the tax, so the gain is previewed.',
  },
  ...MANY_AT_ONCE,
  ...WITH_FILES,
  {
    id: 'photo-prices',
    request: 'Which of my coins has no price at the end of 2025 yet, and what does that mean?',
    toolset: 'insight',
    calls: [call('get_photo')],
    facts: {
      assets: { from: all(1, 'assets', 'assetSymbol'), is: ['DOT'] },
      amounts: { from: all(1, 'assets', 'amount'), is: [50] },
      costs: { from: all(1, 'assets', 'unitCost'), is: [6] },
      missing: { from: one(1, 'assetsWithoutPrice'), is: 1 },
    },
    says: 'Of {missing} asset there is none: {assets}, of which you held {amounts}. Gains on it are measured from its cost of {costs} EUR a unit, so each euro by which it was worth more is taxed; how much that is cannot be said.',
  },
  {
    id: 'stock-of-a-year',
    request: 'What did I hold at the end of 2025, and since when?',
    toolset: 'insight',
    calls: [call('get_evidence', { year: 2025 })],
    facts: {
      assets: { from: all(1, 'assets', 'assetSymbol'), is: ['DOT'] },
      amounts: { from: all(1, 'assets', 'amount'), is: [50] },
      costs: { from: all(1, 'assets', 'historicCost'), is: [300] },
      since: { from: all(1, 'assets', 'acquiredFrom'), is: ['2025-05-01T10:00:00Z'] },
    },
    says: 'You held {amounts} {assets}, acquired on {since}, which cost {costs} EUR.',
  },
  {
    id: 'what-an-exchange-reports',
    request:
      'Kraken says that I bought ETH for 7,500 euro in 2026 and sold it for 6,100. Does that agree with what is here?',
    toolset: 'insight',
    calls: [call('get_reported', { year: 2026 })],
    facts: {
      bought: { from: one(1, 'totals', { ...AT_KRAKEN, kind: 'BOUGHT' }, 'eur'), is: 7500 },
      units: { from: one(1, 'totals', { ...AT_KRAKEN, kind: 'BOUGHT' }, 'units'), is: 3 },
      sold: { from: one(1, 'totals', { ...AT_KRAKEN, kind: 'SOLD' }, 'eur'), is: 6100 },
      sales: { from: one(1, 'totals', { ...AT_KRAKEN, kind: 'SOLD' }, 'transactions'), is: 2 },
    },
    says: 'Yes: {units} ETH bought for {bought} EUR, and {sales} sales for {sold} EUR.',
  },
  {
    id: 'what-an-exchange-stated',
    request:
      'The statement of Kraken for 2026 has 1 ETH sold for 2,900 euro, in 1 transaction. Why is that less than here?',
    means: { sold: 'SOLD', '2,900': 2900 },
    toolset: 'insight',
    calls: [
      call('state_reported', {
        year: 2026,
        platform: 'Kraken',
        totals: [{ assetId: 'ETH', kind: 'SOLD', units: 1, eur: 2900, transactions: 1 }],
      }),
      call('get_reported', { year: 2026 }),
    ],
    facts: {
      units: { from: one(2, 'totals', { ...AT_KRAKEN, kind: 'SOLD' }, 'difference.units'), is: -1 },
      eur: { from: one(2, 'totals', { ...AT_KRAKEN, kind: 'SOLD' }, 'difference.eur'), is: -3200 },
      why: {
        from: one(2, 'totals', { ...AT_KRAKEN, kind: 'SOLD' }, 'explanations', 'kind'),
        is: 'ONE_TRANSACTION',
      },
    },
    why: 'What the exchange stated is stored first: then the totals have it beside their own, with what explains the difference.',
    says: 'It differs by {units} ETH and {eur} EUR, which is one transaction here ({why}).',
  },
  {
    id: 'exemption-by-sale',
    request: 'How much of my exemption of 2026 did each sale use?',
    toolset: 'insight',
    calls: [call('explain_figure', { year: 2026, figure: 'exemption' })],
    facts: {
      amounts: { from: all(1, 'contributions', 'amount.exact'), is: [1499.5, 700, 5000, 400] },
      assets: { from: all(1, 'contributions', 'assetSymbol'), is: ['BTC', 'ETH', 'BTC', 'ETH'] },
      used: { from: one(1, 'total.exact'), is: 7599.5 },
    },
    says: 'Newest first, the sales of {assets} used {amounts} EUR of it: {used} EUR together.',
  },
  {
    id: 'undo-after-a-dry-run',
    request:
      'Somebody matched a transfer for me some time ago. If my gains of 2026 stay under 20,000 EUR without the match, take it back and tell me what I have to review then.',
    means: { 'matched a transfer': 'TRANSFER_MATCH' },
    toolset: 'insight',
    calls: [
      call('list_history'),
      call('undo_correction', {
        entryId: one(1, 'entries', MATCH, 'id'),
        dryRun: true,
      }),
      call('undo_correction', { entryId: one(1, 'entries', MATCH, 'id') }),
      WAIT,
      call('list_issues'),
    ],
    facts: {
      before: { from: one(2, 'preview.years', { year: 2026 }, 'before.totalCapitalGains'), is: 7599.5 },
      after: { from: one(2, 'preview.years', { year: 2026 }, 'after.totalCapitalGains'), is: 6100 },
      left: {
        from: one(5, 'items', { sourceEventId: legOf('outTaxEventId') }, 'issueType'),
        is: 'UNMATCHED_TRANSFER_OUT',
      },
      arrived: {
        from: one(5, 'items', { sourceEventId: legOf('inTaxEventId') }, 'issueType'),
        is: 'UNMATCHED_TRANSFER_IN',
      },
    },
    says: 'Without the match the gain of the year is {after} EUR instead of {before} EUR. I took it back. Both sides wait in the inbox: {left} and {arrived}.',
    why: 'The history names the match in any conversation. The dry run answers the condition before anything is changed; what is to be reviewed is known after the recalculation alone.',
  },
  {
    id: 'what-if-another-asset',
    request:
      'What would my gains of 2026 be if what I sold as ETH on 1 March 2026 was ETHW? Change nothing yet.',
    means: { '1 March 2026': '2026-03-01' },
    toolset: 'insight',
    calls: [
      call('list_transactions', { year: 2026, type: 'DISPOSITION', asset: 'ETH' }),
      call('correct_asset', {
        taxEventIds: all(1, 'transactions', SOLD_IN_MARCH, 'id'),
        assetId: 'ETHW',
        dryRun: true,
      }),
    ],
    facts: {
      before: { from: one(2, 'preview.years', { year: 2026 }, 'before.totalCapitalGains'), is: 7599.5 },
      after: { from: one(2, 'preview.years', { year: 2026 }, 'after.totalCapitalGains'), is: 10099.5 },
    },
    says: 'The gain of the year would be {after} EUR instead of {before} EUR. Nothing was changed.',
    why: 'The sale is found by its date; the dry run has the figures of both assets.',
  },
];
