/**
 * What explains the difference between a total that an exchange stated and what the user's transactions add up to (ADR 67). An explanation is
 * exact: the units of the transactions it names are the difference. Pure.
 */
import { EUR_SCALE } from './decimal.ts';
import type { StatedAmounts } from './stated-totals.ts';

/** Where a transaction counts in the totals of the product. */
export type CountedWhere = 'IN_THE_TOTAL' | 'IN_ANOTHER_YEAR' | 'UNDER_ANOTHER_KIND' | 'NOWHERE';

/** A transaction that may explain a difference. Amounts are fixed point, as `parseAmount` and `parseEur` return them. */
export interface ComparedEvent {
  readonly eventId: string;
  readonly accountId: string;
  readonly units: bigint;
  /** Null if it is not known. */
  readonly eur: bigint | null;
  readonly fees: bigint;
  readonly counted: CountedWhere;
  /** Whether its day is in another year in UTC than in Belgium. */
  readonly isOnTheBoundary: boolean;
  /** Whether it is of a file that looks imported twice. */
  readonly isPossibleDuplicate: boolean;
}

/** What an explanation explains. */
export const EXPLAINED_PARTS = ['UNITS', 'EUR'] as const;
export type ExplainedPart = (typeof EXPLAINED_PARTS)[number];

/** One kind of explanation. */
interface ExplanationRow {
  readonly explains: ExplainedPart;
  /** What it means, for the contract. */
  readonly meaning: string;
  /** The transactions among which it looks for the difference. */
  readonly isCandidate: (event: ComparedEvent) => boolean;
  /** How many of them together may be the difference; for several, all of one account may be it too. */
  readonly eventsMax: number;
}

const FEW = 3;

/** The kinds of explanations, the most telling first. */
export const EXPLANATIONS = {
  ON_THE_BOUNDARY: {
    explains: 'UNITS',
    meaning: 'their day in UTC is in another year than their day in Belgium, and the exchange counts in UTC',
    isCandidate: ({ isOnTheBoundary }) => isOnTheBoundary,
    eventsMax: FEW,
  },
  POSSIBLE_DUPLICATE: {
    explains: 'UNITS',
    meaning: 'they are of a file that looks imported twice',
    isCandidate: ({ counted, isPossibleDuplicate }) => counted === 'IN_THE_TOTAL' && isPossibleDuplicate,
    eventsMax: FEW,
  },
  IGNORED: {
    explains: 'UNITS',
    meaning: 'they are left out here, by the user, a rule or as spam',
    isCandidate: ({ counted }) => counted === 'NOWHERE',
    eventsMax: FEW,
  },
  OTHER_KIND: {
    explains: 'UNITS',
    meaning: 'it counts under another kind here',
    isCandidate: ({ counted, isOnTheBoundary }) => counted === 'UNDER_ANOTHER_KIND' && !isOnTheBoundary,
    eventsMax: 1,
  },
  ONE_TRANSACTION: {
    explains: 'UNITS',
    meaning: 'the exchange does not have this transaction, or counts it elsewhere',
    isCandidate: ({ counted }) => counted === 'IN_THE_TOTAL',
    eventsMax: 1,
  },
  MISSING_VALUE: {
    explains: 'EUR',
    meaning: 'they have no known value in EUR here',
    isCandidate: ({ counted, eur }) => counted === 'IN_THE_TOTAL' && eur === null,
    eventsMax: 0,
  },
  FEES: {
    explains: 'EUR',
    meaning: 'the difference is their fees: one of the two values is before fees, the other is not',
    isCandidate: ({ counted, fees }) => counted === 'IN_THE_TOTAL' && fees !== 0n,
    eventsMax: 0,
  },
} as const satisfies Record<string, ExplanationRow>;

export type ExplanationKind = keyof typeof EXPLANATIONS;
export const EXPLANATION_KINDS = Object.keys(EXPLANATIONS) as ExplanationKind[];

/** Explanations of one difference, and transactions that one of them names. */
export const EXPLANATIONS_MAX = 10;
export const EXPLAINED_EVENTS_MAX = 20;

