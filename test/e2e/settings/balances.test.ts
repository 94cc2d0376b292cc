/** The pages of accounts: a balance that is stated there is compared with the transactions before it is saved. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LANGUAGES } from '@ctx/domain/vocabulary';
import { startBrowser } from '../../browser/chromium.ts';
import { faultsOf } from '../../browser/page-faults.ts';
import { untilIdle } from '../runs.ts';
import { sharedTestStack, type TestStack, UNKNOWN_ID } from '../stack.ts';
import { addFile, FILES } from './file-users.ts';
import { formOf, newSomeone, type PageAnswer, type Someone, textOf } from './person.ts';

const ACCOUNTS = '/settings/accounts';
/** The ledger of Kraken lacks the purchase of 0.5 BTC before its last line, and sells ETH that never came in. */
const LEDGER = [
  'txid,refid,time,type,subtype,aclass,asset,amount,fee,balance',
  'L1,R1,2026-01-01 10:00:00,deposit,,currency,XXBT,1,0,1',
  'L2,R2,2026-03-01 10:00:00,deposit,,currency,XXBT,0.25,0,1.75',
];
const KOINLY = ['Koinly Date,Amount,Currency', '2026-01-02 10:00:00 UTC,-0.75,ETH'];
const FIELDS = { asset: 'BTC', day: '2026-02-15', time: '', amount: '1.5', notes: '' };

let stack: TestStack;
let people = 0;

beforeAll(async () => {
  stack = await sharedTestStack();
});
afterAll(async () => {
  await stack.remove();
});

interface Holder extends Someone {
  /** Address of the page of the account. */
  readonly address: string;
  readonly accountId: string;
}

async function newHolder(lines: readonly string[] = LEDGER, language = 'en'): Promise<Holder> {
  people += 1;
  const someone = await newSomeone(stack, `balances-page-${String(people)}@example.org`, { language });
  await addFile(someone.person, 'ledgers.csv', `${lines.join('\n')}\n`);
  await untilIdle(stack, someone);
  const { body } = await stack.get('/api/v1/accounts', someone.token);
  const [{ id }] = body['accounts'] as [{ id: string }];
  return { ...someone, accountId: id, address: `${ACCOUNTS}/${id}` };
}

const page = async ({ person }: Someone, path: string): Promise<string> =>
  textOf((await person.get(path)).html);

/** Sends the form of the page of the account. */
function check({ person, address }: Holder, fields: Partial<typeof FIELDS> = {}): Promise<PageAnswer> {
  return person.submit(address, `${address}/check`, { ...FIELDS, ...fields });
}

/** Confirms what a page shows. */
function save({ person, address }: Holder, { html }: PageAnswer): Promise<PageAnswer> {
  return person.post(`${address}/save`, formOf(html, `${address}/save`));
}

async function statedBy({ token, accountId }: Holder): Promise<readonly unknown[]> {
  const { body } = await stack.get(`/api/v1/accounts/${accountId}/balances`, token);
  const balances = body['balances'] as {
    assetId: string;
    at: string;
    amount: number;
    notes: string | null;
  }[];
  return balances.map(({ assetId, at, amount, notes }) => [assetId, at, amount, notes]);
}

const END_OF_DAY = '2026-02-15T22:59:59.999999Z';

describe('the page of an account with money', () => {
  it('has what came in and went out, by year and currency', async () => {
    const deposit = 'L3,R3,2025-12-31 23:30:00,deposit,,currency,ZEUR,500,1.5,498.5';
    const holder = await newHolder([...LEDGER, deposit]);
    const text = await page(holder, holder.address);
    expect(text).toContain('Money in and out');
    expect(text).toMatch(/2026 EUR[^\d]+500[^\d]+1\.5/);
  });
});

