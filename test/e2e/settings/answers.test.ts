/** Answers to questions, by the forms of the pages: what they show before they are saved, what they save, and who may. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LANGUAGES } from '@ctx/domain/vocabulary';
import { startBrowser } from '../../browser/chromium.ts';
import { faultsOf } from '../../browser/page-faults.ts';
import { untilIdle } from '../runs.ts';
import {
  event,
  importLines,
  sharedTestStack,
  type TestStack,
  UNKNOWN_ID,
  WORKED_EXAMPLE_1,
} from '../stack.ts';
import { formOf, newSomeone, type PageAnswer, type Someone, textOf } from './person.ts';

const [CHECK, SAVE] = ['/answers/check', '/answers/save'];

let stack: TestStack;
let someone: Someone;
const ids = new Map<string, string>();

const FACTS = [
  ...WORKED_EXAMPLE_1,
  event('SENT', 'DISPOSITION', '0.1', '2026-04-10T10:00:00Z', '400', {
    treatment: 'TRANSFER_OUT_UNRESOLVED',
  }),
  event('UNPRICED', 'DISPOSITION', '0.05', '2026-05-10T10:00:00Z', null),
  event('ODD', 'ACQUISITION', '0.2', '2026-05-11T10:00:00Z', '600', { treatment: 'UNCLASSIFIED' }),
  event('UNTAXED', 'DISPOSITION', '0.01', '2026-05-12T10:00:00Z', '90', { taxable: false }),
  event('SPAM', 'ACQUISITION', '5000', '2026-05-13T10:00:00Z', null, {
    asset: { key: 'FREE', symbol: 'FREE' },
    spam: true,
  }),
  event('EURO', 'DISPOSITION', '2500', '2026-01-10T10:00:00Z', '2500', {
    asset: { key: 'EUR', symbol: 'EUR', fiat: true },
  }),
  event('LOCKED', 'ACQUISITION', '1', '2023-01-10T10:00:00Z', '2511.77'),
];

beforeAll(async () => {
  stack = await sharedTestStack();
});
afterAll(async () => {
  await stack.remove();
});

/** Each group of tests has a user of its own: a user may open 120 pages a minute. */
async function signIn(email: string, more: readonly object[] = []): Promise<void> {
  someone = await newSomeone(stack, email);
  await importLines(stack, someone.userId, [...FACTS, ...more]);
  for (const year of ['2023', '2026']) {
    const { body } = await stack.get(`/api/v1/transactions?year=${year}`, someone.token);
    for (const { referenceId, id } of body['transactions'] as { referenceId: string; id: string }[])
      ids.set(referenceId, id);
  }
}

const pageOf = (name: string): string => `/transactions/${ids.get(name) ?? name}`;

/** Asks what an answer would change. */
async function check(name: string, fields: Record<string, string>, by = someone): Promise<PageAnswer> {
  const csrf = await by.person.csrf();
  return by.person.post(CHECK, { csrf, events: ids.get(name) ?? name, back: pageOf(name), ...fields });
}

/** Saves what a page shows. */
const save = ({ html }: PageAnswer, fields: Record<string, string> = {}): Promise<PageAnswer> =>
  someone.person.post(SAVE, { ...formOf(html, SAVE), ...fields });

/** Answers, and waits for the figures. */
async function answer(name: string, fields: Record<string, string>): Promise<PageAnswer> {
  const saved = await save(await check(name, fields));
  expect([saved.status, saved.location]).toEqual([303, expect.stringContaining(pageOf(name))]);
  await untilIdle(stack, someone);
  return saved;
}

async function transaction(name: string): Promise<Record<string, unknown>> {
  const { body } = await stack.get(`/api/v1/transactions/${ids.get(name)!}`, someone.token);
  return body['transaction'] as Record<string, unknown>;
}

/** Undoes the newest entry of the history. */
async function undoNewest(): Promise<void> {
  const { body } = await stack.get('/api/v1/history?size=1', someone.token);
  const [{ id }] = body['entries'] as [{ id: string }];
  const undo = `/settings/log/${id}/undo`;
  expect((await someone.person.submit(undo, undo)).status).toBe(303);
  await untilIdle(stack, someone);
}