/** What transactions explain. */
export interface Explanation {
  readonly kind: ExplanationKind;
  readonly explains: readonly ExplainedPart[];
  /** At most EXPLAINED_EVENTS_MAX of them. */
  readonly eventIds: readonly string[];
  readonly eventCount: number;
}

/** Stated less own. Null where nothing is compared. */
export interface TotalDifference {
  readonly units: bigint;
  readonly eur: bigint | null;
  readonly transactions: number | null;
}

/** What the transactions of the user add up to. */
export interface OwnTotal {
  readonly units: bigint;
  readonly eur: bigint;
  readonly fees: bigint;
  readonly transactions: number;
  readonly withoutValue: number;
}

/** What an exchange stated. */
export interface StatedAmount {
  readonly units: bigint;
  /** Null if it stated none, or if the year is locked. */
  readonly eur: bigint | null;
  readonly transactions: number | null;
  readonly amounts: StatedAmounts;
}

/** Returns what is stated less what the user's transactions add up to. A net value is compared with the value less fees. */
export function differenceOf(stated: StatedAmount, own: OwnTotal): TotalDifference {
  const ownEur = roundedToCents(stated.amounts === 'NET' ? own.eur - own.fees : own.eur);
  return {
    units: stated.units - own.units,
    eur: stated.eur === null ? null : stated.eur - ownEur,
    transactions: stated.transactions === null ? null : stated.transactions - own.transactions,
  };
}

const CENT = 10n ** BigInt(EUR_SCALE - 2);

/** Rounds as the total is shown, so that the difference is that of the values that a reader sees. */
function roundedToCents(eur: bigint): bigint {
  const [sign, size] = eur < 0n ? [-1n, -eur] : [1n, eur];
  const rest = size % CENT;
  const cents = size / CENT;
  const isUp = rest * 2n > CENT || (rest * 2n === CENT && cents % 2n === 1n);
  return sign * (isUp ? cents + 1n : cents) * CENT;
}

/** Returns the EUR difference that rounding makes: half a cent for each transaction, as the exchange may round each, and at least a cent. */
function roundingOf({ transactions }: Pick<OwnTotal, 'transactions'>): bigint {
  const halfCents = (BigInt(transactions) * CENT) / 2n;
  return halfCents > CENT ? halfCents : CENT;
}

/** Returns whether a difference is one of units, or of more EUR than rounding makes. A number of transactions alone is none: orders are filled in parts. */
export function differs(difference: TotalDifference, own: OwnTotal): boolean {
  return difference.units !== 0n || differsInEur(difference, own);
}

function differsInEur({ eur }: TotalDifference, own: OwnTotal): boolean {
  return eur !== null && sizeOf(eur) > roundingOf(own);
}

/** Returns whether some part of a difference is not explained. */
export function isUnexplained(
  difference: TotalDifference,
  own: OwnTotal,
  explanations: readonly Explanation[],
): boolean {
  const isExplained = (part: ExplainedPart): boolean =>
    explanations.some(({ explains }) => explains.includes(part));
  return (
    (difference.units !== 0n && !isExplained('UNITS')) ||
    (differsInEur(difference, own) && !isExplained('EUR'))
  );
}

/** Returns what explains a difference, the most telling first. Where something explains units and value, the rest of the units is left out. */
export function explanationsOf(
  difference: TotalDifference,
  own: OwnTotal,
  events: readonly ComparedEvent[],
): readonly Explanation[] {
  const ofUnits = difference.units === 0n ? [] : explanationsOfUnits(difference, own, events);
  const ofBoth = ofUnits.filter(({ explains }) => explains.includes('EUR'));
  const best = ofBoth.length > 0 ? ofBoth : ofUnits;
  const ofEur =
    ofBoth.length > 0 || !differsInEur(difference, own) ? [] : explanationsOfEur(difference, own, events);
  return [...best.slice(0, EXPLANATIONS_MAX - ofEur.length), ...ofEur];
}

