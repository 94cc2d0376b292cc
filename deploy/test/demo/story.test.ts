import { describe, expect, it } from '@jest/globals';
import { holdingPeriodDays } from '@ctx/domain/brussels';
import { parseAmount } from '@ctx/domain/decimal';
import { PUBLISHED } from '@ctx/domain/law/exemption';
import { LIMITS } from '@ctx/domain/limits';
import type { EventType } from '@ctx/domain/vocabulary';
import { recalculate } from '../../../services/recalc/src/engine/recalculate.ts';
import type { EngineOutputs } from '../../../services/recalc/src/engine/types.ts';
import { at, event, idOf, inputsOf } from '../../../services/recalc/test/engine/build.ts';
import { parseLine } from '../../../services/corrections/src/import/json-lines/parse-line.ts';
import { demoLines } from '../../demo/story.ts';

interface Event {
  kind: string;
  account: string;
  referenceId: string;
  type: string;
  treatment?: string;
  asset: { key: string; symbol: string; fiat?: boolean };
  amount: string;
  timestamp: string;
  euroValue?: string;
  continuityGroupId?: string;
  spam?: boolean;
  protocol?: string;
  description?: string;
}

interface Price {
  assetKey: string;
  at: string;
  eur: string;
}

const PHOTO_MOMENT = '2025-12-31T22:59:00Z';
const DAY_MS = 86_400_000;

const DAY = '2026-11-24';
const lines = demoLines(DAY);
const ofKind = <Kind>(kind: string, among = lines): Kind[] =>
  among
    .map((line) => JSON.parse(line) as { kind: string })
    .filter((line) => line.kind === kind)
    .map((line) => line as Kind);
const events = ofKind<Event>('event');
const prices = ofKind<Price>('price');
const accounts = ofKind<Record<string, unknown>>('account');

const treated = (wanted: string) => events.filter(({ treatment }) => treatment === wanted);
const isIncoming = ({ type }: Event) => type === 'ACQUISITION' || type === 'INCOME';
const inOrderOfTime = (unordered: readonly Event[]): Event[] =>
  unordered
    .filter(({ asset, spam }) => asset.fiat !== true && spam !== true)
    .sort(
      (a, b) =>
        Date.parse(a.timestamp) - Date.parse(b.timestamp) || Number(isIncoming(b)) - Number(isIncoming(a)),
    );
const EVENTS_IN_ORDER = inOrderOfTime(events);

/** Computes running balances per `keyOf`. Returns them and the events that took more than the balance. */
function runBalances(keyOf: (event: Event) => string, until = '9999', inOrder = EVENTS_IN_ORDER) {
  const balances = new Map<string, bigint>();
  const overdrawn: string[] = [];
  for (const event of inOrder.filter(({ timestamp }) => timestamp <= until)) {
    const amount = parseAmount(event.amount);
    const balance = (balances.get(keyOf(event)) ?? 0n) + (isIncoming(event) ? amount : -amount);
    balances.set(keyOf(event), balance);
    if (balance < 0n) overdrawn.push(event.referenceId);
  }
  return { balances, overdrawn };
}

/** Returns the last price at or before `timestamp`, if it is at most a day old. */
function isPriced({ asset, timestamp }: Event): boolean {
  const at = Date.parse(timestamp);
  return prices.some(
    (price) =>
      price.assetKey === asset.key && Date.parse(price.at) <= at && at - Date.parse(price.at) <= DAY_MS,
  );
}

/** Returns the arrivals that the service could suggest for a departure. */
function candidatesOf(out: Event): Event[] {
  const sent = parseAmount(out.amount);
  return events.filter((event) => {
    const delay = Date.parse(event.timestamp) - Date.parse(out.timestamp);
    const arrived = parseAmount(event.amount);
    return (
      event.type === 'ACQUISITION' &&
      event.asset.key === out.asset.key &&
      event.account !== out.account &&
      event.continuityGroupId === undefined &&
      delay >= -DAY_MS / 24 &&
      delay <= 7 * DAY_MS &&
      arrived <= sent &&
      arrived * 10n >= sent * 9n
    );
  });
}

