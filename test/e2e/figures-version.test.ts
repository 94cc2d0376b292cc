/** `figuresVersion`: the number of the run that a response shows the figures of. */
import type { ApiClient } from '@ctx/client';
import { describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { ok } from '../api/client.ts';
import { useCorrectableUser } from './corrections/users.ts';
import { tellGateways, untilIdle, whileNoRunEnds } from './runs.ts';
import { createUser, useStack } from './kit.ts';
import { importLines, newToken, waitFor, WORKED_EXAMPLE_1 } from './stack.ts';

const stack = useStack();
const user = useCorrectableUser(stack);
const { api } = user;

const statusOf = (of: ApiClient) => ok(of.GET('/api/v1/recalc-status'));
const summaryOf = (of: ApiClient) => ok(of.GET('/api/v1/summary'));
const yearOf = (of: ApiClient, year: number) =>
  ok(of.GET('/api/v1/years/{year}/summary', { params: { path: { year } } }));
const pageOf = (of: ApiClient, year: number) =>
  ok(of.GET('/api/v1/transactions', { params: { query: { year } } }));
const correct = (overriddenEuroValue: number) => {
  const body = { taxEventId: user.events.get('SELL 2026')!, overriddenEuroValue };
  return ok(api.POST('/api/v1/overrides', { body }));
};

/** The number in each response that has one; 2026 is an open year. */
async function versionsOf(of: ApiClient): Promise<(number | undefined)[]> {
  const responses = [await statusOf(of), await summaryOf(of), await yearOf(of, 2026), await pageOf(of, 2026)];
  return responses.map(({ figuresVersion }) => figuresVersion);
}

describe('`figuresVersion`', () => {
  it('is left out before the first run, and is 1 after it', async () => {
    const { userId, token } = await createUser(stack);
    const of = stack.api(token);
    const responses = [
      await statusOf(of),
      await summaryOf(of),
      await yearOf(of, 2026),
      await pageOf(of, 2026),
    ];
    expect(responses.filter((response) => 'figuresVersion' in response)).toEqual([]);
    await importLines(stack, userId, WORKED_EXAMPLE_1);
    expect(await versionsOf(of)).toEqual([1, 1, 1, 1]);
  });

  it('is raised by one by the run of a correction, and is then the same in the status, both summaries and the transactions', async () => {
    const [before] = await versionsOf(api);
    await correct(3100);
    await untilIdle(stack, user);
    const next = before! + 1;
    expect(await versionsOf(api)).toEqual([next, next, next, next]);
    // The same correction again: nothing changes, so no run follows.
    expect((await correct(3100)).recalc).toBe('NOT_NEEDED');
    await untilIdle(stack, user);
    expect(await versionsOf(api)).toEqual([next, next, next, next]);
  });

  it('stays that of the old figures until the run has ended', async () => {
    const [before] = await versionsOf(api);
    const { totalCapitalGains: gains } = await yearOf(api, 2026);
    await whileNoRunEnds(stack, async () => {
      await correct(3200);
      expect(await statusOf(api)).toMatchObject({ status: 'RUNNING', figuresVersion: before });
      expect(await yearOf(api, 2026)).toMatchObject({
        stale: true,
        figuresVersion: before,
        totalCapitalGains: gains,
      });
    });
    await untilIdle(stack, user);
    const after = await yearOf(api, 2026);
    expect(after).toMatchObject({ stale: false, figuresVersion: before! + 1 });
    expect(after.totalCapitalGains).not.toEqual(gains);
  });

  it('is read in the snapshot of the figures: a run that ends meanwhile does not change it', async () => {
    const [before] = await versionsOf(api);
    const owner = new pg.Client({ connectionString: stack.ready().postgres.url });
    await owner.connect();
    try {
      // So that the response is not a cached one.
      await tellGateways(owner, user.userId);
      await owner.query('BEGIN');
      // The last statement of the year summary waits for this lock, after those that read the figures.
      await owner.query('LOCK TABLE facts.accounts IN ACCESS EXCLUSIVE MODE');
      const reading = yearOf(api, 2026);
      await waitFor(async () => {
        const { rows } = await owner.query(
          "SELECT FROM pg_locks WHERE relation = 'facts.accounts'::regclass AND NOT granted",
        );
        return rows.length > 0;
      });
      await owner.query('UPDATE figures.versions SET version = version + 1 WHERE user_id = $1', [
        user.userId,
      ]);
      await owner.query('COMMIT');
      expect((await reading).figuresVersion).toBe(before);
    } finally {
      await owner.end();
    }
    expect((await statusOf(api)).figuresVersion).toBe(before! + 1);
  });
});

describe('A year that is frozen or locked', () => {
  const textsOf = async (year: number): Promise<string[]> => {
    const token = await newToken(stack, user.userId);
    const paths = [`/api/v1/years/${String(year)}/summary`, `/api/v1/transactions?year=${String(year)}`];
    return Promise.all(paths.map(async (path) => (await stack.get(path, token)).text));
  };

  it.each([
    ['frozen', 2025],
    ['locked', 2024],
    ['locked and frozen', 2023],
  ])(
    'has no `figuresVersion` if it is %s: its responses stay the same, byte for byte, after a run',
    async (_name, year) => {
      const before = await textsOf(year);
      expect(before.filter((text) => text.includes('figuresVersion'))).toEqual([]);
      const [version] = await versionsOf(api);
      await correct(5000 + year);
      await untilIdle(stack, user);
      expect((await versionsOf(api))[0]).toBe(version! + 1);
      expect(await textsOf(year)).toEqual(before);
    },
  );
});
