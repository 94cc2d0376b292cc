/** The stock of a year after a submitted one counts units once that waited for their arrival when that year was submitted. */
import { describe, expect, it } from '@jest/globals';
import { ok } from '../api/client.ts';
import { createUser, type TestUser, useStack } from './kit.ts';
import { untilIdle } from './runs.ts';
import { event, importLines } from './stack.ts';

const stack = useStack();
const ACCOUNT = { kind: 'account', ref: 'kraken-1', accountKind: 'exchange', datasource: 'KRAKEN' };
const GROUP = '7f0f5e34-6f0c-4d55-9b4e-0a0b6ad6a002';
const leg = (key: string, treatment: string): object => ({
  asset: { key, symbol: key },
  treatment,
  continuityGroupId: GROUP,
});
const PHO = { asset: { key: 'PHO', symbol: 'PHO' } };
const BUY = event('BUY', 'ACQUISITION', '3', '2025-02-01T10:00:00Z', '300', PHO);

type Holding = readonly [assetKey: string, amount: number];

async function heldAt(user: TestUser, year: number): Promise<Holding[]> {
  const path = { year };
  const { assets } = await ok(user.api.GET('/api/v1/years/{year}/evidence', { params: { path } }));
  return assets.map(({ assetKey, amount }) => [assetKey, amount]);
}

describe('Units that waited for their arrival when their year was submitted', () => {
  it.each([
    ['the same asset', 'PHO', 'CONTINUITY', '2', [['PHO', 2.5]]],
    ['the same asset, of which a part was lost on the way', 'PHO', 'CONTINUITY', '1.9', [['PHO', 2.4]]],
    [
      'another asset',
      'WPHO',
      'BRIDGE',
      '2',
      [
        ['PHO', 0.5],
        ['WPHO', 2],
      ],
    ],
  ] as const)(
    'are held once when they arrive in a later year as %s',
    async (_name, key, kind, amount, held) => {
      const user = await createUser(stack, { scope: 'write', years: [2025, 2026] });
      const out = event(
        'OUT',
        'DISPOSITION',
        '2',
        '2025-12-30T10:00:00Z',
        '260',
        leg('PHO', `${kind}_DEPOSIT`),
      );
      await importLines(stack, user.userId, [ACCOUNT, BUY, out]);
      await untilIdle(stack, user);
      await stack.ctx(['year', 'freeze', '--user', user.userId, '--year', '2025']);
      const arrival = event(
        'IN',
        'ACQUISITION',
        amount,
        '2026-01-03T10:00:00Z',
        '270',
        leg(key, `${kind}_WITHDRAW`),
      );
      const sale = event('SALE', 'DISPOSITION', '0.5', '2026-02-01T10:00:00Z', '80', PHO);
      await importLines(stack, user.userId, [ACCOUNT, arrival, sale]);
      await untilIdle(stack, user);
      expect([await heldAt(user, 2025), await heldAt(user, 2026)]).toEqual([[['PHO', 3]], held]);
    },
  );

  it('are held as before until they arrive, and once after it, in both years', async () => {
    const user = await createUser(stack, { scope: 'write', years: [2025, 2026, 2027] });
    const out = event('OUT', 'DISPOSITION', '2', '2025-12-30T10:00:00Z', '260', leg('PHO', 'BRIDGE_DEPOSIT'));
    await importLines(stack, user.userId, [ACCOUNT, BUY, out]);
    await untilIdle(stack, user);
    await stack.ctx(['year', 'freeze', '--user', user.userId, '--year', '2025']);
    const later = event(
      'IN',
      'ACQUISITION',
      '2',
      '2027-01-03T10:00:00Z',
      '270',
      leg('WPHO', 'BRIDGE_WITHDRAW'),
    );
    const sale = event('SALE', 'DISPOSITION', '0.5', '2026-02-01T10:00:00Z', '80', PHO);
    await importLines(stack, user.userId, [ACCOUNT, later, sale]);
    await untilIdle(stack, user);
    const arrived = [
      ['PHO', 0.5],
      ['WPHO', 2],
    ];
    expect([await heldAt(user, 2026), await heldAt(user, 2027)]).toEqual([[['PHO', 2.5]], arrived]);
    await stack.ctx(['year', 'freeze', '--user', user.userId, '--year', '2026']);
    await untilIdle(stack, user);
    expect([await heldAt(user, 2026), await heldAt(user, 2027)]).toEqual([[['PHO', 2.5]], arrived]);
    await stack.ctx(['year', 'freeze', '--user', user.userId, '--year', '2027']);
    expect(await heldAt(user, 2027)).toEqual(arrived);
  });
});
