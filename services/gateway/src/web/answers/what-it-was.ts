/** What a transaction was, in plain words: eight choices, and what each can mean. One table leads from them to the treatments. Pure. */
import { effectOfPair, isTaxableByDefault } from '@ctx/domain/treatments';
import type { EventType, Treatment } from '@ctx/domain/vocabulary';

export const CHOICES = ['TRADE', 'EARNED', 'SPENT', 'MINE', 'DEPOSITED', 'GIFT', 'GONE', 'OTHER'] as const;
export type Choice = (typeof CHOICES)[number];

export type Direction = 'in' | 'out';

/** One meaning of a choice: the type that it gives to what arrived or left, and the treatment. */
interface Meaning {
  readonly choice: Choice;
  readonly treatment: Treatment;
  /** The type for units that arrived; absent where this cannot arrive. KEPT: as it is. */
  readonly in?: EventType | 'KEPT';
  readonly out?: EventType | 'KEPT';
}

const MOVED = { in: 'ACQUISITION', out: 'DISPOSITION' } as const;

/** The first meaning of a choice in a direction is the most likely one. */
// prettier-ignore
export const MEANINGS = {
  BOUGHT: { choice: 'TRADE', treatment: 'NORMAL', in: 'ACQUISITION' },
  NFT_BOUGHT: { choice: 'TRADE', treatment: 'NFT_BUY', in: 'ACQUISITION' },
  SOLD: { choice: 'TRADE', treatment: 'NORMAL', out: 'DISPOSITION' },
  CASHED_OUT: { choice: 'TRADE', treatment: 'OFFRAMP', out: 'DISPOSITION' },
  EARNED: { choice: 'EARNED', treatment: 'NORMAL', in: 'INCOME' },
  SPENT: { choice: 'SPENT', treatment: 'PERSONAL_SPEND', out: 'DISPOSITION' },
  FEE: { choice: 'SPENT', treatment: 'NORMAL', out: 'FEE' },
  EXPENSE: { choice: 'SPENT', treatment: 'NORMAL', out: 'EXPENSE' },
  SENT: { choice: 'MINE', treatment: 'TRANSFER_OUT_OWN_WALLET', out: 'DISPOSITION' },
  ARRIVED: { choice: 'MINE', treatment: 'CONTINUITY_WITHDRAW', in: 'ACQUISITION' },
  TO_BRIDGE: { choice: 'MINE', treatment: 'BRIDGE_DEPOSIT', out: 'DISPOSITION' },
  FROM_BRIDGE: { choice: 'MINE', treatment: 'BRIDGE_WITHDRAW', in: 'ACQUISITION' },
  DEPOSITED: { choice: 'DEPOSITED', treatment: 'CONTINUITY_DEPOSIT', out: 'DISPOSITION' },
  RETURNED: { choice: 'DEPOSITED', treatment: 'CONTINUITY_WITHDRAW', in: 'ACQUISITION' },
  STAKED: { choice: 'DEPOSITED', treatment: 'STAKE_BEACON', out: 'DISPOSITION' },
  WRAPPED: { choice: 'DEPOSITED', treatment: 'CONTINUITY_WRAP', ...MOVED },
  UNWRAPPED: { choice: 'DEPOSITED', treatment: 'CONTINUITY_UNWRAP', ...MOVED },
  GIFT_RECEIVED: { choice: 'GIFT', treatment: 'GIFT_RECEIVED', in: 'ACQUISITION' },
  GIFT_GIVEN: { choice: 'GIFT', treatment: 'GIFT_GIVEN', out: 'DISPOSITION' },
  GIVEN_ABROAD: { choice: 'GIFT', treatment: 'GIFT_TO_NON_RESIDENT', out: 'DISPOSITION' },
  DONATION: { choice: 'GIFT', treatment: 'DONATION', out: 'DISPOSITION' },
  LOST: { choice: 'GONE', treatment: 'LOST', out: 'DISPOSITION' },
  STOLEN: { choice: 'GONE', treatment: 'STOLEN', out: 'DISPOSITION' },
  UNCLASSIFIED: { choice: 'OTHER', treatment: 'UNCLASSIFIED', ...MOVED },
  UNRESOLVED: { choice: 'OTHER', treatment: 'TRANSFER_OUT_UNRESOLVED', out: 'DISPOSITION' },
  AMBIGUOUS: { choice: 'OTHER', treatment: 'TRANSFER_OUT_AMBIGUOUS', out: 'DISPOSITION' },
  IGNORED: { choice: 'OTHER', treatment: 'IGNORED', in: 'KEPT', out: 'KEPT' },
} as const satisfies Readonly<Record<string, Meaning>>;
export type MeaningName = keyof typeof MEANINGS;
const NAMES = Object.keys(MEANINGS) as MeaningName[];

/** Returns whether a transaction of a type arrived or left. */
export function directionOf(type: EventType): Direction {
  return type === 'ACQUISITION' || type === 'INCOME' ? 'in' : 'out';
}

/** Returns what a choice can mean in a direction, the most likely first; nothing where it cannot be. */
export function meaningsOf(choice: Choice, direction: Direction): readonly MeaningName[] {
  return NAMES.filter((name) => {
    const meaning: Meaning = MEANINGS[name];
    return meaning.choice === choice && meaning[direction] !== undefined;
  });
}

/** The fields of an override. */
export interface MeaningFields {
  readonly overriddenTreatment: Treatment;
  readonly overriddenType?: EventType;
  readonly overriddenTaxable?: boolean;
  readonly clear?: readonly ['overriddenTaxable'];
}

/** Returns the fields of an override that give a transaction a meaning; null where it cannot have it in this direction. */
export function fieldsOfMeaning(name: MeaningName, direction: Direction): MeaningFields | null {
  const meaning: Meaning = MEANINGS[name];
  const type = meaning[direction];
  if (type === undefined) return null;
  return type === 'KEPT' ? { overriddenTreatment: meaning.treatment } : fieldsOfPair(type, meaning.treatment);
}

/**
 * Returns the fields of an override for a type and a treatment. A source can have said that a sale is not taxable: what the person says now
 * replaces that too.
 */
export function fieldsOfPair(type: EventType, treatment: Treatment): MeaningFields {
  const isTaxable = isTaxableByDefault(effectOfPair(type, treatment));
  return {
    overriddenType: type,
    overriddenTreatment: treatment,
    ...(isTaxable ? { overriddenTaxable: true } : { clear: ['overriddenTaxable'] }),
  };
}
