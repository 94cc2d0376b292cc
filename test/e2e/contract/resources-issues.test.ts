/** The inbox: items, suggestions, orphaned corrections and the five tax event variants, field by field (service.md, "Issues inbox" to "Tax event variants"). */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ApiClient, Schema } from '@ctx/client';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ok } from '../../api/client.ts';
import { untilIdle } from '../runs.ts';
import { createUser, useStack, useUser } from '../kit.ts';
import { event, importLines } from '../stack.ts';
import { Sightings } from './sightings.ts';

type EventType = (typeof TYPES)[number];
const TYPES = ['ACQUISITION', 'DISPOSITION', 'EXPENSE', 'FEE', 'INCOME'] as const;
/** The types that are taxable by default. */
const TAXED: readonly EventType[] = ['DISPOSITION', 'INCOME'];

const ACCOUNTS = [
  { kind: 'account', ref: 'kraken-1', accountKind: 'exchange', datasource: 'KRAKEN', label: 'Kraken' },
  { kind: 'account', ref: 'ledger', accountKind: 'wallet', datasource: 'ETHEREUM', chainId: 1 },
];
const assetOf = (key: string) => ({ asset: { key, symbol: key } });
const groupOf = (index: number): string => `11111111-1111-4111-8111-${String(index).padStart(12, '0')}`;
const REVIEWED = { needsReview: true };

const WRITTEN = { createdAt: '2026-06-01T08:00:00Z', updatedAt: '2026-06-02T08:00:00Z' };
const ATTACHMENT = {
  id: 'a-1',
  filename: 'invoice.pdf',
  contentType: 'application/pdf',
  byteSize: 4096,
  documentType: 'INVOICE',
  documentTypeLabel: 'Invoice',
  createdAt: '2026-06-03T08:00:00Z',
};

/** Returns an event with only its required fields, and one with every field. */
const both = (type: EventType, index: number): object[] => {
  const key = { account: 'kraken-1', referenceId: `RICH ${type}`, type, assetKey: `R-${type}` };
  return [
    event(`PLAIN ${type}`, type, '1', '2026-05-01T10:00:00Z', null, {
      account: 'ledger',
      ...REVIEWED,
      ...assetOf(`P-${type}`),
    }),
    event(`RICH ${type}`, type, '2', '2026-05-02T10:00:00Z', '100', {
      ...assetOf(`R-${type}`),
      description: 'From the exchange',
      link: 'https://example.org/tx/1',
      continuityGroupId: groupOf(index),
      flags: ['one', 'two'],
      priceSource: 'EXCHANGE',
      isLoan: type === 'ACQUISITION',
      isInterestExpense: type === 'EXPENSE',
    }),
    { kind: 'note', ...key, id: `n-${type}`, note: 'Asked the exchange.', ...WRITTEN },
    { kind: 'attachment', ...key, ...ATTACHMENT },
  ];
};

