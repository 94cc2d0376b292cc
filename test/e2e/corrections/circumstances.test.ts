/** Circumstances of a year: through the pipeline of corrections, beside the figures, undone like a correction. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Schema } from '@ctx/client';
import { CIRCUMSTANCE_FIELDS } from '@ctx/domain/circumstances';
import { ok } from '../../api/client.ts';
import { useDatabase, useStack } from '../kit.ts';
import { newToken } from '../stack.ts';
import { rejectionOf, send } from './surfaces.ts';
import { correctableUser, untilIdle, useCorrectableUser } from './users.ts';

const stack = useStack();
const owner = useDatabase(stack);
const user = useCorrectableUser(stack);

beforeAll(async () => {
  await untilIdle(stack, user);
});

const path = (year: number): string => `/api/v1/years/${String(year)}/circumstances`;
const set = (body: object, year = 2026, headers = {}) => send(stack, user, 'POST', path(year), body, headers);
const remove = (year = 2026, query = '') => send(stack, user, 'DELETE', path(year) + query);
type Circumstances = Schema<'Circumstances'>;
const stored = async (year = 2026): Promise<Circumstances | null> => {
  const params = { path: { year } };
  const { circumstances } = await ok(user.api.GET('/api/v1/years/{year}/circumstances', { params }));
  return circumstances ?? null;
};
const newest = async (): Promise<Schema<'HistoryEntry'>> => {
  const { entries } = await ok(user.api.GET('/api/v1/history', { params: { query: { size: 1 } } }));
  return entries[0]!;
};
const undo = (entryId: string, query = '') =>
  send(stack, user, 'POST', `/api/v1/history/${entryId}/undo${query}`);

/** The state of the user's recalculation and the fingerprint of the figures. */
async function figures(): Promise<unknown> {
  const { rows } = await owner.query(
    `SELECT s.requested, s.completed, (SELECT v.output_fingerprint FROM figures.versions v WHERE v.user_id = $1) AS digest
     FROM corrections.recalc_state s WHERE s.user_id = $1`,
    [user.userId],
  );
  return rows;
}

const EVERYTHING = {
  exemptionUsedElsewhere: 2500.25,
  otherGains: -4000,
  derivativeResults: -1500.5,
  taxWithheld: 150.05,
  ownedSharePercent: 33.3333,
  municipalSurchargePercent: 7.5,
  speculativeLossYearMinus1: 1,
  speculativeLossYearMinus2: 0,
  speculativeLossYearMinus3: 0.000000000001,
  speculativeLossYearMinus4: 999999999999.5,
  speculativeLossYearMinus5: 5,
};