describe('An answer on the page of a transaction', () => {
  beforeAll(() => signIn('answers@example.org'));

  it('is a form for each that fits, with the likely one open', async () => {
    const { html } = await someone.person.get(pageOf('ODD'));
    expect(html.match(/action="\/answers\/check"/g)?.length).toBeGreaterThan(8);
    const [, open = ''] = /<details\s+open>\s*<summary>([^<]*)/.exec(html) ?? [];
    expect(open).toBe('Say what it was');
    const euro = (await someone.person.get(pageOf('EURO'))).html;
    expect(euro).toContain('value="amount"');
    expect(euro).not.toMatch(/name="answer" value="(value|asset)"/);
  });

  it('shows its effect, saves it, says so and can be undone beside it', async () => {
    const shown = await check('SENT', { answer: 'what', direction: 'out', choice: 'GIFT' });
    expect(shown.status).toBe(200);
    expect(textOf(shown.html)).toContain(
      'Your answer Given away For tax No gain, and no loss that you may deduct.',
    );
    expect((await transaction('SENT'))['treatment']).toBe('TRANSFER_OUT_UNRESOLVED');
    const saved = await save(shown, { note: 'For her birthday' });
    const { html } = await someone.person.get(saved.location);
    expect(textOf(html)).toContain('Your answer is saved.');
    await untilIdle(stack, someone);
    expect((await transaction('SENT'))['treatment']).toBe('GIFT_GIVEN');
    const [, undo = ''] = /href="(\/settings\/log\/[^"]+\/undo)"/.exec(html) ?? [];
    expect(textOf((await someone.person.get('/settings/log')).html)).toContain('For her birthday');
    expect((await someone.person.submit(undo, undo)).status).toBe(303);
    await untilIdle(stack, someone);
    expect((await transaction('SENT'))['treatment']).toBe('TRANSFER_OUT_UNRESOLVED');
  });

  it('asks what exactly it was, where a choice means several things', async () => {
    const { html } = await check('SENT', { answer: 'what', direction: 'out', choice: 'DEPOSITED' });
    expect(textOf(html)).toContain('What was it exactly?');
    const again = { ...formOf(html, CHECK), meaning: 'STAKED' };
    const exact = await someone.person.post(CHECK, again);
    expect(textOf(exact.html)).toContain('Your answer Locked for staking of Ethereum');
  });

  it('makes a sale taxable that its source called tax-free', async () => {
    expect((await transaction('UNTAXED'))['taxable']).toBe(false);
    await answer('UNTAXED', { answer: 'what', direction: 'out', choice: 'TRADE' });
    expect((await transaction('UNTAXED'))['taxable']).toBe(true);
    await undoNewest();
  });

  it.each([
    ['value', { eur: '€ 2 500,50' }, { euroValue: 2500.5 }],
    ['amount', { amount: '0.06' }, { amount: 0.06 }],
    ['time', { day: '2026-07-01', time: '14:30' }, { timestamp: '2026-07-01T12:30:00Z' }],
    ['asset', { asset: ' ETHW ' }, { assetKey: 'ETHW' }],
    ['type', { type: 'FEE' }, { type: 'FEE', treatment: 'NORMAL' }],
    ['twice', {}, { treatment: 'IGNORED' }],
    ['spam', {}, { treatment: 'IGNORED' }],
    ['right', { type: 'DISPOSITION', treatment: 'NORMAL' }, { treatment: 'NORMAL', needsReview: true }],
    ['note', { note: 'Paid in cash' }, { treatment: 'NORMAL' }],
  ])('can be of its %s', async (name, fields, expected) => {
    await answer('UNPRICED', { answer: name, ...fields });
    expect(await transaction('UNPRICED')).toMatchObject(expected);
    await undoNewest();
  });

  it.each([
    ['no value', 'UNPRICED', { answer: 'value', eur: 'much' }, 'Enter a value in euro'],
    ['a value below 0', 'UNPRICED', { answer: 'value', eur: '-1' }, 'Enter a value in euro'],
    ['an amount of 0', 'UNPRICED', { answer: 'amount', amount: '0' }, 'Enter an amount above 0'],
    ['no day', 'UNPRICED', { answer: 'time', day: 'then', time: '1:00' }, 'Enter the day'],
    ['no time', 'UNPRICED', { answer: 'time', day: '2026-01-01', time: 'x' }, 'Enter the time'],
    ['no asset', 'UNPRICED', { answer: 'asset', asset: ' ' }, 'Enter the symbol'],
    ['a long asset', 'UNPRICED', { answer: 'asset', asset: 'X'.repeat(257) }, 'Enter the symbol'],
    ['a currency', 'UNPRICED', { answer: 'asset', asset: 'EUR' }, 'Money stays money'],
    ['an asset of money', 'EURO', { answer: 'asset', asset: 'LUNC' }, 'Money stays money'],
    ['no choice', 'SENT', { answer: 'what', direction: 'out' }, 'Choose what it was'],
    [
      'a choice of the other direction',
      'SENT',
      { answer: 'what', direction: 'out', choice: 'EARNED' },
      'Choose',
    ],
    ['no note', 'SENT', { answer: 'note' }, 'Enter a note'],
    ['a long note', 'SENT', { answer: 'note', note: 'x'.repeat(1001) }, 'Enter a note'],
  ])('that says %s is shown again with what is wrong', async (_title, name, fields, text) => {
    const { status, html } = await check(name, fields);
    expect([status, textOf(html)]).toEqual([422, expect.stringContaining(text)]);
    const typed = Object.entries(fields).find(([field]) => ['eur', 'amount', 'asset'].includes(field));
    if (typed !== undefined) expect(html).toContain(`value="${typed[1]}"`);
  });
});

