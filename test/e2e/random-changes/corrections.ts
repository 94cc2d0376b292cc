/** Random corrections through the pipeline of the corrections service, and the state that they leave. */
import fc from 'fast-check';
import { correct } from '../../../services/corrections/src/corrections/correct.ts';
import { removePrice, setPrices } from '../../../services/corrections/src/corrections/prices.ts';
import * as operations from '../../../services/corrections/src/corrections/operations.ts';
import type { EngineInputs } from '../../../services/recalc/src/engine/types.ts';
import type { Database } from './database.ts';
import { DIGEST } from './rows.ts';

/** A correction of a random event, or the removal of a random override, rule or match. */
export const corrections = fc.record({
  what: fc.constantFrom(
    ...([
      'SET',
      'SET',
      'CLEAR',
      'REMOVE',
      'BULK',
      'ASSET',
      'RULE',
      'UNRULE',
      'MATCH',
      'UNMATCH',
      'PRICE',
      'UNPRICE',
    ] as const),
  ),
  place: fc.nat(),
  other: fc.nat(),
  /** Null takes a correction of the asset back. WETH and ETH2 are in most histories, LUNC in none. */
  assetId: fc.constantFrom('WETH', 'ETH2', 'LUNC', null),
  values: fc.oneof(
    fc.record({ overriddenEuroValue: fc.integer({ min: 0, max: 9999 }).map(String) }),
    fc.record({ overriddenAmount: fc.integer({ min: 1, max: 99 }).map(String) }),
    fc.record({ overriddenTreatment: fc.constantFrom('LOST', 'IGNORED', 'TRANSFER_OUT_OWN_WALLET') }),
    fc.record({ overriddenType: fc.constantFrom('INCOME', 'FEE', 'ACQUISITION', 'DISPOSITION') }),
    fc.record({ overriddenTimestamp: fc.constantFrom('2025-12-31T10:00:00Z', '2026-02-03T04:05:06.789Z') }),
  ),
});
type RandomCorrection = typeof corrections extends fc.Arbitrary<infer Drawn> ? Drawn : never;

/** The API stores no override without a value. `store` writes no descriptions and flags. */
export function withRealOverrides(inputs: EngineInputs): EngineInputs {
  const overrides = inputs.overrides.filter(
    ({ type, treatment, taxable, euroValue, amount, timestampUs, originAcquiredUs }) =>
      [type, treatment, taxable, euroValue, amount, timestampUs, originAcquiredUs].some(
        (each) => each !== null,
      ),
  );
  return { ...inputs, overrides };
}

/** Carries out one correction through the pipeline. Returns whether it was not rejected. */
export async function carryOut<Input>(
  { pool }: Database,
  userId: number,
  decide: (client: never, input: Input, context: never) => Promise<unknown>,
  input: Input,
): Promise<boolean> {
  const attempt = {
    caller: { userId, via: 'Test', requestId: 'test' },
    key: null,
    requestDigest: DIGEST,
    isRetry: false,
  };
  const { answer } = await correct(pool, { decide, response: null } as never, input as never, attempt);
  return !('rejected' in answer);
}

