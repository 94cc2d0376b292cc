/** The request bodies of corrections and their responses, field by field (service.md, "TaxEventOverride" to "Recalc status"). */
import type { ApiClient, Schema } from '@ctx/client';
import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  RULE_ACTIONS,
  RULE_DIRECTIONS,
  RULE_MATCH_TYPES,
  TRANSFER_KINDS,
  TREATMENTS,
} from '@ctx/domain/vocabulary';
import { ok } from '../../api/client.ts';
import { expectBetween } from '../rest.ts';
import { createUser, useStack } from '../kit.ts';
import { event, importLines, newToken, UNKNOWN_ID } from '../stack.ts';
import { FACTS, transactions, untilIdle, useCorrectableUser } from '../corrections/users.ts';
import { send } from '../corrections/surfaces.ts';
import { whileNoRunEnds } from '../runs.ts';
import { Sightings } from './sightings.ts';

let api: ApiClient;
const seen = new Sightings();

const stack = useStack();
const user = useCorrectableUser(stack);

beforeAll(async () => {
  await nextToken();
});

/** Switches to a new token, because this file sends more than the 120 requests a minute of one token. */
async function nextToken(): Promise<void> {
  api = seen.client(stack.ready().baseUrl, await newToken(stack, user.userId, 'write', 'My tool'));
}

const id = (name: string): string => user.events.get(name)!;
const override = (fields: Fields, name = 'SELL 2026') =>
  ok(api.POST('/api/v1/overrides', { body: { taxEventId: id(name), ...fields } }));
const remove = (overrideId: string) =>
  ok(api.DELETE('/api/v1/overrides/{overrideId}', { params: { path: { overrideId } } }));
const shown = async (name: string) =>
  (await transactions(stack, user, 2026)).find(({ referenceId }) => referenceId === name)!;

type Fields = Omit<Schema<'OverrideRequest'>, 'taxEventId'>;
/** The values that a bulk request may set on many events. */
const MERGED: Omit<Schema<'BulkOverrideRequest'>, 'taxEventIds'> = {
  overriddenType: 'INCOME',
  overriddenTreatment: 'NORMAL',
  overriddenTaxable: false,
  overriddenDescription: 'x'.repeat(500),
  overriddenFlags: ['one', 'two'],
  notes: 'all',
};
/** Every value that an override can have. */
const ALL: Fields = {
  ...MERGED,
  clear: null,
  overriddenEuroValue: 12.34,
  overriddenAmount: 2,
  overriddenTimestamp: '2026-03-02T12:00:00.5+01:00',
  originAcquiredAt: '2020-01-01T00:00:00Z',
};