const BTC = assetOf('BTC');
const USDC = assetOf('USDC');
const transfer = { ...BTC, continuityGroupId: groupOf(9) };
const FACTS: readonly object[] = [
  ...ACCOUNTS,
  ...TYPES.flatMap(both),
  // Two lots are sold, one of which came by a transfer.
  event('BUY 1', 'ACQUISITION', '1', '2026-01-10T10:00:00Z', '40000', BTC),
  event('LEAVES', 'DISPOSITION', '1', '2026-02-01T10:00:00Z', null, {
    ...transfer,
    treatment: 'CONTINUITY_DEPOSIT',
  }),
  event('ARRIVES', 'ACQUISITION', '1', '2026-02-01T11:00:00Z', null, {
    ...transfer,
    account: 'ledger',
    treatment: 'CONTINUITY_WITHDRAW',
  }),
  event('BUY 2', 'ACQUISITION', '1', '2026-03-01T10:00:00Z', '50000', BTC),
  event('SALE', 'DISPOSITION', '2', '2026-04-01T10:00:00Z', '120000', { ...BTC, ...REVIEWED }),
  // Two loans are paid back, the first with interest.
  event('COINS', 'ACQUISITION', '500', '2026-01-02T10:00:00Z', '450', USDC),
  event('LOAN 1', 'ACQUISITION', '1000', '2026-01-10T10:00:00Z', '900', {
    ...USDC,
    isLoan: true,
    protocol: 'Aave',
  }),
  event('REPAID 1', 'DISPOSITION', '1100', '2026-02-10T10:00:00Z', '990', {
    ...USDC,
    ...REVIEWED,
    isRepayment: true,
  }),
  event('LOAN 2', 'ACQUISITION', '500', '2026-02-20T10:00:00Z', '450', { ...USDC, isLoan: true }),
  event('REPAID 2', 'DISPOSITION', '500', '2026-03-20T10:00:00Z', '450', {
    ...USDC,
    ...REVIEWED,
    isRepayment: true,
  }),
  // 2025 is locked.
  event('OLD BUY', 'ACQUISITION', '1', '2025-02-01T10:00:00Z', '400', assetOf('LTC')),
  event('OLD SALE', 'DISPOSITION', '1', '2025-05-01T10:00:00Z', '1000', { ...assetOf('LTC'), ...REVIEWED }),
  event('OLD SPAM', 'ACQUISITION', '9', '2025-06-01T10:00:00Z', '1', { ...assetOf('SPAM'), spam: true }),
  // Once the two are matched, more units arrive than left.
  event('BRIDGED', 'DISPOSITION', '1', '2026-06-01T10:00:00Z', '10', assetOf('DOT')),
  event('DOTS', 'ACQUISITION', '1', '2026-05-20T10:00:00Z', '10', assetOf('DOT')),
  event('SURPLUS', 'ACQUISITION', '2', '2026-06-01T10:30:00Z', '20', {
    ...assetOf('DOT'),
    account: 'ledger',
  }),
];
/** Events that are corrected, and then missing from the next import. */
const GONE = ['ORPHAN 1', 'ORPHAN 2'].map((reference) =>
  event(reference, 'FEE', '1', '2026-06-05T10:00:00Z', '1', assetOf('ADA')),
);

let example: ApiClient;
let inbox: Schema<'IssuesInbox'>;
const ids = new Map<string, string>();
const overrides = new Map<string, Schema<'TaxEventOverride'>>();
const seen = new Sightings();

const stack = useStack();
const user = useUser(stack, { scope: 'write', facts: [...FACTS, ...GONE], fetch: seen.fetch });
const { api } = user;

beforeAll(async () => {
  const { baseUrl } = stack.ready();
  const { transactions } = await ok(
    api.GET('/api/v1/transactions', { params: { query: { year: 2026, size: 200 } } }),
  );
  for (const { referenceId, id } of transactions) ids.set(referenceId!, id);
  await correct();
  await importLines(stack, user.userId, FACTS, 'kraken-1');
  inbox = await ok(api.GET('/api/v1/issues'));
  const other = await createUser(stack, { facts: EXAMPLE_4 });
  example = seen.client(baseUrl, other.token);
});

/** Overrides each event that has every field and each event that will be missing, and matches a transfer. */
async function correct(): Promise<void> {
  const apply = async (name: string, fields: Omit<Schema<'OverrideRequest'>, 'taxEventId'>) => {
    const body = { taxEventId: ids.get(name)!, ...fields };
    overrides.set(name, (await ok(api.POST('/api/v1/overrides', { body }))).override);
  };
  for (const type of TYPES) {
    const fields = { overriddenTaxable: !TAXED.includes(type), overriddenTreatment: 'UNCLASSIFIED' } as const;
    await apply(`RICH ${type}`, fields);
  }
  await apply('ORPHAN 1', {
    notes: 'why',
    overriddenDescription: 'mine',
    overriddenType: 'EXPENSE',
  });
  await apply('ORPHAN 2', { overriddenEuroValue: 2 });
  const pair = { outTaxEventId: ids.get('BRIDGED')!, inTaxEventId: ids.get('SURPLUS')! };
  await ok(api.POST('/api/v1/transfer-matches', { body: { ...pair, transferKind: 'BRIDGE' } }));
  await untilIdle(stack, user);
}

