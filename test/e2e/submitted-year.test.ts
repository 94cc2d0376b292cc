/**
 * The documents of a submitted year keep their bytes when everything around it changes (engine.md §7, "Frozen years stand"), and later
 * years start from what it carried over.
 */
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Schema } from '@ctx/client';
import { CONTRIBUTION_FIGURES, LANGUAGES } from '@ctx/domain/vocabulary';
import { ok } from '../api/client.ts';
import { untilIdle } from './runs.ts';
import { createUser, useStack } from './kit.ts';
import { event, importLines, newToken } from './stack.ts';

const of = (key: string): object => ({ asset: { key, symbol: key } });
const ACCOUNT = { kind: 'account', ref: 'kraken-1', accountKind: 'exchange', datasource: 'KRAKEN' };
const GROUP = '00000000-0000-4000-8000-0000000000aa';
const leg = (treatment: string, key: string): object => ({
  ...of(key),
  treatment,
  continuityGroupId: GROUP,
});

const BEFORE: readonly object[] = [
  { ...ACCOUNT, label: 'One' },
  { kind: 'price', assetKey: 'ADA', at: '2027-02-01T09:00:00Z', eur: '0.5' },
  { kind: 'price', assetKey: 'OLD', at: '2025-12-31T20:00:00Z', eur: '100' },
  event('OLD', 'ACQUISITION', '10', '2025-02-01T10:00:00Z', '1000', of('OLD')),
];
// 6 X of 2026 become 6 Y, of which 4 are left at the end of 2027.
const MOVED: readonly object[] = [
  event('X', 'ACQUISITION', '6', '2026-02-01T10:00:00Z', '60', of('X')),
  event('OUT', 'DISPOSITION', '6', '2026-03-01T10:00:00Z', '60', leg('BRIDGE_DEPOSIT', 'X')),
  event('IN', 'ACQUISITION', '6', '2026-03-01T10:30:00Z', '60', leg('BRIDGE_WITHDRAW', 'Y')),
];
const AFTER: readonly object[] = [
  event('PRICED', 'INCOME', '1', '2027-02-01T10:00:00Z', null, of('ADA')),
  event('DUST', 'INCOME', '1', '2027-02-02T10:00:00Z', '0.01', of('SPECK')),
  event('Y27', 'DISPOSITION', '2', '2027-05-01T10:00:00Z', '520', of('Y')),
  ...['2026', '2027', '2028'].map((year) =>
    event(`S${year}`, 'DISPOSITION', '1', `${year}-06-01T10:00:00Z`, '2100', of('OLD')),
  ),
];
const FACTS = [...BEFORE, ...MOVED, ...AFTER];

let userId: string;
let token: string;
let ruleId: string;
const stack = useStack();

beforeAll(async () => {
  ({ userId, token } = await createUser(stack, {
    beta: 'portfolio',
    years: [2024, 2025, 2026, 2027, 2028],
    scope: 'write',
  }));
  expect(await importLines(stack, userId, FACTS)).not.toHaveProperty('error');
  const dust = {
    action: 'IGNORE_DUST',
    matchType: 'DUST_THRESHOLD',
    label: 'Dust',
    thresholdEur: 0.1,
  } as const;
  const { rule } = await ok(stack.api(token).POST('/api/v1/rules', { body: dust }));
  ruleId = rule.id;
  await untilIdle(stack, { userId });
  for (const year of [2026, 2027, 2028]) await state(year, 100);
  await stack.ctx(['year', 'freeze', '--user', userId, '--year', '2027']);
}, 120_000);

const state = async (year: number, otherGains: number): Promise<void> => {
  const path = { year };
  await ok(
    stack.api(token).POST('/api/v1/years/{year}/circumstances', { params: { path }, body: { otherGains } }),
  );
};
const transactions = async (year: number): Promise<Schema<'Transaction'>[]> =>
  (await ok(stack.api(token).GET('/api/v1/transactions', { params: { query: { year, size: 200 } } })))
    .transactions;