describe('The page of an account', () => {
  it('is found from the files and from the question of the inbox, and names what is missing', async () => {
    const holder = await newHolder();
    expect((await holder.person.get(FILES)).html).toContain(`href="${ACCOUNTS}"`);
    const inbox = await holder.person.get('/inbox?cause=BALANCE_DIFFERS');
    expect(inbox.html).toContain(`href="${holder.address}"`);
    const all = await holder.person.get(ACCOUNTS);
    expect(all.html).toContain(`href="${holder.address}"`);
    expect(textOf(all.html)).toContain(
      'Kraken Transactions 2 Proven until 1 Jan 2026, 11:00 Balances that do not fit 1',
    );
    const text = await page(holder, holder.address);
    expect(text).toContain('Between line 2 and line 3 of ledgers.csv , 0.5 BTC arrived that no row explains');
    expect(text).toContain('You have not stated any balance of this account.');
  });

  it('names the transaction after which the account has less than nothing', async () => {
    const holder = await newHolder(KOINLY);
    const { html } = await holder.person.get(holder.address);
    expect(textOf(html)).toContain('After this transaction it has -0.75 ETH · 2 Jan 2026, 11:00:00');
    const [, transaction = ''] = /href="(\/transactions\/[0-9a-f-]{36})"/.exec(html) ?? [];
    expect(await page(holder, transaction)).toContain('0.75');
  });

  it('compares a balance with the transactions, saves it, and the inbox asks until it fits', async () => {
    const holder = await newHolder(KOINLY);
    const eth = { asset: 'ETH', day: '2026-01-05' };
    const checked = await check(holder, { ...eth, amount: '€ 1,5', notes: 'statement' });
    expect(checked.status).toBe(200);
    const text = textOf(checked.html);
    expect(text).toContain('ETH Moment 5 Jan 2026, 23:59:59 Stated 1.5');
    expect(text).toContain('Transactions add up to -0.75 Difference +2.25');
    expect(text).toContain('The transactions add up to less');
    expect(await statedBy(holder)).toEqual([]);
    const saved = await save(holder, checked);
    expect([saved.status, saved.location]).toEqual([303, `${holder.address}?done=saved`]);
    expect(await page(holder, saved.location)).toContain('The balance is saved. The log has it');
    expect(await statedBy(holder)).toEqual([['ETH', '2026-01-05T22:59:59.999999Z', 1.5, 'statement']]);
    expect(await page(holder, '/inbox?cause=BALANCE_DIFFERS')).toContain('a difference of 2.25 .');
  });

  it('corrects a stated balance in its form, which replaces it', async () => {
    const holder = await newHolder();
    await save(holder, await check(holder, { time: '14:30', amount: '0.9' }));
    expect(await statedBy(holder)).toEqual([['BTC', '2026-02-15T13:30:00Z', 0.9, null]]);
    const { html } = await holder.person.get(holder.address);
    const [, correct = ''] = /href="([^"#]+\?balance=[^"#]+)#state"/.exec(html) ?? [];
    const shown = (await holder.person.get(correct)).html;
    for (const value of ['BTC', '2026-02-15', '14:30:00', '0.9']) expect(shown).toContain(`value="${value}"`);
    const checked = await check(holder, { time: '14:30:00', amount: '1' });
    expect(textOf(checked.html)).toContain('It replaces the balance that you stated for this moment.');
    expect(textOf(checked.html)).toContain('Difference 0: it fits');
    await save(holder, checked);
    expect(await statedBy(holder)).toEqual([['BTC', '2026-02-15T13:30:00Z', 1, null]]);
    expect(await page(holder, holder.address)).toContain('Transactions add up to 1 Difference 0: it fits');
  });

  it('stores a balance once, however often the form is sent', async () => {
    const holder = await newHolder();
    const first = await check(holder, { amount: '0.9' });
    await save(holder, first);
    await save(holder, await check(holder, { amount: '1' }));
    expect((await save(holder, first)).status).toBe(303);
    expect(await statedBy(holder)).toEqual([['BTC', END_OF_DAY, 1, null]]);
    const again = await check(holder, { amount: '1' });
    expect(textOf(again.html)).toContain('This balance is stored already.');
    expect(again.html).not.toContain(`${holder.address}/save`);
    const { body } = await stack.get('/api/v1/history?kind=BALANCE', holder.token);
    expect(body['entries']).toHaveLength(2);
  });

  it.each<readonly [string, Partial<typeof FIELDS>, string]>([
    ['no asset', { asset: ' ' }, 'Enter the asset, such as BTC.'],
    ['no day', { day: '' }, 'Enter the day of this balance'],
    ['a word for a time', { time: 'noon' }, 'Enter a time such as 14:30'],
    ['a word for an amount', { amount: 'much' }, 'Enter an amount such as 0.51'],
    ['a negative amount', { amount: '-1' }, 'A balance is 0 or more'],
  ])('says what is wrong with %s, and keeps what was typed', async (_what, fields, text) => {
    const holder = await newHolder();
    const { status, html } = await check(holder, { ...fields, notes: 'from paper' });
    expect([status, textOf(html)]).toEqual([422, expect.stringContaining(text)]);
    for (const value of [...Object.values(fields).filter((each) => each.trim() !== ''), 'from paper'])
      expect(html).toContain(`value="${value}"`);
  });

  it('is not found for another user, and neither are its forms', async () => {
    const [holder, other] = [await newHolder(), await newHolder(KOINLY)];
    await save(holder, await check(holder));
    const { body } = await stack.get(`/api/v1/accounts/${holder.accountId}/balances`, holder.token);
    const [{ id }] = body['balances'] as [{ id: string }];
    const csrf = await other.person.csrf();
    const balance = { csrf, form: UNKNOWN_ID, at: END_OF_DAY, ...FIELDS };
    for (const path of ['', `/balances/${id}/remove`])
      expect((await other.person.get(`${holder.address}${path}`)).status).toBe(404);
    for (const path of ['/check', '/save', `/balances/${id}/remove`])
      expect((await other.person.post(`${holder.address}${path}`, balance)).status).toBe(404);
    // Nor is the balance of another in an account of one's own.
    expect((await other.person.get(`${other.address}/balances/${id}/remove`)).status).toBe(404);
    expect(await statedBy(holder)).toHaveLength(1);
    for (const unknown of [UNKNOWN_ID, 'x'])
      expect((await other.person.get(`${ACCOUNTS}/${unknown}`)).status).toBe(404);
  });

  it('takes no balance that it has not shown in this form', async () => {
    const holder = await newHolder();
    const csrf = await holder.person.csrf();
    for (const fields of [{ amount: 'much' }, { at: 'now' }, { form: 'x' }]) {
      const sent = { csrf, form: UNKNOWN_ID, at: END_OF_DAY, ...FIELDS, ...fields };
      expect((await holder.person.post(`${holder.address}/save`, sent)).status).toBe(400);
    }
    expect(await statedBy(holder)).toEqual([]);
  });
});

