/**
 * What each event does to the pools: the table of engine.md §2, row by row. The engine and the
 * explanations read this table and do not name treatments.
 */
import { FIRST_TAXED_YEAR } from './law/rates.ts';
import { EVENT_TYPES, type EventType, type TransferKind, type Treatment, TREATMENTS } from './vocabulary.ts';

export interface PoolEffect {
  /** ARRIVE and LEAVE are the two legs of a transfer, matched or waiting; BORROW and REPAY also act on debts. */
  readonly pool: 'NONE' | 'NEW_LOT' | 'CONSUME' | 'ARRIVE' | 'LEAVE' | 'BORROW' | 'REPAY';
  /** What a new lot costs; null where the event makes none. */
  readonly basis: 'EUR_VALUE' | 'GIVEN_BY_USER' | null;
  /** What a disposal realises; null for an event that is not a disposal. */
  readonly gain: 'PROCEEDS_LESS_BASIS' | 'ZERO' | null;
  /** Whether the EUR value is income, if the event is taxable. */
  readonly isIncome: boolean;
  /** An outgoing transfer that counts as a sale until the user matches or classifies it. */
  readonly isUnresolved: boolean;
  /** Whether the event may be a leg of a swap. */
  readonly isSwapLeg: boolean;
  /** A staking deposit: units that come back beyond the deposit are income. */
  readonly isStaking: boolean;
  /** A disposal by law alone: it is one from the first taxed year on, and uses up lots before. */
  readonly isDeemed: boolean;
  /** A pair of type and treatment that is not in the table; it counts as NORMAL of its type. */
  readonly isOddPair: boolean;
}

type Mark = 'LOAN' | 'REPAYMENT' | null;

interface Row {
  readonly types: readonly EventType[];
  /** ANY means every treatment that no earlier row of the type lists. */
  readonly treatments: readonly Treatment[] | 'ANY';
  /** The row holds only for events that the import marks as a loan or repayment. */
  readonly mark?: Mark;
  readonly effect: PoolEffect;
}

const NONE: PoolEffect = {
  pool: 'NONE',
  basis: null,
  gain: null,
  isIncome: false,
  isUnresolved: false,
  isSwapLeg: false,
  isStaking: false,
  isDeemed: false,
  isOddPair: false,
};
const NEW_LOT: PoolEffect = { ...NONE, pool: 'NEW_LOT', basis: 'EUR_VALUE' };
const CONSUME: PoolEffect = { ...NONE, pool: 'CONSUME' };
const SOLD: PoolEffect = { ...CONSUME, gain: 'PROCEEDS_LESS_BASIS' };
const GIVEN: PoolEffect = { ...CONSUME, gain: 'ZERO' };
const LEAVE: PoolEffect = { ...NONE, pool: 'LEAVE', gain: 'ZERO' };
const ARRIVE: PoolEffect = { ...NONE, pool: 'ARRIVE', basis: 'EUR_VALUE' };
const SOLD_TREATMENTS = ['NORMAL', 'OFFRAMP', 'PERSONAL_SPEND', 'UNCLASSIFIED'] as const;

// prettier-ignore
const ROWS: readonly Row[] = [
  { types: EVENT_TYPES, treatments: ['IGNORED'], effect: NONE },
  { types: ['ACQUISITION'], treatments: 'ANY', mark: 'LOAN', effect: { ...NEW_LOT, pool: 'BORROW' } },
  { types: ['DISPOSITION'], treatments: 'ANY', mark: 'REPAYMENT', effect: { ...CONSUME, pool: 'REPAY', gain: 'ZERO' } },
  { types: ['ACQUISITION'], treatments: ['NORMAL', 'NFT_BUY', 'UNCLASSIFIED'], effect: { ...NEW_LOT, isSwapLeg: true } },
  { types: ['ACQUISITION'], treatments: ['GIFT_RECEIVED'], effect: { ...NEW_LOT, basis: 'GIVEN_BY_USER' } },
  { types: ['ACQUISITION'], treatments: ['BRIDGE_WITHDRAW', 'CONTINUITY_WITHDRAW', 'CONTINUITY_WRAP', 'CONTINUITY_UNWRAP'], effect: ARRIVE },
  { types: ['INCOME'], treatments: 'ANY', effect: { ...NEW_LOT, isIncome: true } },
  { types: ['DISPOSITION'], treatments: SOLD_TREATMENTS, effect: { ...SOLD, isSwapLeg: true } },
  { types: ['DISPOSITION'], treatments: ['TRANSFER_OUT_UNRESOLVED', 'TRANSFER_OUT_AMBIGUOUS'], effect: { ...SOLD, isUnresolved: true } },
  { types: ['DISPOSITION'], treatments: ['GIFT_GIVEN', 'DONATION', 'LOST', 'STOLEN'], effect: GIVEN },
  { types: ['DISPOSITION'], treatments: ['GIFT_TO_NON_RESIDENT'], effect: { ...SOLD, isDeemed: true } },
  { types: ['DISPOSITION'], treatments: ['TRANSFER_OUT_OWN_WALLET', 'BRIDGE_DEPOSIT', 'CONTINUITY_DEPOSIT', 'CONTINUITY_WRAP', 'CONTINUITY_UNWRAP'], effect: LEAVE },
  { types: ['DISPOSITION'], treatments: ['STAKE_BEACON'], effect: { ...LEAVE, isStaking: true } },
  { types: ['FEE', 'EXPENSE'], treatments: 'ANY', effect: CONSUME },
  // OFFRAMP and PERSONAL_SPEND on an acquisition and NFT_BUY on a disposal are odd pairs, but may still be legs of a swap.
  { types: ['ACQUISITION'], treatments: ['OFFRAMP', 'PERSONAL_SPEND'], effect: { ...NEW_LOT, isSwapLeg: true, isOddPair: true } },
  { types: ['DISPOSITION'], treatments: ['NFT_BUY'], effect: { ...SOLD, isSwapLeg: true, isOddPair: true } },
];