const itemsOf = (reference: string) =>
  inbox.items.filter(({ event: about }) => about?.referenceId === reference);

/** Returns the event of an issue as the variant of its type. */
function variant<Type extends EventType>(type: Type, reference: string) {
  const about = itemsOf(reference)[0]?.event;
  expect(about?.type).toBe(type);
  return about as Extract<Schema<'TaxEvent'>, { type: Type }>;
}

const ACCOUNT = { account: 'kraken-1' };
/** Worked example 4 without its match, and a sale of an earlier year. */
const EXAMPLE_4: readonly object[] = [
  ...ACCOUNTS,
  event('B1', 'ACQUISITION', '1', '2026-02-01T00:00:00Z', '60000', ACCOUNT),
  event('OUT', 'DISPOSITION', '1', '2026-04-10T00:00:00Z', '65000', {
    treatment: 'TRANSFER_OUT_UNRESOLVED',
  }),
  event('IN', 'ACQUISITION', '0.9995', '2026-04-10T00:20:00Z', '64967.50', {
    treatment: 'CONTINUITY_WITHDRAW',
  }),
  event('S1', 'DISPOSITION', '0.9995', '2026-11-01T00:00:00Z', '69965'),
  event('OLD', 'DISPOSITION', '1', '2025-05-01T00:00:00Z', '1000', REVIEWED),
];

describe('IssuesInbox', () => {
  it('has `items`, worst first, and `counts`, `years`, `copilotFixableCount` and `copilotEstimatedImpactTotalEur` over all', async () => {
    const { items, ...totals } = await ok(example.GET('/api/v1/issues'));
    expect(items.map(({ issueType, severity, year, locked }) => [issueType, severity, year, locked])).toEqual(
      [
        ['UNMATCHED_TRANSFER_OUT', 'HIGH', 2026, false],
        ['MISSING_COST_BASIS', 'HIGH', 2025, true],
        ['UNMATCHED_TRANSFER_IN', 'MEDIUM', 2026, false],
        ['NEEDS_REVIEW', 'LOW', 2025, true],
      ],
    );
    expect(totals).toEqual({
      copilotFixableCount: 2,
      copilotEstimatedImpactTotalEur: -0.5,
      years: [2026, 2025],
      counts: {
        total: 4,
        countsByIssueType: {
          UNMATCHED_TRANSFER_OUT: 1,
          UNMATCHED_TRANSFER_IN: 1,
          MISSING_COST_BASIS: 1,
          NEEDS_REVIEW: 1,
        },
        countsByQueue: { TRANSFERS: 2, COST_BASIS: 1, CLASSIFICATION: 1 },
      },
    });
  });

  it('is empty for a user without issues', async () => {
    const { token } = await createUser(stack);
    const none = seen.client(stack.ready().baseUrl, token);
    expect(await ok(none.GET('/api/v1/issues'))).toEqual({
      copilotEstimatedImpactTotalEur: 0,
      copilotFixableCount: 0,
      items: [],
      years: [],
      counts: { total: 0, countsByIssueType: {}, countsByQueue: {} },
    });
    // A page is only in the response to a request for one, and the number that match in that to one with a filter.
    await ok(none.GET('/api/v1/issues', { params: { query: { size: 1 } } }));
    await ok(none.GET('/api/v1/issues', { params: { query: { year: 2026 } } }));
    expect(seen.unseen('IssuesInbox')).toEqual([]);
  });

  it('covers all years, counts no suggestion of a locked year as fixable, and has no `stale` flag', () => {
    expect(inbox.years).toEqual([2026, 2025]);
    const fixable = inbox.items.filter(({ copilot }) => copilot?.locked === false);
    expect(inbox.copilotFixableCount).toBe(fixable.length);
    expect(inbox.items.some(({ copilot }) => copilot?.locked)).toBe(true);
    expect(inbox).not.toHaveProperty('stale');
  });
});

