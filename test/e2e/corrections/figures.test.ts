/** After any correction, the figures and both fingerprints are those of a full recalculation (engine.md §7, "Incremental"). */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Schema } from '@ctx/client';
import { ok } from '../../api/client.ts';
import { runBesideFull, untilIdle } from '../runs.ts';
import { newToken, sharedTestStack, type TestStack } from '../stack.ts';
import { type CorrectableUser, correctableUser } from './users.ts';

let stack: TestStack;
let user: CorrectableUser;
/** A second token, with its own rate limit. */
let reader: string;
const ids = new Map<string, string>();

beforeAll(async () => {
  stack = await sharedTestStack();
  user = await correctableUser(stack, 'corrected-figures@example.org');
  reader = await newToken(stack, user.userId);
});
afterAll(async () => {
  await stack.remove();
});

async function figures(): Promise<unknown[]> {
  const api = stack.api(reader);
  return [
    await ok(api.GET('/api/v1/summary')),
    await ok(api.GET('/api/v1/issues')),
    await ok(api.GET('/api/v1/transactions', { params: { query: { year: 2026 } } })),
    await ok(api.GET('/api/v1/rules')),
  ];
}

const api = () => stack.api(user.token);
const id = (event: string): string => user.events.get(event)!;
/** A description, and a function that sends a correction, stores the id of its record and returns `recalc`. */
type Step = readonly [string, () => Promise<string>];
const override = (event: string, fields: Omit<Schema<'OverrideRequest'>, 'taxEventId'>) => async () => {
  const body = { taxEventId: id(event), ...fields };
  const { override: made, recalc } = await ok(api().POST('/api/v1/overrides', { body }));
  ids.set('override', made.id!);
  return recalc;
};
const pair =
  (out: string, into: string, transferKind: Schema<'TransferMatchRequest'>['transferKind']) => async () => {
    const body = { outTaxEventId: id(out), inTaxEventId: id(into), transferKind };
    const { match, recalc } = await ok(api().POST('/api/v1/transfer-matches', { body }));
    ids.set('match', match.id);
    return recalc;
  };
const dust = async (): Promise<string> => {
  const body = {
    action: 'IGNORE_DUST',
    label: 'l',
    matchType: 'DUST_THRESHOLD',
    thresholdEur: 5000,
  } as const;
  const { rule, recalc } = await ok(api().POST('/api/v1/rules', { body }));
  ids.set('rule', rule.id);
  return recalc;
};
const unmatch = async (): Promise<string> => {
  const path = { matchId: ids.get('match')! };
  return (await ok(api().DELETE('/api/v1/transfer-matches/{matchId}', { params: { path } }))).recalc;
};
const undust = async (): Promise<string> =>
  (await ok(api().DELETE('/api/v1/rules/{ruleId}', { params: { path: { ruleId: ids.get('rule')! } } })))
    .recalc;
const remove = (overrideId: () => string) => async () => {
  const path = { overrideId: overrideId() };
  return (await ok(api().DELETE('/api/v1/overrides/{overrideId}', { params: { path } }))).recalc;
};

// In this order: each step builds on the state that the earlier steps left.
// prettier-ignore
const STEPS: readonly Step[] = [
  ['an EUR value', override('BUY 2026', { overriddenEuroValue: 21000 })],
  ['a match', pair('SELL 2026', 'ARRIVAL 2026', 'BRIDGE')],
  ['an EUR value while a match exists', override('CORRECTED 2026', { overriddenEuroValue: 3100 })],
  ['an amount of a matched leg', override('ARRIVAL 2026', { overriddenAmount: 0.9 })],
  ['an original acquisition date of a matched leg', override('ARRIVAL 2026', { originAcquiredAt: '2012-05-05T00:00:00Z' })],
  ['a second match, between two assets', pair('SECOND 2026', 'OTHER ASSET 2026', 'WRAP')],
  ['removing the second match', unmatch],
  ['matching the same pair again', pair('SECOND 2026', 'OTHER ASSET 2026', 'WRAP')],
  ['a treatment', override('CORRECTED 2026', { overriddenTreatment: 'LOST' })],
  ['a date', override('CORRECTED 2026', { overriddenTimestamp: '2026-01-01T00:00:00Z' })],
  ['a rule', dust],
  ['an EUR value while a rule exists', override('SECOND ARRIVAL 2026', { overriddenEuroValue: 6000 })],
  ['deleting the rule', undust],
  ['removing an orphaned override', remove(() => user.overrides.get('ORPHAN 2024')!)],
  ['removing an override', remove(() => ids.get('override')!)],
];

describe('The figures are those of a full recalculation after', () => {
  it.each(STEPS)('%s', async (_what, step) => {
    expect(await step()).toBe('SCHEDULED');
    await untilIdle(stack, user);
    const after = await figures();
    const { last, full } = await runBesideFull(stack, user.userId);
    expect(full).toEqual(last);
    expect(await figures()).toEqual(after);
  });
});
