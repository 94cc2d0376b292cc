/**
 * Resolves raw facts into effective events (engine.md §1), with swaps and fees (§2, §3), sentence by sentence as in the text:
 * no index and no cache, every function searches the whole list.
 */
import { brusselsDate } from '@ctx/domain/brussels';
import { PHOTO } from '@ctx/domain/law/photo';
import { FIRST_TAXED_YEAR } from '@ctx/domain/law/rates';
import type { ReadingCode } from '@ctx/domain/law/readings';
import { STABLECOINS } from '@ctx/domain/stablecoins';
import type { EventType, TransferKind, Treatment } from '@ctx/domain/vocabulary';
import type {
  EngineInputs,
  Override,
  Price,
  RawEvent,
  Rule,
  TransferMatch,
} from '../../services/recalc/src/engine/types.ts';
import { AMOUNT_DIGITS, compareKeys, keyOf } from './keys.ts';
import { fromDecimal, Rational, smaller, sumOf, ZERO } from './rational.ts';

/** Rows of the table of engine.md §2. */
export type Row =
  | 'NONE'
  | 'NEW_LOT'
  | 'GIFT_RECEIVED'
  | 'ARRIVE'
  | 'LOAN'
  | 'INCOME'
  | 'SALE'
  | 'GIVEN'
  | 'LEAVE'
  | 'REPAYMENT'
  | 'COST';

export type ValueSource = 'USER' | 'IMPORT' | 'ENTERED' | 'SERIES' | 'DERIVED' | 'NONE';

/** An effective event. */
export interface Effective {
  readonly raw: RawEvent;
  readonly override: Override | null;
  readonly type: EventType;
  readonly treatment: Treatment;
  readonly taxable: boolean;
  readonly amount: Rational;
  readonly at: number;
  readonly year: number;
  readonly spam: boolean;
  /** The event's own EUR value. */
  readonly value: Rational | null;
  readonly source: ValueSource;
  /** The row of its type and treatment, without regard to matches. */
  readonly row: Row;
  /** Its treatment, without regard to matches. */
  readonly unmatchedTreatment: Treatment;
}

/** The two legs of a transfer, and the units of them that belong to it: all, unless several pairs share a leg. */
export interface Pair {
  readonly out: Effective;
  readonly into: Effective;
  readonly outAmount: Rational;
  readonly inAmount: Rational;
  /** The out leg is a STAKE_BEACON. */
  readonly isStaking: boolean;
}

export interface Swap {
  readonly given: readonly Effective[];
  readonly received: readonly Effective[];
}

export interface Resolution {
  readonly events: readonly Effective[];
  readonly pairs: readonly Pair[];
  readonly swaps: readonly Swap[];
}

const SWAP_TREATMENTS: readonly Treatment[] = [
  'NORMAL',
  'UNCLASSIFIED',
  'NFT_BUY',
  'OFFRAMP',
  'PERSONAL_SPEND',
];
const IN_TREATMENTS: readonly Treatment[] = [
  'BRIDGE_WITHDRAW',
  'CONTINUITY_WITHDRAW',
  'CONTINUITY_WRAP',
  'CONTINUITY_UNWRAP',
];
const OUT_TREATMENTS: readonly Treatment[] = [
  'TRANSFER_OUT_OWN_WALLET',
  'BRIDGE_DEPOSIT',
  'CONTINUITY_DEPOSIT',
  'CONTINUITY_WRAP',
  'CONTINUITY_UNWRAP',
  'STAKE_BEACON',
];
const GIVEN_TREATMENTS: readonly Treatment[] = ['GIFT_GIVEN', 'DONATION', 'LOST', 'STOLEN'];

/** The treatments that a match gives its out leg and its in leg. */
const CALLED: Readonly<Record<TransferKind, readonly [Treatment, Treatment]>> = {
  SELF_TRANSFER: ['TRANSFER_OUT_OWN_WALLET', 'CONTINUITY_WITHDRAW'],
  BRIDGE: ['BRIDGE_DEPOSIT', 'BRIDGE_WITHDRAW'],
  MIGRATION: ['CONTINUITY_DEPOSIT', 'CONTINUITY_WITHDRAW'],
  WRAP: ['CONTINUITY_WRAP', 'CONTINUITY_WRAP'],
  UNWRAP: ['CONTINUITY_UNWRAP', 'CONTINUITY_UNWRAP'],
};

