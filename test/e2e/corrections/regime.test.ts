/** The regime of a year as its taxpayer's answer: through the pipeline of corrections, previewed, undone, and beside the operator's command. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Schema } from '@ctx/client';
import { ok } from '../../api/client.ts';
import { createUser, type TestUser, useDatabase, useStack } from '../kit.ts';
import { newToken } from '../stack.ts';
import { rejectionOf, send } from './surfaces.ts';
import { correctableUser, untilIdle, useCorrectableUser } from './users.ts';

const stack = useStack();
const owner = useDatabase(stack);
const user = useCorrectableUser(stack);

beforeAll(async () => {
  await untilIdle(stack, user);
});

type Choice = Schema<'RegimeChoice'>;
const NORMAL = { regime: 'NORMAAL_BEHEER' } as const;
const SPECULATIVE = { regime: 'SPECULATIEF' } as const;
const YES = { largeShareOfWealth: true, borrowed: true, automated: true, frequent: true } as const;
const NO = { largeShareOfWealth: false, borrowed: false, automated: false, frequent: false } as const;

const path = (year: number): string => `/api/v1/years/${String(year)}/regime`;
const choose = (body: object, year = 2026, headers = {}) =>
  send(stack, user, 'POST', path(year), body, headers);
const stored = async (of: TestUser = user, year = 2026): Promise<Schema<'RegimeResponse'>> =>
  ok(of.api.GET('/api/v1/years/{year}/regime', { params: { path: { year } } }));
const newest = async (of: TestUser = user): Promise<Schema<'HistoryEntry'>> => {
  const { entries } = await ok(of.api.GET('/api/v1/history', { params: { query: { size: 1 } } }));
  return entries[0]!;
};
const undo = (entryId: string, query = '') =>
  send(stack, user, 'POST', `/api/v1/history/${entryId}/undo${query}`);
const byOperator = (regime: string, of: TestUser = user, year = 2026) =>
  stack.ctx(['year', 'regime', '--user', of.userId, '--year', String(year), '--regime', regime]);
const summary = async (of: TestUser = user, year = 2026): Promise<Schema<'YearSummary'>> => {
  await untilIdle(stack, of);
  return ok(of.api.GET('/api/v1/years/{year}/summary', { params: { path: { year } } }));
};

/** The totals of a year as a preview names them. */
const totalsOf = (figures: Schema<'YearSummary'>) => ({
  totalCapitalGains: figures.totalCapitalGains.exact,
  totalCapitalGainsTax: figures.totalCapitalGainsTax.exact,
  totalIncome: figures.totalIncome.exact,
  totalIncomeTax: figures.totalIncomeTax.exact,
  totalTax: figures.totalTax.exact,
  exemptionUsed: figures.vrijstellingHeadroom?.used.exact ?? null,
  exemptionRemaining: figures.vrijstellingHeadroom?.remaining.exact ?? null,
});

