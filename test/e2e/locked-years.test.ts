/**
 * Locked years show bands from a fixed grid in place of amounts and reject corrections; no exact figure leaks by any route or
 * combination. The tests import one user's facts several times, so that ids stay, with other EUR values in the locked year
 * whose figures fall into the same bands. Every response must have the same bytes, except for the EUR values of events, which
 * the contract shows as raw facts.
 */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type OperationId, OPERATIONS } from '@ctx/contract/operations';
import fc from 'fast-check';
import { ok } from '../api/client.ts';
import { rejectionOf, send } from './corrections/surfaces.ts';
import { untilIdle } from './corrections/users.ts';
import { BASE, correctBefore, factsOf, type VariedValues } from './locked-years/facts.ts';
import { type Readable, readableOf, readOut, withoutMoments } from './read-out.ts';
import { useStack, useUser } from './kit.ts';
import { type Answer, importLines, newToken, UNKNOWN_ID } from './stack.ts';

let readable: Readable;
let made: { overrideId: string; matchId: string };
let base: Snapshot;
const ids = new Map<string, string>();
/** Entries of the history that concern a locked year. */
let lockedEntries: string[];
const id = (referenceId: string): string => ids.get(referenceId)!;

const stack = useStack();
const user = useUser(stack, { beta: 'portfolio', years: [2024, 2025, 2026, 2027], scope: 'write' });

beforeAll(async () => {
  await importFacts(BASE);
  readable = await readableOf(stack, user.token);
  for (const year of readable.years) {
    const { body } = await stack.get(`/api/v1/transactions?size=200&year=${String(year)}`, user.token);
    for (const each of body['transactions'] as { referenceId: string; id: string }[])
      ids.set(each.referenceId, each.id);
  }
  made = await correctBefore(stack, user, id);
  await untilIdle(stack, user);
  await stack.ctx(['year', 'freeze', '--user', user.userId, '--year', '2024']);
  await setPaid('--remove-year', '2024', '2026');
  const { entries } = await ok(user.api.GET('/api/v1/history'));
  lockedEntries = entries
    .filter(({ years }) => years.includes(2024) || years.includes(2026))
    .map((entry) => entry.id);
  expect(lockedEntries.length).toBeGreaterThan(0);
  base = await snapshot();
});

async function importFacts(varied: VariedValues): Promise<void> {
  const imported = await importLines(stack, user.userId, factsOf(varied));
  if ('error' in imported) throw new Error(JSON.stringify(imported));
}

async function setPaid(how: '--add-year' | '--remove-year', ...years: string[]): Promise<void> {
  await stack.ctx(['user', 'set', '--user', user.userId, ...years.flatMap((year) => [how, year])]);
}

/** Corrections of events of locked years. Rules are not among these, because no year rejects them. */
const REJECTED: Partial<Record<OperationId, () => readonly (readonly [string, string, object?])[]>> = {
  applyOverride: () =>
    ['MARCH-1', 'LOSS', 'INCOME', 'S24'].map((event) => [
      'POST',
      '/overrides',
      { taxEventId: id(event), overriddenEuroValue: 1 },
    ]),
  bulkApplyOverrides: () => [
    ['POST', '/overrides/bulk', { taxEventIds: [id('MARCH-1'), id('S24'), UNKNOWN_ID], notes: 'x' }],
  ],
  correctAsset: () => [
    ['POST', '/overrides/asset', { taxEventIds: [id('MARCH-1'), id('S24'), UNKNOWN_ID], assetId: 'LUNC' }],
  ],
  removeOverride: () => [['DELETE', `/overrides/${made.overrideId}`]],
  bulkDeleteOverrides: () => [['POST', '/overrides/bulk-delete', { overrideIds: [made.overrideId] }]],
  matchTransfers: () =>
    [
      ['LEFT', 'ARRIVED'],
      ['OUT27', 'SWAP-IN'],
      ['SENT', 'RECEIVED'],
    ].map(([out, into]) => [
      'POST',
      '/transfer-matches',
      { outTaxEventId: id(out!), inTaxEventId: id(into!), transferKind: 'BRIDGE' },
    ]),
  bulkMatchTransfers: () => [
    [
      'POST',
      '/transfer-matches/bulk',
      {
        pairs: [
          ['LEFT', 'ARRIVED'],
          ['SENT', 'RECEIVED'],
        ]
          .map((pair) => pair.map(id))
          .concat([[UNKNOWN_ID, id('ARRIVED')]])
          .map(([outTaxEventId, inTaxEventId]) => ({
            outTaxEventId,
            inTaxEventId,
            transferKind: 'SELF_TRANSFER',
          })),
        markOwnWallet: true,
      },
    ],
  ],
  unmatchTransfer: () => [['DELETE', `/transfer-matches/${made.matchId}`]],
  setCircumstances: () =>
    ['2024', '2026'].map((year) => ['POST', `/years/${year}/circumstances`, { otherGains: 1 }]),
  removeCircumstances: () => ['2024', '2026'].map((year) => ['DELETE', `/years/${year}/circumstances`]),
  chooseRegime: () =>
    ['2024', '2026'].map((year) => ['POST', `/years/${year}/regime`, { regime: 'SPECULATIEF' }]),
  undoCorrection: () => lockedEntries.map((entryId) => ['POST', `/history/${entryId}/undo`]),
};
/**
 * Rules concern every year, and balances have no money: they are compared with amounts, which a locked year shows, and so is what
 * exchanges stated: test/e2e/corrections/stated-totals.test.ts. A price is rejected where an
 * event of a locked year needs it: test/e2e/corrections/prices.test.ts. Files may concern locked years, whose ranges then stay:
 * test/e2e/locked-files.test.ts.
 */