const DAY_US = 24 * 3_600_000_000;

/** Returns every effective event of a user, under another reading of the law if one is named, with the pairs and swaps among them. */
export function resolution(inputs: EngineInputs, reading: ReadingCode | null = null): Resolution {
  const live = inputs.matches.filter((match) => isLive(inputs, match));
  // "Swaps and matches are those found with all rules but IGNORE_DUST", which then spares their events.
  const withoutDust = inputs.events.map((raw) => effective(inputs, raw, live, null));
  const [pairs, swaps] = [pairsOf(withoutDust, live), swapsOf(withoutDust, live)];
  const tied = [...pairs.flatMap(legsOf), ...swaps.flatMap(sidesOf)];
  const tiedIds = tied.map(({ raw }) => raw.id);
  const events = withoutDust.map((event) =>
    tied.includes(event) ? event : effective(inputs, event.raw, live, tiedIds),
  );
  return { events: events.map((event) => underReading(event, reading)), pairs, swaps };
}

/** Only an event outside pairs and swaps is another one under a reading. */
function underReading(event: Effective, reading: ReadingCode | null): Effective {
  if (reading === 'EXPENSE_AS_DISPOSAL' && event.type === 'EXPENSE' && event.row === 'COST')
    return { ...event, row: 'SALE', taxable: true };
  const words = (event.override?.description ?? event.raw.description ?? '').toLowerCase();
  const isAskedFor = ['earn', 'launchpool', 'hodler', 'staking'].some((word) => words.includes(word));
  if (reading === 'AIRDROPS_NO_INCOME' && event.row === 'INCOME' && words.includes('airdrop') && !isAskedFor)
    return { ...event, value: ZERO, taxable: false };
  return event;
}

export const legsOf = ({ out, into }: Pair): Effective[] => [out, into];
const sidesOf = ({ given, received }: Swap): Effective[] => [...given, ...received];

/** "EUR always; others where the import says so." */
function isFiat(raw: RawEvent): boolean {
  return raw.assetKey === 'EUR' || raw.fiat;
}

/** "A match rests when a leg's event is gone, IGNORED, or no longer a DISPOSITION or ACQUISITION … one with a fiat leg rests." */
function isLive(inputs: EngineInputs, match: TransferMatch): boolean {
  return isLeg(inputs, match.outEventId, 'DISPOSITION') && isLeg(inputs, match.inEventId, 'ACQUISITION');
}

function isLeg(inputs: EngineInputs, eventId: string, type: EventType): boolean {
  const raw = inputs.events.find(({ id }) => id === eventId);
  if (raw === undefined || isFiat(raw)) return false;
  const override = overrideOf(inputs, raw);
  return (override?.type ?? raw.type) === type && (override?.treatment ?? raw.treatment) !== 'IGNORED';
}

function overrideOf(inputs: EngineInputs, raw: RawEvent): Override | null {
  return inputs.overrides.find(({ eventId }) => eventId === raw.id) ?? null;
}

/** "Raw facts, then rules, then its match, then its override; later wins, field by field." */
function effective(
  inputs: EngineInputs,
  raw: RawEvent,
  live: readonly TransferMatch[],
  tiedIds: readonly string[] | null,
): Effective {
  const override = overrideOf(inputs, raw);
  const match = live.find((each) => each.outEventId === raw.id || each.inEventId === raw.id);
  const amount = fromDecimal(override?.amount ?? raw.amount);
  const at = override?.timestampUs ?? raw.timestampUs;
  const [value, source] = valueOf(inputs, raw, override, amount, at);
  const rule = firstRule(inputs.rules, raw, value, tiedIds);
  // "A match keeps its legs' types against rules."
  const type = override?.type ?? (match === undefined ? typeByRule(rule, raw) : raw.type);
  const unmatchedTreatment = override?.treatment ?? treatmentByRule(rule, raw);
  const treatment = override?.treatment ?? (match === undefined ? unmatchedTreatment : calledBy(match, raw));
  const spam = raw.spam && match === undefined && !countsAgain(override);
  const { year } = brusselsDate(Math.floor(at / 1000));
  const rowOfPair = rowOf(type, treatment, raw, year);
  const row = spam || isFiat(raw) ? 'NONE' : rowOfPair;
  // A match makes both its legs not taxable, as the rule for such transfers does.
  const byMatch = match === undefined ? null : false;
  const said = override?.taxable ?? byMatch ?? taxableByRule(rule) ?? raw.taxable;
  const taxable = said ?? taxableByPair(type, treatment, rowOfPair);
  return {
    raw,
    override,
    type,
    treatment,
    taxable,
    amount,
    at,
    year,
    spam,
    value,
    source,
    row,
    unmatchedTreatment,
  };
}