describe('The regime of a year', () => {
  it('is NORMAAL_BEHEER until somebody chooses, and no response has a new field then', async () => {
    expect(await stored()).toEqual({
      year: 2026,
      regime: 'NORMAAL_BEHEER',
      choice: null,
      url: expect.stringContaining('/overview/2026/regime'),
    });
    expect(await summary()).not.toHaveProperty('regimeChosenAt');
    const { body } = await stack.get('/api/v1/years/2026/report', user.token);
    expect(body).not.toHaveProperty('regimeChosenAt');
  });

  it('is recalculated when the taxpayer chooses another, as its preview said, and then says who chose it and when', async () => {
    const before = await summary();
    const { body } = await choose({ ...SPECULATIVE, borrowed: true, dryRun: true });
    expect(body).toMatchObject({ dryRun: true, changed: true, recalc: 'NOT_NEEDED' });
    expect((await stored()).choice).toBeNull();
    const { preview } = body as unknown as { preview: Schema<'CorrectionPreview'> };
    const chosen = await choose({ ...SPECULATIVE, borrowed: true });
    expect([chosen.status, chosen.body]).toEqual([
      200,
      {
        choice: {
          year: 2026,
          ...SPECULATIVE,
          chosenBy: 'TAXPAYER',
          largeShareOfWealth: null,
          borrowed: true,
          automated: null,
          frequent: null,
          answersAgainst: [],
          hint: null,
          chosenAt: expect.stringMatching(/Z$/),
          chosenVia: expect.any(String),
        },
        changed: true,
        recalc: 'SCHEDULED',
      },
    ]);
    const after = await summary();
    const { chosenAt } = (await stored()).choice!;
    expect(after).toMatchObject({ regime: 'SPECULATIEF', regimeChosenAt: chosenAt });
    expect(after.totalCapitalGainsTax).not.toEqual(before.totalCapitalGainsTax);
    expect(preview.years.find(({ year }) => year === 2026)).toEqual({
      year: 2026,
      before: totalsOf(before),
      after: totalsOf(after),
    });
    const report = await stack.get('/api/v1/years/2026/report', user.token);
    expect(report.body).toMatchObject({ regime: 'SPECULATIEF', regimeChosenAt: chosenAt });
    expect(rejectionOf(await choose(NORMAL))).toBeNull();
    expect(await summary()).toMatchObject({ regime: 'NORMAAL_BEHEER', totalTax: before.totalTax });
  });

  it('is not recalculated for answers alone, whose change is seen by the next read although that is cached', async () => {
    await choose(NORMAL);
    const { figuresVersion } = await summary();
    for (const frequent of [true, false]) {
      const { body } = await choose({ ...NORMAL, frequent });
      expect(body).toMatchObject({ changed: true, recalc: 'NOT_NEEDED' });
      const read = [await stored(), await stored(), await stored()];
      expect(read.map(({ choice }) => choice?.frequent)).toEqual([frequent, frequent, frequent]);
    }
    expect((await choose({ ...NORMAL, frequent: false, dryRun: null })).body).toMatchObject({
      changed: false,
      recalc: 'NOT_NEEDED',
    });
    expect((await summary()).figuresVersion).toBe(figuresVersion);
  });

  it('names answers that point to the other regime in words and with the source, and gives no verdict', async () => {
    const against = async (body: object): Promise<Pick<Choice, 'answersAgainst' | 'hint'>> => {
      await choose(body);
      const { answersAgainst, hint } = (await stored()).choice!;
      return { answersAgainst, hint };
    };
    expect(await against({ ...NORMAL, ...YES })).toEqual({
      answersAgainst: Object.keys(YES),
      hint: expect.stringMatching(/borrowed money.*Circular 2026\/C\/74.*no verdict and no advice/),
    });
    expect(await against({ ...NORMAL, ...NO })).toEqual({ answersAgainst: [], hint: null });
    expect(await against({ ...SPECULATIVE, ...NO })).toEqual({
      answersAgainst: Object.keys(NO),
      hint: expect.stringContaining('no indicator of speculation'),
    });
    expect(await against({ ...SPECULATIVE, ...NO, frequent: true })).toEqual({
      answersAgainst: [],
      hint: null,
    });
  });

  it('is rejected in a locked and in a submitted year, and with values that it cannot have', async () => {
    for (const body of [SPECULATIVE, { ...SPECULATIVE, dryRun: true }]) {
      expect(rejectionOf(await choose(body, 2024))).toBe('402 YEAR_LOCKED');
      expect(rejectionOf(await choose(body, 2023))).toBe('402 YEAR_LOCKED');
      expect(rejectionOf(await choose(body, 2031))).toBe('402 YEAR_LOCKED');
      expect(rejectionOf(await choose(body, 2025))).toBe('409 YEAR_FROZEN');
    }
    for (const [field, body] of [
      ['regime', {}],
      ['regime', { regime: null }],
      ['regime', { regime: 'PROFESSIONAL' }],
      ['borrowed', { ...NORMAL, borrowed: 'yes' }],
      ['chosenBy', { ...NORMAL, chosenBy: 'OPERATOR' }],
    ] as const) {
      const { status, body: answer } = await choose(body);
      expect([field, status, answer['fieldErrors']]).toEqual([
        field,
        400,
        [expect.objectContaining({ field })],
      ]);
    }
    expect((await choose(NORMAL, 1999)).status).toBe(400);
    const reader = await newToken(stack, user.userId, 'read');
    expect((await send(stack, { ...user, token: reader }, 'POST', path(2026), NORMAL)).status).toBe(403);
  });

  it('repeats the first response for a repeated Idempotency-Key', async () => {
    const key = { 'idempotency-key': 'regime-1' };
    const first = await choose({ ...NORMAL, borrowed: true }, 2026, key);
    await choose(NORMAL);
    expect((await choose({ ...NORMAL, borrowed: true }, 2026, key)).text).toBe(first.text);
    expect((await stored()).choice).toMatchObject({ borrowed: null });
    expect(rejectionOf(await choose({ ...NORMAL, borrowed: false }, 2026, key))).toBe(
      '400 IDEMPOTENCY_KEY_REUSED',
    );
  });

  it('of another user is neither seen nor changed', async () => {
    await choose({ ...NORMAL, automated: true });
    const other = await correctableUser(stack);
    expect((await stored(other)).choice).toBeNull();
    await ok(
      other.api.POST('/api/v1/years/{year}/regime', {
        params: { path: { year: 2026 } },
        body: { ...SPECULATIVE, automated: false },
      }),
    );
    expect((await stored()).choice).toMatchObject({ ...NORMAL, automated: true });
  });
});