describe('A transfer on its page', () => {
  const MOVED = [
    { kind: 'account', ref: 'wallet', accountKind: 'exchange', datasource: 'LEDGER', label: 'Ledger' },
    event('ARRIVAL', 'ACQUISITION', '0.099', '2026-04-10T10:05:00Z', '396', {
      account: 'wallet',
      treatment: 'CONTINUITY_WITHDRAW',
    }),
  ];

  beforeAll(() => signIn('answers-transfers@example.org', MOVED));

  it.each([
    ['departure', 'SENT', 'ARRIVAL'],
    ['arrival', 'ARRIVAL', 'SENT'],
  ])(
    'is matched from its %s, with both sides and its effect, and unmatched',
    async (_title, name, otherName) => {
      const { html } = await someone.person.get(pageOf(name));
      expect(html).toMatch(/<details\s+open>\s*<summary>Match it with its other side/);
      expect(textOf(html)).toContain('5 minutes apart, 0.001 less arrived');
      const before = await figuresNow();
      const shown = await check(name, { answer: 'match', other: ids.get(otherName)! });
      expect(textOf(shown.html)).toContain('Left 0.1 ETH · Kraken · 10 Apr 2026, 12:00');
      expect(textOf(shown.html)).toContain('Arrived 0.099 ETH · Ledger · 10 Apr 2026, 12:05');
      const expected = figuresShown(shown.html, before);
      expect(expected).not.toEqual(before);
      expect((await save(shown, { note: 'To my Ledger' })).status).toBe(303);
      await untilIdle(stack, someone);
      expect(await figuresNow()).toEqual(expected);
      const matched = (await someone.person.get(pageOf(name))).html;
      expect(matched).not.toContain('value="match"');
      const [, match = ''] = /name="match" value="([^"]+)"/.exec(matched) ?? [];
      await answer(name, { answer: 'unmatch', match });
      expect((await figuresNow()).questions).toBeGreaterThan(expected.questions);
      await undoNewest();
      expect(await figuresNow()).toEqual(expected);
      await answer(name, { answer: 'unmatch', match });
      await answer('SENT', { answer: 'what', direction: 'out', meaning: 'UNRESOLVED' });
    },
  );

  it('is not matched with what is no possible other side, and not unmatched by another match', async () => {
    for (const other of [ids.get('S1')!, UNKNOWN_ID, '']) {
      const { status, html } = await check('SENT', { answer: 'match', other });
      expect([status, textOf(html)]).toEqual([422, expect.stringContaining('Choose the other side')]);
    }
    expect((await check('SENT', { answer: 'unmatch', match: UNKNOWN_ID })).status).toBe(400);
  });
});