const summary = async (year: number): Promise<Schema<'YearSummary'>> =>
  ok(stack.api(token).GET('/api/v1/years/{year}/summary', { params: { path: { year } } }));
const correct = async (referenceId: string, year: number, overriddenEuroValue: number): Promise<void> => {
  const found = (await transactions(year)).find((each) => each.referenceId === referenceId);
  await ok(
    stack.api(token).POST('/api/v1/overrides', { body: { taxEventId: found!.id, overriddenEuroValue } }),
  );
};
const drifts = async (): Promise<(number | null | undefined)[]> =>
  (await ok(stack.api(token).GET('/api/v1/issues'))).items
    .filter(({ issueType }) => issueType === 'FROZEN_YEAR_DRIFT')
    .map(({ year }) => year);

/** Every document of 2027, by its address; and what 2028 shows of the years before it. */
async function documents(): Promise<Record<string, unknown>> {
  const listed = await transactions(2027);
  const paths = [
    '/years/2027/summary',
    '/years/2027/circumstances',
    '/years/2027/readings',
    '/transactions?year=2027',
    ...['csv', 'jsonl', 'json'].map((format) => `/years/2027/report?format=${format}`),
    ...LANGUAGES.map((language) => `/years/2027/report?format=html&language=${language}`),
    ...CONTRIBUTION_FIGURES.map((figure) => `/years/2027/contributions?figure=${figure}`),
    ...listed.map(({ id }) => `/transactions/${id}?year=2027`),
  ];
  // One after the other: a user has one whole report under way.
  const shown: [string, string][] = [];
  for (const path of paths) shown.push([path, await textOf(path)]);
  const { years } = await ok(stack.api(token).GET('/api/v1/summary'));
  const { vrijstellingHeadroom, estimate } = await summary(2028);
  return {
    ...Object.fromEntries(shown),
    row: years.filter(({ year }) => year === 2027),
    later: [vrijstellingHeadroom!.carriedIn, estimate],
  };
}

/** A document without what is not of the year: the place at which a page of the report ends, and the count of a drift. */
async function textOf(path: string): Promise<string> {
  const { status, text } = await stack.get(`/api/v1${path}`, token);
  // A submitted year has no readings.
  expect([path, status]).toEqual([path, path.endsWith('/readings') ? 409 : 200]);
  return text
    .replace(/"next":"[^"]*"/, '"next":""')
    .replace(/"requestId":"[^"]*"/, '')
    .replace(/"reviewQueueCounts":\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/, '');
}

