/** One test for each row of the REST table: method, path, scope, the 200 and the other statuses (service.md, "Endpoints"). */
import type { ApiClient } from '@ctx/client';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Schema } from '@ctx/client';
import { OPERATIONS } from '@ctx/contract/operations';
import { LIMITS } from '@ctx/domain/limits';
import { conformingFetch, ok } from '../../api/client.ts';
import { untilIdle, useCorrectableUser } from '../corrections/users.ts';
import { createUser, useStack } from '../kit.ts';
import { bitvavo } from '../settings/file-users.ts';
import { type Answer, pathOf, UNKNOWN_ID } from '../stack.ts';
import { rejectionOf } from './rejection.ts';

/** The client of the user, with the scope write. */
let api: ApiClient;
/** The client of a user without the beta. */
let noBeta: ApiClient;

const stack = useStack();
const user = useCorrectableUser(stack);

beforeAll(async () => {
  await stack.ctx(['user', 'set', '--user', user.userId, '--beta', 'portfolio']);
  api = user.api;
  noBeta = stack.api((await createUser(stack)).token);
});

const LOCKED = '402 YEAR_LOCKED';
const FROZEN = '409 YEAR_FROZEN';
const NOT_FOUND = '404 NOT_FOUND';
/** The rejection of an invalid parameter, field or id. */
const INVALID = '400 null';

const id = (name: string): string => user.events.get(name)!;
const apply = (taxEventId: string, notes: string | null = 'n') =>
  api.POST('/api/v1/overrides', { body: { taxEventId, notes } });
const remove = (overrideId: string) =>
  api.DELETE('/api/v1/overrides/{overrideId}', { params: { path: { overrideId } } });
const deleteRule = (ruleId: string) => api.DELETE('/api/v1/rules/{ruleId}', { params: { path: { ruleId } } });
const candidates = (taxEventId: string) =>
  api.GET('/api/v1/transfer-matches/candidates', { params: { query: { taxEventId } } });
const match = (outTaxEventId: string, inTaxEventId: string) =>
  api.POST('/api/v1/transfer-matches', {
    body: { outTaxEventId, inTaxEventId, transferKind: 'BRIDGE' },
  });
const matchAll = (outTaxEventIds: readonly string[], inTaxEventId: string) => {
  const pairs = outTaxEventIds.map((outTaxEventId) => {
    return { outTaxEventId, inTaxEventId, transferKind: 'BRIDGE' as const };
  });
  return api.POST('/api/v1/transfer-matches/bulk', { body: { pairs } });
};
const unmatch = (matchId: string) =>
  api.DELETE('/api/v1/transfer-matches/{matchId}', { params: { path: { matchId } } });
const summaryOf = (year: number) => api.GET('/api/v1/years/{year}/summary', { params: { path: { year } } });
const circumstances = (year: number) =>
  api.GET('/api/v1/years/{year}/circumstances', { params: { path: { year } } });
const balances = (accountId: string) =>
  api.GET('/api/v1/accounts/{accountId}/balances', { params: { path: { accountId } } });
const stateBalance = (accountId: string, year: number, amount = 1) =>
  api.POST('/api/v1/accounts/{accountId}/balances', {
    params: { path: { accountId } },
    body: { assetId: 'BTC', at: `${String(year)}-07-01T00:00:00Z`, amount },
  });
const stateReported = (year: number, units = 1) =>
  api.POST('/api/v1/years/{year}/reported', {
    params: { path: { year } },
    body: { platform: 'Kraken', totals: [{ assetId: 'BTC', kind: 'SOLD', units }] },
  });
const explain = (taxEventId: string) =>
  api.GET('/api/v1/transactions/{taxEventId}', { params: { path: { taxEventId } } });
const contributions = (year: number, query: object) =>
  api.GET('/api/v1/years/{year}/contributions', {
    params: { path: { year }, query: query as { figure: 'fees' } },
  });
const list = (query: object) =>
  api.GET('/api/v1/transactions', { params: { query: { year: 2026, ...query } } });
const lots = (holdingId: string, of = api) =>
  of.GET('/api/v1/portfolio/lots', { params: { query: { holdingId } } });
const fileOf = (fileId: string) => api.GET('/api/v1/files/{fileId}', { params: { path: { fileId } } });
const removeFile = (fileId: string, dryRun = false) =>
  api.DELETE('/api/v1/files/{fileId}', { params: { path: { fileId }, query: { dryRun } } });
const addWebhook = (url: string, types?: 'year.frozen'[]) =>
  api.POST('/api/v1/webhooks', { body: { url, ...(types && { types }) } });
const firstWebhook = async (): Promise<string> => (await ok(api.GET('/api/v1/webhooks'))).webhooks[0]!.id;
const onlyFile = async (): Promise<string> => (await ok(api.GET('/api/v1/files'))).files[0]!.id;
/** Sends a file, which the typed client does not. */
const addFile = (content: string, query: Readonly<Record<string, string>> = {}): Promise<Answer> =>
  user.send(`/api/v1/files?${new URLSearchParams(query).toString()}`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: content,
  });
const rejectionIn = ({ status, body }: Answer): string => `${String(status)} ${String(body['code'])}`;
/** Sends a request that the typed client does not allow, and returns its status and code. */
const rejectionWithoutQuery = async (path: string) => {
  const { status, body } = await stack.get(path, user.token);
  return `${String(status)} ${String(body['code'])}`;
};

interface Row {
  readonly row: string;
  readonly scope: 'read' | 'write';
  readonly works: () => Promise<void>;
}

