/**
 * Files and locked years: whatever a user adds, changes or removes, a locked year keeps the ranges that it showed before, so that no
 * series of files finds an exact figure. Nothing is rejected: later years count with all files.
 */
import { describe, expect, it } from '@jest/globals';
import { ok } from '../api/client.ts';
import { untilIdle } from './runs.ts';
import { addFile, removeFile, sample } from './settings/file-users.ts';
import { newSomeone, type Someone, textOf } from './settings/person.ts';
import { useStack } from './kit.ts';
import { event, importFile, importLines } from './stack.ts';

const HEADER =
  'Timezone,Date,Time,Type,Currency,Amount,Quote Currency,Quote Price,Received / Paid Currency,Received / Paid Amount,Fee currency,Fee amount,Status,Transaction ID,Address';
type Row = readonly [
  type: 'buy' | 'sell' | 'withdrawal',
  date: string,
  asset: string,
  amount: number,
  eur: number,
];

/** Returns an export of Bitvavo. The ids of its rows are the same in every file with as many rows. */
function bitvavo(...rows: readonly Row[]): string {
  const lines = rows.map(([type, date, asset, amount, eur], index) => {
    const units = type === 'buy' ? amount : -amount;
    const money =
      type === 'withdrawal'
        ? ',,,'
        : `EUR,${String(eur / amount)},EUR,${String(type === 'buy' ? -eur : eur)}`;
    return `Europe/Brussels,${date},10:00:00,${type},${asset},${String(units)},${money},EUR,0,Completed,P${String(index)},`;
  });
  return `${[HEADER, ...lines].join('\n')}\n`;
}

/** The gain of March that nobody may learn: 4,567.89, of which the range is 3,200 to 4,800. */
const SECRET = [
  { kind: 'account', ref: 'kraken-1', accountKind: 'exchange', datasource: 'KRAKEN', label: 'Kraken' },
  event('B1', 'ACQUISITION', '2', '2026-01-10T10:00:00Z', '20000', { asset: { key: 'BTC', symbol: 'BTC' } }),
  event('S1', 'DISPOSITION', '1', '2026-03-10T10:00:00Z', '14567.89', {
    asset: { key: 'BTC', symbol: 'BTC' },
    needsReview: true,
  }),
  event('S2', 'DISPOSITION', '0.5', '2027-03-10T10:00:00Z', '9000', { asset: { key: 'BTC', symbol: 'BTC' } }),
];

const stack = useStack();

/** A user of whom 2025 and 2027 are open, and 2026 is locked. */
async function newTaxpayer(name: string): Promise<Someone> {
  const someone = await newSomeone(stack, `locked-files-${name}@example.org`);
  await setPaid(someone, '--add-year', '2025', '2027');
  await setPaid(someone, '--remove-year', '2026');
  return someone;
}

async function setPaid({ userId }: Someone, how: string, ...years: string[]): Promise<void> {
  await stack.ctx(['user', 'set', '--user', userId, ...years.flatMap((year) => [how, year])]);
}

async function summaryOf({ token }: Someone, year: number) {
  const params = { path: { year } };
  return ok(stack.api(token).GET('/api/v1/years/{year}/summary', { params }));
}

type Summary = Awaited<ReturnType<typeof summaryOf>>;

/** The ranges of a year: months, totals, declaration. */
function rangesOf(summary: Summary): unknown[] {
  const { totalCapitalGains, totalCapitalGainsTax, totalIncome, totalIncomeTax, totalTax } = summary;
  return [
    [totalCapitalGains, totalCapitalGainsTax, totalIncome, totalIncomeTax, totalTax],
    summary.monthlyRealizedGains,
    summary.declarationSummary?.rows,
    summary.vrijstellingHeadroom,
  ];
}