interface Figures {
  readonly totals: Readonly<Record<string, number>>;
  readonly questions: number;
}

const FIGURES = {
  Gains: 'totalCapitalGains',
  'Tax on gains': 'totalCapitalGainsTax',
  Income: 'totalIncome',
  'Tax on income': 'totalIncomeTax',
  'Total tax': 'totalTax',
} as const;

async function figuresNow(): Promise<Figures> {
  const [{ body: year }, { body: inbox }] = await Promise.all([
    stack.get('/api/v1/years/2026/summary', someone.token),
    stack.get('/api/v1/issues', someone.token),
  ]);
  const totals = Object.values(FIGURES).map(
    (name) => [name, (year[name] as { exact: number }).exact] as const,
  );
  return { totals: Object.fromEntries(totals), questions: (inbox['counts'] as { total: number }).total };
}

/** Returns the figures that a page says its answer leads to. */
function figuresShown(html: string, { totals, questions }: Figures): Figures {
  const text = textOf(html).split('What changes in your figures')[1] ?? '';
  const shown = Object.entries(FIGURES).flatMap(([label, name]) => {
    const row = new RegExp(String.raw`Figure ${label} Now \S+ After saving (-?)€([\d,.]+)`).exec(text);
    return row === null ? [] : [[name, Number(`${row[1]!}${row[2]!.replaceAll(',', '')}`)] as const];
  });
  const count = (label: string): number => Number(new RegExp(`${label}: (\\d+)`).exec(text)?.[1] ?? '0');
  return {
    totals: { ...totals, ...Object.fromEntries(shown) },
    questions: questions + count('Questions that open') - count('Questions that are settled'),
  };
}

describe('The effect that a page shows before an answer is saved', () => {
  beforeAll(() => signIn('answers-effect@example.org'));

  const ANSWERS: readonly Record<string, string>[] = [
    ...['TRADE', 'SPENT', 'MINE', 'DEPOSITED', 'GIFT', 'GONE', 'OTHER'].map((choice) => ({
      answer: 'what',
      direction: 'out',
      choice,
    })),
    ...['TRADE', 'EARNED', 'MINE', 'GIFT', 'OTHER'].map((choice) => ({
      answer: 'what',
      direction: 'in',
      choice,
    })),
    { answer: 'value', eur: '1234.56' },
    { answer: 'amount', amount: '0.3' },
    { answer: 'time', day: '2026-02-01', time: '01:00' },
    { answer: 'spam' },
    { answer: 'type', type: 'INCOME' },
  ];
  const NAMES = ['B1', 'B2', 'S1', 'SENT', 'UNPRICED', 'ODD', 'UNTAXED', 'SPAM'];
  // Steps that have no common divisor with the lengths of the lists, so that neighbours meet in other orders.
  const PAIRS = Array.from({ length: 17 }, (_each, index) => {
    const fields = ANSWERS[(index * 7) % 17]!;
    return [JSON.stringify(fields), NAMES[(index * 5) % 8]!, fields] as const;
  });

  it.each(PAIRS)(
    'is what then happens: %s of %s, on top of the answers before',
    async (_title, name, fields) => {
      const before = await figuresNow();
      const shown = await check(name, fields);
      expect(shown.status).toBe(200);
      const expected = figuresShown(shown.html, before);
      if (formOf(shown.html, SAVE)['form'] !== undefined) {
        expect((await save(shown)).status).toBe(303);
        await untilIdle(stack, someone);
      }
      expect(await figuresNow()).toEqual(expected);
    },
  );
});