describe('The documents of a submitted year', () => {
  const regime = (of: string) =>
    stack.ctx(['year', 'regime', '--user', userId, '--year', '2026', '--regime', of]);
  const importing = (lines: readonly object[]) => () => importLines(stack, userId, lines);
  // 3 of 6 X become Y, and 6 other Y are bought: a stock that the year never had.
  const otherMove = [
    MOVED[0]!,
    event('OUT', 'DISPOSITION', '3', '2026-03-01T10:00:00Z', '60', leg('BRIDGE_DEPOSIT', 'X')),
    event('IN', 'ACQUISITION', '3', '2026-03-01T10:30:00Z', '60', leg('BRIDGE_WITHDRAW', 'Y')),
    event('MORE', 'ACQUISITION', '6', '2026-02-02T10:00:00Z', '99', of('Y')),
  ];

  it.each<readonly [string, () => Promise<unknown>]>([
    ['a correction of an earlier year takes its unused exemption away', () => correct('S2026', 2026, 15_000)],
    ['an earlier year becomes speculative', () => regime('SPECULATIEF')],
    ['an earlier year becomes normal again', () => regime('NORMAAL_BEHEER')],
    ['lots of an earlier year move in another way', importing([...BEFORE, ...otherMove, ...AFTER])],
    [
      'the purchase of an earlier year is removed from the import',
      importing([...BEFORE, ...otherMove.slice(1), ...AFTER]),
    ],
    [
      'names and prices change and events are added around it',
      importing([
        { ...ACCOUNT, label: 'Two' },
        { kind: 'price', assetKey: 'ADA', at: '2027-02-01T09:30:00Z', eur: '0.7' },
        { kind: 'price', assetKey: 'OLD', at: '2025-12-31T21:00:00Z', eur: '55' },
        { kind: 'price', assetKey: 'Y', at: '2025-12-31T21:00:00Z', eur: '5' },
        ...BEFORE.slice(3),
        ...otherMove,
        event('GIVEN', 'DISPOSITION', '1', '2026-03-01T10:00:00Z', '5', leg('NORMAL', 'X')),
        ...AFTER,
        event('LATER', 'ACQUISITION', '1', '2028-07-01T10:00:00Z', '77', of('Y')),
      ]),
    ],
    [
      'the rule that ignored one of its events is deleted',
      () => ok(stack.api(token).DELETE('/api/v1/rules/{ruleId}', { params: { path: { ruleId } } })),
    ],
    ['the circumstances of an earlier year change', () => state(2026, -5000)],
    [
      'an earlier year is submitted too',
      () => stack.ctx(['year', 'freeze', '--user', userId, '--year', '2026']),
    ],
    [
      'an earlier year is opened again',
      () => stack.ctx(['year', 'unfreeze', '--user', userId, '--year', '2026']),
    ],
  ])('keep their bytes when %s', async (_title, change) => {
    // The requests of a token are limited.
    token = await newToken(stack, userId, 'write');
    const before = await documents();
    expect(Object.keys(before).length).toBeGreaterThan(18);
    const result = await change();
    expect(result ?? {}).not.toHaveProperty('error');
    await untilIdle(stack, { userId });
    expect(await documents()).toEqual(before);
  });
});

describe('Facts that would have changed only what was carried into a submitted year', () => {
  it('raise FROZEN_YEAR_DRIFT, and a dry run says so and does not list the year', async () => {
    const user = await createUser(stack, { years: [2025, 2026, 2027, 2028], scope: 'write' });
    ({ userId, token } = user);
    const sales = ['2026', '2027', '2028'].map((year) =>
      event(`S${year}`, 'DISPOSITION', '1', `${year}-06-01T10:00:00Z`, '2100', of('OLD')),
    );
    await importLines(stack, userId, [...BEFORE, ...sales]);
    await stack.ctx(['year', 'freeze', '--user', userId, '--year', '2027']);
    const exact = async (year: number) => {
      const { carriedIn, carriedOut } = (await summary(year)).vrijstellingHeadroom!;
      return [carriedIn.exact, carriedOut.exact];
    };
    expect([await exact(2027), await exact(2028)]).toEqual([
      [1000, 1000],
      [1000, 1000],
    ]);
    expect(await drifts()).toEqual([]);
    const [sale] = await transactions(2026);
    const body = { taxEventId: sale!.id, overriddenEuroValue: 15_000 };
    const dryRun = true;
    const { preview } = await ok(stack.api(token).POST('/api/v1/overrides', { body: { ...body, dryRun } }));
    expect(preview!.years.map(({ year }) => year)).toEqual([2026]);
    expect(preview!.issues.appear.map(({ issueType, year }) => [issueType, year])).toEqual([
      ['FROZEN_YEAR_DRIFT', 2027],
    ]);
    await ok(stack.api(token).POST('/api/v1/overrides', { body }));
    await untilIdle(stack, user);
    expect(await drifts()).toEqual([2027]);
    expect(await exact(2026)).toEqual([0, 0]);
    expect([await exact(2027), await exact(2028)]).toEqual([
      [1000, 1000],
      [1000, 1000],
    ]);
    await stack.ctx(['year', 'unfreeze', '--user', userId, '--year', '2027']);
    await untilIdle(stack, user);
    expect([await drifts(), await exact(2027)]).toEqual([[], [0, 1000]]);
  });
});