describe('ReviewQueueItem', () => {
  it('has `title`, `explanation` and `recommendedAction` for people, and `issueType`, `queue`, `severity` and `recommendedActionId` for programs', () => {
    const [item] = itemsOf('RICH ACQUISITION');
    expect(item).toMatchObject({
      issueType: 'UNCLASSIFIED',
      queue: 'CLASSIFICATION',
      severity: 'MEDIUM',
      recommendedActionId: 'SET_TREATMENT',
      locked: false,
      year: 2026,
    });
    for (const { title, explanation, recommendedAction } of inbox.items)
      expect([title, explanation, recommendedAction]).not.toContain('');
  });

  it('`sourceEventId` is the tax event to correct: the `id` of the transaction', () => {
    for (const reference of ['RICH FEE', 'SALE', 'PLAIN INCOME']) {
      const [item] = itemsOf(reference);
      expect([item?.sourceEventId, item?.event?.id]).toEqual([ids.get(reference), ids.get(reference)]);
    }
  });

  it('of a locked year has `locked` true and blurred gain fields; raw facts are exact', () => {
    const [item] = itemsOf('OLD SALE');
    expect([item?.locked, item?.year]).toEqual([true, 2025]);
    const sale = variant('DISPOSITION', 'OLD SALE');
    expect(sale).toMatchObject({ totalGain: null, averageSellPrice: null, euroValue: 1000, amount: 1 });
    const [lot] = sale.acquisitions;
    expect(lot).toMatchObject({ averageAcquisitionPrice: null, costBasis: null, amount: 1 });
    // 600, blurred.
    expect(lot?.gain).not.toBe(600);
  });

  it('MISSING_PHOTO_VALUE names the asset whose price is missing, which is not the one that was sold', async () => {
    const { userId, token } = await createUser(stack, { years: [2026, 2027] });
    const bridge = { continuityGroupId: groupOf(1) };
    await importLines(stack, userId, [
      ...ACCOUNTS,
      event('BUY', 'ACQUISITION', '1', '2024-01-10T10:00:00Z', '10', assetOf('OLD')),
      event('LEAVES', 'DISPOSITION', '1', '2026-03-01T10:00:00Z', null, {
        ...assetOf('OLD'),
        ...bridge,
        treatment: 'BRIDGE_DEPOSIT',
      }),
      event('ARRIVES', 'ACQUISITION', '1', '2026-03-01T11:00:00Z', null, {
        ...assetOf('NEW'),
        ...bridge,
        treatment: 'BRIDGE_WITHDRAW',
      }),
      event('SALE', 'DISPOSITION', '1', '2027-05-01T10:00:00Z', '20', assetOf('NEW')),
    ]);
    const bridged = seen.client(stack.ready().baseUrl, token);
    const { items } = await ok(bridged.GET('/api/v1/issues'));
    expect(
      items.map(({ issueType, missingPriceAssetKey, event: about }) => {
        return [issueType, missingPriceAssetKey, about?.asset.assetId];
      }),
    ).toEqual([['MISSING_PHOTO_VALUE', 'OLD', 'NEW']]);
    expect(items[0]?.recommendedAction).toContain('missingPriceAssetKey');
    // A price of the named asset resolves the issue.
    const priced = { kind: 'price', assetKey: 'OLD', at: '2025-12-31T12:00:00Z', eur: '15' };
    await importLines(stack, userId, [priced]);
    expect((await ok(bridged.GET('/api/v1/issues'))).items).toEqual([]);
  });

  it('POSSIBLE_DUPLICATE names the file to remove, and the other source of its transactions', async () => {
    const { userId, token } = await createUser(stack);
    const bought = event('E1', 'ACQUISITION', '0.01', '2025-01-10T09:00:00Z', '1000', {
      account: 'ledger',
      ...assetOf('BTC'),
    });
    await importLines(stack, userId, [...ACCOUNTS, bought]);
    const path = join(stack.dataDir, 'koinly-of-contract.csv');
    writeFileSync(
      path,
      'Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,Fee Currency,Net Worth Amount,Net Worth Currency,Label,Description,TxHash\n' +
        '2025-01-10 09:00:40 UTC,1000,EUR,0.01,BTC,2,EUR,,,,,\n',
    );
    for (const account of ['first', 'second'])
      await stack.ctx(['import', '--user', userId, '--account', account, '--label', account, '--wait', path]);
    const params = { query: { type: 'POSSIBLE_DUPLICATE' as const } };
    const { items } = await ok(seen.client(stack.ready().baseUrl, token).GET('/api/v1/issues', { params }));
    const named = {
      fileName: 'koinly-of-contract.csv',
      transactionCount: 1,
      firstAt: '2025-01-10T09:00:00.000Z',
    };
    const others = items.map(({ possibleDuplicate }) => possibleDuplicate!);
    expect(others).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          ...named,
          accountLabel: 'first',
          otherAccountLabel: 'ledger',
          otherFormat: null,
          otherFileName: null,
        }),
        expect.objectContaining({
          ...named,
          accountLabel: 'second',
          otherAccountLabel: 'ledger',
          otherFormat: null,
          otherFileName: null,
        }),
        expect.objectContaining({
          ...named,
          accountLabel: 'second',
          otherAccountLabel: 'first',
          otherFormat: 'koinly',
          otherFileName: named.fileName,
        }),
      ]),
    );
    expect(others).toHaveLength(3);
    expect(items[0]).toMatchObject({ year: null, event: null, locked: false });
    expect(seen.unseen('PossibleDuplicate')).toEqual([]);
  });

  it('every value that a field may have was in a response', () => {
    // An asset with a similar name: test/e2e/corrections/renamed-assets.test.ts; a balance: test/e2e/corrections/balances.test.ts; a stated total:
    // test/e2e/corrections/stated-totals.test.ts. A file with rows
    // to be checked: test/e2e/missing-purchases.test.ts.
    expect(seen.unseen('ReviewQueueItem')).toEqual([
      'namesakeAssetKey is set',
      'incompleteFileId is set',
      'balance is set',
      'reported is set',
    ]);
  });
});