describe('Override request and response', () => {
  it('`overriddenFlags` is null if the flags are not overridden, and empty if they are overridden with no flags', async () => {
    const none = await override({ notes: 'flags stay' }, 'OTHER ASSET 2026');
    expect(none.override.overriddenFlags).toBeNull();
    const empty = await override({ overriddenFlags: [] }, 'OTHER ASSET 2026');
    expect(empty.override.overriddenFlags).toEqual([]);
    await remove(empty.override.id!);
  });

  it('every field is in the override and changes the transaction, which is as before once the override is deleted', async () => {
    await untilIdle(stack, user);
    const before = await shown('SECOND ARRIVAL 2026');
    const answer = await override(ALL, 'SECOND ARRIVAL 2026');
    expect(answer).toMatchObject({ created: true, changed: true, recalc: 'SCHEDULED' });
    const { overriddenEuroValue, overriddenAmount, originAcquiredAt } = ALL;
    expect(answer.override).toMatchObject({ ...MERGED, overriddenEuroValue, overriddenAmount });
    const instants = { overriddenTimestamp: '2026-03-02T11:00:00.5Z', originAcquiredAt };
    expect(answer.override).toMatchObject(instants);
    // The first response has the override as computed, the repeat as stored.
    expect((await override(ALL, 'SECOND ARRIVAL 2026')).override).toEqual(answer.override);
    await untilIdle(stack, user);
    expect(await shown('SECOND ARRIVAL 2026')).toMatchObject({
      type: 'INCOME',
      treatment: 'NORMAL',
      taxable: false,
      euroValue: 12.34,
      amount: 2,
      timestamp: '2026-03-02T11:00:00.5Z',
      description: 'x'.repeat(500),
      flags: ['one', 'two'],
      overrideId: answer.override.id,
    });
    expect(await remove(answer.override.id!)).toEqual({ deleted: true, recalc: 'SCHEDULED' });
    await untilIdle(stack, user);
    expect(await shown('SECOND ARRIVAL 2026')).toEqual(before);
  });

  it('TaxEventOverride has the key and the original values of the event, the corrected values, and who changed it when', async () => {
    const startedAt = Date.now();
    const { override: made } = await override({ overriddenEuroValue: 2900, notes: 'why' });
    const { accountId } = await shown('SELL 2026');
    expect(made).toEqual({
      accountId,
      assetId: 'ETH',
      originalType: 'DISPOSITION',
      referenceId: 'SELL 2026',
      amount: 1,
      id: made.id,
      createdAt: made.createdAt,
      updatedAt: made.updatedAt,
      updatedBy: Number(user.userId),
      notes: 'why',
      overriddenEuroValue: 2900,
      originalEuroValue: 3000,
      originalTreatment: 'NORMAL',
      originalDescription: null,
      originalTaxable: made.originalTaxable,
      originalFlags: [],
      overriddenFlags: null,
      overriddenType: null,
      overriddenTreatment: null,
      overriddenTaxable: null,
      overriddenAmount: null,
      overriddenTimestamp: null,
      overriddenDescription: null,
      originAcquiredAt: null,
      orphanedSince: null,
      offlineWalletLabel: null,
      submissionId: null,
    });
    for (const moment of [made.createdAt, made.updatedAt]) expectBetween(moment!, startedAt, Date.now());
    await remove(made.id!);
  });

  it('`overriddenTreatment` accepts each of the 22 treatments', async () => {
    expect(TREATMENTS).toHaveLength(22);
    for (const overriddenTreatment of TREATMENTS)
      expect((await override({ overriddenTreatment })).override).toMatchObject({ overriddenTreatment });
    const { override: cleared } = await override({ clear: ['overriddenTreatment'] });
    expect(cleared.id).toBeNull();
    await nextToken();
  });

  it('`overriddenEuroValue` and `overriddenAmount` keep every digit, in the response and in the figures', async () => {
    const amount = '0.123456789012345678901234';
    const body = `{"taxEventId":"${id('SECOND 2026')}","overriddenAmount":${amount},"overriddenEuroValue":1.5e3}`;
    const { text } = await send(stack, user, 'POST', '/api/v1/overrides', body);
    expect(text).toContain(`"overriddenEuroValue":1500,"overriddenAmount":${amount}`);
    await untilIdle(stack, user);
    const list = await stack.get('/api/v1/transactions?year=2026', user.token);
    expect(list.text).toContain(`"amount":${amount}`);
    await override({ clear: ['overriddenAmount', 'overriddenEuroValue'] }, 'SECOND 2026');
  });

  it('`taxEventId` is the same id in capitals', async () => {
    await override({ notes: 'because' });
    const taxEventId = id('SELL 2026').toUpperCase();
    const body = { taxEventId, notes: 'because' };
    expect((await ok(api.POST('/api/v1/overrides', { body }))).changed).toBe(false);
    const taxEventIds = [id('SELL 2026'), taxEventId];
    const { results } = await ok(
      api.POST('/api/v1/overrides/bulk', { body: { taxEventIds, notes: 'because' } }),
    );
    expect(results.map((item) => [item.id, item.status])).toEqual(
      taxEventIds.map((each) => [each, 'UNCHANGED']),
    );
    await override({ clear: ['notes'] });
  });

  it('when `clear` removes the last value, the override is deleted and returned without `id`', async () => {
    await override({ overriddenTaxable: false, notes: 'n' });
    const answer = await override({ clear: ['overriddenTaxable', 'notes'] });
    expect(answer).toMatchObject({ created: false, changed: true, override: { id: null, notes: null } });
    await untilIdle(stack, user);
    expect((await shown('SELL 2026')).overrideId).toBeNull();
  });

  it('an override whose event is gone is listed with the time since then, and applies again when the event is back', async () => {
    const lines = FACTS.filter((line) => !('referenceId' in line && line.referenceId === 'SELL 2026'));
    await override({ notes: 'kept', overriddenDescription: 'mine' });
    await importLines(stack, user.userId, lines, 'kraken-1');
    const orphaned = async () =>
      (await ok(api.GET('/api/v1/issues'))).items
        .map(({ orphanedCorrection }) => orphanedCorrection)
        .filter((each) => each?.referenceId === 'SELL 2026');
    const [found] = await orphaned();
    expect(found).toMatchObject({
      notes: 'kept',
      overriddenDescription: 'mine',
      originalType: 'DISPOSITION',
    });
    expect(found?.orphanedSince).toMatch(/^\d{4}-\d{2}-\d{2}T/);
    await importLines(stack, user.userId, FACTS, 'kraken-1');
    expect(await orphaned()).toEqual([]);
    const { override: back } = await override({ clear: ['notes'] });
    expect(back).toMatchObject({ overriddenDescription: 'mine', orphanedSince: null });
    await override({ clear: ['overriddenDescription'] });
  });
});