// In the order of the table. No row leaves data that makes a later row fail.
const ROWS: readonly Row[] = [
  {
    row: 'GET /api/v1/me',
    scope: 'read',
    works: async () => {
      expect((await ok(api.GET('/api/v1/me'))).userId).toBe(Number(user.userId));
    },
  },
  {
    row: 'GET /api/v1/accounts',
    scope: 'read',
    works: async () => {
      const { accounts } = await ok(api.GET('/api/v1/accounts'));
      expect(accounts.map(({ kind }) => kind)).toEqual(['exchange', 'wallet']);
    },
  },
  {
    row: 'GET /api/v1/years',
    scope: 'read',
    works: async () => {
      const { years } = await ok(api.GET('/api/v1/years'));
      expect(years.map(({ year }) => year)).toEqual([2026, 2025, 2024, 2023]);
    },
  },
  {
    row: 'GET /api/v1/transactions',
    scope: 'read',
    works: async () => {
      const page = await ok(list({}));
      expect(page).toMatchObject({ page: 0, size: 50, totalElements: 7 });
      expect(await ok(list({ size: 201 }))).toMatchObject({ size: 200 });
      expect((await ok(list({ type: 'DISPOSITION', asset: 'eth', page: 1, size: 2 }))).totalElements).toBe(3);
      expect(await rejectionOf(list({ type: 'GIFT' }))).toBe(INVALID);
      expect(await rejectionWithoutQuery('/api/v1/transactions')).toBe(INVALID);
    },
  },
  {
    row: 'GET /api/v1/transactions/{taxEventId}',
    scope: 'read',
    works: async () => {
      const explained = await ok(explain(id('SELL 2026')));
      expect(explained).toMatchObject({ year: 2026, transaction: { id: id('SELL 2026') } });
      expect(await rejectionOf(explain(UNKNOWN_ID))).toBe(NOT_FOUND);
      expect(await rejectionOf(explain('no-uuid'))).toBe(INVALID);
    },
  },
  {
    row: 'GET /api/v1/transactions/{taxEventId}/origin',
    scope: 'read',
    works: async () => {
      const origin = (taxEventId: string) =>
        api.GET('/api/v1/transactions/{taxEventId}/origin', { params: { path: { taxEventId } } });
      expect(await ok(origin(id('SELL 2026')))).toMatchObject({ taxEventId: id('SELL 2026'), year: 2026 });
      expect(await rejectionOf(origin(UNKNOWN_ID))).toBe(NOT_FOUND);
      expect(await rejectionOf(origin('no-uuid'))).toBe(INVALID);
    },
  },
  {
    row: 'GET /api/v1/summary',
    scope: 'read',
    works: async () => {
      const { years } = await ok(api.GET('/api/v1/summary'));
      expect(years.map(({ year }) => year)).toEqual([2026, 2025, 2024, 2023]);
    },
  },
  {
    row: 'GET /api/v1/years/{year}/summary',
    scope: 'read',
    works: async () => {
      expect((await ok(summaryOf(2026))).year).toBe(2026);
      expect(await rejectionOf(summaryOf(2101))).toBe(INVALID);
    },
  },
  {
    row: 'GET /api/v1/years/{year}/report',
    scope: 'read',
    works: async () => {
      const report = (year: number, query: object = {}) =>
        api.GET('/api/v1/years/{year}/report', { params: { path: { year }, query } });
      const page = async (query: object = {}) => (await ok(report(2026, query))) as Schema<'YearReportPage'>;
      const { lines, next } = await page();
      expect([lines[0]?.name, typeof next]).toEqual(['totalCapitalGains', 'string']);
      expect(Array.isArray((await page({ after: next })).lines)).toBe(true);
      expect(await rejectionOf(report(2026, { format: 'pdf' }))).toBe(INVALID);
      expect(await rejectionOf(report(2024))).toBe('402 REPORT_YEAR_LOCKED');
      expect(await rejectionOf(report(2026, { after: 'nowhere' }))).toBe('409 REPORT_CHANGED');
    },
  },
  {
    row: 'GET /api/v1/years/{year}/contributions',
    scope: 'read',
    works: async () => {
      const page = await ok(contributions(2026, { figure: 'capitalGains' }));
      expect(page).toMatchObject({ figure: 'capitalGains', page: 0, size: 50 });
      expect(await ok(contributions(2026, { figure: 'fees', size: 201 }))).toMatchObject({ size: 200 });
      expect(await rejectionOf(contributions(2026, { figure: 'tax' }))).toBe(INVALID);
      expect(await rejectionOf(contributions(2026, { figure: 'income', month: 13 }))).toBe(INVALID);
      expect(await rejectionWithoutQuery('/api/v1/years/2026/contributions')).toBe(INVALID);
    },
  },
  {
    row: 'GET /api/v1/issues',
    scope: 'read',
    works: async () => {
      const { items, counts } = await ok(api.GET('/api/v1/issues'));
      expect(items).toHaveLength(counts.total);
    },
  },
  {
    row: 'GET /api/v1/portfolio',
    scope: 'read',
    works: async () => {
      const { holdings } = await ok(api.GET('/api/v1/portfolio'));
      expect(holdings.map((holding) => holding.id)).toEqual(['ETH', 'SOL']);
      expect(await rejectionOf(noBeta.GET('/api/v1/portfolio'))).toBe(NOT_FOUND);
    },
  },
  {
    row: 'GET /api/v1/portfolio/lots',
    scope: 'read',
    works: async () => {
      expect((await ok(lots('SOL'))).holdingId).toBe('SOL');
      // The id must be exactly as the portfolio returns it.
      expect(await rejectionOf(lots('sol'))).toBe(NOT_FOUND);
      expect(await rejectionWithoutQuery('/api/v1/portfolio/lots')).toBe(INVALID);
      expect(await rejectionOf(lots('SOL', noBeta))).toBe(NOT_FOUND);
    },
  },
  {
    row: 'GET /api/v1/positions',
    scope: 'read',
    works: async () => {
      expect((await ok(api.GET('/api/v1/positions'))).positionCount).toBe(0);
      expect(await rejectionOf(noBeta.GET('/api/v1/positions'))).toBe(NOT_FOUND);
    },
  },
  {
    row: 'GET /api/v1/recalc-status',
    scope: 'read',
    works: async () => {
      expect((await ok(api.GET('/api/v1/recalc-status'))).status).toBe('IDLE');
    },
  },
  {
    row: 'POST /api/v1/overrides',
    scope: 'write',
    works: async () => {
      expect((await ok(apply(id('SELL 2026')))).created).toBe(true);
      expect(await rejectionOf(apply('no id'))).toBe(INVALID);
      expect(await rejectionOf(apply(id('SELL 2024')))).toBe(LOCKED);
      expect(await rejectionOf(apply(UNKNOWN_ID))).toBe(NOT_FOUND);
      expect(await rejectionOf(apply(id('SELL 2025')))).toBe(FROZEN);
    },
  },
  {
    row: 'POST /api/v1/overrides/bulk',
    scope: 'write',
    works: async () => {
      const bulk = (taxEventIds: string[]) =>
        api.POST('/api/v1/overrides/bulk', { body: { taxEventIds, notes: 'bulk' } });
      const { results } = await ok(bulk([id('SELL 2026'), UNKNOWN_ID, id('SELL 2024'), id('SELL 2025')]));
      expect(results.map(({ code, status }) => code ?? status)).toEqual([
        'APPLIED',
        'NOT_FOUND',
        'YEAR_LOCKED',
        'YEAR_FROZEN',
      ]);
      expect(await rejectionOf(bulk([]))).toBe(INVALID);
    },
  },
  {
    row: 'POST /api/v1/overrides/bulk-delete',
    scope: 'write',
    works: async () => {
      const bulk = (overrideIds: string[]) =>
        api.POST('/api/v1/overrides/bulk-delete', { body: { overrideIds } });
      const { override } = await ok(apply(id('SELL 2026')));
      const kept = ['CORRECTED 2024', 'CORRECTED 2025'].map((name) => user.overrides.get(name)!);
      const { results } = await ok(bulk([override.id!, UNKNOWN_ID, ...kept]));
      expect(results.map(({ code, status }) => code ?? status)).toEqual([
        'DELETED',
        'NOT_FOUND',
        'YEAR_LOCKED',
        'YEAR_FROZEN',
      ]);
      expect(await rejectionOf(bulk(['no id']))).toBe(INVALID);
    },
  },
  {
    row: 'DELETE /api/v1/overrides/{overrideId}',
    scope: 'write',
    works: async () => {
      await untilIdle(stack, user);
      const before = (await ok(list({}))).transactions;
      const body = { taxEventId: id('SELL 2026'), overriddenEuroValue: 1, overriddenFlags: ['mine'] };
      await ok(api.POST('/api/v1/overrides', { body }));
      await untilIdle(stack, user);
      const corrected = (await ok(list({}))).transactions.find((each) => each.id === body.taxEventId);
      expect(corrected).toMatchObject({ euroValue: 1, flags: ['mine'] });
      expect((await ok(remove(corrected!.overrideId!))).deleted).toBe(true);
      await untilIdle(stack, user);
      // The event returns to the derived values.
      expect((await ok(list({}))).transactions).toEqual(before);
      expect(await rejectionOf(remove(corrected!.overrideId!))).toBe(NOT_FOUND);
      expect(await rejectionOf(remove('no-id'))).toBe(INVALID);
      expect(await rejectionOf(remove(user.overrides.get('CORRECTED 2024')!))).toBe(LOCKED);
      expect(await rejectionOf(remove(user.overrides.get('CORRECTED 2025')!))).toBe(FROZEN);
    },
  },
  {
    row: 'GET /api/v1/rules',
    scope: 'read',
    works: async () => {
      expect(await ok(api.GET('/api/v1/rules'))).toEqual({ rules: [] });
    },
  },
  {
    row: 'POST /api/v1/rules',
    scope: 'write',
    works: async () => {
      const rule = { action: 'MARK_INCOME', label: 'l', matchType: 'PROTOCOL' } as const;
      const made = await ok(api.POST('/api/v1/rules', { body: { ...rule, matchValue: 'x' } }));
      expect(made.created).toBe(true);
      expect(await rejectionOf(api.POST('/api/v1/rules', { body: rule }))).toBe(INVALID);
    },
  },
  {
    row: 'DELETE /api/v1/rules/{ruleId}',
    scope: 'write',
    works: async () => {
      const [rule] = (await ok(api.GET('/api/v1/rules'))).rules;
      expect((await ok(deleteRule(rule!.id))).deleted).toBe(true);
      expect(await rejectionOf(deleteRule(rule!.id))).toBe(NOT_FOUND);
      expect(await rejectionOf(deleteRule('no-id'))).toBe(INVALID);
    },
  },
  {
    row: 'GET /api/v1/transfer-matches/candidates',
    scope: 'read',
    works: async () => {
      const found = await ok(candidates(id('SECOND 2026')));
      expect([found.taxEvent.id, found.existingMatch]).toEqual([id('SECOND 2026'), null]);
      expect(await rejectionOf(candidates('no id'))).toBe(INVALID);
      expect(await rejectionWithoutQuery('/api/v1/transfer-matches/candidates')).toBe(INVALID);
      expect(await rejectionOf(candidates(UNKNOWN_ID))).toBe(NOT_FOUND);
    },
  },
  {
    row: 'GET /api/v1/transfer-matches/proposals',
    scope: 'read',
    works: async () => {
      expect((await ok(api.GET('/api/v1/transfer-matches/proposals'))).more).toBe(false);
      expect(await rejectionWithoutQuery('/api/v1/transfer-matches/proposals?page=1')).toBe(INVALID);
    },
  },
  {
    row: 'POST /api/v1/transfer-matches',
    scope: 'write',
    works: async () => {
      const [out, into] = [id('SECOND 2026'), id('SECOND ARRIVAL 2026')];
      expect((await ok(match(out, into))).created).toBe(true);
      expect(await rejectionOf(match('no id', into))).toBe(INVALID);
      expect(await rejectionOf(match(id('SELL 2024'), into))).toBe(LOCKED);
      expect(await rejectionOf(match(UNKNOWN_ID, into))).toBe(NOT_FOUND);
      expect(await rejectionOf(match(id('SELL 2025'), into))).toBe(FROZEN);
      expect(await rejectionOf(match(id('SELL 2026'), into))).toBe('409 ALREADY_MATCHED');
      expect(await rejectionOf(match(out, id('ARRIVAL 2026')))).toBe('409 ALREADY_MATCHED');
    },
  },
  {
    row: 'POST /api/v1/transfer-matches/bulk',
    scope: 'write',
    works: async () => {
      const [out, into] = [id('SECOND 2026'), id('SECOND ARRIVAL 2026')];
      const matched = await ok(matchAll([out, id('SELL 2024')], into));
      expect(matched.results.map(({ status, code }) => code ?? status)).toEqual(['UNCHANGED', 'YEAR_LOCKED']);
      expect(await rejectionOf(matchAll([], into))).toBe(INVALID);
      expect(await rejectionOf(matchAll(['no id'], into))).toBe(INVALID);
    },
  },
  {
    row: 'DELETE /api/v1/transfer-matches/{matchId}',
    scope: 'write',
    works: async () => {
      const { existingMatch } = await ok(candidates(id('SECOND 2026')));
      const matchId = existingMatch!.id;
      const years = (option: string) => stack.ctx(['user', 'set', '--user', user.userId, option, '2026']);
      const freezing = (what: string) => stack.ctx(['year', what, '--user', user.userId, '--year', '2026']);
      await years('--remove-year');
      expect(await rejectionOf(unmatch(matchId))).toBe(LOCKED);
      await years('--add-year');
      await untilIdle(stack, user);
      await freezing('freeze');
      expect(await rejectionOf(unmatch(matchId))).toBe(FROZEN);
      await freezing('unfreeze');
      expect((await ok(unmatch(matchId))).deleted).toBe(true);
      expect(await rejectionOf(unmatch(matchId))).toBe(NOT_FOUND);
      expect(await rejectionOf(unmatch('no-id'))).toBe(INVALID);
    },
  },
  {
    row: 'GET /api/v1/links',
    scope: 'read',
    works: async () => {
      const links = await ok(api.GET('/api/v1/links', { params: { query: { year: 2026 } } }));
      expect(links.links.map(({ page }) => page)).toContain('REPORT');
      expect(await rejectionWithoutQuery('/api/v1/links?year=1')).toBe(INVALID);
    },
  },
  {
    row: 'POST /api/v1/files',
    scope: 'write',
    works: async () => {
      const file = await addFile(bitvavo('FILE'), { name: 'file.csv' });
      expect([file.status, file.body['added']]).toEqual([200, 1]);
      await untilIdle(stack, user);
      expect(rejectionIn(await addFile('hello'))).toBe('400 FILE_REJECTED');
      const failed = bitvavo('FAILED').replace('Completed', 'Canceled');
      expect(rejectionIn(await addFile(failed))).toBe('400 FILE_WITHOUT_TRANSACTIONS');
      const twin = { newAccount: 'Twin' };
      expect(rejectionIn(await addFile(bitvavo('TWIN'), twin))).toBe('409 POSSIBLE_DUPLICATES');
      expect(rejectionIn(await addFile(bitvavo('FILE'), { format: '' }))).toBe(INVALID);
    },
  },
  {
    row: 'POST /api/v1/uploads',
    scope: 'write',
    works: async () => {
      const { uploadId, address } = await ok(api.POST('/api/v1/uploads'));
      const dryRun = { uploadId, dryRun: 'true' };
      expect(rejectionIn(await addFile('', dryRun))).toBe('409 UPLOAD_EMPTY');
      expect((await fetch(address, { method: 'PUT', body: bitvavo('UPLOADED') })).status).toBe(200);
      expect((await addFile('', dryRun)).body).toMatchObject({ added: 1 });
      expect(rejectionIn(await addFile('', { uploadId: UNKNOWN_ID }))).toBe(NOT_FOUND);
      const others = Array.from({ length: LIMITS.uploadsPerUserMax }, () => api.POST('/api/v1/uploads'));
      const full = (await Promise.all(others)).filter(({ response }) => response.status === 409);
      expect(full).toHaveLength(1);
    },
  },
  {
    row: 'GET /api/v1/files',
    scope: 'read',
    works: async () => {
      const { files, totalElements } = await ok(api.GET('/api/v1/files'));
      expect([files.map(({ name }) => name), totalElements]).toEqual([['file.csv'], 1]);
      expect(await rejectionWithoutQuery('/api/v1/files?size=0')).toBe(INVALID);
    },
  },
  {
    row: 'GET /api/v1/files/{fileId}',
    scope: 'read',
    works: async () => {
      expect((await ok(fileOf(await onlyFile()))).ownTransactions).toBe(1);
      expect(await rejectionOf(fileOf(UNKNOWN_ID))).toBe(NOT_FOUND);
      expect(await rejectionOf(fileOf('no-uuid'))).toBe(INVALID);
    },
  },
  {
    row: 'DELETE /api/v1/files/{fileId}',
    scope: 'write',
    works: async () => {
      const fileId = await onlyFile();
      expect((await ok(removeFile(fileId, true))).deleted).toBe(false);
      expect((await ok(removeFile(fileId))).deleted).toBe(true);
      expect(await rejectionOf(removeFile(fileId))).toBe(NOT_FOUND);
      expect(await rejectionOf(removeFile('no-uuid'))).toBe(INVALID);
      await untilIdle(stack, user);
    },
  },
  {
    row: 'POST /api/v1/webhooks',
    scope: 'write',
    works: async () => {
      const { webhook, signingKey } = await ok(addWebhook('https://example.org/hook', ['year.frozen']));
      expect([webhook.url, webhook.types]).toEqual(['https://example.org/hook', ['year.frozen']]);
      expect(signingKey).toMatch(/^whsec_[\w+/]{43}=$/);
      expect(await rejectionOf(addWebhook('https://10.0.0.1/'))).toBe(INVALID);
      expect(await rejectionOf(addWebhook('http://example.org/'))).toBe(INVALID);
      for (let count = 1; count < LIMITS.webhooksMax; count += 1)
        await ok(addWebhook('https://example.org/'));
      expect(await rejectionOf(addWebhook('https://example.org/'))).toBe('409 TOO_MANY_WEBHOOKS');
    },
  },
  {
    row: 'GET /api/v1/webhooks',
    scope: 'read',
    works: async () => {
      const { webhooks } = await ok(api.GET('/api/v1/webhooks'));
      expect(webhooks).toHaveLength(LIMITS.webhooksMax);
      expect(webhooks[0]).toMatchObject({ failingSince: null, lastError: null, formerUntil: null });
    },
  },
  {
    row: 'POST /api/v1/webhooks/{webhookId}/rotate',
    scope: 'write',
    works: async () => {
      const rotate = (webhookId: string) =>
        api.POST('/api/v1/webhooks/{webhookId}/rotate', { params: { path: { webhookId } } });
      expect((await ok(rotate(await firstWebhook()))).webhook.formerUntil).toMatch(/^\d{4}-/);
      expect(await rejectionOf(rotate(UNKNOWN_ID))).toBe(NOT_FOUND);
      expect(await rejectionOf(rotate('x'))).toBe(INVALID);
    },
  },
  {
    row: 'POST /api/v1/webhooks/{webhookId}/replay',
    scope: 'write',
    works: async () => {
      const replay = (webhookId: string) =>
        api.POST('/api/v1/webhooks/{webhookId}/replay', { params: { path: { webhookId } } });
      expect(await ok(replay(await firstWebhook()))).toEqual({ replayed: 0 });
      expect(await rejectionOf(replay(UNKNOWN_ID))).toBe(NOT_FOUND);
      expect(await rejectionOf(replay('x'))).toBe(INVALID);
    },
  },
  {
    row: 'DELETE /api/v1/webhooks/{webhookId}',
    scope: 'write',
    works: async () => {
      const removed = (webhookId: string) =>
        api.DELETE('/api/v1/webhooks/{webhookId}', { params: { path: { webhookId } } });
      const webhookId = await firstWebhook();
      expect(await ok(removed(webhookId))).toEqual({ deleted: true });
      expect(await rejectionOf(removed(webhookId))).toBe(NOT_FOUND);
      expect(await rejectionOf(removed('x'))).toBe(INVALID);
    },
  },
  {
    row: 'GET /api/v1/law',
    scope: 'read',
    works: async () => {
      const law = (query: object) => api.GET('/api/v1/law', { params: { query } });
      const { provisions } = await ok(law({ year: 2026 }));
      expect(provisions.find(({ name }) => name === 'EXEMPTION')).toMatchObject({
        value: '10000',
        statutoryEur: 4855,
        status: 'CONFIRMED',
      });
      expect((await ok(law({}))).provisions.length).toBeGreaterThan(provisions.length);
      expect(await rejectionOf(law({ year: 2101 }))).toBe(INVALID);
    },
  },
  {
    row: 'GET /api/v1/photo',
    scope: 'read',
    works: async () => {
      const photo = (query: object) => api.GET('/api/v1/photo', { params: { query } });
      expect(await ok(photo({}))).toMatchObject({
        year: 2026,
        moment: '2025-12-31T23:00:00Z',
        locked: false,
      });
      expect(await rejectionOf(photo({ year: 2025 }))).toBe(INVALID);
    },
  },
  {
    row: 'GET /api/v1/years/{year}/evidence',
    scope: 'read',
    works: async () => {
      const evidence = (year: number) =>
        api.GET('/api/v1/years/{year}/evidence', { params: { path: { year } } });
      expect(await ok(evidence(2025))).toMatchObject({ moment: '2025-12-31T23:00:00Z', frozen: true });
      expect(await rejectionOf(evidence(2101))).toBe(INVALID);
    },
  },
  {
    row: 'GET /api/v1/years/{year}/reported',
    scope: 'read',
    works: async () => {
      const reported = (year: number) =>
        api.GET('/api/v1/years/{year}/reported', { params: { path: { year } } });
      expect(await ok(reported(2025))).toMatchObject({ year: 2025, frozen: true });
      expect(await rejectionOf(reported(2101))).toBe(INVALID);
    },
  },
  {
    row: 'GET /api/v1/years/{year}/readings',
    scope: 'read',
    works: async () => {
      const readings = (year: number) =>
        api.GET('/api/v1/years/{year}/readings', { params: { path: { year } } });
      await untilIdle(stack, user);
      expect((await ok(readings(2026))).readings.map(({ reading }) => reading)).toContain('OTHER_REGIME');
      expect(await rejectionOf(readings(2101))).toBe(INVALID);
      expect(await rejectionOf(readings(2024))).toBe(LOCKED);
      expect(await rejectionOf(readings(2025))).toBe(FROZEN);
    },
  },
  {
    row: 'GET /api/v1/history',
    scope: 'read',
    works: async () => {
      const { entries } = await ok(api.GET('/api/v1/history', { params: { query: { size: 1 } } }));
      expect(entries.map(({ kind }) => kind)).toEqual(['TRANSFER_MATCH']);
      expect(await rejectionWithoutQuery('/api/v1/history?kind=OTHER')).toBe(INVALID);
    },
  },
  {
    row: 'POST /api/v1/history/{entryId}/undo',
    scope: 'write',
    works: async () => {
      const undo = (entryId: string) =>
        api.POST('/api/v1/history/{entryId}/undo', { params: { path: { entryId } } });
      const entryOf = async (name: string) => {
        const query = { taxEventId: id(name), size: 1 };
        return (await ok(api.GET('/api/v1/history', { params: { query } }))).entries[0]!.id;
      };
      await ok(apply(id('BUY 2026'), 'undone'));
      const entryId = await entryOf('BUY 2026');
      const { entry } = await ok(undo(entryId));
      expect(entry.undoOf).toBe(entryId);
      expect(await ok(undo(entryId))).toEqual({ entry, recalc: 'NOT_NEEDED' });
      await ok(apply(id('BUY 2026'), 'before'));
      const changed = await entryOf('BUY 2026');
      await ok(apply(id('BUY 2026'), 'after'));
      expect(await rejectionOf(undo(changed))).toBe('409 CHANGED_SINCE');
      expect(await rejectionOf(undo('no-id'))).toBe(INVALID);
      expect(await rejectionOf(undo(UNKNOWN_ID))).toBe(NOT_FOUND);
      expect(await rejectionOf(undo(await entryOf('CORRECTED 2024')))).toBe(LOCKED);
      expect(await rejectionOf(undo(await entryOf('CORRECTED 2025')))).toBe(FROZEN);
    },
  },
  {
    row: 'GET /api/v1/years/{year}/circumstances',
    scope: 'read',
    works: async () => {
      expect(await ok(circumstances(2026))).toMatchObject({ year: 2026, circumstances: null });
      expect(await rejectionOf(circumstances(2101))).toBe(INVALID);
    },
  },
  {
    row: 'POST /api/v1/years/{year}/circumstances',
    scope: 'write',
    works: async () => {
      const set = (year: number, body: object) =>
        api.POST('/api/v1/years/{year}/circumstances', { params: { path: { year } }, body });
      expect((await ok(set(2026, { otherGains: 1 }))).created).toBe(true);
      expect(await rejectionOf(set(2026, { municipalSurchargePercent: 100 }))).toBe(INVALID);
      expect(await rejectionOf(set(2026, {}))).toBe('400 NOTHING_TO_APPLY');
      expect(await rejectionOf(set(2024, { otherGains: 1 }))).toBe(LOCKED);
      expect(await rejectionOf(set(2025, { otherGains: 1 }))).toBe(FROZEN);
    },
  },
  {
    row: 'DELETE /api/v1/years/{year}/circumstances',
    scope: 'write',
    works: async () => {
      const remove = (year: number) =>
        api.DELETE('/api/v1/years/{year}/circumstances', { params: { path: { year } } });
      expect((await ok(remove(2026))).deleted).toBe(true);
      expect(await rejectionOf(remove(2026))).toBe(NOT_FOUND);
      expect(await rejectionOf(remove(2101))).toBe(INVALID);
      expect(await rejectionOf(remove(2024))).toBe(LOCKED);
      expect(await rejectionOf(remove(2025))).toBe(FROZEN);
    },
  },
  {
    row: 'GET /api/v1/years/{year}/regime',
    scope: 'read',
    works: async () => {
      const regime = (year: number) => api.GET('/api/v1/years/{year}/regime', { params: { path: { year } } });
      expect(await ok(regime(2026))).toMatchObject({ year: 2026, regime: 'NORMAAL_BEHEER', choice: null });
      expect(await rejectionOf(regime(2101))).toBe(INVALID);
    },
  },
  {
    row: 'POST /api/v1/years/{year}/regime',
    scope: 'write',
    works: async () => {
      const choose = (year: number, body: Schema<'RegimeRequest'>) =>
        api.POST('/api/v1/years/{year}/regime', { params: { path: { year } }, body });
      expect((await ok(choose(2026, { regime: 'NORMAAL_BEHEER', borrowed: false }))).changed).toBe(true);
      expect(await rejectionOf(choose(2101, { regime: 'NORMAAL_BEHEER' }))).toBe(INVALID);
      expect(await rejectionOf(choose(2024, { regime: 'SPECULATIEF' }))).toBe(LOCKED);
      expect(await rejectionOf(choose(2025, { regime: 'SPECULATIEF' }))).toBe(FROZEN);
    },
  },
  {
    row: 'GET /api/v1/money',
    scope: 'read',
    works: async () => {
      expect(await ok(api.GET('/api/v1/money'))).toMatchObject({ totalElements: 0, sums: [], money: [] });
      for (const query of [{ page: -1 }, { currency: 'eur' }, { account: 'x' }, { year: 1999 }])
        expect(await rejectionOf(api.GET('/api/v1/money', { params: { query } }))).toBe(INVALID);
    },
  },
  {
    row: 'GET /api/v1/prices',
    scope: 'read',
    works: async () => {
      expect((await ok(api.GET('/api/v1/prices'))).prices).toEqual([]);
      const params = { query: { page: -1 } };
      expect(await rejectionOf(api.GET('/api/v1/prices', { params }))).toBe(INVALID);
    },
  },
  {
    row: 'POST /api/v1/prices',
    scope: 'write',
    works: async () => {
      const price = { assetKey: 'XLM', eur: 1, source: 's' };
      const set = (...prices: Schema<'EnteredPriceRequest'>[]) =>
        api.POST('/api/v1/prices', { body: { prices } });
      expect((await ok(set({ ...price, day: '2026-01-01' }))).succeeded).toBe(1);
      expect(await rejectionOf(set(price))).toBe(INVALID);
      expect(await rejectionOf(set())).toBe(INVALID);
    },
  },
  {
    row: 'POST /api/v1/price-files',
    scope: 'write',
    works: async () => {
      const send = (content: string, query: Readonly<Record<string, string>>): Promise<Answer> =>
        user.send(`/api/v1/price-files?${new URLSearchParams(query).toString()}`, {
          method: 'POST',
          headers: { 'content-type': 'text/csv' },
          body: content,
        });
      const [file, source] = ['asset,date,eur\nXLM,2026-01-02,1\n', 's'];
      expect((await send(file, { source, dryRun: 'true' })).body).toMatchObject({
        dryRun: true,
        succeeded: 1,
      });
      expect(rejectionIn(await send('hello', { source }))).toBe('400 FILE_REJECTED');
      expect(rejectionIn(await send(file, {}))).toBe(INVALID);
      expect(rejectionIn(await send('', { source, uploadId: UNKNOWN_ID }))).toBe(NOT_FOUND);
    },
  },
  {
    row: 'DELETE /api/v1/prices/{priceId}',
    scope: 'write',
    works: async () => {
      const remove = (priceId: string) =>
        api.DELETE('/api/v1/prices/{priceId}', { params: { path: { priceId } } });
      const { prices } = await ok(api.GET('/api/v1/prices'));
      expect((await ok(remove(prices[0]!.id))).deleted).toBe(true);
      expect(await rejectionOf(remove(UNKNOWN_ID))).toBe(NOT_FOUND);
      expect(await rejectionOf(remove('x'))).toBe(INVALID);
      // Of years that are locked or submitted: test/e2e/corrections/prices.test.ts.
    },
  },
  {
    row: 'GET /api/v1/accounts/{accountId}/balances',
    scope: 'read',
    works: async () => {
      const { accountId } = user;
      expect(await ok(balances(accountId))).toEqual({
        accountId,
        provenUntil: null,
        balances: [],
        breaks: [],
        negative: expect.any(Array),
      });
      expect(await rejectionOf(balances(UNKNOWN_ID))).toBe(NOT_FOUND);
      expect(await rejectionOf(balances('x'))).toBe(INVALID);
    },
  },
  {
    row: 'POST /api/v1/accounts/{accountId}/balances',
    scope: 'write',
    works: async () => {
      expect((await ok(stateBalance(user.accountId, 2026))).created).toBe(true);
      expect((await ok(stateBalance(user.accountId, 2024))).created).toBe(true);
      expect(await rejectionOf(stateBalance(user.accountId, 2025))).toBe(FROZEN);
      expect(await rejectionOf(stateBalance(UNKNOWN_ID, 2026))).toBe(NOT_FOUND);
      expect(await rejectionOf(stateBalance(user.accountId, 2026, -1))).toBe(INVALID);
    },
  },
  {
    row: 'DELETE /api/v1/accounts/{accountId}/balances/{balanceId}',
    scope: 'write',
    works: async () => {
      const { accountId } = user;
      const removeBalance = (balanceId: string) =>
        api.DELETE('/api/v1/accounts/{accountId}/balances/{balanceId}', {
          params: { path: { accountId, balanceId } },
        });
      const { balance } = await ok(stateBalance(accountId, 2026));
      expect((await ok(removeBalance(balance.id))).deleted).toBe(true);
      expect(await rejectionOf(removeBalance(balance.id))).toBe(NOT_FOUND);
      expect(await rejectionOf(removeBalance('x'))).toBe(INVALID);
    },
  },
];