describe('CopilotSuggestion', () => {
  it('for a transfer names the best counterpart, the `transferKind` and the estimated impact of a match', async () => {
    const { items } = await ok(example.GET('/api/v1/issues'));
    const [out, , into] = items;
    expect(out?.copilot).toEqual({
      suggestionType: 'TRANSFER_MATCH',
      summary: expect.stringMatching(/\w/),
      locked: false,
      counterpartEventId: into?.sourceEventId,
      // Matched: 9,995 in November; unmatched: 5,000 + 4,997.50. Ten percent of the difference of −2.50.
      estimatedImpactEur: -0.25,
      transferKind: 'SELF_TRANSFER',
    });
    expect(into?.copilot?.counterpartEventId).toBe(out?.sourceEventId);
  });

  it('for spam names no counterpart, and in a locked year no estimated impact', () => {
    const [item] = itemsOf('OLD SPAM');
    expect(item?.copilot).toEqual({
      suggestionType: 'IGNORE_EVENT',
      summary: expect.stringMatching(/\w/),
      locked: true,
      counterpartEventId: null,
      estimatedImpactEur: null,
      transferKind: null,
    });
    // A match to join: test/e2e/corrections/joined-matches.test.ts.
    expect(seen.unseen('CopilotSuggestion')).toEqual(['joinMatchId is set']);
  });
});

describe('OrphanedCorrection', () => {
  it('has the corrected values of an event that is gone, the `overrideId`, and the time since then', () => {
    const items = inbox.items.filter(({ issueType }) => issueType === 'ORPHANED_CORRECTION');
    for (const item of items)
      expect(item).toMatchObject({ year: null, sourceEventId: null, event: null, copilot: null });
    const orphans = items
      .map(({ orphanedCorrection }) => orphanedCorrection!)
      .toSorted((one, other) => (one.referenceId < other.referenceId ? -1 : 1));
    const since = orphans.map(({ orphanedSince }) => orphanedSince);
    const shared = { assetId: 'ADA', originalType: 'FEE' };
    expect(orphans).toEqual([
      {
        ...shared,
        referenceId: 'ORPHAN 1',
        overrideId: overrides.get('ORPHAN 1')?.id,
        notes: 'why',
        orphanedSince: since[0],
        overriddenDescription: 'mine',
        overriddenType: 'EXPENSE',
      },
      {
        ...shared,
        referenceId: 'ORPHAN 2',
        overrideId: overrides.get('ORPHAN 2')?.id,
        notes: null,
        orphanedSince: since[1],
        overriddenDescription: null,
        overriddenType: null,
      },
    ]);
    for (const moment of since)
      expect(Date.parse(moment!)).toBeGreaterThan(Date.parse(overrides.get('ORPHAN 2')!.createdAt!));
    // A correction that is not orphaned is not in the inbox.
    expect(seen.unseen('OrphanedCorrection')).toEqual(['orphanedSince is null']);
  });
});

