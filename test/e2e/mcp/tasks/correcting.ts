/** Tasks that correct: what the assistant finds, what it changes, and the figures that follow. */
import { all, call, one, type Task, WAIT } from './task.ts';

const LEFT_KRAKEN = { 'event.accountLabel': 'Kraken', 'event.amount': 1, 'event.timestamp': '-04-' };
const REACHED_LEDGER = { 'event.accountLabel': 'Ledger', 'event.timestamp': '-04-' };
const SOLD_IN_MARCH = { timestamp: '2026-03-01' };
const LEFT_BITVAVO = { 'event.accountLabel': 'Bitvavo', 'event.asset.symbol': 'LTC' };

/** In the order of the document. */
export const CORRECTING: readonly Task[] = [
  {
    id: 'transfer-to-an-own-wallet',
    request: 'That 1 BTC that left Kraken in April went to my own Ledger: fix it.',
    means: { April: '-04-' },
    calls: [
      call('list_issues'),
      call('apply_override', {
        taxEventId: one(1, 'items', LEFT_KRAKEN, 'sourceEventId'),
        overriddenTreatment: 'TRANSFER_OUT_OWN_WALLET',
      }),
      call('match_transfers', {
        outTaxEventId: one(1, 'items', LEFT_KRAKEN, 'sourceEventId'),
        inTaxEventId: one(1, 'items', REACHED_LEDGER, 'sourceEventId'),
        transferKind: one(1, 'items', LEFT_KRAKEN, 'copilot.transferKind'),
      }),
      WAIT,
      call('get_year_summary', { year: one(1, 'items', LEFT_KRAKEN, 'year') }),
    ],
    facts: {
      less: { from: one(1, 'items', LEFT_KRAKEN, 'copilot.estimatedImpactEur'), is: -449.95 },
      gain: { from: one(5, 'totalCapitalGains.exact'), is: 3100 },
      tax: { from: one(5, 'totalCapitalGainsTax.exact'), is: 310 },
    },
    says: 'Done: the BTC kept its cost and date, and nothing was sold. The gain of the year is {gain} EUR now, the gross tax on it {tax} EUR, a change of {less} EUR.',
    why: 'The inbox names both sides and the kind, so no candidates are looked for. `match_transfers` alone is rejected with OWN_WALLET_REQUIRED; the mark alone leaves what arrived counted as bought that day.',
  },
  {
    id: 'wrong-price',
    request: 'The price of the ETH that I sold on 1 March 2026 is wrong, it was 3,100.50 EUR.',
    means: { '1 March 2026': '2026-03-01', '3,100.50': 3100.5 },
    calls: [
      call('list_transactions', { year: 2026, type: 'DISPOSITION', asset: 'ETH' }),
      call('apply_override', {
        taxEventId: one(1, 'transactions', SOLD_IN_MARCH, 'id'),
        overriddenEuroValue: 3100.5,
      }),
      WAIT,
      call('get_year_summary', { year: 2026 }),
    ],
    facts: {
      was: { from: one(1, 'transactions', SOLD_IN_MARCH, 'euroValue'), is: 2900 },
      gain: { from: one(4, 'totalCapitalGains.exact'), is: 7800 },
    },
    says: 'Corrected from {was} EUR: the gain of the year is {gain} EUR now.',
    why: 'The sale is found, corrected, waited for, and the figure that follows is read.',
  },
  {
    id: 'undo',
    request: 'Undo what you just did.',
    follows: 'wrong-price',
    calls: [
      call('remove_override', { overrideId: one(2, 'override.id') }),
      WAIT,
      call('get_year_summary', { year: one(4, 'year') }),
    ],
    facts: { gain: { from: one(7, 'totalCapitalGains.exact'), is: 7599.5 } },
    says: 'Undone: the gain of the year is {gain} EUR again.',
    why: 'The answer of `apply_override` named the override: the transaction is not read again to find it.',
  },
  {
    id: 'dust-preview',
    request: 'How many events would a rule for dust under 10 cents ignore? Do not make it yet.',
    means: { '10 cents': 0.1 },
    calls: [
      call('create_rule', {
        action: 'IGNORE_DUST',
        label: 'Dust under 10 cents',
        matchType: 'DUST_THRESHOLD',
        thresholdEur: 0.1,
        dryRun: true,
      }),
    ],
    facts: {
      count: { from: one(1, 'preview.rule.eventCount'), is: 3 },
      assets: { from: all(1, 'preview.rule.events', 'assetSymbol'), is: ['GIFT', 'CLAIM', 'VISIT'] },
    },
    says: '{count} events: {assets}. Nothing was changed.',
  },
  {
    id: 'dust-after-preview',
    request: 'Good. Make that rule.',
    follows: 'dust-preview',
    calls: [
      call('create_rule', {
        action: 'IGNORE_DUST',
        label: 'Dust under 10 cents',
        matchType: 'DUST_THRESHOLD',
        thresholdEur: 0.1,
      }),
      WAIT,
      call('list_rules'),
    ],
    facts: {
      label: { from: one(4, 'rules', { id: one(2, 'rule.id') }, 'label'), is: 'Dust under 10 cents' },
      count: { from: one(4, 'rules', { id: one(2, 'rule.id') }, 'matchedCount'), is: 3 },
    },
    says: 'Done: “{label}” ignores {count} events, as many as the preview named.',
    why: 'The preview saved nothing, so the rule has to be created; how many events it decides is known after the recalculation alone.',
  },
  {
    id: 'what-if-own-wallet',
    means: { April: '-04-' },
    request:
      'What would my gain of 2026 be if the 1 BTC that left Kraken in April had gone to a wallet of my own? Only tell me.',
    calls: [
      call('list_issues'),
      call('apply_override', {
        taxEventId: one(1, 'items', LEFT_KRAKEN, 'sourceEventId'),
        overriddenTreatment: 'TRANSFER_OUT_OWN_WALLET',
        dryRun: true,
      }),
    ],
    facts: {
      before: { from: one(2, 'preview.years', { year: 2026 }, 'before.totalCapitalGains'), is: 7599.5 },
      after: { from: one(2, 'preview.years', { year: 2026 }, 'after.totalCapitalGains'), is: 2599.5 },
    },
    says: 'The gain of the year would be {after} EUR instead of {before} EUR. Nothing was changed.',
    why: 'The inbox names the event; the dry run computes the rest without a change, a wait or an undo.',
  },
  {
    id: 'ignore-dust',
    request: 'Ignore dust under 10 cents.',
    means: { '10 cents': 0.1 },
    calls: [
      call('create_rule', {
        action: 'IGNORE_DUST',
        label: 'Dust under 10 cents',
        matchType: 'DUST_THRESHOLD',
        thresholdEur: 0.1,
      }),
      WAIT,
      call('list_rules'),
    ],
    facts: { count: { from: one(3, 'rules', { id: one(1, 'rule.id') }, 'matchedCount'), is: 3 } },
    says: 'Done: {count} events are ignored, and so is what comes.',
    why: 'One rule decides all of them; how many they are is known after the recalculation alone.',
  },
  {
    id: 'rule-no-more',
    request: 'I do not want airdrops counted as income any more. What is my income of 2026 then?',
    calls: [
      call('list_rules'),
      call('delete_rule', {
        ruleId: one(1, 'rules', { action: 'MARK_INCOME', matchValue: 'airdrop' }, 'id'),
      }),
      WAIT,
      call('get_year_summary', { year: 2026 }),
    ],
    facts: {
      count: {
        from: one(1, 'rules', { action: 'MARK_INCOME', matchValue: 'airdrop' }, 'matchedCount'),
        is: 1,
      },
      income: { from: one(4, 'totalIncome.exact'), is: 227.5 },
    },
    says: 'The rule is gone. It decided {count} event; without it the income is {income} EUR.',
    why: 'Only the list of rules has the `id` of a rule made in another conversation.',
  },
  {
    id: 'wrong-match',
    request: 'The 0.3 BTC that left Kraken in May 2026 was matched with the wrong deposit. Undo that match.',
    means: { 'May 2026': '2026-05' },
    calls: [
      call('list_transactions', { year: 2026, type: 'DISPOSITION', asset: 'BTC' }),
      call('find_transfer_candidates', {
        taxEventId: one(1, 'transactions', { amount: 0.3, timestamp: '2026-05' }, 'id'),
      }),
      call('unmatch_transfer', { matchId: one(2, 'existingMatch.id') }),
      WAIT,
      call('list_issues'),
    ],
    facts: {
      left: {
        from: one(5, 'items', { sourceEventId: one(2, 'existingMatch.outTaxEventId') }, 'issueType'),
        is: 'UNMATCHED_TRANSFER_OUT',
      },
      arrived: {
        from: one(5, 'items', { sourceEventId: one(2, 'existingMatch.inTaxEventId') }, 'issueType'),
        is: 'UNMATCHED_TRANSFER_IN',
      },
    },
    says: 'Undone. Both sides wait in the inbox again: {left} and {arrived}. What were they?',
    why: 'A transaction does not name its match, and only its candidates do.',
  },
  {
    id: 'correction-in-a-submitted-year',
    request:
      'My inbox says that 2 LTC left Bitvavo for nowhere. They were a gift to my sister: correct that.',
    calls: [
      call('list_issues'),
      {
        ...call('apply_override', {
          taxEventId: one(1, 'items', LEFT_BITVAVO, 'sourceEventId'),
          overriddenTreatment: 'GIFT_GIVEN',
        }),
        rejected: 'YEAR_FROZEN',
      },
    ],
    facts: {
      year: { from: one(1, 'items', LEFT_BITVAVO, 'year'), is: 2025 },
      code: { from: one(2, 'code'), is: 'YEAR_FROZEN' },
    },
    says: 'That was in {year}, which is submitted: its numbers stand ({code}). Speak with the person who filed it.',
    why: 'The inbox tells the year but not that it was submitted; the rejection does, and changes nothing. `list_years` instead would tell it in as many calls, and one more where the year is open.',
  },
];
