/** Undoing an entry of the log from its page: preview, confirmation, every guard of the API, and attacks on the form. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ok } from '../../api/client.ts';
import { query } from '../oauth/visitor.ts';
import { untilIdle, whileNoRunEnds } from '../runs.ts';
import { newToken, sharedTestStack, type TestStack, UNKNOWN_ID } from '../stack.ts';
import { type Corrector, entriesOf, linesOf, LOG, newCorrector, plain } from './log-users.ts';
import { formOf, newSomeone, type PageAnswer, Person } from './person.ts';

let stack: TestStack;
let user: Corrector;
let other: Corrector;

beforeAll(async () => {
  stack = await sharedTestStack();
  user = await newCorrector(stack, 'log-undoes@example.org');
  other = await newCorrector(stack, 'log-undo-other@example.org');
});
afterAll(async () => {
  await stack.remove();
});

const id = (name: string, of = user): string => of.events.get(name)!;
const undoOf = (entryId: string): string => `${LOG}/${entryId}/undo`;
const show = (entryId: string, of = user): Promise<PageAnswer> => of.person.get(undoOf(entryId));
const confirm = (entryId: string, of = user): Promise<PageAnswer> =>
  of.person.submit(undoOf(entryId), undoOf(entryId));
const countOf = async (of = user): Promise<number> => (await of.history({ size: 1 })).totalElements;
const value = (overriddenEuroValue: number, name = 'S1', of = user): Promise<string> =>
  of.correct('/overrides', { taxEventId: id(name, of), overriddenEuroValue });

describe('The page that undoes an entry', () => {
  let entryId: string;
  let gainsBefore: unknown;
  const gains = async (): Promise<unknown> => {
    const params = { path: { year: 2026 } };
    const api = stack.api(await newToken(stack, user.userId));
    return (await ok(api.GET('/api/v1/years/{year}/summary', { params }))).totalCapitalGains.exact;
  };
  beforeAll(async () => {
    await untilIdle(stack, user);
    gainsBefore = await gains();
    entryId = await value(6250);
    await untilIdle(stack, user);
  });

  it('shows what is restored, and what changes in gains, tax and exemption, before it asks', async () => {
    const before = await countOf();
    const { status, html } = await show(entryId);
    expect(status).toBe(200);
    const text = plain(html);
    expect(text).toMatch(
      /Undo this correction\? 1\.5 ETH · Kraken · 10 Mar 2026 — Value in euro: €6,250\.00/,
    );
    expect(text).toMatch(/Field Value in euro Now €6,250\.00 After undoing not corrected/);
    expect(text).toMatch(
      /Gains Now €[\d,.]+ After undoing €[\d,.]+ Difference -€1,000\.00 Figure Tax on gains .* Difference -€100\.00/,
    );
    expect(text).toMatch(/Exemption used .* Exemption left .* Difference \+€1,000\.00/);
    expect(html).toContain(`<form class="actions" method="post" action="${undoOf(entryId)}">`);
    expect(await countOf()).toBe(before);
    expect(await gains()).toBe(Number(gainsBefore) + 1000);
  });

  it('undoes it after confirmation, and the log says so with the status of the recalculation', async () => {
    const answer = await confirm(entryId);
    expect(answer).toMatchObject({ status: 303, location: `${LOG}?done=undone#corrections` });
    const { html } = await user.person.get(`${LOG}?done=undone`);
    expect(plain(html)).toMatch(
      /The correction is undone\. Your figures are (up to date|being recalculated\. Reload the page in a moment)\./,
    );
    const { entries } = await user.history({ size: 2 });
    expect(entries).toMatchObject([
      { undoOf: entryId, via: 'settings', kind: 'OVERRIDE' },
      { id: entryId, undoneBy: entries[0]!.id },
    ]);
    await untilIdle(stack, user);
    expect(plain((await user.person.get(`${LOG}?done=undone`)).html)).toContain(
      'The correction is undone. Your figures are up to date.',
    );
    expect(await gains()).toBe(gainsBefore);
  });

  it('is no longer linked for an undone entry, and the undo can be undone', async () => {
    const { html } = await user.person.get(LOG);
    const [undo = '', undone = ''] = entriesOf(html);
    expect(linesOf(html)[0]).toMatch(
      /^An undo 1\.5 ETH · Kraken · 10 Mar 2026 — Value in euro: €6,250\.00 → not corrected settings · /,
    );
    expect(undone).toContain('<span class="tag undo">Undone</span>');
    expect(undone).not.toContain(undoOf(entryId));
    const [, again = ''] = /href="\/settings\/log\/([0-9a-f-]{36})\/undo"/.exec(undo) ?? [];
    expect((await confirm(again)).status).toBe(303);
    expect((await user.history({ entryId })).entries[0]!.undoneBy).toBeNull();
    expect((await confirm(entryId)).status).toBe(303);
  });

  it('undoes all of a bulk correction', async () => {
    const bulk = await user.correct('/overrides/bulk', {
      taxEventIds: [id('B1'), id('B2')],
      overriddenFlags: ['seen'],
    });
    await untilIdle(stack, user);
    const text = plain((await show(bulk)).html);
    expect(text).toMatch(/Transaction 1 ETH · Kraken · 10 (Jan|Feb) 2026 Field Flags Now seen After undoing/);
    expect(text).toContain('Your figures do not change.');
    expect((await confirm(bulk)).status).toBe(303);
    expect((await user.history({ size: 1 })).entries[0]).toMatchObject({ undoOf: bulk, changeCount: 2 });
  });

  it('shows no effect while figures are recalculated, and still undoes', async () => {
    const running = await newCorrector(stack, 'log-undo-running@example.org');
    await untilIdle(stack, running);
    // An import that does not end holds the recalculation back.
    await query(
      stack,
      `UPDATE corrections.recalc_state SET import_id = $2, import_until = now() + interval '1 hour' WHERE user_id = $1`,
      [running.userId, UNKNOWN_ID],
    );
    const entry = await value(6000, 'S1', running);
    const { status, html } = await show(entry, running);
    expect([status, plain(html)]).toEqual([
      200,
      expect.stringContaining('so the effect cannot be shown yet. Reload the page'),
    ]);
    const answer = await running.person.post(undoOf(entry), formOf(html, undoOf(entry)));
    expect(answer.status).toBe(303);
    expect(plain((await running.person.get(`${LOG}?done=undone`)).html)).toContain(
      'The correction is undone. Your figures are being recalculated. Reload the page in a moment.',
    );
  });

  it('is not available while the service that computes effects is down', async () => {
    const entry = await value(6050);
    await untilIdle(stack, user);
    await whileNoRunEnds(stack, async () => {
      expect((await show(entry)).status).toBe(503);
    });
    expect((await confirm(entry)).status).toBe(303);
  });
});

describe('An entry cannot be undone, and the page says why,', () => {
  let own: Corrector;
  beforeAll(async () => {
    own = await newCorrector(stack, 'log-undo-rejected@example.org');
  });

  /** Expects the same page before and after the form, and that nothing was undone. */
  async function rejected(entryId: string, status: number, reason: string): Promise<string> {
    const before = await own.history({ size: 1 });
    const csrf = await own.person.csrf();
    const pages = [
      await show(entryId, own),
      await own.person.post(undoOf(entryId), { csrf, form: UNKNOWN_ID }),
    ];
    for (const page of pages) {
      expect([page.status, plain(page.html)]).toEqual([status, expect.stringContaining(reason)]);
      expect(plain(page.html)).toContain('This correction cannot be undone');
      expect(page.html).not.toContain(`action="${undoOf(entryId)}"`);
    }
    expect(await own.history({ size: 1 })).toEqual(before);
    return pages[0]!.html;
  }

  it('when it is undone already', async () => {
    const entry = await value(1, 'B1', own);
    expect((await confirm(entry, own)).status).toBe(303);
    const before = await own.history({ size: 1 });
    const { status, html } = await show(entry, own);
    expect([status, plain(html)]).toEqual([409, expect.stringContaining('It is already undone.')]);
    expect(html).not.toContain(`action="${undoOf(entry)}"`);
    // A second form, which was shown before the first was sent, gets its reply and undoes nothing more.
    const csrf = await own.person.csrf();
    const second = await own.person.post(undoOf(entry), { csrf, form: UNKNOWN_ID });
    expect(second).toMatchObject({ status: 303, location: `${LOG}?done=undone#corrections` });
    expect(await own.history({ size: 1 })).toEqual(before);
  });

  it('when something changed the same fields later, with a link to what did', async () => {
    const entry = await value(10, 'B2', own);
    await value(11, 'B2', own);
    const html = await rejected(entry, 409, 'Something was changed again later: Value in euro.');
    const [, link = ''] = /href="([^"]+)">See all corrections of this transaction/.exec(html) ?? [];
    expect(linesOf((await own.person.get(link)).html)).toHaveLength(2);
  });

  it('when its rule or its match was made again later', async () => {
    const terms = {
      action: 'IGNORE_DUST',
      label: 'again',
      matchType: 'DUST_THRESHOLD',
      thresholdEur: 1,
    };
    const created = await own.correct('/rules', terms);
    const api = stack.api(await newToken(stack, own.userId, 'write'));
    const { rules } = await ok(api.GET('/api/v1/rules'));
    await ok(api.DELETE('/api/v1/rules/{ruleId}', { params: { path: { ruleId: rules[0]!.id } } }));
    await rejected(created, 409, 'The rule was deleted, or created again, later.');
    const out = { outTaxEventId: id('OUT', own), transferKind: 'BRIDGE' };
    const matched = await own.correct('/transfer-matches', { ...out, inTaxEventId: id('IN', own) });
    expect((await confirm(matched, own)).status).toBe(303);
    const { entries } = await own.history({ size: 1 });
    await own.correct('/transfer-matches', { ...out, inTaxEventId: id('B1', own) });
    await rejected(entries[0]!.id, 409, 'belongs to another match now.');
  });

  it('when its year is locked, or was submitted, which the log shows too', async () => {
    const [locked, frozen] = [await value(5, 'B0', own), await value(6, 'B5', own)];
    await untilIdle(stack, own);
    await stack.ctx(['year', 'freeze', '--user', own.userId, '--year', '2025']);
    await stack.ctx(['user', 'set', '--user', own.userId, '--remove-year', '2023']);
    const html = await rejected(locked, 402, 'It concerns a year that is locked (2023).');
    expect(html).toMatch(/<a class="button" href="[^"]+\/upgrade">Unlock a year/);
    await rejected(frozen, 409, 'It concerns a year that was submitted (2025).');
    const [second = '', first = ''] = entriesOf((await own.person.get(LOG)).html);
    expect([plain(first), plain(second)]).toEqual([
      expect.stringMatching(/Year locked$/),
      expect.stringMatching(/Year submitted$/),
    ]);
    expect(first + second).not.toContain('/undo"');
  });
});