describe('Bulk requests', () => {
  it('set each merge field, return `results` in the order of the request, and apply a repeated id once', async () => {
    await override({ overriddenTaxable: true }, 'ARRIVAL 2026');
    await untilIdle(stack, user);
    const ids = ['SELL 2025', 'BUY 2026', 'ARRIVAL 2026', 'BUY 2026', 'SELL 2024'].map(id);
    const taxEventIds = [...ids, UNKNOWN_ID];
    const body = { taxEventIds, overriddenTaxable: true };
    const two = ['OTHER ASSET 2026', 'BUY 2026'].map(id);
    // No run ends between the two requests, so that the second is QUEUED.
    const { answer, all } = await whileNoRunEnds(stack, async () => ({
      answer: await ok(api.POST('/api/v1/overrides/bulk', { body })),
      all: await ok(api.POST('/api/v1/overrides/bulk', { body: { taxEventIds: two, ...MERGED } })),
    }));
    expect(answer).toMatchObject({ processed: 6, succeeded: 3, failed: 3, recalc: 'SCHEDULED' });
    expect(answer.results.map((item) => item.id)).toEqual(taxEventIds);
    expect(answer.results.map(({ status, code }) => code ?? status)).toEqual([
      'YEAR_FROZEN',
      'APPLIED',
      'UNCHANGED',
      'APPLIED',
      'YEAR_LOCKED',
      'NOT_FOUND',
    ]);
    expect(answer.results[1]).toEqual(answer.results[3]);
    const [failed, applied] = answer.results;
    expect(failed).toMatchObject({ status: 'FAILED', message: expect.stringMatching(/\w/) });
    expect(applied).toMatchObject({ code: null, message: null, overrideId: expect.any(String) });
    expect(all).toMatchObject({ processed: 2, succeeded: 2, failed: 0, recalc: 'QUEUED' });
    await untilIdle(stack, user);
    for (const name of ['OTHER ASSET 2026', 'BUY 2026'])
      expect(await shown(name)).toMatchObject({ type: 'INCOME', taxable: false, flags: ['one', 'two'] });
  });

  it('count UNCHANGED as succeeded, and return NOT_NEEDED if every item is unchanged or failed', async () => {
    const body = { taxEventIds: [id('BUY 2026'), UNKNOWN_ID], overriddenTaxable: false };
    const answer = await ok(api.POST('/api/v1/overrides/bulk', { body }));
    expect(answer).toMatchObject({ succeeded: 1, failed: 1, recalc: 'NOT_NEEDED' });
    const gone = await ok(api.POST('/api/v1/overrides/bulk-delete', { body: { overrideIds: [UNKNOWN_ID] } }));
    expect(gone).toMatchObject({ failed: 1, recalc: 'NOT_NEEDED' });
  });

  it('delete each override in `overrideIds`, and return DELETED by its id', async () => {
    await untilIdle(stack, user);
    const listed = await transactions(stack, user, 2026);
    const overrideIds = listed.flatMap(({ overrideId }) => overrideId ?? []);
    const tried = { overrideIds, dryRun: true };
    const { preview } = await ok(api.POST('/api/v1/overrides/bulk-delete', { body: tried }));
    expect(preview?.rule).toBeNull();
    const { results, failed } = await ok(
      api.POST('/api/v1/overrides/bulk-delete', { body: { overrideIds } }),
    );
    expect([failed, results.map((item) => [item.id, item.status])]).toEqual([
      0,
      overrideIds.map((each) => [each, 'DELETED']),
    ]);
    await untilIdle(stack, user);
    const left = await transactions(stack, user, 2026);
    expect(left.every(({ overrideId }) => overrideId === null)).toBe(true);
    // A bulk request has at least one id, so that its response has a result.
    // `dryRun` is true or left out.
    expect([...seen.unseen('BulkItem'), ...seen.unseen('BulkResponse')]).toEqual([
      'dryRun is false',
      'results is empty',
    ]);
  });
});