describe('The history of the regime of a year', () => {
  it('has an entry for each choice with the fields before and after, and its correction is in the report', async () => {
    await choose(NORMAL);
    await choose({ ...SPECULATIVE, borrowed: true });
    expect(await newest()).toMatchObject({
      kind: 'REGIME',
      years: [2026],
      eventIds: [],
      changes: [
        {
          action: 'REGIME_SET',
          fields: [
            { field: 'regime', from: 'NORMAAL_BEHEER', to: 'SPECULATIEF' },
            { field: 'borrowed', from: null, to: 'true' },
          ],
        },
      ],
    });
    const filtered = await ok(
      user.api.GET('/api/v1/history', { params: { query: { kind: 'REGIME', size: 1, year: 2026 } } }),
    );
    expect(filtered.entries[0]!.id).toBe((await newest()).id);
    await untilIdle(stack, user);
    const report = `${stack.ready().baseUrl}/api/v1/years/2026/report?format=jsonl`;
    const lines = await fetch(report, { headers: { authorization: `Bearer ${user.token}` } });
    expect(await lines.text()).toContain('"name":"REGIME_SET"');
  });

  it('is undone as a whole, also an undo, with the recalculation and the preview that it needs', async () => {
    await choose({ ...NORMAL, borrowed: true });
    const normal = await summary();
    const first = (await stored()).choice!;
    await choose({ ...SPECULATIVE, frequent: true });
    const speculative = await summary();
    const { id } = await newest();
    const previewed = await undo(id, '?dryRun=true');
    expect(previewed.body).toMatchObject({
      preview: { years: [{ year: 2026, before: totalsOf(speculative), after: totalsOf(normal) }] },
    });
    expect((await undo(id)).body).toMatchObject({ recalc: 'SCHEDULED' });
    // Who answered and when are those of the answer that is back.
    expect((await stored()).choice).toEqual(first);
    expect(totalsOf(await summary())).toEqual(totalsOf(normal));
    const undone = await newest();
    expect(undone).toMatchObject({ undoOf: id, kind: 'REGIME' });
    await undo(undone.id);
    expect(totalsOf(await summary())).toEqual(totalsOf(speculative));
    await choose(NORMAL);
    const { id: laterEntryId } = await newest();
    const rejected = await undo(id);
    // The undo of the undo holds, so the entry itself is in force again, and was changed since.
    expect([rejectionOf(rejected), rejected.body['fieldErrors']]).toEqual([
      '409 CHANGED_SINCE',
      [
        {
          field: 'regime',
          message: `of 2026 was chosen again: undo entry ${laterEntryId} first`,
          laterEntryId,
        },
      ],
    ]);
  });

  it('returns to no choice when the first one is undone, which can be undone too', async () => {
    const other = await createUser(stack, { scope: 'write', years: [2026] });
    const params = { path: { year: 2026 } };
    await ok(other.api.POST('/api/v1/years/{year}/regime', { params, body: SPECULATIVE }));
    const first = (await newest(other)).id;
    const undoIt = (entryId: string) =>
      ok(other.api.POST('/api/v1/history/{entryId}/undo', { params: { path: { entryId } } }));
    await undoIt(first);
    expect(await stored(other)).toMatchObject({ ...NORMAL, choice: null });
    expect((await newest(other)).changes[0]).toMatchObject({ action: 'REGIME_REMOVED' });
    await undoIt((await newest(other)).id);
    expect(await stored(other)).toMatchObject({ ...SPECULATIVE, choice: { chosenBy: 'TAXPAYER' } });
  });

  it('cannot be undone once the year is locked or submitted', async () => {
    await choose({ ...NORMAL, automated: true });
    const { id } = await newest();
    const setYear = (option: string) => stack.ctx(['user', 'set', '--user', user.userId, option, '2026']);
    const year = (what: string) => stack.ctx(['year', what, '--user', user.userId, '--year', '2026']);
    await setYear('--remove-year');
    expect(rejectionOf(await undo(id))).toBe('402 YEAR_LOCKED');
    await setYear('--add-year');
    await untilIdle(stack, user);
    await year('freeze');
    expect(rejectionOf(await undo(id))).toBe('409 YEAR_FROZEN');
    expect(rejectionOf(await choose(SPECULATIVE))).toBe('409 YEAR_FROZEN');
    await year('unfreeze');
    await untilIdle(stack, user);
    expect(rejectionOf(await undo(id))).toBeNull();
  });

  it('is in the chain of the audit log', async () => {
    const verified = await stack.ctx(['audit', '--user', user.userId, '--verify']);
    expect(verified).toMatchObject({ chained: expect.any(Number) });
  });
});

