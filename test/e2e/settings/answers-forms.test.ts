/** The forms of answers, attacked: sent twice, from elsewhere, with fields that no page sends, and about years that are closed. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { LANGUAGES } from '@ctx/domain/vocabulary';
import { startBrowser } from '../../browser/chromium.ts';
import { faultsOf } from '../../browser/page-faults.ts';
import { untilIdle } from '../runs.ts';
import { UNKNOWN_ID } from '../stack.ts';
import { CHECK, SAVE, useAnsweringUser } from './answering-user.ts';
import { formOf, newSomeone, type Someone, textOf } from './person.ts';

const answers = useAnsweringUser();

describe('The form of an answer', () => {
  const GIFT = { answer: 'what', direction: 'out', choice: 'GIFT' };

  let other: Someone;

  beforeAll(async () => {
    await answers.signIn('answers-attacks@example.org');
    other = await newSomeone(answers.stack, 'answers-other@example.org');
  });

  it('is carried out once, however often it is sent', async () => {
    const shown = await answers.check('SENT', GIFT);
    const twice = await Promise.all([answers.save(shown), answers.save(shown)]);
    expect(twice.map(({ status }) => status)).toEqual([303, 303]);
    await untilIdle(answers.stack, answers.someone);
    expect((await answers.save(shown)).status).toBe(303);
    expect((await answers.transaction('SENT'))['treatment']).toBe('GIFT_GIVEN');
    const { body } = await answers.stack.get('/api/v1/history', answers.someone.token);
    expect(body['totalElements']).toBe(1);
    await answers.undoNewest();
  });

  it('shows the effect again where something else was corrected since, and saves nothing', async () => {
    const shown = await answers.check('SENT', GIFT);
    await answers.answer('B1', { answer: 'value', eur: '2600' });
    const stale = await answers.save(shown);
    expect([stale.status, textOf(stale.html)]).toEqual([
      409,
      expect.stringContaining('Something else was corrected'),
    ]);
    expect((await answers.transaction('SENT'))['treatment']).toBe('TRANSFER_OUT_UNRESOLVED');
    expect((await answers.save(stale)).status).toBe(303);
    await untilIdle(answers.stack, answers.someone);
    expect((await answers.transaction('SENT'))['treatment']).toBe('GIFT_GIVEN');
    await answers.undoNewest();
  });

  it('is rejected from another site, without its secret, and of another session', async () => {
    const shown = await answers.check('SENT', GIFT);
    const fields = formOf(shown.html, SAVE);
    for (const [path, sent] of [
      [SAVE, fields],
      [CHECK, { ...GIFT, csrf: fields['csrf']!, events: answers.ids.get('SENT')!, back: '/inbox' }],
    ] as const) {
      const crossSite = await answers.someone.person.post(path, sent, { 'sec-fetch-site': 'cross-site' });
      const bare = await answers.someone.person.post(path, { ...sent, csrf: '' });
      const others = await answers.someone.person.post(path, { ...sent, csrf: await other.person.csrf() });
      expect([crossSite, bare, others].map(({ status }) => status)).toEqual([403, 403, 403]);
    }
    expect((await answers.transaction('SENT'))['treatment']).toBe('TRANSFER_OUT_UNRESOLVED');
  });

  it('does not find the transaction of somebody else, or none', async () => {
    for (const name of ['SENT', UNKNOWN_ID])
      expect((await answers.check(name, GIFT, other)).status).toBe(404);
    const fields = formOf((await answers.check('SENT', GIFT)).html, SAVE);
    const csrf = await other.person.csrf();
    expect((await other.person.post(SAVE, { ...fields, csrf })).status).toBe(404);
    expect((await answers.transaction('SENT'))['treatment']).toBe('TRANSFER_OUT_UNRESOLVED');
  });

  it('reports of several transactions those that are not the user’s as not changed', async () => {
    const events = `${answers.ids.get('SENT')!},${UNKNOWN_ID}`;
    const shown = await answers.check('SENT', { ...GIFT, events });
    expect(textOf(shown.html)).toContain('2 transactions');
    expect(textOf(shown.html)).toContain('Transactions that cannot change');
    expect((await answers.check('SENT', { ...GIFT, events }, other)).status).toBe(404);
  });
});

describe('The form of an answer with fields that no page sends', () => {
  const GIFT = { answer: 'what', direction: 'out', choice: 'GIFT' };

  beforeAll(() => answers.signIn('answers-fields@example.org'));

  it.each([
    ['another site', 'https://evil.example/inbox'],
    ['another site without a scheme', '//evil.example/inbox'],
    ['another site with a backslash', String.raw`/\evil.example/inbox`],
    ['a script', 'javascript:alert(1)'],
    ['another page', '/settings/tokens'],
    ['an upper folder', '/transactions/../settings'],
    ['nothing', ''],
  ])('does not lead back to %s', async (_title, back) => {
    expect((await answers.check('SENT', { ...GIFT, back })).status).toBe(400);
  });

  it.each([
    ['an unknown answer', { answer: 'constructor' }],
    ['no transaction', { ...GIFT, events: '' }],
    ['a text that is not an id', { ...GIFT, events: 'x' }],
    [
      'more transactions than one correction may have',
      { ...GIFT, events: Array(201).fill(UNKNOWN_ID).join(',') },
    ],
    ['one value for several', { answer: 'value', eur: '1', events: `${UNKNOWN_ID},${UNKNOWN_ID}` }],
    ['no direction', { answer: 'what', choice: 'GIFT' }],
    ['a meaning of the other direction', { answer: 'what', direction: 'in', meaning: 'STOLEN' }],
  ])('is rejected with %s', async (_title, fields) => {
    expect((await answers.check('SENT', fields)).status).toBe(400);
  });
});

describe('The forms of answers', () => {
  const GIFT = { answer: 'what', direction: 'out', choice: 'GIFT' };

  beforeAll(() => answers.signIn('answers-closed@example.org'));

  it('do not exist for a locked year, which shows no amount of it', async () => {
    const { html } = await answers.someone.person.get(answers.pageOf('LOCKED'));
    expect(textOf(html)).toContain('Its year is locked: unlock the year');
    expect(html).not.toContain(CHECK);
    const sent = await answers.check('LOCKED', { answer: 'value', eur: '1' });
    expect([sent.status, textOf(sent.html)]).toEqual([402, expect.stringContaining('Its year is locked')]);
    // As a number of its own: the ids and hashes of a page may have these digits.
    expect(sent.html).not.toMatch(/(?<![\w-])2[.,]?511(?![\w-])/);
    const moved = await answers.check('SENT', { answer: 'time', day: '2023-03-01', time: '10:00' });
    expect([moved.status, textOf(moved.html)]).toEqual([402, expect.stringContaining('Its year is locked')]);
  });

  it('do not exist for a submitted year, also where it was submitted since', async () => {
    const shown = await answers.check('SENT', GIFT);
    const freezing = (what: string) =>
      answers.stack.ctx(['year', what, '--user', answers.someone.userId, '--year', '2026']);
    await freezing('freeze');
    const sent = await answers.save(shown);
    expect([sent.status, textOf(sent.html)]).toEqual([
      409,
      expect.stringContaining('Its year was submitted'),
    ]);
    const { html } = await answers.someone.person.get(answers.pageOf('SENT'));
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
        await context.addCookies(answers.someone.person.cookies());
        const tab = await context.newPage();
        await tab.goto(`${answers.stack.ready().baseUrl}${answers.pageOf('ODD')}`);
        await tab.evaluate(
          "document.querySelectorAll('.answers details').forEach((each) => (each.open = true))",
        );
        expect(['forms', await faultsOf(tab)]).toEqual(['forms', []]);
        const form = tab.locator('.answers form', { has: tab.locator('input[value="GIFT"]') });
        await form.locator('input[value="GIFT"]').check();
        await form.locator('button').click();
        await tab.waitForURL(`**${CHECK}`);
        expect(['check', await faultsOf(tab)]).toEqual(['check', []]);
        await tab.goto(`${answers.stack.ready().baseUrl}${answers.pageOf('ODD')}`);
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