function calledBy(match: TransferMatch, raw: RawEvent): Treatment {
  const [out, into] = CALLED[match.kind];
  return match.outEventId === raw.id ? out : into;
}

/** "Any override of type or treatment other than IGNORED makes the event count again." */
function countsAgain(override: Override | null): boolean {
  if (override === null) return false;
  return override.type !== null || (override.treatment !== null && override.treatment !== 'IGNORED');
}

function typeByRule(rule: Rule | undefined, raw: RawEvent): EventType {
  return rule?.action === 'MARK_INCOME' ? 'INCOME' : raw.type;
}

function treatmentByRule(rule: Rule | undefined, raw: RawEvent): Treatment {
  if (rule?.action === 'IGNORE_DUST') return 'IGNORED';
  if (rule?.action !== 'MARK_SELF_TRANSFER') return raw.treatment;
  return raw.type === 'DISPOSITION' ? 'TRANSFER_OUT_OWN_WALLET' : 'CONTINUITY_WITHDRAW';
}

function taxableByRule(rule: Rule | undefined): boolean | null {
  if (rule?.action === 'MARK_INCOME') return true;
  return rule?.action === 'MARK_SELF_TRANSFER' ? false : null;
}

/** "True for INCOME unless IGNORED, and for a DISPOSITION of the row that yields proceeds − basis; else false." */
function taxableByPair(type: EventType, treatment: Treatment, row: Row): boolean {
  if (type === 'INCOME') return treatment !== 'IGNORED';
  return row === 'SALE';
}

/** Returns the row of the table of engine.md §2; any other pair counts as NORMAL of its type. */
function rowOf(type: EventType, treatment: Treatment, raw: RawEvent, year: number): Row {
  if (treatment === 'IGNORED') return 'NONE';
  if (type === 'FEE' || type === 'EXPENSE') return 'COST';
  if (type === 'INCOME') return 'INCOME';
  if (type === 'ACQUISITION') {
    if (raw.isLoan) return 'LOAN';
    if (treatment === 'GIFT_RECEIVED') return 'GIFT_RECEIVED';
    return IN_TREATMENTS.includes(treatment) ? 'ARRIVE' : 'NEW_LOT';
  }
  if (raw.isRepayment) return 'REPAYMENT';
  if (GIVEN_TREATMENTS.includes(treatment)) return 'GIVEN';
  if (treatment === 'GIFT_TO_NON_RESIDENT' && year < FIRST_TAXED_YEAR) return 'GIVEN';
  return OUT_TREATMENTS.includes(treatment) ? 'LEAVE' : 'SALE';
}

/** "The override's, else the import's, else amount × the price of that moment, else null." */
function valueOf(
  inputs: Prices,
  raw: RawEvent,
  override: Override | null,
  amount: Rational,
  at: number,
): [Rational | null, ValueSource] {
  if (typeof override?.euroValue === 'string') return [fromDecimal(override.euroValue), 'USER'];
  if (raw.euroValue !== null) return [fromDecimal(raw.euroValue), 'IMPORT'];
  const found = priceAt(inputs, raw.assetKey, { at, ageMax: DAY_US, isPhoto: false });
  return found === null ? [null, 'NONE'] : [amount.mul(found.price), found.source];
}

type Prices = Pick<EngineInputs, 'prices' | 'pricedAs'>;

interface PricedMoment {
  readonly at: number;
  readonly ageMax: number;
  readonly isPhoto: boolean;
}

interface FoundPrice {
  readonly price: Rational;
  readonly source: 'ENTERED' | 'SERIES' | 'DERIVED';
}

/** Returns the price at the photo moment. */
export function photoPriceOf(inputs: Prices, assetKey: string): Rational | null {
  const moment = { at: PHOTO.momentUs, ageMax: PHOTO.priceAgeUsMax, isPhoto: true };
  return priceAt(inputs, assetKey, moment)?.price ?? null;
}