describe('Rule request, rule and rules list', () => {
  const create = (fields: Omit<Schema<'RuleRequest'>, 'label'>) =>
    ok(api.POST('/api/v1/rules', { body: { label: 'l', notes: 'n', ...fields } }));
  const DEFAULTS = {
    matchType: 'COUNTERPARTY',
    direction: 'ANY',
    counterpartyAddress: null,
    chainId: null,
  } as const;

  it.each<readonly [Omit<Schema<'RuleRequest'>, 'label'>]>([
    [{ action: 'MARK_INCOME', counterpartyAddress: '0xAB', chainId: 1 }],
    [
      {
        action: 'MARK_SELF_TRANSFER',
        matchType: 'COUNTERPARTY',
        counterpartyAddress: '0xAB',
        chainId: 0,
        direction: 'INBOUND',
      },
    ],
    [{ action: 'MARK_INCOME', matchType: 'DESCRIPTION', matchValue: 'reward', direction: 'OUTBOUND' }],
    [{ action: 'MARK_SELF_TRANSFER', matchType: 'PROTOCOL', matchValue: 'aave', notes: null }],
    [{ action: 'IGNORE_DUST', matchType: 'DUST_THRESHOLD', thresholdEur: 0.01 }],
  ])('%j: the rule has every field, with COUNTERPARTY and ANY as defaults', async (fields) => {
    const { rule, created, recalc } = await create(fields);
    expect([created, recalc === 'NOT_NEEDED']).toEqual([true, false]);
    expect(rule).toEqual({
      label: 'l',
      notes: 'n',
      matchValue: null,
      thresholdEur: null,
      ...DEFAULTS,
      ...fields,
      id: rule.id,
      matchedCount: null,
      createdAt: rule.createdAt,
      createdVia: 'My tool',
    });
  });

  it('`rules` are in order of creation, each with a `matchedCount` once a run has ended', async () => {
    await untilIdle(stack, user);
    const { rules } = await ok(api.GET('/api/v1/rules'));
    expect(rules.map(({ action, matchType }) => [action, matchType])).toEqual([
      ['MARK_INCOME', 'COUNTERPARTY'],
      ['MARK_SELF_TRANSFER', 'COUNTERPARTY'],
      ['MARK_INCOME', 'DESCRIPTION'],
      ['MARK_SELF_TRANSFER', 'PROTOCOL'],
      ['IGNORE_DUST', 'DUST_THRESHOLD'],
    ]);
    expect(rules.map(({ matchedCount }) => matchedCount)).toEqual([0, 0, 0, 0, 0]);
    for (const { id: ruleId } of rules) {
      const deleted = await ok(api.DELETE('/api/v1/rules/{ruleId}', { params: { path: { ruleId } } }));
      expect(deleted.deleted).toBe(true);
    }
    expect(await ok(api.GET('/api/v1/rules'))).toEqual({ rules: [] });
    expect([RULE_ACTIONS.length, RULE_MATCH_TYPES.length, RULE_DIRECTIONS.length]).toEqual([3, 4, 3]);
    expect([...seen.unseen('Rule'), ...seen.unseen('RulesResponse')]).toEqual([]);
  });

  it('`rules` have a null `matchedCount` until their first run is complete', async () => {
    const counts = async (): Promise<unknown[]> =>
      (await ok(api.GET('/api/v1/rules'))).rules.map(({ matchedCount }) => matchedCount);
    await untilIdle(stack, user);
    const { pid } = stack.ready().services.recalc;
    process.kill(pid, 'SIGSTOP');
    try {
      const body = {
        action: 'IGNORE_DUST',
        label: 'l',
        matchType: 'DUST_THRESHOLD',
        thresholdEur: 1,
      } as const;
      await ok(api.POST('/api/v1/rules', { body }));
      expect(await counts()).toEqual([null]);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    await untilIdle(stack, user);
    expect(await counts()).toEqual([expect.any(Number)]);
  });
});

describe('Transfer match, candidates', () => {
  const candidatesOf = (taxEventId: string) =>
    ok(api.GET('/api/v1/transfer-matches/candidates', { params: { query: { taxEventId } } }));

  it('candidates have the event, its counterparts best first, and no `existingMatch`', async () => {
    await untilIdle(stack, user);
    const { taxEvent, candidates, existingMatch } = await candidatesOf(id('SECOND 2026'));
    expect(taxEvent).toEqual(await shown('SECOND 2026'));
    expect(existingMatch).toBeNull();
    const [best] = candidates;
    expect(best).toEqual({
      taxEvent: await shown('SECOND ARRIVAL 2026'),
      transferKind: 'SELF_TRANSFER',
      amountDifference: 0,
      secondsApart: 3600,
      score: best?.score,
    });
    const scores = candidates.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((one, other) => other - one));
    expect(scores.every((score) => score >= 0 && score <= 1)).toBe(true);
    expect((await candidatesOf(id('CORRECTED 2026'))).candidates).toEqual([]);
  });

  it.each(['BRIDGE', 'MIGRATION', 'SELF_TRANSFER', 'UNWRAP', 'WRAP'] as const)(
    '%s: the match has every field, is the `existingMatch` of both legs, and is deleted by its `id`',
    async (transferKind) => {
      if (transferKind === 'SELF_TRANSFER')
        await override({ overriddenTreatment: 'TRANSFER_OUT_OWN_WALLET' }, 'SECOND 2026');
      const pair = { outTaxEventId: id('SECOND 2026'), inTaxEventId: id('SECOND ARRIVAL 2026') };
      const notes = transferKind === 'WRAP' ? null : 'n';
      const body = { ...pair, transferKind, notes };
      const { match, created } = await ok(api.POST('/api/v1/transfer-matches', { body }));
      expect(created).toBe(true);
      expect(match).toEqual({ ...body, id: match.id, createdAt: match.createdAt, createdVia: 'My tool' });
      for (const leg of Object.values(pair)) expect((await candidatesOf(leg)).existingMatch).toEqual(match);
      const path = { matchId: match.id };
      const deleted = await ok(api.DELETE('/api/v1/transfer-matches/{matchId}', { params: { path } }));
      expect(deleted.deleted).toBe(true);
    },
  );

  it('every value that a field may have was in a response', () => {
    expect(TRANSFER_KINDS).toHaveLength(5);
    // Pairs that joined a match: test/e2e/corrections/joined-matches.test.ts.
    expect([...seen.unseen('TransferMatch'), ...seen.unseen('TransferCandidatesResponse')]).toEqual([
      'joinedMatchId is set',
    ]);
  });
});