function explanationsOfUnits(
  difference: TotalDifference,
  own: OwnTotal,
  events: readonly ComparedEvent[],
): Explanation[] {
  const rounding = roundingOf(own);
  const seen = new Set<string>();
  return EXPLANATION_KINDS.filter((kind) => EXPLANATIONS[kind].explains === 'UNITS').flatMap((kind) => {
    const { isCandidate, eventsMax } = EXPLANATIONS[kind];
    const byAccount = Map.groupBy(events.filter(isCandidate), ({ accountId }) => accountId);
    const sets = [...byAccount.values()].flatMap((ofAccount) =>
      setsThatAddUp(ofAccount, difference.units, eventsMax),
    );
    return sets.flatMap((set): Explanation[] => {
      const key = set.map(({ eventId }) => eventId).join(' ');
      if (seen.has(key)) return [];
      seen.add(key);
      const explainsEur = difference.eur !== null && isSumOfEur(set, difference.eur, rounding);
      return [explanation(kind, explainsEur ? EXPLAINED_PARTS : ['UNITS'], set)];
    });
  });
}

function explanationsOfEur(
  { eur }: TotalDifference,
  own: OwnTotal,
  events: readonly ComparedEvent[],
): Explanation[] {
  const of = (kind: 'MISSING_VALUE' | 'FEES'): Explanation =>
    explanation(kind, ['EUR'], events.filter(EXPLANATIONS[kind].isCandidate));
  if (eur === null) return [];
  if (own.fees !== 0n && isWithin(sizeOf(eur), sizeOf(own.fees), roundingOf(own))) return [of('FEES')];
  // What the exchange values and the product does not can only be more.
  return eur > 0n && own.withoutValue > 0 ? [of('MISSING_VALUE')] : [];
}

function explanation(
  kind: ExplanationKind,
  explains: readonly ExplainedPart[],
  events: readonly ComparedEvent[],
): Explanation {
  const eventIds = events.slice(0, EXPLAINED_EVENTS_MAX).map(({ eventId }) => eventId);
  return { kind, explains, eventIds, eventCount: events.length };
}

/** What the exchange has more by a transaction: units that the total here has, it has not. */
function signOf({ counted }: ComparedEvent): bigint {
  return counted === 'IN_THE_TOTAL' ? -1n : 1n;
}

function isSumOfEur(set: readonly ComparedEvent[], target: bigint, rounding: bigint): boolean {
  if (set.some(({ eur }) => eur === null)) return false;
  const sum = set.reduce((total, event) => total + signOf(event) * (event.eur ?? 0n), 0n);
  return isWithin(sum, target, rounding);
}

const sizeOf = (value: bigint): bigint => (value < 0n ? -value : value);
const isWithin = (one: bigint, other: bigint, bound: bigint): boolean => sizeOf(one - other) <= bound;

/** Above this number, three of so many transactions could be any difference. */
const TRIPLES_OF_MAX = 60;

/** Returns the sets of one, two or three transactions whose units are the target, and all of them together if they are. */
function setsThatAddUp(
  events: readonly ComparedEvent[],
  target: bigint,
  eventsMax: number,
): readonly (readonly ComparedEvent[])[] {
  const unitsOf = (event: ComparedEvent): bigint => signOf(event) * event.units;
  const sets: ComparedEvent[][] = events.filter((event) => unitsOf(event) === target).map((event) => [event]);
  if (eventsMax === 1 || sets.length > 0) return sets.slice(0, EXPLANATIONS_MAX);
  const all = events.reduce((sum, event) => sum + unitsOf(event), 0n);
  if (events.length > 1 && all === target) return [events];
  for (const set of pairsThatAddUp(events, target, unitsOf)) sets.push(set);
  if (sets.length === 0 && events.length <= TRIPLES_OF_MAX)
    events.forEach((first, index) => {
      for (const pair of pairsThatAddUp(events.slice(index + 1), target - unitsOf(first), unitsOf))
        sets.push([first, ...pair]);
    });
  return sets.slice(0, EXPLANATIONS_MAX);
}

function pairsThatAddUp(
  events: readonly ComparedEvent[],
  target: bigint,
  unitsOf: (event: ComparedEvent) => bigint,
): ComparedEvent[][] {
  const before = new Map<bigint, ComparedEvent>();
  return events.flatMap((event) => {
    const other = before.get(target - unitsOf(event));
    before.set(unitsOf(event), event);
    return other === undefined ? [] : [[other, event]];
  });
}