/** "What the taxpayer entered, else the last imported price, else for a stablecoin that of its currency." */
function priceAt(inputs: Prices, assetKey: string, moment: PricedMoment): FoundPrice | null {
  const key = inputs.pricedAs?.get(assetKey) ?? assetKey;
  const own = ownPrice(inputs.prices, key, moment);
  if (own !== null) return own;
  const coin = STABLECOINS.find(
    (each) => each.assetKey === key && Date.parse(`${each.since}T00:00:00Z`) * 1000 <= moment.at,
  );
  const ofCurrency = coin === undefined ? null : ownPrice(inputs.prices, coin.currency, moment);
  return ofCurrency === null ? null : { price: ofCurrency.price, source: 'DERIVED' };
}

function ownPrice(
  prices: readonly Price[],
  assetKey: string,
  { at, ageMax, isPhoto }: PricedMoment,
): FoundPrice | null {
  if (assetKey === 'EUR') return { price: new Rational(1n), source: 'SERIES' };
  const ofAsset = prices.filter((price) => price.assetKey === assetKey);
  // "An instant is valid for 24 hours after it; the latest one counts, before the price of the day."
  const instants = ofAsset
    .filter(({ entered, atUs }) => entered === 'INSTANT' && atUs <= at && at - atUs <= DAY_US)
    .toSorted((a, b) => b.atUs - a.atUs);
  // "The photo moment is the end of its day."
  const days = ofAsset.filter(
    ({ entered, atUs, untilUs }) =>
      entered === 'DAY' && (isPhoto ? untilUs === at : atUs <= at && at < (untilUs ?? 0)),
  );
  const [entered] = [...instants, ...days];
  if (entered !== undefined) return { price: fromDecimal(entered.eur), source: 'ENTERED' };
  // "The last price at or before the instant, within the age limit; at one instant a user's own wins over a shared one."
  const [last] = ofAsset
    .filter((price) => price.entered == null && price.atUs <= at && at - price.atUs <= ageMax)
    .toSorted((a, b) => b.atUs - a.atUs || Number(a.shared) - Number(b.shared));
  return last === undefined ? null : { price: fromDecimal(last.eur), source: 'SERIES' };
}

/** "In order of creation; the first that matches an event wins." IGNORE_DUST is left out until matches and swaps are known. */
function firstRule(
  rules: readonly Rule[],
  raw: RawEvent,
  value: Rational | null,
  tiedIds: readonly string[] | null,
): Rule | undefined {
  return [...rules]
    .sort((a, b) => a.ordinal - b.ordinal)
    .find((rule) => {
      if (!actionNames(rule, raw.type) || !isInDirection(rule, raw.type)) return false;
      if (rule.action === 'IGNORE_DUST') return tiedIds !== null && isDust(rule, raw, value, tiedIds);
      return isMeant(rule, raw);
    });
}

function actionNames(rule: Rule, type: EventType): boolean {
  if (rule.action === 'MARK_INCOME') return type === 'ACQUISITION';
  if (rule.action === 'IGNORE_DUST') return type === 'ACQUISITION' || type === 'INCOME';
  return type === 'DISPOSITION' || type === 'ACQUISITION';
}

function isInDirection(rule: Rule, type: EventType): boolean {
  const isInbound = type === 'ACQUISITION' || type === 'INCOME';
  return rule.direction === 'ANY' || (rule.direction === 'INBOUND') === isInbound;
}

function isDust(rule: Rule, raw: RawEvent, value: Rational | null, tiedIds: readonly string[]): boolean {
  if (tiedIds.includes(raw.id) || value === null || rule.thresholdEur === null) return false;
  return value.compare(fromDecimal(rule.thresholdEur)) < 0;
}

function isMeant(rule: Rule, raw: RawEvent): boolean {
  const wanted = rule.matchValue?.toLowerCase();
  if (rule.matchType === 'DESCRIPTION')
    return wanted !== undefined && (raw.description?.toLowerCase().includes(wanted) ?? false);
  if (rule.matchType === 'PROTOCOL') return wanted !== undefined && raw.protocol?.toLowerCase() === wanted;
  return rule.matchType === 'COUNTERPARTY' && isCounterparty(rule, raw);
}

/** Tells whether the counterparty matches. Chains 0 and null are not EVM; EVM addresses are compared without case. */
function isCounterparty(rule: Rule, raw: RawEvent): boolean {
  const [wanted, given] = [rule.counterpartyAddress, raw.counterpartyAddress];
  const chainId = raw.chainId ?? 0;
  if (wanted === null || given === null || (rule.chainId ?? 0) !== chainId) return false;
  return chainId === 0 ? wanted === given : wanted.toLowerCase() === given.toLowerCase();
}