/** Carries out a drawn correction. */
export async function correctAtRandom(
  database: Database,
  userId: number,
  drawn: RandomCorrection,
): Promise<boolean> {
  const idOf = async (table: string, column: string, place: number): Promise<string> => {
    const { rows } = await database.owner.query<{ id: string }>(
      `SELECT ${column} AS id FROM ${table} WHERE user_id = $1 ORDER BY 1`,
      [userId],
    );
    return rows[place % Math.max(rows.length, 1)]?.id ?? DIGEST;
  };
  const event = (place: number): Promise<string> => idOf('facts.events', 'event_id', place);
  const taxEventId = await event(drawn.place);
  const values = drawn.values as object;
  switch (drawn.what) {
    case 'SET':
      return carryOut(database, userId, operations.applyOverride as never, { taxEventId, ...values });
    case 'CLEAR':
      return carryOut(database, userId, operations.applyOverride as never, {
        taxEventId,
        clear: Object.keys(values),
      });
    case 'REMOVE': {
      const overrideId = await idOf('corrections.overrides', 'override_id', drawn.place);
      return carryOut(database, userId, operations.removeOverride as never, { overrideId });
    }
    case 'BULK': {
      const taxEventIds = [taxEventId, await event(drawn.other)];
      return carryOut(database, userId, operations.bulkApplyOverrides as never, { taxEventIds, ...values });
    }
    case 'ASSET': {
      const taxEventIds = [taxEventId, await event(drawn.other)];
      return carryOut(database, userId, operations.correctAsset as never, {
        taxEventIds,
        assetId: drawn.assetId,
      });
    }
    case 'RULE': {
      const none = { counterpartyAddress: null, chainId: null, matchValue: null, notes: null };
      const dust = { action: 'IGNORE_DUST', matchType: 'DUST_THRESHOLD', direction: 'ANY', label: 'l' };
      const thresholdEur = String((drawn.place % 5) * 100 + 1);
      return carryOut(database, userId, operations.createRule as never, { ...none, ...dust, thresholdEur });
    }
    case 'UNRULE': {
      const ruleId = await idOf('corrections.rules', 'rule_id', drawn.place);
      return carryOut(database, userId, operations.deleteRule as never, { ruleId });
    }
    case 'MATCH': {
      const pair = { outTaxEventId: taxEventId, inTaxEventId: await event(drawn.other), notes: null };
      return carryOut(database, userId, operations.matchTransfers as never, {
        ...pair,
        transferKind: 'BRIDGE',
      });
    }
    case 'PRICE': {
      const prices = [pricedAtRandom(drawn.place, drawn.other)];
      return carryOut(database, userId, setPrices as never, { prices });
    }
    case 'UNPRICE': {
      const priceId = await idOf('corrections.prices', 'price_id', drawn.place);
      return carryOut(database, userId, removePrice as never, { priceId });
    }
    case 'UNMATCH': {
      const matchId = await idOf('corrections.transfer_matches', 'match_id', drawn.place);
      return carryOut(database, userId, operations.unmatchTransfer as never, { matchId });
    }
  }
}

const PRICED = ['BTC', 'ETH', 'WETH', 'USD', 'USDC', 'EURC'];
/** Hours of the histories begin at 24 December 2025. The photo moment is the end of its last day of 2025. */
const MOMENTS = [
  { day: '2025-12-31' },
  { day: '2026-01-01' },
  { at: '2025-12-31T23:00:00Z' },
  ...[24, 26, 28].map((day) => ({ day: `2025-12-${String(day)}` })),
  ...[2, 3, 4, 5].map((day) => ({ day: `2026-01-0${String(day)}` })),
  ...[25, 27, 29, 30].map((day) => ({ at: `2025-12-${String(day)}T10:30:00Z` })),
];

function pricedAtRandom(place: number, other: number): object {
  const assetKey = PRICED[place % PRICED.length];
  const moment = MOMENTS[other % MOMENTS.length];
  return { assetKey, ...moment, eur: String((place % 7) + 1), source: 'test' };
}

/** Returns the corrections and figures of a user, without times of writing and the numbers that count runs and inserts. */
export async function correctedState(database: Database, userId: number): Promise<unknown> {
  const { rows } = await database.owner.query(
    `SELECT 'override' AS kind, to_jsonb(o) - 'updated_at' AS row FROM corrections.overrides o WHERE user_id = $1
     UNION ALL SELECT 'rule', to_jsonb(r) - 'first_run' FROM corrections.rules r WHERE user_id = $1
     UNION ALL SELECT 'price', to_jsonb(p) - '{updated_at,updated_via}'::text[] FROM corrections.prices p WHERE user_id = $1
     UNION ALL SELECT 'match', to_jsonb(m) - 'ordinal' FROM corrections.transfer_matches m WHERE user_id = $1
     ORDER BY 1, 2`,
    [userId],
  );
  return { rows, shown: await database.shownFigures(userId) };
}

/** Returns the entries of the history of a user, newest first. */
export async function entriesOf(
  { owner }: Database,
  userId: number,
): Promise<{ entry_id: string; action: string }[]> {
  const { rows } = await owner.query<{ entry_id: string; action: string }>(
    'SELECT entry_id, action FROM corrections.audit_log WHERE user_id = $1 AND opens_entry ORDER BY audit_id DESC',
    [userId],
  );
  return rows;
}
