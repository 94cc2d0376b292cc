/** The trades that the page of transactions shows: the list of the API, with the transactions of one trade as one. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { formatDecimal, parseEur } from '@ctx/domain/decimal';
import { callerMetadata, callUnary } from '@ctx/platform/grpc-client';
import {
  type ListTransactionsRequest,
  PageServiceClient,
  type Trade,
  type TradesPage,
} from '@ctx/proto/gen/ctx/v1/read';
import fc from 'fast-check';
import { parseDigits } from '../../services/gateway/src/answers/digits.ts';
import { useGrpcClient, useStack } from './kit.ts';
import { callerKeyOf, event, importLines, newUser, WORKED_EXAMPLE_1 } from './stack.ts';

const stack = useStack();
const pages = useGrpcClient(PageServiceClient, () => stack.ready().services.read.address);

const YEAR = 2026;
const TIMES = ['2026-02-01T10:00:00Z', '2026-02-01T10:00:01Z', '2026-03-01T10:00:00Z'];
const [ACCOUNT] = WORKED_EXAMPLE_1 as readonly [object];
const OTHER = { kind: 'account', ref: 'other', accountKind: 'exchange', datasource: 'BITVAVO' };
const groupId = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

interface Leg {
  readonly reference: number;
  readonly type: string;
  readonly asset: string;
  readonly time: string;
  readonly isOther: boolean;
  readonly isGrouped: boolean;
  readonly isSpam: boolean;
  readonly eur: string | null;
}

/** A few events of each of many references, so that they are trades, and nearly trades of every kind. */
const LEGS = fc.uniqueArray(
  fc.record({
    reference: fc.integer({ min: 1, max: 45 }),
    type: fc.constantFrom('ACQUISITION', 'DISPOSITION', 'DISPOSITION', 'FEE', 'FEE', 'INCOME'),
    asset: fc.constantFrom('BTC', 'ETH', 'BNB'),
    time: fc.constantFrom(TIMES[0]!, TIMES[0]!, TIMES[0]!, TIMES[1]!),
    isOther: fc.boolean(),
    isGrouped: fc.integer({ min: 0, max: 3 }).map((each) => each > 0),
    isSpam: fc.integer({ min: 0, max: 15 }).map((each) => each === 0),
    eur: fc.constantFrom('10.123456789', '7', '7', null),
  }),
  {
    // So many that each filter finds more than ten of them, whatever is drawn.
    minLength: 250,
    maxLength: 250,
    selector: ({ reference, type, asset, isOther }) => [reference, type, asset, isOther].join(),
  },
);

const lineOf = (leg: Leg): object =>
  event(`R${String(leg.reference)}`, leg.type, '1', leg.time, leg.eur, {
    asset: { key: leg.asset, symbol: leg.asset },
    spam: leg.isSpam,
    ...(leg.isOther && { account: 'other' }),
    ...(leg.isGrouped &&
      leg.type !== 'FEE' && { continuityGroupId: groupId(leg.reference * 2 + (leg.isOther ? 1 : 0)) }),
  });

interface ListItem {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly accountId: string;
  readonly referenceId: string;
  readonly assetKey: string;
  readonly continuityGroupId?: string | null;
  readonly spam: boolean;
  readonly treatment: string;
  readonly euroValue?: string | null;
}

interface Owner {
  readonly userId: string;
  readonly token: string;
}

async function ownerOf(email: string, lines: readonly object[], plan = ['--year', '2026']): Promise<Owner> {
  const user = await newUser(stack, email, ['--plan', 'pro', ...plan]);
  expect(await importLines(stack, user.userId, [ACCOUNT, OTHER, ...lines])).not.toHaveProperty('error');
  return user;
}

function tradesOf(owner: Owner, request: Partial<ListTransactionsRequest> = {}): Promise<TradesPage> {
  const caller = { userId: Number(owner.userId), scope: 'read', via: 'Test', requestId: 'trades' } as const;
  return callUnary(
    pages.listTrades.bind(pages),
    { year: YEAR, page: 0, size: 50, ...request },
    callerMetadata(caller, callerKeyOf(stack)),
    10_000,
  );
}