describe('A stated balance', () => {
  const removal = async ({ person, address }: Holder): Promise<string> => {
    const { html } = await person.get(address);
    return /href="([^"]+\/remove)"/.exec(html.slice(html.indexOf('id="stated"')))?.[1] ?? '';
  };

  it('is removed after a question, once, and comes back by an undo in the log', async () => {
    const holder = await newHolder();
    await save(holder, await check(holder));
    const remove = await removal(holder);
    const asked = await holder.person.get(remove);
    expect(textOf(asked.html)).toContain('Stated 1.5 Transactions add up to 1 Difference +0.5');
    const fields = formOf(asked.html, remove);
    const removed = await holder.person.post(remove, fields);
    expect([removed.status, removed.location]).toEqual([303, `${holder.address}?done=removed`]);
    expect((await holder.person.post(remove, fields)).status).toBe(303);
    expect(await page(holder, removed.location)).toContain('The balance is removed.');
    expect(await statedBy(holder)).toEqual([]);
    const { body } = await stack.get('/api/v1/history?kind=BALANCE', holder.token);
    const [{ id }, ...others] = body['entries'] as { id: string }[] as [{ id: string }];
    expect(others).toHaveLength(1);
    const undo = `/settings/log/${id}/undo`;
    expect((await holder.person.submit(undo, undo)).status).toBe(303);
    expect(await statedBy(holder)).toEqual([['BTC', END_OF_DAY, 1.5, null]]);
  });

  it('of a submitted year is neither saved nor removed, which the page says', async () => {
    const holder = await newHolder();
    await save(holder, await check(holder));
    const checked = await check(holder, { amount: '1' });
    const remove = await removal(holder);
    const asked = await holder.person.get(remove);
    await stack.ctx(['year', 'freeze', '--user', holder.userId, '--year', '2026']);
    try {
      const replies = [
        await check(holder, { amount: '1' }),
        await save(holder, checked),
        await holder.person.get(remove),
        await holder.person.post(remove, formOf(asked.html, remove)),
      ];
      for (const { status, html } of replies)
        expect([status, textOf(html)]).toEqual([
          409,
          expect.stringMatching(/year of this \w+ was submitted/),
        ]);
      expect(replies[1]!.html).toContain('value="2026-02-15"');
      expect(await statedBy(holder)).toEqual([['BTC', END_OF_DAY, 1.5, null]]);
    } finally {
      await stack.ctx(['year', 'unfreeze', '--user', holder.userId, '--year', '2026']);
    }
  });
});

describe('The pages of accounts', () => {
  it.each(LANGUAGES.map((language) => [language]))(
    'have no fault for axe or on a phone, in %s',
    async (language) => {
      const holder = await newHolder(LEDGER, language);
      await save(holder, await check(holder));
      const browser = await startBrowser();
      try {
        const context = await browser.newContext({ locale: language });
        await context.addCookies(holder.person.cookies());
        const tab = await context.newPage();
        for (const address of [ACCOUNTS, holder.address]) {
          await tab.goto(`${stack.ready().baseUrl}${address}`);
          expect([address, await faultsOf(tab)]).toEqual([address, []]);
        }
        for (const [field, value] of Object.entries({ asset: 'BTC', day: '2026-01-15', amount: '1' }))
          await tab.fill(`#${field}`, value);
        await tab.press('#amount', 'Enter');
        await tab.waitForURL('**/check');
        expect(await faultsOf(tab)).toEqual([]);
      } finally {
        await browser.close();
      }
    },
  );
});