describe('An undo is not possible', () => {
  let entryId: string;
  let before: number;
  beforeAll(async () => {
    entryId = await value(6200);
    before = await countOf();
  });

  it('without the csrf token of the session, from another site, or with a form of another user', async () => {
    const [own, foreign] = [await user.person.csrf(), await other.person.csrf()];
    const form = UNKNOWN_ID;
    for (const csrf of ['', 'wrong', foreign])
      expect((await user.person.post(undoOf(entryId), { csrf, form })).status).toBe(403);
    expect((await user.person.post(undoOf(entryId), { form })).status).toBe(403);
    for (const site of ['cross-site', 'same-site']) {
      const headers = { 'sec-fetch-site': site };
      expect((await user.person.post(undoOf(entryId), { csrf: own, form }, headers)).status).toBe(403);
    }
    expect(await countOf()).toBe(before);
  });

  it('by GET, HEAD or another method', async () => {
    await show(entryId);
    const head = await user.person.send(undoOf(entryId), { method: 'HEAD' });
    expect([head.status, head.html]).toEqual([200, '']);
    const put = await user.person.send(undoOf(entryId), { method: 'PUT', body: 'x' });
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
    expect(await countOf()).toBe(before);
  });

  it('of an entry of another user, which looks like one that does not exist', async () => {
    const csrf = await other.person.csrf();
    for (const address of [entryId, UNKNOWN_ID, entryId.toUpperCase(), 'x', '%00'].map(undoOf)) {
      const shown = await other.person.get(address);
      const posted = await other.person.post(address, { csrf, form: UNKNOWN_ID });
      expect([address, shown.status, posted.status]).toEqual([address, 404, 404]);
      expect(shown.html).not.toMatch(/ETH|6,200/);
    }
    expect([await countOf(), await countOf(other)]).toEqual([before, 0]);
  });

  it('with a form without its id', async () => {
    const csrf = await user.person.csrf();
    for (const form of ['', 'x', `${UNKNOWN_ID}x`])
      expect((await user.person.post(undoOf(entryId), { csrf, form })).status).toBe(400);
    expect(await countOf()).toBe(before);
  });

  it('after the session ended, which leads to signing in and back to the log', async () => {
    const ended = new Person(stack.ready().baseUrl);
    await ended.signIn(user.email);
    const fields = formOf((await ended.get(undoOf(entryId))).html, undoOf(entryId));
    await ended.submit('/settings', '/sign-out');
    const answer = await ended.post(undoOf(entryId), fields);
    expect(answer).toMatchObject({ status: 303, location: '/sign-in?next=%2Fsettings%2Flog' });
    // Nor with the form of the ended session in a new one.
    await ended.signIn(user.email);
    expect((await ended.post(undoOf(entryId), fields)).status).toBe(403);
    expect(await countOf()).toBe(before);
  });

  it('for a user with the free plan', async () => {
    const free = await newCorrector(stack, 'log-undo-free@example.org');
    const entry = await value(1, 'S1', free);
    await stack.ctx(['user', 'set', '--user', free.userId, '--plan', 'free']);
    const csrf = await free.person.csrf();
    expect((await show(entry, free)).status).toBe(402);
    const answer = await free.person.post(undoOf(entry), { csrf, form: UNKNOWN_ID });
    expect(answer.status).toBe(402);
    expect(plain((await free.person.get(LOG)).html)).toContain('Value in euro: €1.00');
    await stack.ctx(['user', 'set', '--user', free.userId, '--plan', 'pro']);
    expect((await free.history()).totalElements).toBe(1);
  });

  it('in a frame of another site', async () => {
    const { headers } = await show(entryId);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  it('twice with one form, also at the same time: the second gets the reply of the first', async () => {
    const fields = formOf((await show(entryId)).html, undoOf(entryId));
    const answers = await Promise.all([1, 2, 3].map(() => user.person.post(undoOf(entryId), fields)));
    // A form that is sent while the first is carried out gets 409.
    for (const { status } of answers) expect([303, 409]).toContain(status);
    expect(answers.map(({ status }) => status)).toContain(303);
    expect((await user.person.post(undoOf(entryId), fields)).status).toBe(303);
    expect(await countOf()).toBe(before + 1);
    // The form of one entry is none of another.
    const next = (await user.history({ size: 1 })).entries[0]!.id;
    expect((await user.person.post(undoOf(next), fields)).status).toBe(303);
    expect((await user.person.post(undoOf(entryId), { ...fields, form: UNKNOWN_ID })).status).toBe(303);
    expect(await countOf()).toBe(before + 3);
  });
});

describe('The pages of the log', () => {
  it('count in the budget of 120 a minute, with the undo, but not forms of other sites', async () => {
    const busy = await newSomeone(stack, 'log-budget@example.org');
    const csrf = await busy.person.csrf();
    for (let count = 0; count < 5; count += 1)
      await busy.person.post(undoOf(UNKNOWN_ID), { csrf: 'wrong', form: UNKNOWN_ID });
    for (let count = 0; count < 118; count += 1)
      expect([count, (await busy.person.get(`${LOG}/download?format=jsonl`)).status]).toEqual([count, 200]);
    expect((await busy.person.get(LOG)).status).toBe(200);
    expect((await busy.person.get(undoOf(UNKNOWN_ID))).status).toBe(404);
    const rejected = await busy.person.post(undoOf(UNKNOWN_ID), { csrf, form: UNKNOWN_ID });
    expect([rejected.status, Number(rejected.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect((await busy.person.get(LOG)).status).toBe(429);
    expect((await busy.person.get('/settings')).status).toBe(200);
    expect((await other.person.get(LOG)).status).toBe(200);
  });
});