const EFFECTS: ReadonlyMap<string, PoolEffect> = new Map(
  EVENT_TYPES.flatMap((type) =>
    TREATMENTS.flatMap((treatment) =>
      ([null, 'LOAN', 'REPAYMENT'] as const).map(
        (mark) => [pairKey(type, treatment, mark), effectInTable(type, treatment, mark)] as const,
      ),
    ),
  ),
);

/** The import's marks of an event, next to its type and treatment. */
export interface Marks {
  readonly isLoan: boolean;
  readonly isRepayment: boolean;
}

/** Returns the effect of a type and treatment with the import's marks. Spam, fiat and matches are left to the caller. */
export function effectOfPair(type: EventType, treatment: Treatment, marks?: Marks): PoolEffect {
  return EFFECTS.get(pairKey(type, treatment, markOf(type, marks))) ?? NONE;
}

/** Returns what an effect is in a year of Brussels. */
export function effectInYear(effect: PoolEffect, year: number): PoolEffect {
  return effect.isDeemed && year < FIRST_TAXED_YEAR ? GIVEN : effect;
}

/** The effect of an event that acts on no pool: ignored, spam or fiat. */
export const NO_EFFECT = NONE;

/** The effects of the legs of a live match, which win over their treatments. */
export const MATCHED_OUT = LEAVE;
export const MATCHED_OUT_OF_STAKING: PoolEffect = { ...LEAVE, isStaking: true };
export const MATCHED_IN = ARRIVE;

/**
 * Tells whether an event of this effect is taxable when import, rule and override leave it open: income is, and so are disposals whose
 * gain is proceeds − basis (engine.md §1).
 */
export function isTaxableByDefault(effect: PoolEffect): boolean {
  return effect.isIncome || effect.gain === 'PROCEEDS_LESS_BASIS';
}

/** The treatments that a user's match gives its legs, by the kind of match. */
export const MATCH_TREATMENTS: Readonly<
  Record<TransferKind, { readonly out: Treatment; readonly in: Treatment }>
> = {
  SELF_TRANSFER: { out: 'TRANSFER_OUT_OWN_WALLET', in: 'CONTINUITY_WITHDRAW' },
  BRIDGE: { out: 'BRIDGE_DEPOSIT', in: 'BRIDGE_WITHDRAW' },
  MIGRATION: { out: 'CONTINUITY_DEPOSIT', in: 'CONTINUITY_WITHDRAW' },
  WRAP: { out: 'CONTINUITY_WRAP', in: 'CONTINUITY_WRAP' },
  UNWRAP: { out: 'CONTINUITY_UNWRAP', in: 'CONTINUITY_UNWRAP' },
};

/** Returns the kind of transfer of two legs that share a group, by the treatment of the in leg. */
export function groupKind(inTreatment: Treatment, isSameAsset: boolean): TransferKind {
  if (inTreatment === 'BRIDGE_WITHDRAW') return 'BRIDGE';
  if (inTreatment === 'CONTINUITY_WRAP') return 'WRAP';
  if (inTreatment === 'CONTINUITY_UNWRAP') return 'UNWRAP';
  return isSameAsset ? 'SELF_TRANSFER' : 'MIGRATION';
}

function markOf(type: EventType, marks: Marks | undefined): Mark {
  if (marks === undefined) return null;
  if (type === 'ACQUISITION' && marks.isLoan) return 'LOAN';
  return type === 'DISPOSITION' && marks.isRepayment ? 'REPAYMENT' : null;
}

function pairKey(type: EventType, treatment: Treatment, mark: Mark): string {
  return `${type} ${treatment} ${mark ?? ''}`;
}

function effectInTable(type: EventType, treatment: Treatment, mark: Mark): PoolEffect {
  const effect = findRow(type, treatment, mark);
  // "Any other pair: as NORMAL of its type, with a NEEDS_REVIEW issue."
  if (effect === undefined)
    return { ...(findRow(type, 'NORMAL', mark) ?? NONE), isSwapLeg: false, isOddPair: true };
  return effect;
}

function findRow(type: EventType, treatment: Treatment, mark: Mark): PoolEffect | undefined {
  return ROWS.find(
    ({ types, treatments, mark: needed }) =>
      types.includes(type) &&
      (treatments === 'ANY' || treatments.includes(treatment)) &&
      (needed === undefined || needed === mark),
  )?.effect;
}
