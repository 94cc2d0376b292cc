/** The page on which the taxpayer chooses the regime of a year: without script, with the effect before it is saved. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startBrowser } from '../../browser/chromium.ts';
import { faultsOf } from '../../browser/page-faults.ts';
import { untilIdle } from '../runs.ts';
import { importLines, sharedTestStack, type TestStack, WORKED_EXAMPLE_1 } from '../stack.ts';
import { newSomeone, type Someone, textOf } from './person.ts';

const ADDRESS = '/overview/2026/regime';

let stack: TestStack;
let someone: Someone;

beforeAll(async () => {
  stack = await sharedTestStack();
  someone = await newSomeone(stack, 'regime-page@example.org');
  await importLines(stack, someone.userId, WORKED_EXAMPLE_1);
  await untilIdle(stack, someone);
});
afterAll(async () => {
  await stack.remove();
});

const submit = (fields: Record<string, string>) => someone.person.submit(ADDRESS, ADDRESS, fields);
const page = async (path: string): Promise<string> => textOf((await someone.person.get(path)).html);
const choice = async (): Promise<unknown> =>
  (await stack.get('/api/v1/years/2026/regime', someone.token)).body['choice'];
const formIn = (html: string): string => /name="form" value="([^"]+)"/.exec(html)?.[1] ?? '';
const SPECULATION = { regime: 'SPECULATIEF', borrowed: 'no', frequent: 'no' };

describe('The page of the regime of a year', () => {
  it('is linked from the year, its steps and its circumstances', async () => {
    for (const address of ['/overview/2026', '/overview/2026/steps', '/overview/2026/circumstances'])
      expect((await someone.person.get(address)).html).toContain(`href="${ADDRESS}"`);
  });

  it('shows what a choice would change and what the answers say, before it saves anything', async () => {
    const missing = await submit({ borrowed: 'yes' });
    expect([missing.status, textOf(missing.html)]).toEqual([
      422,
      expect.stringContaining('Choose one of the two regimes.'),
    ]);
    const { status, html } = await submit(SPECULATION);
    expect(status).toBe(200);
    for (const each of [
      'Nothing is saved yet.',
      'Tax on gains Now €125.00 After saving €412.50 Difference +€287.50',
      'You chose speculation, but you answered no to each of these indicators of it: Borrowed money, Frequent trading.',
      'It is no verdict and no advice.',
    ])
      expect(textOf(html)).toContain(each);
    expect(await choice()).toBeNull();
  });

  it('leads back to the answers with what was chosen', async () => {
    const { html } = await submit({ ...SPECULATION, step: 'edit' });
    expect(html).toMatch(/value="SPECULATIEF"[^>]*checked/);
    expect(html).toMatch(/<select id="borrowed"[^]*?value="no" selected/);
    expect(await choice()).toBeNull();
  });

  it('saves the choice, which the year, the log and the report then show', async () => {
    const checked = await submit(SPECULATION);
    const fields = { ...SPECULATION, form: formIn(checked.html), step: 'save' };
    const csrf = await someone.person.csrf();
    const saved = await someone.person.post(ADDRESS, { csrf, ...fields });
    expect([saved.status, saved.location]).toEqual([303, `${ADDRESS}?done=saved`]);
    expect(await page(saved.location)).toContain('Your choice is saved.');
    expect(await choice()).toMatchObject({
      regime: 'SPECULATIEF',
      chosenBy: 'TAXPAYER',
      borrowed: false,
      frequent: false,
      automated: null,
    });
    await untilIdle(stack, someone);
    const year = await page('/overview/2026');
    for (const each of ['Chosen By you, on', 'You chose speculation, but you answered no'])
      expect(year).toContain(each);
    const log = await page('/settings/log');
    for (const each of ['Regime of 2026', 'Regime: Speculation ; Borrowed money: No'])
      expect(log).toContain(each);
    expect(await page('/overview/2026/report')).toMatch(/Speculative\. Chosen by the taxpayer on/);
    expect(await page('/overview/2026/steps')).toMatch(/Choose the regime Status Done/);
  });

  it('carries out a form that is sent twice once, also after a later choice', async () => {
    const { html } = await submit({ regime: 'NORMAAL_BEHEER', automated: 'yes' });
    const csrf = await someone.person.csrf();
    const fields = { csrf, form: formIn(html), step: 'save', regime: 'NORMAAL_BEHEER', automated: 'yes' };
    await someone.person.post(ADDRESS, fields);
    expect(await choice()).toMatchObject({ regime: 'NORMAAL_BEHEER', automated: true });
    const other = await submit({ regime: 'NORMAAL_BEHEER', automated: 'no' });
    await someone.person.post(ADDRESS, { ...fields, form: formIn(other.html), automated: 'no' });
    expect((await someone.person.post(ADDRESS, fields)).status).toBe(303);
    expect(await choice()).toMatchObject({ automated: false });
    // The same form with other answers, after the back button.
    expect((await someone.person.post(ADDRESS, { ...fields, borrowed: 'yes' })).status).toBe(303);
    expect(await choice()).toMatchObject({ automated: true, borrowed: true });
  });

  it('saves nothing that is saved already, without a form of the page, or without its token', async () => {
    const same = await submit({ regime: 'NORMAAL_BEHEER', automated: 'yes', borrowed: 'yes' });
    expect(textOf(same.html)).toContain('This is what is saved already.');
    const csrf = await someone.person.csrf();
    const fields = { regime: 'SPECULATIEF', step: 'save' };
    expect((await someone.person.post(ADDRESS, { csrf, ...fields })).status).toBe(400);
    expect((await someone.person.post(ADDRESS, { csrf, ...fields, form: 'x' })).status).toBe(400);
    const form = 'a3bb189e-8bf9-4c0a-9f0a-3b1f5e0e1c11';
    expect((await someone.person.post(ADDRESS, { csrf: 'x', ...fields, form })).status).toBe(403);
    expect(await choice()).toMatchObject({ regime: 'NORMAAL_BEHEER' });
  });

  it('is undone in the log, where the effect is shown first', async () => {
    const { html } = await submit({ regime: 'SPECULATIEF' });
    const csrf = await someone.person.csrf();
    await someone.person.post(ADDRESS, { csrf, form: formIn(html), step: 'save', regime: 'SPECULATIEF' });
    await untilIdle(stack, someone);
    const { body } = await stack.get('/api/v1/history?size=1', someone.token);
    const [{ id }] = body['entries'] as [{ id: string }];
    const undo = `/settings/log/${id}/undo`;
    for (const each of ['Regime of 2026', '€412.50']) expect(await page(undo)).toContain(each);
    expect((await someone.person.submit(undo, undo)).status).toBe(303);
    expect(await choice()).toMatchObject({ regime: 'NORMAAL_BEHEER', automated: true, borrowed: true });
    await untilIdle(stack, someone);
  });

  it('has no form for a locked or a submitted year, whose regime it still shows, and rejects a late form', async () => {
    expect(await page('/overview/2023/regime')).toContain('This year is locked');
    const freezing = (what: string) => stack.ctx(['year', what, '--user', someone.userId, '--year', '2026']);
    const { html } = await submit({ regime: 'SPECULATIEF' });
    const csrf = await someone.person.csrf();
    const late = { csrf, form: formIn(html), regime: 'SPECULATIEF' };
    await freezing('freeze');
    const text = await page(ADDRESS);
    for (const each of ['its regime cannot change', 'Did you buy with borrowed money? Yes'])
      expect(text).toContain(each);
    for (const step of ['', 'save'])
      expect((await someone.person.post(ADDRESS, { ...late, step })).status).toBe(409);
    await freezing('unfreeze');
    await untilIdle(stack, someone);
    const next = await submit({ regime: 'SPECULATIEF' });
    const later = { ...late, form: formIn(next.html) };
    const setYear = (option: string) => stack.ctx(['user', 'set', '--user', someone.userId, option, '2026']);
    await setYear('--remove-year');
    for (const step of ['', 'save'])
      expect((await someone.person.post(ADDRESS, { ...later, step })).status).toBe(402);
    expect(await page('/overview/2026')).not.toContain('By you');
    await setYear('--add-year');
    expect((await someone.person.get('/overview/1999/regime')).status).toBe(404);
    expect((await someone.person.post('/overview/1999/regime', late)).status).toBe(404);
  });

  it('is filled in by keyboard alone, and no page of it has a fault for axe or on a phone', async () => {
    const browser = await startBrowser();
    try {
      const context = await browser.newContext({ locale: 'nl' });
      await context.addCookies(someone.person.cookies());
      const tab = await context.newPage();
      await tab.goto(`${stack.ready().baseUrl}${ADDRESS}`);
      expect(await faultsOf(tab)).toEqual([]);
      await tab.focus('input[value="SPECULATIEF"]');
      await tab.keyboard.press('Space');
      await tab.keyboard.press('Enter');
      await tab.waitForSelector('button[value="save"]');
      expect(await faultsOf(tab)).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});