describe('Setting the circumstances of a year', () => {
  it('stores every field with all its digits, replaces what was there, and changes nothing when repeated', async () => {
    const created = await set(EVERYTHING);
    expect([created.status, created.body]).toEqual([
      200,
      {
        circumstances: expect.objectContaining({ year: 2026, ...EVERYTHING, updatedVia: expect.any(String) }),
        created: true,
        changed: true,
        recalc: 'NOT_NEEDED',
      },
    ]);
    expect(await stored()).toMatchObject(EVERYTHING);
    const repeated = await set({ ...EVERYTHING, dryRun: null });
    expect(repeated.body).toMatchObject({ created: false, changed: false });
    const replaced = await set({ otherGains: 1.5 });
    expect(replaced.body).toMatchObject({ created: false, changed: true });
    const fields = CIRCUMSTANCE_FIELDS.filter((field) => field !== 'otherGains');
    const current = (await stored())!;
    expect([current.otherGains, fields.map((field) => current[field] ?? null)]).toEqual([
      1.5,
      fields.map(() => null),
    ]);
    expect(current).not.toHaveProperty('taxWithheld');
  });

  it('changes no figure, requests no recalculation, and is seen by the next read although that is cached', async () => {
    const before = await figures();
    const reads = async (): Promise<(number | null | undefined)[]> => [
      (await stored())?.otherGains,
      (await stored())?.otherGains,
      (await stored())?.otherGains,
    ];
    await set({ otherGains: 10 });
    expect(await reads()).toEqual([10, 10, 10]);
    await set({ otherGains: 11 });
    expect(await reads()).toEqual([11, 11, 11]);
    await remove();
    expect(await reads()).toEqual([undefined, undefined, undefined]);
    expect(await figures()).toEqual(before);
  });

  it('is rejected in a locked and in a submitted year, without a value, and with values out of bounds', async () => {
    for (const send of [(year: number) => set({ otherGains: 1 }, year), (year: number) => remove(year)]) {
      expect(rejectionOf(await send(2024))).toBe('402 YEAR_LOCKED');
      expect(rejectionOf(await send(2023))).toBe('402 YEAR_LOCKED');
      expect(rejectionOf(await send(2025))).toBe('409 YEAR_FROZEN');
    }
    expect(rejectionOf(await set({}))).toBe('400 NOTHING_TO_APPLY');
    expect(rejectionOf(await set({ otherGains: null }))).toBe('400 NOTHING_TO_APPLY');
    await remove();
    expect(rejectionOf(await remove())).toBe('404 NOT_FOUND');
    for (const [field, value] of [
      ['exemptionUsedElsewhere', -1],
      ['taxWithheld', -1],
      ['ownedSharePercent', 100.5],
      ['ownedSharePercent', 33.33333],
      ['derivativeResults', 1e12],
      ['exemptionUsedElsewhere', 1e12],
      ['otherGains', -1e12],
      ['municipalSurchargePercent', 100],
      ['municipalSurchargePercent', 7.125],
      ['speculativeLossYearMinus5', '5'],
      ['speculativeLossYearMinus6', 5],
    ] as const) {
      const { status, body } = await set({ [field]: value });
      expect([status, body['fieldErrors']]).toEqual([400, [expect.objectContaining({ field })]]);
    }
  });

  it('keeps shares in accounts with every digit, undoes them, and rejects those in accounts of nobody', async () => {
    const { accounts } = await ok(user.api.GET('/api/v1/accounts'));
    const accountId = accounts[0]!.id;
    const shares = (...accountShares: object[]) => set({ ownedSharePercent: 50, accountShares });
    const first = await shares(
      { accountId, ownedSharePercent: 12.5 },
      { accountId, ownedSharePercent: 66.6667 },
    );
    expect(first.body).toMatchObject({
      circumstances: { ownedSharePercent: 50, accountShares: [{ accountId, ownedSharePercent: 66.6667 }] },
    });
    expect((await stored())?.accountShares).toEqual([{ accountId, ownedSharePercent: 66.6667 }]);
    expect((await shares({ accountId, ownedSharePercent: 66.6667 })).body).toMatchObject({ changed: false });
    await set({ ownedSharePercent: 50 });
    expect(await stored()).not.toHaveProperty('accountShares');
    const { id, changes } = await newest();
    expect(changes[0]!.fields).toEqual([
      { field: 'accountShares', from: JSON.stringify([`${accountId}: 66.6667`]), to: null },
    ]);
    expect((await undo(id)).status).toBe(200);
    expect((await stored())?.accountShares).toEqual([{ accountId, ownedSharePercent: 66.6667 }]);
    const stranger = '00000000-0000-4000-8000-000000000000';
    expect(rejectionOf(await shares({ accountId: stranger, ownedSharePercent: 1 }))).toBe('404 NOT_FOUND');
    const outOfBounds = await shares({ accountId, ownedSharePercent: 101 });
    expect(outOfBounds.body['fieldErrors']).toEqual([
      expect.objectContaining({ field: 'accountShares.0.ownedSharePercent' }),
    ]);
    const tooMany = Array.from({ length: 51 }, () => ({ accountId, ownedSharePercent: 1 }));
    expect((await shares(...tooMany)).body['fieldErrors']).toEqual([
      expect.objectContaining({ field: 'accountShares' }),
    ]);
    await remove();
  });

  it('with dryRun saves and logs nothing', async () => {
    const { id } = await newest();
    const { status, body } = await set({ otherGains: 5, dryRun: true });
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ recalc: 'NOT_NEEDED', preview: expect.objectContaining({ years: [] }) }),
    ]);
    expect([await stored(), (await newest()).id]).toEqual([null, id]);
  });

  it('repeats the first response for a repeated Idempotency-Key', async () => {
    const key = { 'idempotency-key': 'circumstances-1' };
    const first = await set({ otherGains: 6 }, 2026, key);
    await set({ otherGains: 7 });
    expect((await set({ otherGains: 6 }, 2026, key)).text).toBe(first.text);
    expect(await stored()).toMatchObject({ otherGains: 7 });
    expect(rejectionOf(await set({ otherGains: 8 }, 2026, key))).toBe('400 IDEMPOTENCY_KEY_REUSED');
  });
});