const NEVER_REJECTED: readonly OperationId[] = [
  'createRule',
  'deleteRule',
  'setPrices',
  'addPriceFile',
  'removePrice',
  'stateBalance',
  'removeBalance',
  'stateReported',
  'removeReported',
  'createUpload',
  'addFile',
  'removeFile',
  'addWebhook',
  'rotateWebhook',
  'replayEvents',
  'removeWebhook',
];

/** Previews in open years, whose figures depend on those of locked years. */
const tried = (): (readonly [string, string, object?])[] => [
  ['POST', '/overrides', { taxEventId: id('OUT27'), overriddenEuroValue: 1234.5, dryRun: true }],
  [
    'POST',
    '/rules',
    { action: 'IGNORE_DUST', label: 'l', matchType: 'DUST_THRESHOLD', thresholdEur: 100000, dryRun: true },
  ],
  [
    'POST',
    '/prices',
    {
      prices: readable.holdingIds.flatMap((assetKey) =>
        ['2025-12-31', '2027-06-01'].map((day) => ({ assetKey, day, eur: 1234.5, source: 's' })),
      ),
      dryRun: true,
    },
  ],
  // A departure before 2026 is no disposal, and one in the locked year is rejected.
  ...['2027-01-02T00:00:00Z', '2027-12-01T00:00:00Z'].map(
    (at) => ['GET', `/previews/departure?at=${at}`] as const,
  ),
  ...readable.holdingIds.flatMap((asset) =>
    ['2025-06-01T00:00:00Z', '2027-12-01T00:00:00Z'].map((at) => {
      const sale = `assetKey=${encodeURIComponent(asset)}&amount=1000000&unitPriceEur=9&at=${at}`;
      return ['GET', `/previews/sale?${sale}`] as const;
    }),
  ),
];

/** The part of a response that a snapshot stores. */
interface SnapshotAnswer {
  readonly text: string;
  readonly status: number;
  readonly etag: string | null;
  readonly length: string | null;
}
type Snapshot = ReadonlyMap<string, SnapshotAnswer>;

const RAW = /"(euroValue|originalEuroValue)":[^,}]+/g;

