/** The pages of one year and of all years: their figures are those of the API, and a locked year shows only its bands. What else they show is tested beside their views. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { event, importLines, sharedTestStack, type TestStack, WORKED_EXAMPLE_1 } from '../stack.ts';
import { newSomeone, type Someone, textOf } from './person.ts';

let stack: TestStack;

beforeAll(async () => {
  stack = await sharedTestStack();
});
afterAll(async () => {
  await stack.remove();
});

const [ACCOUNT] = WORKED_EXAMPLE_1 as readonly [object];
const DOT = { asset: { key: 'DOT', symbol: 'DOT' } };
const bought = (value: string, time = '2026-01-10T10:00:00Z'): object =>
  event('B1', 'ACQUISITION', '1', time, value);
const sold = (value: string, time = '2026-03-10T10:00:00Z'): object =>
  event('S1', 'DISPOSITION', '1', time, value);

async function importFor({ userId }: Someone, lines: readonly object[]): Promise<void> {
  const imported = await importLines(stack, userId, [...lines]);
  if ('error' in imported) throw new Error(JSON.stringify(imported));
}

interface Example {
  readonly named: string;
  readonly lines: readonly object[];
  readonly sentence: string;
  /** Texts that the page shows. */
  readonly shown: readonly string[];
}

const EXAMPLES: readonly Example[] = [
  {
    named: 'gains-within',
    lines: WORKED_EXAMPLE_1,
    sentence: 'Gains of €1,250.00 stay within your exemption of €10,000.00. €8,750.00 is left.',
    shown: ['Tax on gains €125.00', 'Used €1,250.00', 'Carried out to later years €1,000.00', 'Kraken'],
  },
  {
    named: 'income-of-assets',
    lines: [
      ACCOUNT,
      event('I1', 'INCOME', '0.05', '2026-05-10T10:00:00Z', '90'),
      event('I2', 'INCOME', '1', '2026-05-11T10:00:00Z', '100.25', DOT),
      event('I3', 'INCOME', '1', '2026-06-30T22:30:00Z', '7', DOT),
    ],
    sentence: 'You have no net gains in 2026.',
    shown: [
      'May Income €190.25',
      'June Income €0.00',
      'July Income €7.00',
      'Income by asset Asset Income Asset DOT Income €107.25 Asset ETH Income €90.00 Asset Income of the year Income €197.25',
      'do not record whether income comes from staking',
    ],
  },
];

describe('the page of a year', () => {
  it.each(EXAMPLES)('shows where the taxpayer stands: $named', async ({ named, lines, sentence, shown }) => {
    const someone = await newSomeone(stack, `year-${named}@example.org`);
    await importFor(someone, lines);
    const { status, html } = await someone.person.get('/overview/2026');
    expect(status).toBe(200);
    const text = textOf(html);
    for (const expected of ['Indicative, gross', sentence, ...shown]) expect(text).toContain(expected);

    const { body } = await stack.get('/api/v1/years/2026/summary', someone.token);
    const eur = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'EUR' });
    const months = body['monthlyRealizedGains'] as { gain: { exact: number } }[];
    const totals = ['totalCapitalGains', 'totalCapitalGainsTax', 'totalIncome', 'totalIncomeTax', 'totalTax'];
    for (const { exact } of [
      ...months.map(({ gain }) => gain),
      ...totals.map((each) => body[each] as { exact: number }),
    ])
      expect(text).toContain(eur.format(exact));

    const { rows } = body['declarationSummary'] as { rows: { declarantCode: string | null }[] };
    const codes = rows.map(({ declarantCode }) => declarantCode).filter((code) => code !== null);
    expect(codes).toContain('1444-11');
    for (const code of codes) expect(html).toContain(`value="${code}"`);
    const amounts = body as Record<string, { exact: number }>;
    const { totalCapitalGains: gains, taxAfterExemption: onGains, totalIncomeTax: onIncome } = amounts;
    const owed = onGains!.exact + onIncome!.exact;
    expect(textOf((await someone.person.get('/years')).html)).toMatch(
      new RegExp(`Gains ${eur.format(gains!.exact)} Income .* Tax owed ${eur.format(owed)} .* In your plan`),
    );
  });

  it('does not exist for a year that cannot be', async () => {
    const someone = await newSomeone(stack, 'year-unknown@example.org');
    for (const year of ['0', '20266', 'next', '2026.5'])
      expect([year, (await someone.person.get(`/overview/${year}`)).status]).toEqual([year, 404]);
  });
});

describe('the start page of a signed-in user', () => {
  it('names the first step, and leads to the newest year with transactions while the present year has none', async () => {
    const someone = await newSomeone(stack, 'year-newest@example.org');
    const empty = await someone.person.get('/overview');
    expect([empty.status, textOf(empty.html)]).toEqual([
      200,
      expect.stringContaining('Your year starts here'),
    ]);
    await importFor(someone, [
      ACCOUNT,
      bought('100', '2022-01-10T10:00:00Z'),
      sold('200', '2023-01-10T10:00:00Z'),
    ]);
    const { status, location } = await someone.person.get('/overview');
    expect([status, location]).toEqual([303, '/overview/2023']);
    expect(textOf((await someone.person.get('/years')).html)).toMatch(
      / 2023 Gains €[^ ]+ to €[^ ]+ .* Locked/,
    );
  });
});

describe('a locked year', () => {
  it('leaves every page with the same bytes whatever its exact figures inside their bands', async () => {
    const someone = await newSomeone(stack, 'year-locked@example.org');
    const pages = async (gain: string, income: string): Promise<string[]> => {
      await importFor(someone, [
        ACCOUNT,
        bought('1000'),
        sold(gain),
        event('I1', 'INCOME', '0.05', '2026-05-10T10:00:00Z', income, DOT),
        event('B3', 'ACQUISITION', '1', '2027-01-10T10:00:00Z', '1000'),
        event('S3', 'DISPOSITION', '1', '2027-02-10T10:00:00Z', '3000'),
      ]);
      const addresses = ['/overview/2026', '/overview/2027', '/years'];
      return Promise.all(addresses.map(async (each) => (await someone.person.get(each)).html));
    };
    const moved = ['--remove-year', '2026', '--add-year', '2027'];
    await stack.ctx(['user', 'set', '--user', someone.userId, ...moved]);
    const low = await pages('2610', '110');
    expect(textOf(low[0] ?? '')).toMatch(
      /This year is locked\. Your gains are in the range of €1,600\.00 to €2,400\.00;.* Unlock a year/,
    );
    expect(textOf(low[1] ?? '')).toContain('Gains of €');
    expect(await pages('3390', '190')).toEqual(low);
    expect(await pages('3410', '190')).not.toEqual(low);
  });
});