describe("The operator's command for a regime", () => {
  it('counts if it came last, is in the history beside the choice of the taxpayer, and can be undone', async () => {
    await choose({ ...NORMAL, borrowed: true });
    expect(await byOperator('SPECULATIEF')).toMatchObject({ year: 2026, ...SPECULATIVE });
    const set = (await stored()).choice!;
    expect(set).toMatchObject({ ...SPECULATIVE, chosenBy: 'OPERATOR', borrowed: null, chosenVia: 'ctx' });
    expect(await summary()).toMatchObject(SPECULATIVE);
    expect(await summary()).not.toHaveProperty('regimeChosenAt');
    const entry = await newest();
    expect(entry).toMatchObject({ kind: 'REGIME', via: 'ctx' });
    expect(entry.changes[0]!.fields).toEqual([
      { field: 'regime', from: 'NORMAAL_BEHEER', to: 'SPECULATIEF' },
      { field: 'chosenBy', from: 'TAXPAYER', to: 'OPERATOR' },
      { field: 'borrowed', from: 'true', to: null },
    ]);
    await choose({ ...SPECULATIVE, borrowed: true });
    expect((await stored()).choice).toMatchObject({ chosenBy: 'TAXPAYER', borrowed: true });
    await undo((await newest()).id);
    expect((await stored()).choice).toEqual(set);
    await undo(entry.id);
    expect((await stored()).choice).toMatchObject({ ...NORMAL, chosenBy: 'TAXPAYER', borrowed: true });
  });

  it('that sets what the year has already changes nothing, not even who chose it', async () => {
    await choose({ ...NORMAL, frequent: false });
    const { id } = await newest();
    await byOperator('NORMAAL_BEHEER');
    expect([(await newest()).id, (await stored()).choice!.chosenBy]).toEqual([id, 'TAXPAYER']);
  });

  it('sets a locked year, and is rejected for a submitted one', async () => {
    expect(await byOperator('SPECULATIEF', user, 2024)).toMatchObject({ locked: true, ...SPECULATIVE });
    await byOperator('NORMAAL_BEHEER', user, 2024);
    await expect(byOperator('SPECULATIEF', user, 2025)).rejects.toThrow(/2025 was submitted/);
  });

  it('of an earlier release, which stored no choice, is shown as the choice of an operator without a time', async () => {
    const other = await createUser(stack, { scope: 'write', years: [2026] });
    const params = { path: { year: 2026 } };
    const setBefore = (regime: string) =>
      owner.query('UPDATE facts.years SET regime = $2 WHERE user_id = $1 AND year = 2026', [
        other.userId,
        regime,
      ]);
    await setBefore('SPECULATIEF');
    expect((await stored(other)).choice).toMatchObject({
      ...SPECULATIVE,
      chosenBy: 'OPERATOR',
      chosenAt: null,
      chosenVia: null,
    });
    await ok(other.api.POST('/api/v1/years/{year}/regime', { params, body: NORMAL }));
    const { id: entryId } = await newest(other);
    await ok(other.api.POST('/api/v1/history/{entryId}/undo', { params: { path: { entryId } } }));
    expect((await stored(other)).choice).toMatchObject({ ...SPECULATIVE, chosenBy: 'OPERATOR' });
    // While both releases run, the old one sets the regime without a choice.
    await ok(other.api.POST('/api/v1/years/{year}/regime', { params, body: { ...SPECULATIVE, ...YES } }));
    await setBefore('NORMAAL_BEHEER');
    expect(await stored(other)).toMatchObject({ ...NORMAL, choice: null });
    await ok(other.api.POST('/api/v1/years/{year}/regime', { params, body: SPECULATIVE }));
    expect((await stored(other)).choice).toMatchObject({ ...SPECULATIVE, borrowed: null });
  });
});
