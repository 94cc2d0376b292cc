import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startFakeSystem } from './fake-system.ts';

let system: Awaited<ReturnType<typeof startFakeSystem>>;
const YEAR_2025 = ['--user', '1', '--year', '2025'];

beforeAll(async () => {
  system = await startFakeSystem();
});

afterAll(() => {
  system.stop();
});

test('ctx year freeze and ctx year unfreeze print the year', async () => {
  const frozen = await system.run(['year', 'freeze', ...YEAR_2025]);
  expect(frozen.stdout).toBe('{"year":2025,"locked":false,"frozen":true,"regime":"NORMAAL_BEHEER"}\n');
  expect((await system.run(['year', 'unfreeze', ...YEAR_2025])).json).toMatchObject({ frozen: false });
});

test('ctx year freeze fails with the error code of the service while a run is in progress', async () => {
  system.state.runs = [{ status: 'RUNNING', run: null }];
  const { exitCode, json } = await system.run(['year', 'freeze', ...YEAR_2025]);
  expect({ exitCode, json }).toEqual({
    exitCode: 1,
    json: { error: { code: 'NOT_IDLE', message: 'a run is in progress' } },
  });
});

test('ctx year regime prints the year with its tax regime', async () => {
  const { json } = await system.run(['year', 'regime', ...YEAR_2025, '--regime', 'SPECULATIEF']);
  expect(json).toMatchObject({ year: 2025, regime: 'SPECULATIEF' });
});