describe('the demo data', () => {
  it('has the same bytes at every call with the same start day', () => {
    expect(demoLines(DAY)).toEqual(lines);
  });

  it('has about 400 events of the years 2023 to 2026', () => {
    expect(events.length).toBeGreaterThan(380);
    expect(events.length).toBeLessThan(450);
    expect([...new Set(events.map(({ timestamp }) => timestamp.slice(0, 4)))].sort()).toEqual([
      '2023',
      '2024',
      '2025',
      '2026',
    ]);
  });

  it('is a valid import file', () => {
    const rejected = lines.flatMap((line, index) => {
      const parsed = parseLine(line, index + 1);
      return 'errors' in parsed ? parsed.errors : [];
    });
    expect(rejected).toEqual([]);
  });

  it('has no two events with the same key', () => {
    const keys = events.map(({ account, asset, type, referenceId }) =>
      [account, asset.key, type, referenceId].join(' '),
    );
    expect(new Set(keys).size).toBe(keys.length);
  });

  it.each<[string, () => boolean]>([
    ['every record kind', () => new Set(lines.map((line) => (JSON.parse(line) as Event).kind)).size === 6],
    ['every event type but EXPENSE', () => new Set(events.map(({ type }) => type)).size === 4],
    ['a gift received', () => treated('GIFT_RECEIVED').length === 1],
    ['a gift given', () => treated('GIFT_GIVEN').length === 1],
    ['a personal spend', () => treated('PERSONAL_SPEND').length === 1],
    [
      'an event that a correction classifies, and one that stays unclassified',
      () => treated('UNCLASSIFIED').length === 2,
    ],
    ['staking income of Lido', () => events.some((e) => e.type === 'INCOME' && e.protocol === 'LIDO')],
    ['swaps on Uniswap', () => events.filter(({ protocol }) => protocol === 'UNISWAP').length > 10],
    ['descriptions', () => events.filter(({ description }) => description !== undefined).length > 10],
    ['an amount of 18 digits', () => events.some(({ amount }) => /\.\d{17}[1-9]$/.test(amount))],
    ['an account with a failed sync', () => accounts.some((account) => 'lastSyncError' in account)],
    ['accounts synced without one', () => accounts.some((a) => 'lastSyncAt' in a && !('lastSyncError' in a))],
  ])('has %s', (_what, holds) => {
    expect(holds()).toBe(true);
  });

  it('has an exchange, three wallets and a file', () => {
    expect(accounts).toMatchObject([
      { ref: 'kraken-1', accountKind: 'exchange', datasource: 'KRAKEN' },
      { ref: 'eth-1', accountKind: 'wallet', datasource: 'ETHEREUM', chainId: 1 },
      { ref: 'arb-1', accountKind: 'wallet', datasource: 'ARBITRUM', chainId: 42_161 },
      { ref: 'btc-1', accountKind: 'wallet', datasource: 'BITCOIN' },
      { ref: 'file-1', accountKind: 'file', sourcePlatform: 'BITVAVO', originalFilename: expect.any(String) },
    ]);
    const refs = new Set(accounts.map((account) => account['ref']));
    expect(events.filter(({ account }) => !refs.has(account))).toEqual([]);
  });

  it('has one matched transfer between own accounts, of which slightly less arrives', () => {
    const [out, ...otherOuts] = treated('TRANSFER_OUT_OWN_WALLET');
    const [arrival, ...otherArrivals] = treated('CONTINUITY_WITHDRAW');
    expect([otherOuts, otherArrivals]).toEqual([[], []]);
    expect(out).toMatchObject({ account: 'kraken-1', type: 'DISPOSITION' });
    expect(arrival).toMatchObject({ account: 'btc-1', continuityGroupId: out!.continuityGroupId });
    expect(parseAmount(arrival!.amount)).toBeLessThan(parseAmount(out!.amount));
  });

  it('has three unresolved transfers: two small ones with an arrival that could match, and a large one without', () => {
    const found = treated('TRANSFER_OUT_UNRESOLVED').map((out) => [out.amount, candidatesOf(out).length]);
    expect(found).toEqual([
      ['0.03', 1],
      ['0.02', 1],
      ['0.25', 0],
    ]);
  });

  it('has swaps of one asset for another, with both legs under one reference', () => {
    const groups = Map.groupBy(
      events.filter(
        ({ continuityGroupId, treatment }) =>
          continuityGroupId !== undefined && [undefined, 'NFT_BUY'].includes(treatment),
      ),
      ({ continuityGroupId }) => continuityGroupId,
    );
    expect(groups.size).toBeGreaterThan(4);
    for (const legs of groups.values()) {
      expect(legs.map(({ type }) => type).sort()).toEqual(['ACQUISITION', 'DISPOSITION']);
      expect(new Set(legs.map(({ referenceId }) => referenceId)).size).toBe(1);
    }
  });

  it('has fees with the account and reference of a trade', () => {
    const trades = new Set(
      events
        .filter(({ type }) => type !== 'FEE')
        .map(({ account, referenceId }) => `${account} ${referenceId}`),
    );
    const fees = events.filter(({ type }) => type === 'FEE');
    expect(fees.length).toBeGreaterThan(100);
    expect(fees.filter(({ account, referenceId }) => !trades.has(`${account} ${referenceId}`))).toEqual([]);
  });

  it('has one spam token with texts longer than the service shows', () => {
    const spam = events.filter((event) => event.spam === true);
    expect(spam).toHaveLength(1);
    expect(spam[0]!.asset.symbol.length).toBeGreaterThan(LIMITS.symbolCharactersMax);
    expect(spam[0]!.description!.length).toBeGreaterThan(LIMITS.descriptionCharactersMax);
  });

  it('has values from the price series, and one event without a price', () => {
    const unvalued = events.filter(
      ({ euroValue, treatment }) => euroValue === undefined && treatment === undefined,
    );
    const [priced, unpriced] = [
      unvalued.filter(isPriced),
      unvalued.filter((event) => !isPriced(event) && event.spam !== true),
    ];
    expect(priced.length).toBeGreaterThan(10);
    expect(unpriced.map(({ asset }) => asset.symbol)).toEqual(['RARE']);
  });

  it('has a price at the photo moment for every asset held then', () => {
    const { balances } = runBalances(({ asset }) => asset.key, PHOTO_MOMENT);
    const held = [...balances].filter(([, balance]) => balance > 0n).map(([key]) => key);
    const photographed = prices.filter(({ at }) => at === PHOTO_MOMENT).map(({ assetKey }) => assetKey);
    expect(photographed).toEqual(expect.arrayContaining(held));
    expect(prices.find(({ at, assetKey }) => at === PHOTO_MOMENT && assetKey === 'BTC')?.eur).toBe(
      '75000.00',
    );
  });

  it.each<[string, (event: Event) => string]>([
    ['asset', ({ asset }) => asset.key],
    ['account and asset', ({ account, asset }) => `${account} ${asset.key}`],
  ])('never takes more than there is by %s, but for one sale of XRP', (_what, keyOf) => {
    expect(runBalances(keyOf).overdrawn).toEqual(['SELL-XRP-1']);
  });
});

