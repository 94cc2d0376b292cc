/**
 * What each event does to the pools: the table of engine.md §2, one row here for one row there. Everything else in the
 * engine asks this table and knows no treatment by name.
 */
import { EVENT_TYPES, type EventType, type Treatment, TREATMENTS } from '@ctx/common/domain/vocabulary';
import { EUR_ASSET_KEY } from './prices.ts';
import type { EffectiveEvent } from './types.ts';

export interface PoolEffect {
  /** ARRIVE and LEAVE are the two legs of a transfer, matched or waiting. */
  readonly pool: 'NONE' | 'NEW_LOT' | 'CONSUME' | 'ARRIVE' | 'LEAVE';
  /** What a new lot costs; null where the event makes none. */
  readonly basis: 'EUR_VALUE' | 'ZERO' | null;
  /** What a disposal realises; null for what is no disposal. */
  readonly gain: 'PROCEEDS_LESS_BASIS' | 'ZERO' | null;
  /** Whether the EUR value is income, if taxable. */
  readonly isIncome: boolean;
  /** Whether a person should look at it, whatever its figures (engine.md §5). */
  readonly review: boolean;
}

interface Row {
  readonly types: readonly EventType[];
  /** ANY holds every treatment that no earlier row of the type names. */
  readonly treatments: readonly Treatment[] | 'ANY';
  readonly effect: PoolEffect;
}

const NONE: PoolEffect = { pool: 'NONE', basis: null, gain: null, isIncome: false, review: false };
const NEW_LOT: PoolEffect = { ...NONE, pool: 'NEW_LOT', basis: 'EUR_VALUE' };
const CONSUME: PoolEffect = { ...NONE, pool: 'CONSUME' };
const SOLD: PoolEffect = { ...CONSUME, gain: 'PROCEEDS_LESS_BASIS' };

// prettier-ignore
const ROWS: readonly Row[] = [
  { types: EVENT_TYPES, treatments: ['IGNORED'], effect: NONE },
  { types: ['ACQUISITION'], treatments: ['NORMAL', 'NFT_BUY', 'UNCLASSIFIED'], effect: NEW_LOT },
  // What the giver paid is not among the facts of an import: basis 0 until the user says otherwise.
  { types: ['ACQUISITION'], treatments: ['GIFT_RECEIVED'], effect: { ...NEW_LOT, basis: 'ZERO', review: true } },
  {
    types: ['ACQUISITION'],
    treatments: ['BRIDGE_WITHDRAW', 'CONTINUITY_WITHDRAW', 'CONTINUITY_WRAP', 'CONTINUITY_UNWRAP'],
    effect: { ...NONE, pool: 'ARRIVE', basis: 'EUR_VALUE' },
  },
  { types: ['INCOME'], treatments: 'ANY', effect: { ...NEW_LOT, isIncome: true } },
  { types: ['DISPOSITION'], treatments: ['NORMAL', 'OFFRAMP', 'PERSONAL_SPEND', 'UNCLASSIFIED'], effect: SOLD },
  {
    types: ['DISPOSITION'],
    treatments: ['TRANSFER_OUT_UNRESOLVED', 'TRANSFER_OUT_AMBIGUOUS'],
    effect: { ...SOLD, review: true },
  },
  {
    types: ['DISPOSITION'],
    treatments: ['GIFT_GIVEN', 'DONATION', 'LOST', 'STOLEN'],
    effect: { ...CONSUME, gain: 'ZERO' },
  },
  {
    types: ['DISPOSITION'],
    treatments: [
      ...(['TRANSFER_OUT_OWN_WALLET', 'BRIDGE_DEPOSIT', 'CONTINUITY_DEPOSIT', 'CONTINUITY_WRAP'] as const),
      ...(['CONTINUITY_UNWRAP', 'STAKE_BEACON'] as const),
    ],
    effect: { ...NONE, pool: 'LEAVE', gain: 'ZERO' },
  },
  { types: ['FEE', 'EXPENSE'], treatments: 'ANY', effect: CONSUME },
];

const EFFECTS: ReadonlyMap<EventType, ReadonlyMap<Treatment, PoolEffect>> = new Map(
  EVENT_TYPES.map((type) => [
    type,
    new Map(TREATMENTS.map((treatment) => [treatment, effectInTable(type, treatment)])),
  ]),
);

/** What an effective pair does, spam and fiat left aside. */
export function effectOfPair(type: EventType, treatment: Treatment): PoolEffect {
  return EFFECTS.get(type)?.get(treatment) ?? NONE;
}

/** What an event does: nothing when it is ignored, spam or fiat (EUR always; others where the import says so). */
export function effectOf(event: Pick<EffectiveEvent, 'raw' | 'type' | 'treatment' | 'spam'>): PoolEffect {
  if (event.spam || event.raw.fiat || event.raw.assetKey === EUR_ASSET_KEY) return NONE;
  return effectOfPair(event.type, event.treatment);
}

/** `taxable` where the import is silent: income, and disposals of the row that yields proceeds − basis (engine.md §1). */
export function isTaxableByDefault(type: EventType, treatment: Treatment): boolean {
  const effect = effectOfPair(type, treatment);
  return effect.isIncome || effect.gain === 'PROCEEDS_LESS_BASIS';
}

function effectInTable(type: EventType, treatment: Treatment): PoolEffect {
  const effect = findRow(type, treatment);
  // "Any other pair: as NORMAL of its type, with a NEEDS_REVIEW issue."
  if (effect === undefined) return { ...(findRow(type, 'NORMAL') ?? NONE), review: true };
  return treatment === 'UNCLASSIFIED' ? { ...effect, review: true } : effect;
}

function findRow(type: EventType, treatment: Treatment): PoolEffect | undefined {
  return ROWS.find(
    ({ types, treatments }) =>
      types.includes(type) && (treatments === 'ANY' || treatments.includes(treatment)),
  )?.effect;
}