/** Returns the user's live matches, and the groups with exactly one leg of each of the two transfer rows, both unmatched. */
function pairsOf(events: readonly Effective[], live: readonly TransferMatch[]): Pair[] {
  const groups = Map.groupBy(live, ({ id, joinedMatchId }) => joinedMatchId ?? id);
  const matched = [...groups.values()].flatMap((group) =>
    sharedOut(group.map((match) => pairOfMatch(events, match))),
  );
  const byGroup = groupsOf(events).flatMap((group) => pairOfGroup(group, live));
  return [...matched, ...byGroup.filter((pair) => !legsOf(pair).some(({ raw }) => isMatched(live, raw)))];
}

function pairOfMatch(events: readonly Effective[], match: TransferMatch): Pair {
  const out = events.find(({ raw }) => raw.id === match.outEventId);
  const into = events.find(({ raw }) => raw.id === match.inEventId);
  if (out === undefined || into === undefined) throw new Error('a live match has both of its legs');
  return pairOf(out, into);
}

function pairOf(out: Effective, into: Effective): Pair {
  const isStaking = out.unmatchedTreatment === 'STAKE_BEACON';
  return { out, into, outAmount: out.amount, inAmount: into.amount, isStaking };
}

/**
 * Gives each pair of a match its part of the leg that all share. "Where all legs are of one asset the departures feed the arrivals in order of time. Else
 * each pair has a share of the leg that it shares, in proportion to the other legs, and the last pair takes the remainder."
 */
function sharedOut(pairs: readonly Pair[]): Pair[] {
  if (pairs.length < 2) return [...pairs];
  const inOrder = pairs.toSorted((a, b) => compareLegs(a.out, b.out) || compareLegs(a.into, b.into));
  const isArrivalShared = new Set(pairs.map(({ into }) => into)).size === 1;
  const isOneAsset = pairs.every(({ out, into }) => out.raw.assetKey === into.raw.assetKey);
  const total = sumOf(inOrder.map(({ outAmount, inAmount }) => (isArrivalShared ? outAmount : inAmount)));
  let [left, before] = [ZERO, ZERO];
  return inOrder.map((pair, index) => {
    const whole = isArrivalShared ? pair.inAmount : pair.outAmount;
    const own = isArrivalShared ? pair.outAmount : pair.inAmount;
    if (index === 0) left = whole;
    before = before.add(own);
    const upToHere = whole.mul(before).div(total).roundHalfEven(AMOUNT_DIGITS);
    const share = isOneAsset ? smaller(own, left) : upToHere.sub(whole.sub(left));
    const part = index === inOrder.length - 1 ? left : share;
    left = left.sub(part);
    // The text does not say what a surplus is where one of several departures is a STAKE_BEACON; the engine goes by the first one.
    const isStaking = inOrder[0]?.isStaking === true;
    return { ...pair, isStaking, ...(isArrivalShared ? { inAmount: part } : { outAmount: part }) };
  });
}

/** Tells whether all arrivals of a departure are of its own asset. */
export function staysInPool({ pairs }: Resolution, out: Effective): boolean {
  return pairs.every((pair) => pair.out !== out || pair.into.raw.assetKey === out.raw.assetKey);
}

function compareLegs(one: Effective, other: Effective): number {
  return one.at - other.at || compareKeys(keyOf(one.raw), keyOf(other.raw));
}

/** Returns the pair of a group. A matched leg counts among the legs of its group: its effective treatment is a transfer's. */
function pairOfGroup(group: readonly Effective[], live: readonly TransferMatch[]): Pair[] {
  const legs = group.filter(({ row, raw }) => row === 'LEAVE' || row === 'ARRIVE' || isMatched(live, raw));
  const [out, ...otherOuts] = legs.filter(({ type }) => type === 'DISPOSITION');
  const [into, ...otherIns] = legs.filter(({ type }) => type === 'ACQUISITION');
  if (out === undefined || into === undefined || otherOuts.length + otherIns.length > 0) return [];
  return [pairOf(out, into)];
}

function isMatched(live: readonly TransferMatch[], raw: RawEvent): boolean {
  return live.some(({ outEventId, inEventId }) => outEventId === raw.id || inEventId === raw.id);
}

