import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startFakeSystem } from './fake-system.ts';

let system: Awaited<ReturnType<typeof startFakeSystem>>;
const OF_2025 = ['--user', '1', '--year', '2025'];

beforeAll(async () => {
  system = await startFakeSystem();
});

afterAll(() => {
  system.stop();
});

test('year freeze and unfreeze print the year', async () => {
  const frozen = await system.run(['year', 'freeze', ...OF_2025]);
  expect(frozen.stdout).toBe('{"year":2025,"locked":false,"frozen":true,"regime":"NORMAAL_BEHEER"}\n');
  expect((await system.run(['year', 'unfreeze', ...OF_2025])).json).toMatchObject({ frozen: false });
});

test('year freeze is refused while a run is under way, with the code of the service', async () => {
  system.state.runs = [{ status: 'RUNNING', run: null }];
  const { exitCode, json } = await system.run(['year', 'freeze', ...OF_2025]);
  expect({ exitCode, json }).toEqual({
    exitCode: 1,
    json: { error: { code: 'NOT_IDLE', message: 'a run is under way' } },
  });
});

test('year regime prints the year with its regime', async () => {
  const { json } = await system.run(['year', 'regime', ...OF_2025, '--regime', 'SPECULATIEF']);
  expect(json).toMatchObject({ year: 2025, regime: 'SPECULATIEF' });
});