describe('The form of an answer', () => {
  const GIFT = { answer: 'what', direction: 'out', choice: 'GIFT' };

  let other: Someone;

  beforeAll(async () => {
    await signIn('answers-attacks@example.org');
    other = await newSomeone(stack, 'answers-other@example.org');
  });

  it('is carried out once, however often it is sent', async () => {
    const shown = await check('SENT', GIFT);
    const twice = await Promise.all([save(shown), save(shown)]);
    expect(twice.map(({ status }) => status)).toEqual([303, 303]);
    await untilIdle(stack, someone);
    expect((await save(shown)).status).toBe(303);
    expect((await transaction('SENT'))['treatment']).toBe('GIFT_GIVEN');
    const { body } = await stack.get('/api/v1/history', someone.token);
    expect(body['totalElements']).toBe(1);
    await undoNewest();
  });

  it('shows the effect again where something else was corrected since, and saves nothing', async () => {
    const shown = await check('SENT', GIFT);
    await answer('B1', { answer: 'value', eur: '2600' });
    const stale = await save(shown);
    expect([stale.status, textOf(stale.html)]).toEqual([
      409,
      expect.stringContaining('Something else was corrected'),
    ]);
    expect((await transaction('SENT'))['treatment']).toBe('TRANSFER_OUT_UNRESOLVED');
    expect((await save(stale)).status).toBe(303);
    await untilIdle(stack, someone);
    expect((await transaction('SENT'))['treatment']).toBe('GIFT_GIVEN');
    await undoNewest();
  });

  it('is rejected from another site, without its secret, and of another session', async () => {
    const shown = await check('SENT', GIFT);
    const fields = formOf(shown.html, SAVE);
    for (const [path, sent] of [
      [SAVE, fields],
      [CHECK, { ...GIFT, csrf: fields['csrf']!, events: ids.get('SENT')!, back: '/inbox' }],
    ] as const) {
      const crossSite = await someone.person.post(path, sent, { 'sec-fetch-site': 'cross-site' });
      const bare = await someone.person.post(path, { ...sent, csrf: '' });
      const others = await someone.person.post(path, { ...sent, csrf: await other.person.csrf() });
      expect([crossSite, bare, others].map(({ status }) => status)).toEqual([403, 403, 403]);
    }
    expect((await transaction('SENT'))['treatment']).toBe('TRANSFER_OUT_UNRESOLVED');
  });

  it('does not find the transaction of somebody else, or none', async () => {
    for (const name of ['SENT', UNKNOWN_ID]) expect((await check(name, GIFT, other)).status).toBe(404);
    const fields = formOf((await check('SENT', GIFT)).html, SAVE);
    const csrf = await other.person.csrf();
    expect((await other.person.post(SAVE, { ...fields, csrf })).status).toBe(404);
    expect((await transaction('SENT'))['treatment']).toBe('TRANSFER_OUT_UNRESOLVED');
  });

  it('reports of several transactions those that are not the user’s as not changed', async () => {
    const events = `${ids.get('SENT')!},${UNKNOWN_ID}`;
    const shown = await check('SENT', { ...GIFT, events });
    expect(textOf(shown.html)).toContain('2 transactions');
    expect(textOf(shown.html)).toContain('Transactions that cannot change');
    expect((await check('SENT', { ...GIFT, events }, other)).status).toBe(404);
  });
});

