/** Each correction of the table of operations, in an order in which each builds on the state that the earlier ones left. */
import { type OperationId, OPERATIONS } from '@ctx/contract/operations';
import type { TestStack } from '../stack.ts';
import { send } from './surfaces.ts';
import type { CorrectableUser } from './users.ts';

export type Body = Record<string, unknown>;
export interface Answer {
  readonly status: number;
  readonly body: Body;
}
/** Responses of the first calls, by operation: later steps use their ids. */
export type Answers = Partial<Record<OperationId, Body>>;

interface Step {
  readonly id: OperationId;
  readonly input: (of: CorrectableUser, answers: Answers) => Body;
  /** Status of the second call: what was deleted is not found. */
  readonly second: 200 | 404;
}

export const idIn = (value: unknown): string => String((value as Body)['id']);
const eventOf = (of: CorrectableUser, name: string): string => of.events.get(name)!;
export const entryOf = (answers: Answers): string => idIn(answers.undoCorrection!['entry']);

/** In this order: each step builds on the state that the earlier steps left. */
export const STEPS: readonly Step[] = [
  {
    id: 'applyOverride',
    input: (of) => ({ taxEventId: eventOf(of, 'SELL 2026'), overriddenEuroValue: 31.5, notes: 'n' }),
    second: 200,
  },
  {
    id: 'bulkApplyOverrides',
    input: (of) => ({
      taxEventIds: ['BUY 2026', 'SECOND 2026'].map((name) => eventOf(of, name)),
      overriddenFlags: ['a', 'b'],
    }),
    second: 200,
  },
  {
    id: 'correctAsset',
    input: (of) => ({ taxEventIds: [eventOf(of, 'BUY 2026')], assetId: 'LUNC' }),
    second: 200,
  },
  {
    id: 'bulkDeleteOverrides',
    input: (of) => ({ overrideIds: [of.overrides.get('CORRECTED 2026')] }),
    second: 200,
  },
  {
    id: 'removeOverride',
    input: (_of, answers) => ({ overrideId: idIn(answers.applyOverride!['override']) }),
    second: 404,
  },
  {
    id: 'createRule',
    input: () => ({
      action: 'IGNORE_DUST',
      label: 'Dust',
      matchType: 'DUST_THRESHOLD',
      thresholdEur: 2500,
    }),
    second: 200,
  },
  { id: 'deleteRule', input: (_of, answers) => ({ ruleId: idIn(answers.createRule!['rule']) }), second: 404 },
  {
    id: 'matchTransfers',
    input: (of) => ({
      outTaxEventId: eventOf(of, 'SELL 2026'),
      inTaxEventId: eventOf(of, 'ARRIVAL 2026'),
      transferKind: 'BRIDGE',
    }),
    second: 200,
  },
  {
    id: 'unmatchTransfer',
    input: (_of, answers) => ({ matchId: idIn(answers.matchTransfers!['match']) }),
    second: 404,
  },
  {
    id: 'bulkMatchTransfers',
    input: (of) => ({
      pairs: [
        {
          outTaxEventId: eventOf(of, 'SELL 2026'),
          inTaxEventId: eventOf(of, 'ARRIVAL 2026'),
          transferKind: 'SELF_TRANSFER',
        },
      ],
      markOwnWallet: true,
    }),
    second: 200,
  },
  { id: 'setCircumstances', input: () => ({ year: 2026, otherGains: 12.5 }), second: 200 },
  { id: 'removeCircumstances', input: () => ({ year: 2026 }), second: 404 },
  { id: 'chooseRegime', input: () => ({ year: 2026, regime: 'SPECULATIEF', borrowed: true }), second: 200 },
  {
    id: 'setPrices',
    input: () => ({
      prices: [
        { assetKey: 'ETH', day: '2026-03-10', eur: 2531.4, source: 's' },
        { assetKey: 'ETH', at: '2026-03-10T10:00:00+01:00', eur: 2500, source: 's', notes: 'n' },
      ],
    }),
    second: 200,
  },
  {
    id: 'removePrice',
    input: (_of, answers) => ({
      priceId: idIn((answers.setPrices!['results'] as readonly Body[])[0]!['price']),
    }),
    second: 404,
  },
  {
    id: 'stateBalance',
    input: ({ accountId }) => ({ accountId, assetId: 'BTC', at: '2026-07-01T00:00:00Z', amount: 1.5 }),
    second: 200,
  },
  {
    id: 'removeBalance',
    input: ({ accountId }, answers) => ({ accountId, balanceId: idIn(answers.stateBalance!['balance']) }),
    second: 404,
  },
  {
    id: 'stateReported',
    input: () => ({
      year: 2026,
      platform: 'Kraken',
      totals: [
        { assetId: 'ETH', kind: 'SOLD', units: 1.5, eur: 10.25, transactions: 2 },
        { assetId: 'BTC', kind: 'SOLD', units: 1 },
      ],
    }),
    second: 200,
  },
  {
    id: 'removeReported',
    input: (_of, answers) => ({
      year: 2026,
      statedId: idIn((answers.stateReported!['results'] as readonly Body[])[0]!['total']),
    }),
    second: 404,
  },
];

/** Sends an operation over REST: fields that its path names go there, the others into the body. */
export async function rest(
  stack: TestStack,
  of: CorrectableUser,
  id: OperationId,
  input: Body,
): Promise<Answer> {
  const { method, path } = OPERATIONS.find((each) => each.id === id)!;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => String(input[name]));
  const body = Object.fromEntries(Object.entries(input).filter(([name]) => !path.includes(`{${name}}`)));
  return send(stack, of, method, filled, Object.keys(body).length > 0 ? body : undefined);
}
