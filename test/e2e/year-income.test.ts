/** The income of a year that its page shows: the sums of the list of contributions. */
import { describe, expect, it } from '@jest/globals';
import { brusselsDate } from '@ctx/domain/brussels';
import { parseEur } from '@ctx/domain/decimal';
import { callerMetadata, callUnary } from '@ctx/platform/grpc-client';
import { PageServiceClient, type YearIncome } from '@ctx/proto/gen/ctx/v1/read';
import { parseDigits } from '../../services/gateway/src/answers/digits.ts';
import { useGrpcClient, useStack } from './kit.ts';
import { callerKeyOf, event, importLines, newUser, WORKED_EXAMPLE_1 } from './stack.ts';

const stack = useStack();
const pages = useGrpcClient(PageServiceClient, () => stack.ready().services.read.address);

interface Owner {
  readonly userId: string;
  readonly token: string;
}

const [ACCOUNT] = WORKED_EXAMPLE_1 as readonly [object];
const YEAR = 2026;
const of = (key: string, symbol = key): object => ({ asset: { key, symbol } });
const income = (ref: string, time: string, eur: string, asset: object = {}): object =>
  event(ref, 'INCOME', '1', time, eur, asset);

async function ownerOf(
  email: string,
  lines: readonly object[],
  plan: readonly string[] = ['--year', '2026'],
): Promise<Owner> {
  const user = await newUser(stack, email, ['--plan', 'pro', ...plan]);
  const imported = await importLines(stack, user.userId, [ACCOUNT, ...lines]);
  if ('error' in imported) throw new Error(JSON.stringify(imported));
  return user;
}

function incomeOf({ userId }: Owner, year = YEAR): Promise<YearIncome> {
  const caller = { userId: Number(userId), scope: 'read', via: 'Test', requestId: 'income' } as const;
  return callUnary(
    pages.getYearIncome.bind(pages),
    { year },
    callerMetadata(caller, callerKeyOf(stack)),
    10_000,
  );
}

interface ContributionsPage {
  readonly hasNext: boolean;
  readonly contributions: readonly {
    readonly timestamp: string;
    readonly assetKey: string;
    readonly assetSymbol: string;
    readonly amount: { readonly exact: string };
  }[];
}

/** The same sums from the list of contributions, page after page. Of two equal sums, the one that the list has later comes first. */
async function fromContributions({ token }: Owner): Promise<unknown> {
  const months = Array.from({ length: 12 }, () => 0n);
  const assets = new Map<string, { symbol: string; sum: bigint }>();
  for (let page = 0, isMore = true; isMore; page += 1) {
    const { text } = await stack.get(
      `/api/v1/years/${String(YEAR)}/contributions?figure=income&size=200&page=${String(page)}`,
      token,
    );
    const { contributions, hasNext } = parseDigits(text) as ContributionsPage;
    for (const { timestamp, assetKey, assetSymbol: symbol, amount } of contributions) {
      const eur = parseEur(amount.exact);
      const month = brusselsDate(Date.parse(timestamp)).month - 1;
      months[month] = (months[month] ?? 0n) + eur;
      assets.set(assetKey, { symbol, sum: (assets.get(assetKey)?.sum ?? 0n) + eur });
    }
    isMore = hasNext;
  }
  return {
    assets: [...assets].reverse().toSorted(([, one], [, other]) => Number(other.sum - one.sum)),
    months,
  };
}

function summed({ assets, months }: YearIncome): unknown {
  return {
    assets: assets.map(({ assetKey, assetSymbol: symbol, eur }) => [
      assetKey,
      { symbol, sum: parseEur(eur) },
    ]),
    months: months.map((eur) => parseEur(eur)),
  };
}

describe('The income of a year', () => {
  it('is the sum of its contributions, by asset with the largest first and by month in Belgium', async () => {
    const owner = await ownerOf('income-sums@example.org', [
      // 1 February in Belgium.
      income('I1', '2026-01-31T23:30:00Z', '0.1'),
      income('I2', '2026-02-10T10:00:00Z', '0.2'),
      income('I3', '2026-03-29T00:30:00Z', '9007199254740.123456789012', of('SOL')),
      income('I4', '2026-10-31T22:59:59Z', '7', of('DOT', 'OLD')),
      income('I5', '2026-10-31T23:00:00Z', '5', of('DOT', 'NEW')),
      // As much as DOT brought, of an older event and of the same instant.
      income('I6', '2026-05-01T10:00:00Z', '12', of('ADA')),
      income('I7', '2026-05-01T10:00:00Z', '12', of('XTZ')),
      // Not of this year in Belgium.
      income('I8', '2025-12-31T22:59:59Z', '100'),
      income('I9', '2026-12-31T23:00:00Z', '100'),
      // No income.
      event('B1', 'ACQUISITION', '1', '2026-01-10T10:00:00Z', '1000'),
      income('I10', '2026-06-01T10:00:00Z', '50', { treatment: 'IGNORED' }),
    ]);
    const found = await incomeOf(owner);
    expect(found.tooMany).toBe(false);
    expect(found.assets.map(({ assetKey }) => assetKey)).toHaveLength(5);
    expect(summed(found)).toEqual(await fromContributions(owner));
  });

  it('is nothing for a year without income, a locked year, and the year of another user', async () => {
    const nothing = { tooMany: false, assets: [], months: Array.from({ length: 12 }, () => '0') };
    const owner = await ownerOf('income-locked@example.org', [income('I1', '2026-02-10T10:00:00Z', '5')], []);
    const other = await ownerOf('income-other@example.org', []);
    expect(await incomeOf(owner)).toEqual(nothing);
    expect(await incomeOf(other)).toEqual(nothing);
    await stack.ctx(['user', 'set', '--user', owner.userId, '--add-year', String(YEAR)]);
    expect((await incomeOf(owner)).assets).toMatchObject([{ eur: '5' }]);
    expect(await incomeOf(owner, 2025)).toEqual(nothing);
  });

  it('is added up for 1,000 events, and not for more', async () => {
    const times = (count: number): object[] =>
      Array.from({ length: count }, (_, index) =>
        income(`I${String(index)}`, new Date(Date.UTC(YEAR, 4, 1, 0, index)).toISOString(), '1'),
      );
    const owner = await ownerOf('income-many@example.org', times(1000));
    expect(summed(await incomeOf(owner))).toEqual(await fromContributions(owner));
    await importLines(stack, owner.userId, [ACCOUNT, ...times(1001)]);
    expect(await incomeOf(owner)).toEqual({ tooMany: true, assets: [], months: [] });
  });
});