describe('The history of circumstances', () => {
  it('has an entry for each change, with the fields before and after', async () => {
    await set({ otherGains: 1 });
    await set({ otherGains: 2, municipalSurchargePercent: 8 });
    expect(await newest()).toMatchObject({
      kind: 'CIRCUMSTANCES',
      years: [2026],
      eventIds: [],
      changes: [
        {
          action: 'CIRCUMSTANCES_SET',
          fields: [
            { field: 'otherGains', from: '1', to: '2' },
            { field: 'municipalSurchargePercent', from: null, to: '8' },
          ],
        },
      ],
    });
    await remove();
    const { entries } = await ok(
      user.api.GET('/api/v1/history', { params: { query: { kind: 'CIRCUMSTANCES', size: 1 } } }),
    );
    expect(entries[0]!.changes[0]).toMatchObject({ action: 'CIRCUMSTANCES_REMOVED' });
  });

  it('is undone field by field, also an undo and a removal, and not if the same field was changed since', async () => {
    await set({ otherGains: 1, municipalSurchargePercent: 8 });
    await set({ otherGains: 2, municipalSurchargePercent: 8 });
    const changed = (await newest()).id;
    await set({ otherGains: 2, municipalSurchargePercent: 9 });
    expect((await undo(changed, '?dryRun=true')).body).toMatchObject({ preview: { years: [] } });
    expect((await undo(changed)).body).toMatchObject({ recalc: 'NOT_NEEDED' });
    expect(await stored()).toMatchObject({ otherGains: 1, municipalSurchargePercent: 9 });
    const undone = (await newest()).id;
    await undo(undone);
    expect(await stored()).toMatchObject({ otherGains: 2, municipalSurchargePercent: 9 });
    await set({ otherGains: 3, municipalSurchargePercent: 9 });
    const { id: laterEntryId } = await newest();
    const rejected = await undo(changed);
    expect([rejectionOf(rejected), rejected.body['fieldErrors']]).toEqual([
      '409 CHANGED_SINCE',
      [
        {
          field: 'otherGains',
          message: `of 2026 has another value now: undo entry ${laterEntryId} first`,
          laterEntryId,
        },
      ],
    ]);
    await undo(laterEntryId);
    expect(await stored()).toMatchObject({ otherGains: 2, municipalSurchargePercent: 9 });
    await remove();
    await undo((await newest()).id);
    expect(await stored()).toMatchObject({ otherGains: 2, municipalSurchargePercent: 9 });
    await remove();
  });

  it('cannot be undone once the year is locked or submitted', async () => {
    await set({ otherGains: 3 });
    const { id } = await newest();
    const setYear = (option: string) => stack.ctx(['user', 'set', '--user', user.userId, option, '2026']);
    const year = (what: string) => stack.ctx(['year', what, '--user', user.userId, '--year', '2026']);
    await setYear('--remove-year');
    expect(rejectionOf(await undo(id))).toBe('402 YEAR_LOCKED');
    await setYear('--add-year');
    await untilIdle(stack, user);
    await year('freeze');
    expect(rejectionOf(await undo(id))).toBe('409 YEAR_FROZEN');
    await year('unfreeze');
    await untilIdle(stack, user);
    expect(rejectionOf(await undo(id))).toBeNull();
    expect(await stored()).toBeNull();
  });

  it('is in the chain of the audit log', async () => {
    const verified = await stack.ctx(['audit', '--user', user.userId, '--verify']);
    expect(verified).toMatchObject({ chained: expect.any(Number) });
  });
});

it('Circumstances of another user are not seen', async () => {
  await set({ otherGains: 12 });
  const other = await correctableUser(stack);
  const token = await newToken(stack, other.userId, 'write');
  const { body } = await stack.get(path(2026), token);
  expect(body).toMatchObject({ year: 2026, circumstances: null });
  await remove();
});