describe('The form of an answer with fields that no page sends', () => {
  const GIFT = { answer: 'what', direction: 'out', choice: 'GIFT' };

  beforeAll(() => signIn('answers-fields@example.org'));

  it.each([
    ['another site', 'https://evil.example/inbox'],
    ['another site without a scheme', '//evil.example/inbox'],
    ['another site with a backslash', String.raw`/\evil.example/inbox`],
    ['a script', 'javascript:alert(1)'],
    ['another page', '/settings/tokens'],
    ['an upper folder', '/transactions/../settings'],
    ['nothing', ''],
  ])('does not lead back to %s', async (_title, back) => {
    expect((await check('SENT', { ...GIFT, back })).status).toBe(400);
  });

  it.each([
    ['an unknown answer', { answer: 'constructor' }],
    ['no transaction', { ...GIFT, events: '' }],
    ['an id that is none', { ...GIFT, events: 'x' }],
    [
      'more transactions than one correction may have',
      { ...GIFT, events: Array(201).fill(UNKNOWN_ID).join(',') },
    ],
    ['one value for several', { answer: 'value', eur: '1', events: `${UNKNOWN_ID},${UNKNOWN_ID}` }],
    ['no direction', { answer: 'what', choice: 'GIFT' }],
    ['a meaning of the other direction', { answer: 'what', direction: 'in', meaning: 'STOLEN' }],
  ])('is rejected with %s', async (_title, fields) => {
    expect((await check('SENT', fields)).status).toBe(400);
  });
});

describe('The forms of answers', () => {
  const GIFT = { answer: 'what', direction: 'out', choice: 'GIFT' };

  beforeAll(() => signIn('answers-closed@example.org'));

  it('do not exist for a locked year, which shows no amount of it', async () => {
    const { html } = await someone.person.get(pageOf('LOCKED'));
    expect(textOf(html)).toContain('Its year is locked: unlock the year');
    expect(html).not.toContain(CHECK);
    const sent = await check('LOCKED', { answer: 'value', eur: '1' });
    expect([sent.status, textOf(sent.html)]).toEqual([402, expect.stringContaining('Its year is locked')]);
    expect(sent.html).not.toMatch(/2[.,]?511/);
    const moved = await check('SENT', { answer: 'time', day: '2023-03-01', time: '10:00' });
    expect([moved.status, textOf(moved.html)]).toEqual([402, expect.stringContaining('Its year is locked')]);
  });

  it('do not exist for a submitted year, also where it was submitted since', async () => {
    const shown = await check('SENT', GIFT);
    const freezing = (what: string) => stack.ctx(['year', what, '--user', someone.userId, '--year', '2026']);
    await freezing('freeze');
    const sent = await save(shown);
    expect([sent.status, textOf(sent.html)]).toEqual([
      409,
      expect.stringContaining('Its year was submitted'),
    ]);
    const { html } = await someone.person.get(pageOf('SENT'));
    expect(textOf(html)).toContain('Its year was submitted');
    expect(html).not.toContain(CHECK);
    await freezing('unfreeze');
  });

  const summaries = {
    en: 'Enter its value in euro',
    nl: 'Vul de waarde in euro in',
    fr: 'Indiquez sa valeur en euros',
  };
  it.each(LANGUAGES.map((language) => [language]))(
    'have no fault for axe or on a phone, before and after one is sent, in %s',
    async (language) => {
      const browser = await startBrowser();
      try {
        const context = await browser.newContext({ locale: language });
        await context.addCookies(someone.person.cookies());
        const tab = await context.newPage();
        await tab.goto(`${stack.ready().baseUrl}${pageOf('ODD')}`);
        await tab.evaluate(
          "document.querySelectorAll('.answers details').forEach((each) => (each.open = true))",
        );
        expect(['forms', await faultsOf(tab)]).toEqual(['forms', []]);
        const form = tab.locator('.answers form', { has: tab.locator('input[value="GIFT"]') });
        await form.locator('input[value="GIFT"]').check();
        await form.locator('button').click();
        await tab.waitForURL(`**${CHECK}`);
        expect(['check', await faultsOf(tab)]).toEqual(['check', []]);
        await tab.goto(`${stack.ready().baseUrl}${pageOf('ODD')}`);
        await tab.locator('.answers summary', { hasText: summaries[language] }).click();
        const value = tab.locator('.answers form', { has: tab.locator('input[name="eur"]') });
        await value.locator('input[name="eur"]').fill('x');
        await value.locator('button').click();
        await tab.waitForURL(`**${CHECK}`);
        expect(['fault', await faultsOf(tab)]).toEqual(['fault', []]);
      } finally {
        await browser.close();
      }
    },
  );
});