describe('Recalc status', () => {
  it('has `status`, and `lastCompletedAt`, which is null before the first run and then the time when the last run ended', async () => {
    const startedAt = Date.now();
    const other = await createUser(stack);
    const fresh = seen.client(stack.ready().baseUrl, other.token);
    expect(await ok(fresh.GET('/api/v1/recalc-status'))).toEqual({ status: 'IDLE', lastCompletedAt: null });
    await importLines(stack, other.userId, FACTS);
    const { status, lastCompletedAt } = await ok(fresh.GET('/api/v1/recalc-status'));
    expect(status).toBe('IDLE');
    expectBetween(lastCompletedAt!, startedAt, Date.now());
  });
});

describe('TaxEventOverride', () => {
  it('every value that a field may have was in a response, except for those that cannot occur', async () => {
    const described = { description: 'As imported', flags: ['imported'] };
    await importLines(stack, user.userId, [
      event('WITH ALL', 'DISPOSITION', '1', '2026-07-01T10:00:00Z', null, { ...described, taxable: false }),
      event('TAXED', 'ACQUISITION', '1', '2026-07-01T10:00:00Z', '1', { taxable: true }),
    ]);
    const asset = { taxEventIds: [(await shown('WITH ALL')).id], assetId: 'LUNC' };
    await ok(api.POST('/api/v1/overrides/asset', { body: asset }));
    for (const name of ['WITH ALL', 'TAXED']) {
      const body = { taxEventId: (await shown(name)).id, notes: 'n' };
      await ok(api.POST('/api/v1/overrides', { body }));
    }
    expect(seen.unseen('TaxEventOverride')).toEqual([
      // An override whose event is gone is shown as an orphaned correction.
      'orphanedSince is set',
      'updatedBy is null',
      // Overrides are not part of a submission, and no import names an offline wallet.
      'submissionId is set',
      'offlineWalletLabel is set',
      // NORMAL is the default of the import.
      'originalTreatment is null',
    ]);
  });
});
