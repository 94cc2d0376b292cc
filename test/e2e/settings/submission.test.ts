/** The page on which a user submits a year, where the operator allows it. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { LANGUAGES } from '@ctx/domain/vocabulary';
import { callerMetadata, callUnary, rejectionCodeOf } from '@ctx/platform/grpc-client';
import { YearServiceClient } from '@ctx/proto/gen/ctx/v1/corrections';
import { status } from '@grpc/grpc-js';
import { startBrowser } from '../../browser/chromium.ts';
import { faultsOf } from '../../browser/page-faults.ts';
import { useGrpcClient, useStack } from '../kit.ts';
import { query } from '../oauth/visitor.ts';
import { callerKeyOf, event, importLines, sharedTestStack, WORKED_EXAMPLE_1 } from '../stack.ts';
import { formOf, newSomeone, type PageAnswer, Person, type Someone, textOf } from './person.ts';

const PAGE = '/overview/2026/submit';
const TICKED = { 'accept-notOver': 'yes', 'accept-unproven': 'yes' };
const COMPLETE = { ...TICKED, confirmation: '2026' };

const stack = useStack({ own: true, settings: { YEAR_SUBMISSION: 'user' } });
const corrections = useGrpcClient(YearServiceClient, () => stack.ready().services.corrections.address);

let users = 0;

/** Returns a new user with gains in 2026 and without open questions. */
async function newTaxpayer(options: Parameters<typeof newSomeone>[2] = {}): Promise<Someone> {
  users += 1;
  const someone = await newSomeone(stack, `submission-${String(users)}@example.org`, options);
  await importLines(stack, someone.userId, WORKED_EXAMPLE_1);
  return someone;
}

const submit = ({ person }: Someone, fields: Record<string, string> = COMPLETE): Promise<PageAnswer> =>
  person.submit(PAGE, PAGE, fields);

const summary = async ({ token }: Someone): Promise<Record<string, unknown>> =>
  (await stack.get('/api/v1/years/2026/summary', token)).body;

const submissions = async ({ userId }: Someone): Promise<unknown[]> =>
  query(
    stack,
    `SELECT target, via, network IS NOT NULL AS "hasNetwork" FROM identity.access_log
     WHERE user_id = $1 AND action = 'YEAR_SUBMITTED'`,
    [userId],
  );