/** Every read and every rejection. In responses with raw values or times, these are masked, and so are the length and the ETag. */
async function snapshot(): Promise<Snapshot> {
  const token = await newToken(stack, user.userId, 'write');
  const answers = await readOut(stack, token, readable, user.userId);
  for (const { id: operation, method } of OPERATIONS) {
    if (method === 'GET' || NEVER_REJECTED.includes(operation)) continue;
    const requests = REJECTED[operation];
    if (requests === undefined) throw new Error(`no case for the operation ${operation}`);
    for (const [how, path, body] of requests())
      answers.set(`${how} ${path} ${JSON.stringify(body)}`, await correct(token, how, path, body));
  }
  const shown = [...answers].map(([name, answer]) => [name, shownOf(answer)] as const);
  // A token sends 120 requests a minute.
  const other = await newToken(stack, user.userId, 'write');
  for (const [how, path, body] of tried()) {
    const answer = await correct(other, how, path, body);
    expect([path, answer.status]).toEqual([path, 200]);
    // Without the override or rule that was not made, which has the time of the request.
    const text = JSON.stringify(answer.body['preview'] ?? answer.body).replace(RAW, '"$1":null');
    shown.push([`/tried${path}`, { text, status: 200, etag: null, length: null }]);
  }
  return new Map(shown);
}

const correct = (token: string, method: string, path: string, body?: object): Promise<Answer> =>
  send(stack, { ...user, token }, method, `/api/v1${path}`, body);

function shownOf({ text, status, headers }: Answer): SnapshotAnswer {
  const masked = withoutMoments(text).replace(RAW, '"$1":null');
  const whole = masked === text;
  return {
    text: masked,
    status,
    etag: whole ? headers.get('etag') : null,
    length: whole ? headers.get('content-length') : null,
  };
}

/** Returns where two snapshots differ: the response, and both texts from the first difference. */
function differences(one: Snapshot, other: Snapshot): object[] {
  return [...new Set([...one.keys(), ...other.keys()])].flatMap((name) => {
    const [a, b] = [one, other].map((each) => JSON.stringify(each.get(name) ?? null));
    const at = [...a!].findIndex((character, index) => character !== b![index]);
    return a === b
      ? []
      : [{ name, one: a!.slice(Math.max(0, at - 200), at + 100), other: b!.slice(at, at + 100) }];
  });
}

interface AmountVO {
  readonly locked: boolean;
  readonly exact: number | null;
  readonly low: number;
  readonly high: number;
}

const summaryOf = async (
  year: number,
): Promise<Record<string, AmountVO> & { monthlyRealizedGains: { gain: AmountVO }[] }> =>
  (await stack.get(`/api/v1/years/${String(year)}/summary`, await newToken(stack, user.userId)))
    .body as never;

/** Returns an EUR figure in the band of `month`. `share` is its position in the band, from the end next to 0. */
function within({ low, high }: AmountVO, share: number): number {
  const [near, far] = low < 0 ? [high, low] : [low, high];
  return Math.round((near + (far - near) * share) * 100) / 100;
}