/** The days on which a year, a month or summer time begins, or the day before or after. */
const TURNS = `2026-12-31 2027-01-01 2027-01-02 2027-01-03 2027-03-28 2027-03-29 2028-01-01 2028-01-02 2028-02-29 2028-03-01
  2028-10-29 2028-10-30`;
/** Every 13th day of two years, and turns of the calendar. */
const DAYS = Array.from({ length: 57 }, (_, index) => dayAfter(DAY, 13 * index)).concat(TURNS.split(/\s+/));

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The highest exemption of the law with what earlier years can add to it. */
const { base, carriedUsable } = PUBLISHED.at(-1)!;
const EXEMPTION_MAX = carriedUsable + base;

describe.each(DAYS)('the demo data of %s', (startDay) => {
  const story = demoLines(startDay);
  const happened = ofKind<Event>('event', story);
  const priced = ofKind<Price>('price', story);
  const yesterday = dayAfter(startDay, -1);

  it('is a valid import file that takes no more than there is, but for one sale of XRP', () => {
    expect(story.filter((line, index) => 'errors' in parseLine(line, index + 1))).toEqual([]);
    for (const keyOf of [
      ({ asset }: Event) => asset.key,
      ({ account, asset }: Event) => `${account} ${asset.key}`,
    ])
      expect(runBalances(keyOf, '9999', inOrderOfTime(happened)).overdrawn).toEqual(['SELL-XRP-1']);
  });

  it('has events up to yesterday, and prices and accounts of the midnight after', () => {
    const [first] = happened.map(({ timestamp }) => timestamp.slice(0, 4)).sort();
    expect(Number(first)).toBe(Number(yesterday.slice(0, 4)) - 3);
    expect(
      happened
        .map(({ timestamp }) => timestamp.slice(0, 10))
        .sort()
        .at(-1),
    ).toBe(yesterday);
    const last = Math.max(...priced.map(({ at }) => Date.parse(at)));
    expect(holdingPeriodDays(Date.parse(`${yesterday}T12:00:00Z`), last)).toBe(1);
    expect(holdingPeriodDays(Date.parse(`${yesterday}T12:00:00Z`), last - 1)).toBe(0);
    const assets = new Set(priced.map(({ assetKey }) => assetKey));
    expect(
      new Set(priced.filter(({ at }) => Date.parse(at) === last).map(({ assetKey }) => assetKey)),
    ).toEqual(assets);
  });

  it('has gains of the current year above any exemption, also without the unresolved transfers, and the issues of the story', () => {
    const { years, issues } = figuresOf(happened, priced);
    const current = Number(yesterday.slice(0, 4));
    expect(years.at(-1)!.year).toBe(current);
    const unresolved = happened.filter(({ treatment }) => treatment === 'TRANSFER_OUT_UNRESOLVED');
    const resolved = happened.filter((each) => !unresolved.includes(each));
    expect(figuresOf(resolved, priced).years.at(-1)!.capitalGains).toBeGreaterThan(EXEMPTION_MAX);
    expect(issues.map(({ type, year }) => `${String(year! - current)} ${type}`).sort()).toEqual([
      '-3 GIFT_BASIS_UNKNOWN',
      '0 MISSING_COST_BASIS',
      '0 MISSING_PRICE',
      ...Array.from({ length: 2 }, () => '0 NEEDS_REVIEW'),
      '0 SUSPECTED_SPAM',
      ...Array.from({ length: 2 }, () => '0 UNCLASSIFIED'),
      ...Array.from({ length: 3 }, () => '0 UNMATCHED_TRANSFER_OUT'),
    ]);
  });
});

/** Computes the figures with the engine, without the corrections. */
function figuresOf(happened: readonly Event[], priced: readonly Price[]): EngineOutputs {
  const raw = happened.map(({ kind: _kind, account, asset, timestamp, ...fact }, index) =>
    event(fact.referenceId, fact.type as EventType, {
      ...(fact as object),
      id: idOf(`n${String(index)}`),
      accountRef: account,
      assetKey: asset.key,
      fiat: asset.fiat === true,
      at: timestamp,
    }),
  );
  const prices = priced.map(({ assetKey, at: text, eur }) => ({
    assetKey,
    eur,
    atUs: at(text),
    shared: false,
  }));
  return recalculate(inputsOf(raw, { prices }));
}

describe('the start day', () => {
  it('changes the data', () => {
    expect(demoLines('2026-11-25')).not.toEqual(lines);
  });

  it('is a day of the calendar from 2 January 2026 on', () => {
    for (const day of ['2026-11-31', '2026-1-2', 'today', '', '2026-01-01'])
      expect(() => demoLines(day)).toThrow(RangeError);
    expect(demoLines('2026-01-02').length).toBeGreaterThan(0);
  });
});