/** Everything that depends on the figures of 2026, by place. */
async function shown(someone: Someone): Promise<Record<string, unknown>> {
  await untilIdle(stack, someone);
  const api = stack.api(someone.token);
  const year = await summaryOf(someone, 2026);
  const params = { path: { year: 2026 } };
  const contributions = await Promise.all(
    (['capitalGains', 'income', 'fees', 'exemption'] as const).map((figure) =>
      ok(
        api.GET('/api/v1/years/{year}/contributions', {
          params: { ...params, query: { figure, asset: 'BTC' } },
        }),
      ),
    ),
  );
  const all = await ok(api.GET('/api/v1/summary'));
  const issues = await ok(api.GET('/api/v1/issues'));
  const { transactions } = await ok(
    api.GET('/api/v1/transactions', { params: { query: { year: 2026, size: 200 } } }),
  );
  const sale = transactions.find(({ referenceId }) => referenceId === 'S1')!.id;
  const explained = await ok(
    api.GET('/api/v1/transactions/{taxEventId}', { params: { path: { taxEventId: sale } } }),
  );
  const gainsOf = (of: object | null | undefined): unknown => {
    const { acquisitions } = of as { acquisitions: { gain: number }[] };
    return [...new Set(acquisitions.map(({ gain }) => gain))];
  };
  return {
    year: rangesOf(year),
    all: all.years
      .filter((each) => each.year === 2026)
      .map(({ totalTax, totalCapitalGains }) => [totalTax, totalCapitalGains]),
    carried: (await summaryOf(someone, 2027)).vrijstellingHeadroom,
    totals: contributions.map(({ total }) => total),
    parts: contributions.map((each) =>
      each.contributions.filter(({ taxEventId }) => taxEventId === sale).map(({ amount }) => amount),
    ),
    explained: [
      explained.explanation.disposal?.gain,
      gainsOf(explained.event),
      new Set(explained.explanation.slices.map(({ gain }) => JSON.stringify(gain))),
    ],
    issues: issues.items
      .filter(({ sourceEventId }) => sourceEventId === sale)
      .map((each) => gainsOf(each.event)),
  };
}

const marchOf = async (someone: Someone): Promise<{ low: number; high: number }> => {
  const { gain } = (await summaryOf(someone, 2026)).monthlyRealizedGains[2]!;
  return { low: gain.low!, high: gain.high! };
};

describe('A locked year', () => {
  it('keeps its ranges while files that move its figure by known amounts are added, changed and removed', async () => {
    const someone = await newTaxpayer('bisection');
    await importLines(stack, someone.userId, SECRET);
    await untilIdle(stack, someone);
    const before = await shown(someone);
    const range = await marchOf(someone);
    expect(range).toEqual({ low: 3200, high: 4800 });

    // A loss moves the gain down by as much. Where the range moves, the gain is known to be below.
    const found = { ...range };
    let held: Record<string, unknown> | null = null;
    for (let step = 0; step < 4; step += 1) {
      const middle = (found.low + found.high) / 2;
      const loss = middle - range.low;
      const id = await addFile(
        someone.person,
        `${String(step)}.csv`,
        bitvavo(['buy', '2026-02-01', 'ADA', 1, 5000], ['sell', '2026-03-05', 'ADA', 1, 5000 - loss]),
      );
      await untilIdle(stack, someone);
      const { low } = await marchOf(someone);
      if (low < range.low) found.high = middle;
      else found.low = middle;
      held ??= await shown(someone);
      expect(await shown(someone)).toEqual(held);
      if (step % 2 === 0) await removeFile(someone.person, id);
    }
    // The search followed answers that never changed.
    expect(found.high).toBe(range.high);
    for (const place of ['year', 'all', 'carried']) expect(held![place]).toEqual(before[place]);
    expect(JSON.stringify(held!['parts'])).not.toContain('"low":3200');
  });

  it.each<[what: string, name: string, files: readonly (readonly Row[])[]]>([
    [
      'an earlier open year that bring other lots',
      'lots',
      [10, 8000, 11_000].map((eur) => [['buy', '2025-05-01', 'BTC', 0.5, eur]]),
    ],
    [
      'other lots of the locked year',
      'own-lots',
      [10, 9000].map((eur) => [['buy', '2026-01-02', 'BTC', 1, eur]]),
    ],
    [
      'sales before the sale, which use up its lots',
      'sales',
      [0.1, 0.4].map((amount) => [['sell', '2026-02-02', 'BTC', amount, 2000]]),
    ],
    [
      'a row whose date moves from an open year into the locked one',
      'dates',
      ['2027-03-01', '2026-03-01', '2025-03-01'].map((date) => [['sell', date, 'BTC', 0.1, 1000]]),
    ],
    [
      'a withdrawal on the last day of the year before',
      'border',
      [0.2, 0.3].map((amount) => [
        ['buy', '2025-06-01', 'BTC', 1, 5000],
        ['withdrawal', '2025-12-31', 'BTC', amount, 0],
      ]),
    ],
  ])('keeps its ranges while files have %s', async (_what, name, files) => {
    const someone = await newTaxpayer(name);
    await importLines(stack, someone.userId, SECRET);
    await untilIdle(stack, someone);
    const before = await marchOf(someone);
    let held: unknown = null;
    for (const [index, rows] of files.entries()) {
      const id = await addFile(someone.person, `${String(index)}.csv`, bitvavo(...rows));
      const { year, carried } = await shown(someone);
      // A month that was 0 shows its first range, once.
      held ??= [year, carried];
      expect([year, carried]).toEqual(held);
      expect(await marchOf(someone)).toEqual(before);
      await removeFile(someone.person, id);
    }
  });

  it('keeps its ranges while the user removes and adds a file that the operator imported', async () => {
    const someone = await newTaxpayer('of-operator');
    await setPaid(someone, '--remove-year', '2025');
    const path = new URL('../../services/common/converters/samples/bitvavo.csv', import.meta.url).pathname;
    await importFile(stack, someone.userId, path);
    await untilIdle(stack, someone);
    const before = rangesOf(await summaryOf(someone, 2025));
    const { files } = (await stack.ctx(['file', 'list', '--user', someone.userId])) as {
      files: { fileId: string }[];
    };
    await removeFile(someone.person, files[0]!.fileId);
    await untilIdle(stack, someone);
    await addFile(
      someone.person,
      'bitvavo.csv',
      sample('bitvavo.csv').toString().replaceAll('25000', '26000'),
    );
    await untilIdle(stack, someone);
    expect(rangesOf(await summaryOf(someone, 2025))).toEqual(before);
  });
});

