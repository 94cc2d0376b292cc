/** After any correction the figures and both fingerprints are those of a run from nothing (engine.md §7, "Incremental"). */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestStack, type TestStack } from '../stack.ts';
import { refusalOf, send } from './surfaces.ts';
import { type CorrectableUser, correctableUser, untilIdle } from './users.ts';

let stack: TestStack;
let user: CorrectableUser;
/** Of a budget of its own. */
let reader: string;
const ids = new Map<string, string>();

beforeAll(async () => {
  stack = await startTestStack();
  user = await correctableUser(stack, 'figures@example.org');
  const { token } = await stack.ctx([
    ...['token', 'create', '--user', user.userId, '--name', 'Reader', '--scope', 'read'],
  ]);
  reader = String(token);
}, 120_000);
afterAll(async () => {
  await stack.remove();
});

interface Run {
  readonly run: { readonly inputFingerprint: string; readonly outputFingerprint: string };
}

async function figures(): Promise<unknown[]> {
  const paths = ['/api/v1/summary', '/api/v1/issues', '/api/v1/transactions?year=2026', '/api/v1/rules'];
  return Promise.all(paths.map(async (path) => (await stack.get(path, reader)).body));
}

type Step = readonly [string, string, string, () => object | undefined];
const id = (event: string): string => user.events.get(event)!;
const override = (event: string, fields: object) => (): object => ({ taxEventId: id(event), ...fields });
const pair = (out: string, into: string, transferKind: string) => (): object => ({
  ...{ outTaxEventId: id(out), inTaxEventId: id(into), transferKind },
});
const NOTHING = (): undefined => undefined;

// In this order: each step finds what those before it left.
// prettier-ignore
const STEPS: readonly Step[] = [
  ['an EUR value', 'POST', '/overrides', override('BUY 2026', { overriddenEuroValue: 21000 })],
  ['a match', 'POST', '/transfer-matches', pair('SELL 2026', 'ARRIVAL 2026', 'BRIDGE')],
  ['an EUR value while a match is there', 'POST', '/overrides', override('CORRECTED 2026', { overriddenEuroValue: 3100 })],
  ['an amount of a matched leg', 'POST', '/overrides', override('ARRIVAL 2026', { overriddenAmount: 0.9 })],
  ['a second match, between two assets', 'POST', '/transfer-matches', pair('SECOND 2026', 'OTHER ASSET 2026', 'WRAP')],
  ['the second match undone', 'DELETE', '/transfer-matches/{match}', NOTHING],
  ['the same match made again', 'POST', '/transfer-matches', pair('SECOND 2026', 'OTHER ASSET 2026', 'WRAP')],
  ['a treatment', 'POST', '/overrides', override('CORRECTED 2026', { overriddenTreatment: 'LOST' })],
  ['a date', 'POST', '/overrides', override('CORRECTED 2026', { overriddenTimestamp: '2026-01-01T00:00:00Z' })],
  ['a rule', 'POST', '/rules', () => ({ action: 'IGNORE_DUST', label: 'l', matchType: 'DUST_THRESHOLD', thresholdEur: 5000 })],
  ['an EUR value while a rule is there', 'POST', '/overrides', override('SECOND ARRIVAL 2026', { overriddenEuroValue: 6000 })],
  ['the rule deleted', 'DELETE', '/rules/{rule}', NOTHING],
  ['an orphaned override removed', 'DELETE', '/overrides/{orphan}', NOTHING],
  ['an override removed', 'DELETE', '/overrides/{override}', NOTHING],
];

describe('The figures after', () => {
  it.each(STEPS)('%s', async (_what, method, path, body) => {
    ids.set('orphan', user.overrides.get('ORPHAN 2024')!);
    const filled = path.replace(/\{(\w+)\}/, (_all, name: string) => ids.get(name)!);
    const answer = await send(stack, user, method, `/api/v1${filled}`, body());
    expect([refusalOf(answer), answer.body['recalc']]).toEqual([null, 'SCHEDULED']);
    for (const name of ['override', 'rule', 'match'])
      if (name in answer.body) ids.set(name, (answer.body[name] as { id: string }).id);
    await untilIdle(stack, user);
    const after = await figures();
    const short = (await stack.ctx(['recalc', '--user', user.userId])) as unknown as Run;
    const full = (await stack.ctx(['recalc', '--user', user.userId, '--full', '--wait'])) as unknown as Run;
    expect(full.run.inputFingerprint).toBe(short.run.inputFingerprint);
    expect(full.run.outputFingerprint).toBe(short.run.outputFingerprint);
    expect(await figures()).toEqual(after);
  });
});