/** Operations that the service has in addition to those of the contract. */
const ADDED: readonly Row[] = [
  {
    row: 'POST /api/v1/years/{year}/reported',
    scope: 'write',
    works: async () => {
      for (const year of [2024, 2025, 2026]) expect((await ok(stateReported(year))).changed).toBe(true);
      expect((await ok(stateReported(2026))).changed).toBe(false);
      expect(await rejectionOf(stateReported(2101))).toBe(INVALID);
      expect(await rejectionOf(stateReported(2026, -1))).toBe(INVALID);
    },
  },
  {
    row: 'DELETE /api/v1/years/{year}/reported/{statedId}',
    scope: 'write',
    works: async () => {
      const removeReported = (statedId: string, year = 2026) =>
        api.DELETE('/api/v1/years/{year}/reported/{statedId}', { params: { path: { year, statedId } } });
      const { results } = await ok(stateReported(2026, 2));
      const { id: statedId } = results[0]!.total;
      expect(await rejectionOf(removeReported(statedId, 2025))).toBe(NOT_FOUND);
      expect((await ok(removeReported(statedId))).deleted).toBe(true);
      expect(await rejectionOf(removeReported(statedId))).toBe(NOT_FOUND);
      expect(await rejectionOf(removeReported('x'))).toBe(INVALID);
    },
  },
  {
    row: 'POST /api/v1/overrides/asset',
    scope: 'write',
    works: async () => {
      const correct = (taxEventIds: string[], assetId: string | null) =>
        api.POST('/api/v1/overrides/asset', { body: { taxEventIds, assetId } });
      const ids = [id('SELL 2026'), UNKNOWN_ID, id('SELL 2024'), id('SELL 2025')];
      const { results } = await ok(correct(ids, 'LUNC'));
      expect(results.map(({ code, status }) => code ?? status)).toEqual([
        'APPLIED',
        'NOT_FOUND',
        'YEAR_LOCKED',
        'YEAR_FROZEN',
      ]);
      expect(await rejectionOf(correct(ids, 'EUR'))).toBe('400 MONEY_IS_NO_ASSET');
      expect(await rejectionOf(correct([], 'LUNC'))).toBe(INVALID);
      expect((await ok(correct([id('SELL 2026')], null))).results[0]?.status).toBe('APPLIED');
    },
  },
  {
    row: 'GET /api/v1/previews/departure',
    scope: 'read',
    works: async () => {
      const departure = (at: string, of = api) =>
        of.GET('/api/v1/previews/departure', { params: { query: { at } } });
      expect((await ok(departure('2026-12-01T00:00:00Z'))).year).toBe(2026);
      expect(await rejectionOf(departure('2024-12-01T00:00:00Z'))).toBe(LOCKED);
      expect(await rejectionOf(departure('2025-12-01T00:00:00Z'))).toBe(FROZEN);
      expect(await rejectionOf(departure('2026-12-01T00:00:00Z', noBeta))).toBe(NOT_FOUND);
    },
  },
  {
    row: 'GET /api/v1/previews/sale',
    scope: 'read',
    works: async () => {
      const sale = (query: object, of = api) =>
        of.GET('/api/v1/previews/sale', { params: { query: { assetKey: 'ETH', amount: 1, ...query } } });
      const price = { unitPriceEur: 3000 };
      expect((await ok(sale({ ...price, at: '2026-12-01T00:00:00Z' }))).euroValue).toBe(3000);
      expect(await rejectionOf(sale({}))).toBe(INVALID);
      expect(await rejectionOf(sale({ ...price, euroValue: 3000 }))).toBe(INVALID);
      expect(await rejectionOf(sale({ ...price, amount: 0 }))).toBe(INVALID);
      expect(await rejectionOf(sale({ ...price, at: '2024-12-01T00:00:00Z' }))).toBe(LOCKED);
      expect(await rejectionOf(sale({ ...price, at: '2025-12-01T00:00:00Z' }))).toBe(FROZEN);
      expect(await rejectionOf(sale({ ...price, assetKey: 'NONE', at: '2026-12-01T00:00:00Z' }))).toBe(
        NOT_FOUND,
      );
      expect(await rejectionOf(sale(price, noBeta))).toBe(NOT_FOUND);
    },
  },
];

describe('REST', () => {
  it('has a test for each operation, with its method, path and scope', () => {
    const table = OPERATIONS.map(({ method, path, scope }) => [`${method} ${path}`, scope]);
    expect([...ROWS, ...ADDED].map(({ row, scope }) => [row, scope]).toSorted()).toEqual(table.toSorted());
  });

  it.each(ROWS)('$row returns the statuses of its row in the contract', async ({ works }) => {
    await works();
  });

  it.each(ADDED)('$row returns the statuses of its row in the table of operations', async ({ works }) => {
    await works();
  });
});

describe('Common responses', () => {
  it('429 is returned by every endpoint once the token has used up its requests of the minute', async () => {
    const { token } = await createUser(stack);
    const spent = stack.api(token);
    await Promise.all(Array.from({ length: LIMITS.ratePerMinuteMax }, () => ok(spent.GET('/api/v1/me'))));
    const headers = { authorization: `Bearer ${token}` };
    for (const { id: operation, method, path } of OPERATIONS) {
      const url = `${stack.ready().baseUrl}${pathOf(path)}`;
      const { status } = await conformingFetch(url, { method, headers });
      expect([operation, status]).toEqual([operation, 429]);
    }
  });
});