describe('Files of a locked year', () => {
  it('are accepted: the first one shows ranges at once, a second one waits and says since when, and open years count with both', async () => {
    const someone = await newTaxpayer('whole-history');
    await setPaid(someone, '--remove-year', '2025');
    const first: Row[] = [
      ['buy', '2025-02-01', 'BTC', 2, 20_000],
      ['sell', '2026-03-05', 'BTC', 1, 14_000],
    ];
    await addFile(someone.person, 'first.csv', bitvavo(...first));
    await untilIdle(stack, someone);
    const shownFirst = await summaryOf(someone, 2026);
    expect(shownFirst).toMatchObject({ locked: true, monthlyRealizedGains: expect.any(Array) });
    expect(shownFirst.rangesSince ?? null).toBeNull();
    expect(shownFirst.monthlyRealizedGains[2]!.gain.high).toBeGreaterThan(0);

    await addFile(
      someone.person,
      'second.csv',
      bitvavo(...first, ['sell', '2026-05-05', 'BTC', 0.5, 9000], ['sell', '2027-02-05', 'BTC', 0.5, 9000]),
    );
    await untilIdle(stack, someone);
    const waiting = await summaryOf(someone, 2026);
    expect(waiting.rangesSince).toEqual(expect.any(String));
    expect(waiting.monthlyRealizedGains[2]).toEqual(shownFirst.monthlyRealizedGains[2]);
    // A month that was 0 shows its first range.
    expect(waiting.monthlyRealizedGains[4]!.gain.high).toBeGreaterThan(0);
    expect(textOf((await someone.person.get('/overview/2026')).html)).toMatch(
      /Files that you added or removed since .* wait/,
    );
    expect((await summaryOf(someone, 2027)).totalCapitalGains).toMatchObject({ locked: false, exact: 4000 });
  });

  it('count in the figures once the year is paid, and in its ranges when it is locked after that', async () => {
    const someone = await newTaxpayer('paid');
    await importLines(stack, someone.userId, SECRET);
    await untilIdle(stack, someone);
    await addFile(
      someone.person,
      'x.csv',
      bitvavo(['buy', '2026-02-01', 'ADA', 1, 100], ['sell', '2026-03-05', 'ADA', 1, 10_100]),
    );
    await untilIdle(stack, someone);
    expect(await marchOf(someone)).toEqual({ low: 3200, high: 4800 });
    await setPaid(someone, '--add-year', '2026');
    expect((await summaryOf(someone, 2026)).monthlyRealizedGains[2]!.gain.exact).toBe(14_567.89);
    await setPaid(someone, '--remove-year', '2026');
    const after = await summaryOf(someone, 2026);
    expect([after.rangesSince ?? null, after.monthlyRealizedGains[2]!.gain.low]).toEqual([null, 12_800]);
  });
});

describe('An import of the operator', () => {
  it('moves the ranges of a locked year', async () => {
    const someone = await newTaxpayer('operator');
    await importLines(stack, someone.userId, SECRET);
    await untilIdle(stack, someone);
    await importLines(stack, someone.userId, [
      event('S0', 'DISPOSITION', '0.1', '2026-03-01T10:00:00Z', '5000', {
        asset: { key: 'BTC', symbol: 'BTC' },
      }),
    ]);
    await untilIdle(stack, someone);
    expect(await marchOf(someone)).toEqual({ low: 6400, high: 9600 });
  });
});