describe('Tax event variants', () => {
  it.each(TYPES)('the %s variant has the shared fields, all of them set', async (type) => {
    const override = overrides.get(`RICH ${type}`);
    const { accounts } = await ok(api.GET('/api/v1/accounts'));
    const accountId = accounts.find(({ label }) => label === 'Kraken')!.id;
    const key = { accountId, assetId: `R-${type}`, originalType: type, referenceId: `RICH ${type}` };
    const author = Number(user.userId);
    expect(variant(type, `RICH ${type}`)).toMatchObject({
      type,
      amount: 2,
      asset: { assetId: `R-${type}`, symbol: `R-${type}` },
      attachments: [{ ...ATTACHMENT, uploadedBy: author }],
      flags: ['one', 'two'],
      isLoan: type === 'ACQUISITION',
      isManualCorrection: true,
      isRepayment: false,
      needsReview: true,
      priceSource: 'EXCHANGE',
      taxable: !TAXED.includes(type),
      timestamp: '2026-05-02T10:00:00Z',
      treatment: 'UNCLASSIFIED',
      accountLabel: 'Kraken',
      continuityGroupId: groupOf(TYPES.indexOf(type)),
      description: 'From the exchange',
      link: 'https://example.org/tx/1',
      manualCorrectionId: override?.id,
      manualCorrectionKind: 'OVERRIDE',
      referenceId: `RICH ${type}`,
      euroValue: 100,
      id: ids.get(`RICH ${type}`),
      eventKey: key,
      eventNote: { id: `n-${type}`, note: 'Asked the exchange.', ...WRITTEN, createdBy: author },
      eventOverride: override,
    });
  });

  it.each(TYPES)('the %s variant has null, false or empty values for the fields that are not set', (type) => {
    expect(variant(type, `PLAIN ${type}`)).toMatchObject({
      attachments: [],
      flags: [],
      isLoan: false,
      isManualCorrection: false,
      priceSource: 'NONE',
      taxable: TAXED.includes(type),
      treatment: 'NORMAL',
      accountLabel: 'ETHEREUM',
      continuityGroupId: null,
      description: null,
      link: null,
      manualCorrectionId: null,
      manualCorrectionKind: null,
      euroValue: null,
      eventNote: null,
      eventOverride: null,
    });
  });

  it('expense adds `isInterestExpense`; acquisition, fee and income add no field', () => {
    expect(variant('EXPENSE', 'RICH EXPENSE').isInterestExpense).toBe(true);
    expect(variant('EXPENSE', 'PLAIN EXPENSE').isInterestExpense).toBe(false);
    const [acquisition, ...others] = (['ACQUISITION', 'FEE', 'INCOME'] as const).map((type) =>
      Object.keys(variant(type, `RICH ${type}`)),
    );
    for (const names of others) expect(names).toEqual(acquisition);
    const { acquisitions, averageSellPrice, totalGain, loanClosures, ...shared } = variant(
      ...(['DISPOSITION', 'RICH DISPOSITION'] as const),
    );
    expect(Object.keys(shared)).toEqual(acquisition);
    expect([acquisitions, averageSellPrice, totalGain, loanClosures]).toEqual([[], 50, 0, []]);
  });

  it('`isManualCorrection` is true for a transfer match too', () => {
    const [item] = itemsOf('SURPLUS');
    expect(item).toMatchObject({
      issueType: 'TRANSFER_SURPLUS',
      event: { isManualCorrection: true, manualCorrectionKind: 'TRANSFER_MATCH', eventOverride: null },
    });
    expect(item?.event?.manualCorrectionId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('disposition adds `acquisitions`, `averageSellPrice` and `totalGain`', async () => {
    const { acquisitions, averageSellPrice, totalGain } = variant('DISPOSITION', 'SALE');
    // 120,000 for two units, bought at 40,000 and 50,000.
    expect([averageSellPrice, totalGain]).toEqual([60_000, 30_000]);
    expect(acquisitions).toEqual([
      {
        acquisitionEventId: ids.get('BUY 1'),
        acquisitionTimestamp: '2026-01-10T10:00:00Z',
        amount: 1,
        gain: 20_000,
        holdingPeriodDays: 81,
        averageAcquisitionPrice: 40_000,
        costBasis: 40_000,
        // The transfer that moved the lot.
        basisOrigin: {
          depositEventId: ids.get('ARRIVES'),
          kind: 'SELF_TRANSFER',
          offlineWalletLabel: null,
          originalAcquiredAt: '2026-01-10T10:00:00Z',
          receivedAt: '2026-02-01T11:00:00Z',
          withdrawalEventIds: [ids.get('LEAVES')],
        },
      },
      {
        acquisitionEventId: ids.get('BUY 2'),
        acquisitionTimestamp: '2026-03-01T10:00:00Z',
        amount: 1,
        gain: 10_000,
        holdingPeriodDays: 31,
        averageAcquisitionPrice: 50_000,
        costBasis: 50_000,
        basisOrigin: null,
      },
    ]);
    // What a unit cost is only where one transaction is explained.
    const path = { taxEventId: ids.get('SALE')! };
    const explained = await ok(api.GET('/api/v1/transactions/{taxEventId}', { params: { path } }));
    expect(explained.event).toMatchObject({
      acquisitions: [{ historicUnitCost: 40_000 }, { historicUnitCost: 50_000 }],
    });
    expect(seen.unseen('AcquisitionLot')).toEqual([]);
    // No import names an offline wallet, and every arrival has a withdrawal.
    expect(seen.unseen('LotBasisOrigin')).toEqual([
      'withdrawalEventIds is empty',
      'offlineWalletLabel is set',
    ]);
  });

  it('disposition adds `loanClosures`, the loans that it paid back', () => {
    expect(variant('DISPOSITION', 'REPAID 1').loanClosures).toEqual([
      {
        borrowEventId: ids.get('LOAN 1'),
        borrowTimestamp: '2026-01-10T10:00:00Z',
        protocol: 'Aave',
        interestPaid: 100,
        principalPaid: 1000,
        originalPrincipal: 1000,
        originalCostBasis: 900,
        loanDurationDays: 31,
      },
    ]);
    const repaid = variant('DISPOSITION', 'REPAID 2');
    expect(repaid.isRepayment).toBe(true);
    expect(repaid.loanClosures).toMatchObject([{ interestPaid: 0, loanDurationDays: 28, protocol: null }]);
    expect(seen.unseen('LoanClosure')).toEqual([]);
  });

  it('TaxEventKey, TaxEventNote, TaxEventAttachment: every value that a field may have was in a response', () => {
    for (const record of ['TaxEventKey', 'TaxEventNote', 'TaxEventAttachment', 'TaxEventAsset'])
      expect([record, seen.unseen(record)]).toEqual([record, []]);
  });

  it.each(TYPES)(
    'the %s variant: every value that a field may have was in a response, except for those that cannot occur',
    (type) => {
      const record = `${type.charAt(0)}${type.slice(1).toLowerCase()}TaxEvent`;
      const never = [
        // Every event in the inbox needs review.
        'needsReview is false',
        // An account without a label is shown by its data source, and every event has a key.
        'accountLabel is null',
        'referenceId is null',
        'id is null',
        'eventKey is null',
      ];
      // Loans begin with acquisitions and are paid back with dispositions.
      if (type !== 'ACQUISITION') never.push('isLoan is true');
      if (type !== 'DISPOSITION') never.push('isRepayment is true');
      expect(seen.unseen(record).toSorted()).toEqual(never.toSorted());
    },
  );
});