describe('The page on which a user submits a year', () => {
  it('is linked from the year and its steps, and submits the year once, with an entry in the log', async () => {
    const someone = await newTaxpayer();
    for (const path of ['/overview/2026', '/overview/2026/steps'])
      expect((await someone.person.get(path)).html).toContain(`href="${PAGE}"`);
    const before = await summary(someone);
    const form = formOf((await someone.person.get(PAGE)).html, PAGE);
    const twice = await Promise.all([1, 2].map(() => someone.person.post(PAGE, { ...form, ...COMPLETE })));
    for (const { status: code, location } of twice)
      expect([code, location.startsWith(PAGE)]).toEqual([303, true]);
    // The form of before, by the back button or in another tab.
    expect((await someone.person.post(PAGE, { ...form, ...COMPLETE })).location).toBe(PAGE);
    const text = textOf((await someone.person.get(`${PAGE}?done=submitted`)).html);
    expect(text).toContain('2026 was submitted.');
    expect(text).toContain('Only the administrator of this service can reopen the year.');
    expect(await submissions(someone)).toEqual([{ target: '2026', via: 'settings', hasNetwork: true }]);
    expect(textOf((await someone.person.get('/settings/log')).html)).toContain('Year submitted');
    const after = await summary(someone);
    expect(after).toMatchObject({ frozen: true, totalCapitalGains: before['totalCapitalGains'] });
    await importLines(stack, someone.userId, [
      event('S2', 'DISPOSITION', '0.5', '2026-05-10T10:00:00Z', '9000'),
    ]);
    expect((await summary(someone))['totalCapitalGains']).toEqual(before['totalCapitalGains']);
  });

  it('names each box that is not ticked and the year that is not typed, keeps the rest, and submits nothing', async () => {
    const someone = await newTaxpayer();
    const { status: code, html } = await submit(someone, { 'accept-notOver': 'yes', confirmation: '2025' });
    expect(code).toBe(422);
    expect(textOf(html)).toContain(
      'Tick this line, or answer it first. Type the year that you submit: 2026.',
    );
    expect(html).toContain('value="2025"');
    const incomplete: Record<string, string>[] = [
      {},
      TICKED,
      { confirmation: '2026' },
      { ...TICKED, confirmation: '02026' },
    ];
    for (const fields of incomplete) expect((await submit(someone, fields)).status).toBe(422);
    expect(await summary(someone)).toMatchObject({ frozen: false });
  });

  it('rejects a form about figures that have changed since, and one while they are recalculated', async () => {
    const someone = await newTaxpayer();
    const form = formOf((await someone.person.get(PAGE)).html, PAGE);
    await importLines(stack, someone.userId, [
      event('S2', 'DISPOSITION', '0.5', '2026-05-10T10:00:00Z', '9000'),
    ]);
    for (const seen of [form['seen']!, '', '-1', '1e3', '99999999999999999999']) {
      const old = await someone.person.post(PAGE, { ...form, seen, ...COMPLETE });
      expect([seen, old.status]).toEqual([seen, 409]);
      expect(textOf(old.html)).toContain('The figures have changed since this page was opened');
      expect(old.html).not.toMatch(/\schecked/);
    }
    const state = (of: string) =>
      query(stack, `UPDATE corrections.recalc_state SET ${of} WHERE user_id = $1`, [someone.userId]);
    await state(`requested = requested + 1, lease_owner = 'test', lease_until = now() + interval '1 hour'`);
    const busy = await submit(someone);
    expect([busy.status, textOf(busy.html)]).toEqual([
      409,
      expect.stringContaining('The figures are being recalculated'),
    ]);
    expect(busy.html).toMatch(/\schecked/);
    await state('requested = requested - 1, lease_owner = NULL, lease_until = NULL');
    expect((await submit(someone)).status).toBe(303);
    expect(await submissions(someone)).toHaveLength(1);
  });

  it('accepts a form only from its own page, in the session of its user', async () => {
    const [someone, other] = [await newTaxpayer(), await newTaxpayer()];
    const form = formOf((await someone.person.get(PAGE)).html, PAGE);
    expect((await other.person.post(PAGE, { ...form, ...COMPLETE })).status).toBe(403);
    expect((await someone.person.post(PAGE, { ...form, ...COMPLETE, csrf: '' })).status).toBe(403);
    const crossSite = { 'sec-fetch-site': 'cross-site' };
    expect((await someone.person.post(PAGE, { ...form, ...COMPLETE }, crossSite)).status).toBe(403);
    const stranger = await new Person(stack.ready().baseUrl).post(PAGE, { ...form, ...COMPLETE });
    expect([stranger.status, stranger.location]).toEqual([303, expect.stringMatching(/^\/sign-in/)]);
    for (const each of [someone, other]) expect(await summary(each)).toMatchObject({ frozen: false });
  });

  it('exists for no locked year, no number that cannot be a year, and no user with the free plan', async () => {
    const someone = await newTaxpayer();
    const csrf = await someone.person.csrf();
    const codes = async ({ person }: Someone, path: string, token: string): Promise<number[]> => [
      (await person.get(path)).status,
      (await person.post(path, { csrf: token, seen: '1', ...COMPLETE })).status,
    ];
    expect(await codes(someone, '/overview/2023/submit', csrf)).toEqual([402, 402]);
    for (const year of ['1999', '2026x', '-2026', '99999999999'])
      expect(await codes(someone, `/overview/${year}/submit`, csrf)).toEqual([404, 404]);
    const free = await newTaxpayer({ plan: 'free' });
    expect(await codes(free, PAGE, await free.person.csrf())).toEqual([402, 402]);
    const marked = await query(
      stack,
      'SELECT FROM facts.years WHERE user_id = ANY($1) AND submitted_at IS NOT NULL',
      [[someone.userId, free.userId]],
    );
    expect(marked).toEqual([]);
  });

  it('is open again once the operator has reopened the year', async () => {
    const someone = await newTaxpayer();
    await submit(someone);
    expect((await someone.person.get(PAGE)).html).not.toContain('name="confirmation"');
    await stack.ctx(['year', 'unfreeze', '--user', someone.userId, '--year', '2026']);
    expect((await someone.person.get(PAGE)).html).toContain('name="confirmation"');
  });

  it('has no fault for axe or on a phone, open, with faults and submitted, in each language', async () => {
    const someone = await newTaxpayer();
    const browser = await startBrowser();
    try {
      for (const language of LANGUAGES) {
        const context = await browser.newContext({ locale: language });
        await context.addCookies(someone.person.cookies());
        const tab = await context.newPage();
        await tab.goto(`${stack.ready().baseUrl}${PAGE}`);
        expect([language, await faultsOf(tab)]).toEqual([language, []]);
        await tab.click('main button[type=submit]');
        await tab.waitForSelector('#form-fault');
        expect([language, await faultsOf(tab)]).toEqual([language, []]);
        await context.close();
      }
      await submit(someone);
      const context = await browser.newContext({ locale: 'nl' });
      await context.addCookies(someone.person.cookies());
      const tab = await context.newPage();
      await tab.goto(`${stack.ready().baseUrl}${PAGE}`);
      expect(await faultsOf(tab)).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});

describe('The rpc that submits a year', () => {
  let someone: Someone;
  beforeAll(async () => {
    someone = await newTaxpayer();
  });

  const call = async (
    scope: 'read' | 'write',
    request: { readonly year: number; readonly figuresVersion: number | null },
  ): Promise<unknown> => {
    const caller = { userId: Number(someone.userId), scope, via: 'test', requestId: 'submission' };
    const metadata = callerMetadata(caller, callerKeyOf(stack));
    const submitYear = corrections.submitYear.bind(corrections);
    return callUnary(submitYear, { ...request, browser: null, network: null }, metadata, 10_000).catch(
      (error: unknown) => rejectionCodeOf(error) ?? (error as { code: number }).code,
    );
  };

  it('rejects readers, locked years, numbers that cannot be a year, and figures that nobody saw; a second submission changes nothing', async () => {
    const { figuresVersion } = (await summary(someone)) as { figuresVersion: number };
    expect(await call('read', { year: 2026, figuresVersion })).toBe(status.PERMISSION_DENIED);
    expect(await call('write', { year: 2023, figuresVersion })).toBe('YEAR_LOCKED');
    expect(await call('write', { year: 1999, figuresVersion })).toBe(status.INVALID_ARGUMENT);
    for (const seen of [null, figuresVersion - 1, figuresVersion + 1])
      expect(await call('write', { year: 2026, figuresVersion: seen })).toBe('FIGURES_CHANGED');
    expect(await submissions(someone)).toEqual([]);
    expect(await call('write', { year: 2026, figuresVersion })).toEqual({ submitted: true });
    expect(await call('write', { year: 2026, figuresVersion })).toEqual({ submitted: false });
    expect(await submissions(someone)).toHaveLength(1);
  });
});

describe('A service whose operator alone submits years', () => {
  it('has no page for it and no link to it', async () => {
    const shared = await sharedTestStack();
    try {
      const { person, userId } = await newSomeone(shared, 'no-submission@example.org');
      await importLines(shared, userId, WORKED_EXAMPLE_1);
      expect((await person.get(PAGE)).status).toBe(404);
      const csrf = await person.csrf();
      expect((await person.post(PAGE, { csrf, seen: '1', ...COMPLETE })).status).toBe(404);
      for (const path of ['/overview/2026', '/overview/2026/steps'])
        expect((await person.get(path)).html).not.toContain(PAGE);
    } finally {
      await shared.remove();
    }
  });
});
