import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { FakeState, startFakeSystem } from './fake-system.ts';

const RUN = { events: 3, ms: 12, inputFingerprint: 'in', outputFingerprint: 'out' };
let system: Awaited<ReturnType<typeof startFakeSystem>>;
let directory: string;
let journal: string;

beforeAll(async () => {
  system = await startFakeSystem();
  directory = mkdtempSync(join(tmpdir(), 'ctx-recalc-'));
  journal = join(directory, 'check.jsonl');
});

beforeEach(() => {
  const users = [1, 2, 3, 4, 5].map((userId) => ({
    userId,
    email: `u${String(userId)}@example.org`,
    plan: 'pro',
    betas: [],
    createdAt: '2026-01-02T03:04:05Z',
  }));
  Object.assign(system.state, new FakeState(), { users });
  rmSync(journal, { force: true });
});

afterAll(() => {
  system.stop();
  rmSync(directory, { recursive: true });
});

const check = (...more: string[]) => system.run(['recalc', '--all', '--check', ...more]);

describe('ctx recalc --all --check', () => {
  test('checks all users, one after the other or several at a time', async () => {
    expect((await check()).json).toEqual({ users: 5, equal: 5 });
    expect(system.state.checked).toEqual([1, 2, 3, 4, 5]);
    expect((await check('--parallel', '3')).json).toEqual({ users: 5, equal: 5 });
    expect(system.state.checked.slice(5).toSorted()).toEqual([1, 2, 3, 4, 5]);
  });

  test('continues from its journal after it was ended, and reports what differed before and after', async () => {
    system.state.checkOutcomes = new Map([
      [2, 'DIFFERS'],
      [4, 'LOST'],
    ]);
    expect(await check('--resume', journal)).toMatchObject({
      exitCode: 1,
      json: { error: { code: 'UNAVAILABLE' } },
    });
    system.state.checkOutcomes.set(4, 'EQUAL').set(5, 'DIFFERS');
    const { exitCode, json } = await check('--resume', journal);
    expect({ exitCode, json }).toMatchObject({
      exitCode: 1,
      json: { error: { code: 'FIGURES_DIFFER', differing: [{ userId: 2 }, { userId: 5 }] } },
    });
    expect(system.state.checked).toEqual([1, 2, 3, 4, 4, 5]);
    expect(existsSync(journal)).toBe(false);
  });

  test('keeps its journal while users could not be checked, and then tries only those', async () => {
    system.state.checkOutcomes = new Map([[3, 'FAILED']]);
    expect((await check('--resume', journal)).json).toMatchObject({ error: { code: 'NOT_CHECKED' } });
    expect(existsSync(journal)).toBe(true);
    system.state.checked = [];
    system.state.checkOutcomes.clear();
    expect((await check('--resume', journal)).json).toEqual({ users: 5, equal: 5 });
    expect(system.state.checked).toEqual([3]);
  });
});

describe('ctx recalc --all --full', () => {
  test('tries a parked run again when it is continued, and no other', async () => {
    const idle = { status: 'IDLE', run: RUN };
    system.state.runs = [idle, { status: 'RUNNING', run: { ...RUN, parked: 'out of memory' } }, idle];
    const rebuild = () => system.run(['recalc', '--all', '--full', '--wait', '--resume', journal]);
    expect((await rebuild()).json).toMatchObject({
      error: { code: 'RUN_PARKED', message: 'the runs of 1 of 5 users are parked, user ids: 2' },
    });
    expect(system.state.fullRunsRequested).toBe(5);
    expect((await rebuild()).json).toEqual({ users: 5 });
    expect(system.state.fullRunsRequested).toBe(6);
    expect(existsSync(journal)).toBe(false);
  });

  test('takes no journal of checks as its own', async () => {
    system.state.checkOutcomes = new Map([[3, 'FAILED']]);
    await check('--resume', journal);
    await system.run(['recalc', '--all', '--full', '--resume', journal]);
    expect(system.state.fullRunsRequested).toBe(5);
  });
});
