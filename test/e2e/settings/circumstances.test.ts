/** The form for the circumstances of a year, and the estimate on the page of the year. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LANGUAGES } from '@ctx/domain/vocabulary';
import { startBrowser } from '../../browser/chromium.ts';
import { faultsOf } from '../../browser/page-faults.ts';
import { importLines, sharedTestStack, type TestStack, WORKED_EXAMPLE_1 } from '../stack.ts';
import { newSomeone, type Someone, textOf } from './person.ts';

const ADDRESS = '/overview/2026/circumstances';

let stack: TestStack;
let someone: Someone;

beforeAll(async () => {
  stack = await sharedTestStack();
  someone = await newSomeone(stack, 'circumstances-page@example.org');
  await importLines(stack, someone.userId, WORKED_EXAMPLE_1);
});
afterAll(async () => {
  await stack.remove();
});

const submit = (fields: Record<string, string>) => someone.person.submit(ADDRESS, ADDRESS, fields);
const page = async (path: string): Promise<string> => textOf((await someone.person.get(path)).html);

describe('The page of the circumstances of a year', () => {
  it('saves what is typed, with a decimal comma too, and the page of the year then shows the estimate', async () => {
    expect(await page('/overview/2026')).toContain('The exemption is one for all your financial assets.');
    const { status, location } = await submit({ otherGains: '9 500,50', municipalSurchargePercent: '7.5' });
    expect([status, location]).toEqual([303, `${ADDRESS}?done=saved`]);
    const { html } = await someone.person.get(location);
    expect(textOf(html)).toContain('Your circumstances are saved.');
    expect(html).toContain('value="9500.50"');
    const year = await page('/overview/2026');
    // 499.50 of the exemption are left for a gain of 1,250.
    for (const each of [
      'Exemption left after other assets €499.50',
      'Taxable gains €750.50',
      'Tax on gains, 10% €75.05',
      'Municipal surcharge €5.63',
      'By these figures you owe about €80.68 for 2026, on your gains.',
    ])
      expect(year).toContain(each);
  });

  it('says which field is not a number or out of bounds, keeps what was typed, and saves nothing', async () => {
    const { status, html } = await submit({ otherGains: 'much', municipalSurchargePercent: '100' });
    expect(status).toBe(422);
    for (const each of ['Enter a number such as 1250.50.', 'This number is not possible here.'])
      expect(textOf(html)).toContain(each);
    expect(html).toContain('value="much"');
    expect((await someone.person.get(ADDRESS)).html).toContain('value="9500.50"');
    const empty = await submit({ otherGains: '', municipalSurchargePercent: ' ' });
    expect([empty.status, textOf(empty.html)]).toEqual([
      422,
      expect.stringContaining('Fill in at least one field.'),
    ]);
  });

  it('asks whether an amount was meant that can be read in two ways, and saves the one that it then shows', async () => {
    const first = await submit({ otherGains: '9.500' });
    expect([first.status, textOf(first.html)]).toEqual([
      422,
      expect.stringContaining('It is now €9.50 here'),
    ]);
    const [, shown = ''] = /id="otherGains"[^>]*value="([^"]*)"/.exec(first.html.replaceAll('\n', ' ')) ?? [];
    expect((await submit({ otherGains: shown })).status).toBe(303);
    expect((await someone.person.get(ADDRESS)).html).toContain(`value="${shown}"`);
    await submit({ otherGains: '9.500,50' });
    expect((await someone.person.get(ADDRESS)).html).toContain('value="9500.50"');
  });

  it('saves shares in all accounts and in one, and the page of the year then shows both partners', async () => {
    const { html: form } = await someone.person.get(ADDRESS);
    const [, share = ''] = /id="(share-[^"]+)"/.exec(form) ?? [];
    const wrong = await submit({ otherGains: '9500.50', ownedSharePercent: '50', [share]: '101' });
    expect([wrong.status, textOf(wrong.html)]).toEqual([
      422,
      expect.stringContaining('This number is not possible here.'),
    ]);
    expect(wrong.html).toMatch(new RegExp(`href="#${share}"`));
    expect((await submit({ otherGains: '9500.50', ownedSharePercent: '50', [share]: '20' })).status).toBe(
      303,
    );
    expect((await someone.person.get(ADDRESS)).html.replaceAll('\n', ' ')).toMatch(
      new RegExp(`id="${share}"[^>]*value="20"`),
    );
    const year = await page('/overview/2026');
    for (const each of [
      'You and your partner',
      'Net gains You €250.00 Your partner €1,000.00',
      'Your part of the net gains €250.00',
    ])
      expect(year).toContain(each);
    await submit({ otherGains: '9500.50' });
    expect(await page('/overview/2026')).not.toContain('You and your partner');
  });

  it('is in the log under its name, and can be undone there', async () => {
    await submit({ otherGains: '100' });
    const log = await page('/settings/log');
    expect(log).toContain('Circumstances of 2026');
    expect(log).toContain('Gains on other financial assets: €9,500.50 → €100.00');
    const { body } = await stack.get('/api/v1/history?size=1', someone.token);
    const [{ id }] = body['entries'] as [{ id: string }];
    const undo = `/settings/log/${id}/undo`;
    expect(await page(undo)).toContain('Circumstances of 2026');
    expect((await someone.person.submit(undo, undo)).status).toBe(303);
    expect((await someone.person.get(ADDRESS)).html).toContain('value="9500.50"');
  });

  it('carries out a form that is sent twice once', async () => {
    const { html } = await someone.person.get(ADDRESS);
    const [, form = ''] = /name="form" value="([^"]+)"/.exec(html) ?? [];
    const csrf = await someone.person.csrf();
    const fields = { csrf, form, otherGains: '1' };
    await someone.person.post(ADDRESS, fields);
    await submit({ otherGains: '2' });
    expect((await someone.person.post(ADDRESS, fields)).status).toBe(303);
    expect((await someone.person.get(ADDRESS)).html).toContain('value="2"');
  });

  it('removes all circumstances', async () => {
    const { location } = await submit({ remove: 'true' });
    expect(location).toBe(`${ADDRESS}?done=removed`);
    expect(await page(location)).toContain('Your circumstances are removed.');
    expect(await page('/overview/2026')).toContain('The exemption is one for all your financial assets.');
  });

  it('has no form for a locked or a submitted year, whose circumstances it still shows', async () => {
    await submit({ otherGains: '300' });
    expect(await page('/overview/2023/circumstances')).toContain('This year is locked');
    const freezing = (what: string) => stack.ctx(['year', what, '--user', someone.userId, '--year', '2026']);
    const { html } = await someone.person.get(ADDRESS);
    const [, form = ''] = /name="form" value="([^"]+)"/.exec(html) ?? [];
    await freezing('freeze');
    const text = await page(ADDRESS);
    expect(text).toContain('This year was submitted: its circumstances cannot change.');
    expect(text).toContain('Gains on other financial assets €300.00');
    const csrf = await someone.person.csrf();
    expect((await someone.person.post(ADDRESS, { csrf, form, otherGains: '5' })).status).toBe(409);
    await freezing('unfreeze');
    expect((await someone.person.get('/overview/1999/circumstances')).status).toBe(404);
  });

  it.each(LANGUAGES.map((language) => [language]))(
    'has no fault for axe or on a phone, in %s',
    async (language) => {
      const browser = await startBrowser();
      try {
        const context = await browser.newContext({ locale: language });
        await context.addCookies(someone.person.cookies());
        const tab = await context.newPage();
        for (const address of [ADDRESS, '/overview/2026']) {
          await tab.goto(`${stack.ready().baseUrl}${address}`);
          expect([address, await faultsOf(tab)]).toEqual([address, []]);
        }
      } finally {
        await browser.close();
      }
    },
  );
});