async function all(owner: Owner, request: Partial<ListTransactionsRequest>): Promise<Trade[]> {
  const found: Trade[] = [];
  for (let page = 0; ; page += 1) {
    const { trades, hasNext } = await tradesOf(owner, { ...request, page });
    found.push(...trades);
    if (!hasNext) return found;
  }
}

async function listed({ token }: Owner, filters: Readonly<Record<string, string>> = {}): Promise<ListItem[]> {
  const found: ListItem[] = [];
  for (let page = 0; ; page += 1) {
    const query = new URLSearchParams({ year: String(YEAR), size: '200', page: String(page), ...filters });
    const { text } = await stack.get(`/api/v1/transactions?${query.toString()}`, token);
    const { transactions, hasNext } = parseDigits(text) as { transactions: ListItem[]; hasNext: boolean };
    found.push(...transactions);
    if (!hasNext) return found;
  }
}

const membersOf = ({ given, received, fees }: Trade): string[] =>
  [...given, ...received, ...fees].map(({ id }) => id);

/** The same by the definition: what is joined is of one account, reference and instant, and one with its fees or a swap. */
function joinedBy(events: readonly ListItem[]): string[][] {
  const groups = Map.groupBy(events, (each) => `${each.timestamp} ${each.accountId} ${each.referenceId}`);
  return [...groups.values()].flatMap((group) => {
    const others = group.filter(({ type }) => type !== 'FEE');
    const [first] = others;
    const isSwap =
      first?.continuityGroupId != null &&
      others.every(
        ({ continuityGroupId: id, type }) => id === first.continuityGroupId && /^(ACQ|DISP)/.test(type),
      ) &&
      new Set(others.map(({ type }) => type)).size === 2;
    const isTrade = group.length > 1 && group.every(({ spam }) => !spam) && (others.length === 1 || isSwap);
    return isTrade ? [group.map(({ id }) => id)] : group.map(({ id }) => [id]);
  });
}

const FILTERS: readonly Readonly<Record<string, string>>[] = [
  {},
  { type: 'FEE' },
  { type: 'ACQUISITION' },
  { asset: 'btc' },
  { asset: 'ETH', type: 'DISPOSITION' },
  { text: 'r1' },
  { needsReview: 'true' },
];