describe('a locked year', () => {
  const share = fc.integer({ min: 1, max: 999 }).map((permille) => permille / 1000);
  const shares = fc.record({
    march: share,
    april: share,
    income: share,
    loss: share,
    swap: share,
    borrowed: share,
    short: share,
    left: share,
  });

  it('returns the same bytes for all exact figures within the same bands: reads, rejections, their ETags and lengths', async () => {
    const { monthlyRealizedGains } = await summaryOf(2026);
    const months = monthlyRealizedGains.map(({ gain }) => gain);
    expect(months.every(({ locked, exact }) => locked && exact === null)).toBe(true);
    let varied = 0;
    await fc.assert(
      fc.asyncProperty(shares, async (of) => {
        // Two parts of March change in opposite directions, each within its band. The parts of December change and their sum does not.
        const march = [1600 + 1500 * of.march, 3210 + 1400 * (1 - of.march)] as const;
        const left = 150 * of.left;
        await importFacts({
          march: [1000 + march[0], 1000 + march[1]],
          april: 900 + within(months[3]!, of.april),
          income: 401 + 198 * of.income,
          loss: 3000 + within(months[5]!, of.loss),
          swap: 500 + within(months[6]!, of.swap),
          borrowed: 601 + 198 * of.borrowed,
          short: within(months[8]!, of.short),
          left: 2000 + left,
          december: 3000 - left,
        });
        expect(differences(base, await snapshot())).toEqual([]);
        varied += 1;
      }),
      { numRuns: 4, seed: 2026, endOnFailure: true },
    );
    expect(varied).toBe(4);
    await importFacts(BASE);
  });

  it('answers 304 to a client that has the previous response, after exact figures changed within their bands', async () => {
    const path = '/api/v1/years/2026/summary';
    const etag = base.get(path)!.etag!;
    await importFacts({ ...BASE, march: [3100, 4700], income: 555 });
    const answer = await stack.get(path, await newToken(stack, user.userId), { 'if-none-match': etag });
    expect(answer.status).toBe(304);
    await importFacts(BASE);
  });

  it('shows the same bands after it was unlocked and locked again, because they lie on a fixed grid', async () => {
    await setPaid('--add-year', '2026');
    expect(await summaryOf(2026)).toMatchObject({
      totalCapitalGains: { locked: false, exact: expect.any(Number) },
    });
    await setPaid('--remove-year', '2026');
    expect(differences(base, await snapshot())).toEqual([]);
  });

  it('shows bands in place of every amount, also when it is frozen', async () => {
    const inbox = JSON.parse(base.get('/api/v1/issues')!.text) as {
      items: { year: number; event: object }[];
    };
    for (const year of [2024, 2026]) {
      const summary = await summaryOf(year);
      const texts = [
        JSON.stringify(summary),
        ...inbox.items.filter((item) => item.year === year).map((item) => JSON.stringify(item)),
      ];
      expect(texts.length).toBeGreaterThan(1);
      for (const text of texts) {
        expect(text).not.toMatch(/"exact":[^n]/);
        expect(text).not.toMatch(/"(totalGain|averageSellPrice|costBasis|averageAcquisitionPrice)":[^n]/);
        expect(text).not.toMatch(/"(amount":[^n][^}]*"amountLocked|estimatedImpactEur":[^n])/);
      }
      expect(summary['totalCapitalGains']!.high).toBeGreaterThan(summary['totalCapitalGains']!.low);
    }
  });

  it('is left out of the copilot totals, with every pair that touches it', () => {
    const inbox = JSON.parse(base.get('/api/v1/issues')!.text) as {
      copilotEstimatedImpactTotalEur: number;
      items: {
        locked: boolean;
        sourceEventId: string;
        copilot: { estimatedImpactEur: number | null } | null;
      }[];
    };
    const impacts = new Map(
      inbox.items.map((item) => [item.sourceEventId, item.copilot?.estimatedImpactEur]),
    );
    // The pair is within 2027: when it is matched, the gain of 500 on the outgoing event is not taxed.
    expect([impacts.get(id('OUT27')), impacts.get(id('IN27'))]).toEqual([-50, -50]);
    expect([impacts.get(id('ARRIVED')), impacts.get(id('LEFT'))]).toEqual([null, null]);
    expect(inbox.copilotEstimatedImpactTotalEur).toBe(-100);
  });
});

describe('corrections in a locked year', () => {
  it('are rejected with 402 YEAR_LOCKED and upgradeUrl: override, its deletion, match and unmatch; bulk rejects each item in a 200', () => {
    const rejections = [...base].filter(([name]) => !name.startsWith('/'));
    expect(rejections.length).toBeGreaterThan(8);
    for (const [name, { status, text }] of rejections) {
      const body = JSON.parse(text) as Record<string, unknown>;
      if (!/^POST \/(overrides\/(bulk|asset)|transfer-matches\/bulk)/.test(name)) {
        expect([name, status, body]).toEqual([
          name,
          402,
          expect.objectContaining({ code: 'YEAR_LOCKED', upgradeUrl: expect.stringMatching(/^https?:/) }),
        ]);
        continue;
      }
      expect([status, body['recalc']]).toEqual([200, 'NOT_NEEDED']);
      const codes = (body['results'] as { code: string }[]).map(({ code }) => code);
      expect(codes).toEqual(
        codes.length === 1 ? ['YEAR_LOCKED'] : ['YEAR_LOCKED', 'YEAR_LOCKED', 'NOT_FOUND'],
      );
    }
  });

  it('are accepted as rules, which apply to every year', async () => {
    const token = await newToken(stack, user.userId, 'write');
    const terms = { action: 'MARK_INCOME', label: 'x', matchType: 'PROTOCOL', matchValue: 'nowhere' };
    const created = await correct(token, 'POST', '/rules', terms);
    expect(rejectionOf(created)).toBeNull();
    const { rule } = created.body as { rule: { id: string } };
    expect(rejectionOf(await correct(token, 'DELETE', `/rules/${rule.id}`))).toBeNull();
  });
});