function groupsOf(events: readonly Effective[]): Effective[][] {
  const ids = new Set(events.map(({ raw }) => raw.continuityGroupId));
  ids.delete(null);
  return [...ids].map((id) => events.filter(({ raw }) => raw.continuityGroupId === id));
}

/** Returns groups with legs on both sides. Matched events, loans, repayments and spam are not legs; fiat may be one. */
function swapsOf(events: readonly Effective[], live: readonly TransferMatch[]): Swap[] {
  const legs = events.filter((event) => isSwapLeg(event) && !isMatched(live, event.raw));
  return groupsOf(legs)
    .map((group) => ({
      given: group.filter(({ type }) => type === 'DISPOSITION'),
      received: group.filter(({ type }) => type === 'ACQUISITION'),
    }))
    .filter(({ given, received }) => given.length > 0 && received.length > 0);
}

function isSwapLeg({ type, treatment, spam, raw }: Effective): boolean {
  if (spam || !SWAP_TREATMENTS.includes(treatment)) return false;
  return (type === 'DISPOSITION' && !raw.isRepayment) || (type === 'ACQUISITION' && !raw.isLoan);
}

/** Returns the value that counts as proceeds or basis: the event's own EUR value, or its share of a swap's value. */
export function countedValue({ swaps }: Resolution, event: Effective): Rational | null {
  const swap = swaps.find((each) => sidesOf(each).includes(event));
  if (swap === undefined) return event.value;
  const known = knownSide(swap);
  if (known === undefined) return null;
  if (known.includes(event)) return event.value;
  const side = swap.given.includes(event) ? swap.given : swap.received;
  return shareOf(valueOfSide(known) ?? ZERO, side, event);
}

/** Returns the first side with a known value, in the order of the text. */
function knownSide({ given, received }: Swap): readonly Effective[] | undefined {
  const sides = [received, given].filter((side) => valueOfSide(side) !== null);
  const byUser = sides.find((side) => side.some(({ source }) => source === 'USER'));
  const fiat = sides.find((side) => side.every(({ raw }) => isFiat(raw)));
  const without = (...worse: readonly ValueSource[]) =>
    sides.find((side) => side.every(({ source }) => !worse.includes(source)));
  const imported = without('ENTERED', 'SERIES', 'DERIVED');
  return byUser ?? fiat ?? imported ?? without('SERIES', 'DERIVED') ?? without('DERIVED') ?? sides[0];
}

/** "A side's value is known only if all its legs' are." */
function valueOfSide(side: readonly Effective[]): Rational | null {
  const known = side.flatMap(({ value }) => (value === null ? [] : [value]));
  return known.length === side.length ? sumOf(known) : null;
}

/** "Shared by their own values where all are known and not all zero, else equally." */
function shareOf(total: Rational, legs: readonly Effective[], leg: Effective): Rational {
  const whole = valueOfSide(legs);
  if (whole === null || whole.isZero || leg.value === null)
    return total.div(new Rational(BigInt(legs.length)));
  return total.mul(leg.value).div(whole);
}

/** Returns an event's share of the FEE events with the same account and `referenceId`. */
export function feesOf(resolved: Resolution, event: Effective): Rational {
  const { events } = resolved;
  const related = events.filter(
    ({ raw }) => raw.accountId === event.raw.accountId && raw.referenceId === event.raw.referenceId,
  );
  const disposals = related.filter((each) => isDisposal(resolved, each));
  const bearers = disposals.length > 0 ? disposals : related.filter((each) => isAcquisition(resolved, each));
  if (!bearers.includes(event)) return ZERO;
  const fees = related.filter(
    ({ type, treatment, spam }) => type === 'FEE' && treatment !== 'IGNORED' && !spam,
  );
  return shareOf(sumOf(fees.map(({ value }) => value ?? ZERO)), bearers, event);
}

function isDisposal({ pairs }: Resolution, event: Effective): boolean {
  return !pairs.flatMap(legsOf).includes(event) && ['SALE', 'GIVEN', 'REPAYMENT'].includes(event.row);
}

function isAcquisition({ pairs }: Resolution, event: Effective): boolean {
  const makesLot = ['NEW_LOT', 'GIFT_RECEIVED', 'ARRIVE', 'LOAN', 'INCOME'].includes(event.row);
  return makesLot && !pairs.flatMap(legsOf).includes(event);
}