describe('The trades of a random history', () => {
  let owner: Owner;
  let events: ListItem[];
  beforeAll(async () => {
    const [legs] = fc.sample(LEGS, { numRuns: 1 }) as [Leg[]];
    owner = await ownerOf('trades@example.org', [
      ...['BTC', 'ETH', 'BNB'].map((key) =>
        event(`B${key}`, 'ACQUISITION', '500', '2026-01-05T10:00:00Z', '1000', {
          asset: { key, symbol: key },
        }),
      ),
      ...legs.map(lineOf),
      // A swap with a value, whatever the random ones are.
      ...['DISPOSITION', 'ACQUISITION'].map((type) =>
        event('SWAP', type, '1', TIMES[2]!, '7', {
          asset: { key: type === 'DISPOSITION' ? 'BTC' : 'ETH', symbol: 'SWAP' },
          continuityGroupId: groupId(900),
        }),
      ),
    ]);
    events = await listed(owner);
  });

  it.each(FILTERS)(
    'are the transactions of the API by the filters %j, each once and whole, in its order',
    async (filters) => {
      const expected = await listed(owner, filters);
      const { needsReview, ...others } = filters;
      const request = { ...others, ...(needsReview !== undefined && { needsReview: true }) };
      const trades = joinedBy(events);
      for (const size of [3, 7, 50, 200]) {
        const found = await all(owner, { ...request, size });
        const ids = expected.map(({ id }) => id);
        const firsts = ids.flatMap((id) => {
          const trade = trades.find((members) => members.includes(id)) ?? [];
          const first = ids.find((each) => trade.includes(each));
          return first === id ? [trade.toSorted()] : [];
        });
        expect(found.map((trade) => membersOf(trade).toSorted())).toEqual(firsts);
        expect((await tradesOf(owner, { ...request, size })).totalElements).toBe(ids.length);
      }
      expect(expected.length).toBeGreaterThan(filters['needsReview'] === undefined ? 10 : -1);
    },
  );

  it('are some of several transactions', async () => {
    const found = await all(owner, {});
    expect(found.filter(({ fees }) => fees.length > 0).length).toBeGreaterThan(0);
    expect(found.filter((trade) => membersOf(trade).length === 1).length).toBeGreaterThan(0);
  });

  it('have the gains that the API adds up for the year', async () => {
    const found = await all(owner, {});
    const { text } = await stack.get(
      `/api/v1/years/${String(YEAR)}/contributions?figure=capitalGains&size=200`,
      owner.token,
    );
    const { contributions } = parseDigits(text) as {
      contributions: { taxEventId: string; amount: { exact: string } }[];
    };
    const gains = new Map(contributions.map((each) => [each.taxEventId, parseEur(each.amount.exact)]));
    expect(gains.size).toBeGreaterThan(10);
    const sums = found.map((trade) => membersOf(trade).filter((id) => gains.has(id)));
    expect(found.map(({ gain }) => (gain == null ? null : parseEur(gain)))).toEqual(
      sums.map((ids) => (ids.length === 0 ? null : ids.reduce((sum, id) => sum + gains.get(id)!, 0n))),
    );
  });

  it('have the value of their transaction, or the proceeds of their swap', async () => {
    const byId = new Map(events.map((each) => [each.id, each]));
    let swaps = 0;
    for (const { given, received, value } of await all(owner, {})) {
      const [first] = [...given, ...received];
      if (given.length + received.length === 1) {
        const expected = byId.get(first!.id)?.euroValue;
        expect(value == null ? null : parseEur(value)).toEqual(expected == null ? null : parseEur(expected));
        continue;
      }
      if (value == null) continue;
      swaps += 1;
      let proceeds = 0n;
      for (const { id } of given) {
        const { text } = await stack.get(`/api/v1/transactions/${id}`, owner.token);
        const { explanation } = parseDigits(text) as { explanation: { disposal: { proceeds: string } } };
        proceeds += parseEur(explanation.disposal.proceeds);
      }
      expect(formatDecimal(parseEur(value), 12)).toBe(formatDecimal(proceeds, 12));
    }
    expect(swaps).toBeGreaterThan(0);
  });
});

describe('The trades of a user', () => {
  it('have nothing in euro in a locked year, and none is another user’s', async () => {
    const lines = [
      event('T1', 'DISPOSITION', '1', TIMES[0]!, '50'),
      event('T1', 'FEE', '1', TIMES[0]!, '3', { asset: { key: 'BNB', symbol: 'BNB' } }),
    ];
    const owner = await ownerOf('trades-locked@example.org', lines, []);
    const { locked, trades } = await tradesOf(owner);
    expect(locked).toBe(true);
    expect(trades).toHaveLength(1);
    const [trade] = trades as [Trade];
    const eur = [
      trade.value,
      trade.gain,
      ...[...trade.given, ...trade.fees].map(({ euroValue }) => euroValue),
    ];
    expect(eur.filter((each) => each != null)).toEqual([]);
    const other = await ownerOf('trades-other@example.org', []);
    expect((await tradesOf(other)).trades).toEqual([]);
  });

  it('are single where more transactions share a reference than a trade can have', async () => {
    const keys = Array.from({ length: 9 }, (_, index) => `A${String(index)}`);
    const legs = (reference: string, count: number): object[] =>
      keys.slice(0, count).map((key) =>
        event(reference, key === 'A0' ? 'DISPOSITION' : 'ACQUISITION', '1', TIMES[0]!, '5', {
          asset: { key, symbol: key },
          continuityGroupId: groupId(count),
        }),
      );
    const owner = await ownerOf('trades-many@example.org', [...legs('E', 8), ...legs('N', 9)]);
    const counts = (await all(owner, { size: 5 })).map((trade) => membersOf(trade).length);
    expect(counts.toSorted()).toEqual([...Array.from({ length: 9 }, () => 1), 8]);
  });
});
