/** Corrections whose transaction is gone: asked about in the inbox, removed there with their effect shown before, and undone. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { LANGUAGES } from '@ctx/domain/vocabulary';
import { startBrowser } from '../../browser/chromium.ts';
import { faultsOf } from '../../browser/page-faults.ts';
import { useStack } from '../kit.ts';
import { untilIdle } from '../runs.ts';
import { event, importLines, UNKNOWN_ID, WORKED_EXAMPLE_1 } from '../stack.ts';
import { formOf, newSomeone, type PageAnswer, type Someone, textOf } from './person.ts';

const [INBOX, CHECK, REMOVE] = [
  '/inbox?cause=ORPHANED_CORRECTION',
  '/answers/orphans/check',
  '/answers/orphans/remove',
];
const GONE = ['GONE 1', 'GONE 2', 'GONE 3'];
const LINES = GONE.map((name, index) =>
  event(name, 'DISPOSITION', '0.01', `2026-04-1${String(index)}T10:00:00Z`, '40'),
);

const stack = useStack();

/** Returns a user whose corrections of three transactions have none any more, and the ids of the corrections. */
async function orphanedUser(email: string): Promise<[Someone, string[]]> {
  const someone = await newSomeone(stack, email);
  await importLines(stack, someone.userId, [...WORKED_EXAMPLE_1, ...LINES]);
  const { body } = await stack.get('/api/v1/transactions?year=2026', someone.token);
  const events = body['transactions'] as { referenceId: string; id: string }[];
  const overrideIds: string[] = [];
  for (const { id, referenceId } of events.filter((each) => GONE.includes(each.referenceId))) {
    const response = await fetch(`${stack.ready().baseUrl}/api/v1/overrides`, {
      method: 'POST',
      headers: { authorization: `Bearer ${someone.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ taxEventId: id, notes: `of ${referenceId}` }),
    });
    overrideIds.push(((await response.json()) as { override: { id: string } }).override.id);
  }
  await importLines(stack, someone.userId, WORKED_EXAMPLE_1, 'kraken-1');
  await untilIdle(stack, someone);
  return [someone, overrideIds];
}

async function openCorrections({ token }: Someone): Promise<string[]> {
  const { body } = await stack.get('/api/v1/issues?type=ORPHANED_CORRECTION', token);
  const items = body['items'] as { orphanedCorrection: { overrideId: string } }[];
  return items.map(({ orphanedCorrection }) => orphanedCorrection.overrideId);
}

describe('A correction without its transaction', () => {
  let someone: Someone;
  let ids: string[];
  beforeAll(async () => {
    [someone, ids] = await orphanedUser('answers-orphans@example.org');
  });

  const check = async (overrides: string, by = someone): Promise<PageAnswer> =>
    by.person.post(CHECK, { csrf: await by.person.csrf(), overrides, back: INBOX });
  const remove = ({ html }: PageAnswer): Promise<PageAnswer> =>
    someone.person.post(REMOVE, formOf(html, REMOVE));

  it('is removed where it is asked about, after its effect was shown, and the removal is undone beside it', async () => {
    const shown = await someone.person.submit(INBOX, CHECK);
    const text = textOf(shown.html);
    expect(text).toContain('Remove this correction?');
    expect(text).toContain('Your note: of GONE');
    expect(text).toContain('Questions that are settled: 1');
    expect(await openCorrections(someone)).toHaveLength(3);
    const removed = await remove(shown);
    expect(removed.status).toBe(303);
    const { html } = await someone.person.get(removed.location);
    await untilIdle(stack, someone);
    expect(await openCorrections(someone)).toHaveLength(2);
    expect(textOf(html)).toContain('Your answer is saved.');
    const [, undo = ''] = /href="(\/settings\/log\/[^"]+\/undo)"/.exec(html) ?? [];
    expect((await someone.person.submit(undo, undo)).status).toBe(303);
    await untilIdle(stack, someone);
    expect((await openCorrections(someone)).toSorted()).toEqual(ids.toSorted());
    // And the undo is undone as any other entry.
    const { body } = await stack.get('/api/v1/history?size=1', someone.token);
    const [{ id }] = body['entries'] as [{ id: string }];
    const again = `/settings/log/${id}/undo`;
    expect((await someone.person.submit(again, again)).status).toBe(303);
    await untilIdle(stack, someone);
    expect(await openCorrections(someone)).toHaveLength(2);
  });

  it('is removed with all others as one entry of the history, once, however often the form is sent', async () => {
    const shown = await check('all');
    expect(textOf(shown.html)).toContain('Remove 2 corrections?');
    const twice = await Promise.all([remove(shown), remove(shown)]);
    expect(twice.map(({ status }) => status)).toEqual([303, 303]);
    await untilIdle(stack, someone);
    expect(await openCorrections(someone)).toEqual([]);
    const { body } = await stack.get('/api/v1/history?size=1', someone.token);
    const [{ id, changeCount }] = body['entries'] as [{ id: string; changeCount: number }];
    expect(changeCount).toBe(2);
    const third = await remove(shown);
    expect([third.status, third.location]).toEqual([303, expect.stringContaining(`undo=${id}`)]);
    expect((await stack.get('/api/v1/history?size=1', someone.token)).body['entries']).toMatchObject([
      { id },
    ]);
  });
});

describe('The form that removes a correction', () => {
  let someone: Someone;
  let other: Someone;
  let ids: string[];
  beforeAll(async () => {
    [someone, ids] = await orphanedUser('answers-orphans-attacked@example.org');
    other = await newSomeone(stack, 'answers-orphans-other@example.org');
  });

  const fieldsOf = async (by: Someone): Promise<Record<string, string>> => ({
    csrf: await by.person.csrf(),
    overrides: ids[0]!,
    back: INBOX,
  });

  it('is rejected without its secret, from another site, and with fields that no page sends', async () => {
    const fields = await fieldsOf(someone);
    const bare = await someone.person.post(CHECK, { ...fields, csrf: '' });
    const crossSite = await someone.person.post(CHECK, fields, { 'sec-fetch-site': 'cross-site' });
    const away = await someone.person.post(CHECK, { ...fields, back: 'https://evil.example/inbox' });
    const wrong = await someone.person.post(CHECK, { ...fields, overrides: 'x' });
    const formless = await someone.person.post(REMOVE, fields);
    expect([bare, crossSite, away, wrong, formless].map(({ status }) => status)).toEqual([
      403, 403, 400, 400, 400,
    ]);
    expect(await openCorrections(someone)).toHaveLength(3);
  });

  it('does not find a correction of somebody else, or none', async () => {
    for (const [by, overrides] of [
      [other, ids[0]!],
      [someone, UNKNOWN_ID],
    ] as const) {
      const { status, html } = await by.person.post(CHECK, { ...(await fieldsOf(by)), overrides });
      expect([status, textOf(html)]).toEqual([
        409,
        expect.stringContaining('There is nothing to remove here'),
      ]);
    }
    expect(await openCorrections(someone)).toHaveLength(3);
  });

  it.each(LANGUAGES.map((language) => [language]))(
    'has no fault for axe or on a phone, in %s',
    async (language) => {
      const browser = await startBrowser();
      try {
        const context = await browser.newContext({ locale: language });
        await context.addCookies(someone.person.cookies());
        const tab = await context.newPage();
        await tab.goto(stack.ready().baseUrl + INBOX);
        expect(['inbox', await faultsOf(tab)]).toEqual(['inbox', []]);
        await tab.locator(`form[action="${CHECK}"] button`).last().click();
        await tab.waitForURL(`**${CHECK}`);
        expect(['check', await faultsOf(tab)]).toEqual(['check', []]);
      } finally {
        await browser.close();
      }
    },
  );

  it('removes nothing whose transaction is back since', async () => {
    const shown = await someone.person.post(CHECK, { ...(await fieldsOf(someone)), overrides: 'all' });
    const fields = formOf(shown.html, REMOVE);
    await importLines(stack, someone.userId, [...WORKED_EXAMPLE_1, ...LINES]);
    await untilIdle(stack, someone);
    const { status, html } = await someone.person.post(REMOVE, fields);
    expect([status, textOf(html)]).toEqual([409, expect.stringContaining('its transaction is back')]);
    const { body } = await stack.get('/api/v1/transactions?year=2026', someone.token);
    const notes = (body['transactions'] as { referenceId: string; overrideId: string | null }[]).filter(
      ({ overrideId }) => overrideId !== null,
    );
    expect(notes.map(({ referenceId }) => referenceId).toSorted()).toEqual(GONE);
  });
});
