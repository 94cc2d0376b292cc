/** Turns entries into events of the import format. */
import { AMOUNT_SCALE, divideHalfEven, EUR_SCALE, formatDecimal } from '@ctx/domain/decimal';
import { stableId } from '@ctx/domain/stable-id';
import type { EventType } from '@ctx/domain/vocabulary';
import { assetOf, isMoney } from './assets.ts';
import { sumBySymbol } from './booking.ts';
import {
  type Cost,
  DESCRIPTION_CHARACTERS_MAX,
  type Entry,
  type Migration,
  type Movement,
  type MovementKind,
  MOVEMENTS,
  type Part,
  type Trade,
} from './entries.ts';
import type { IdentifiedEntry } from './identity.ts';
import type { RecordOf } from './records.ts';
import { isNamesake, isSpamName } from './spam.ts';

type EventRecord = RecordOf<'event'>;

const EURO = 'EUR';
const PRICE_SOURCE = 'FILE';
/** What leaves for an account elsewhere is no sale, whatever the file says that it was worth. */
const ARE_DEPARTURES: ReadonlySet<MovementKind> = new Set(['WITHDRAWAL']);

/** Returns the facts of an entry of an account, which have its reference. */
export function factsOf({ entry, reference, former }: IdentifiedEntry, account: string): EventRecord[] {
  const facts = { account, reference, former };
  return [...mainFacts(entry, facts), ...feeFacts(entry, facts)];
}

/** What all facts of an entry have. */
interface OfEntry {
  readonly account: string;
  readonly reference: string;
  readonly former: string | null;
}

/** Returns the id of the group of the legs of a trade or migration. */
export function groupOf(account: string, reference: string): string {
  return stableId('converted trade', account, reference);
}

function mainFacts(entry: Entry, facts: OfEntry): EventRecord[] {
  if (entry.kind === 'COST') return [];
  if (entry.kind === 'MIGRATION') return migrationFacts(entry, facts);
  return entry.kind === 'TRADE' ? tradeFacts(entry, facts) : [movementFact(entry, facts)];
}

function movementFact(movement: Movement, facts: OfEntry): EventRecord {
  const { kind, part, address, transaction } = movement;
  const { type, treatment } = MOVEMENTS[kind];
  const description = [movement.description, transaction && `transaction ${transaction}`]
    .filter((text) => text !== undefined && text !== '')
    .join(', ');
  const isSpam = type !== 'DISPOSITION' && (movement.isSpam === true || isSpamName(part.symbol));
  const hasNoValue = isSpam || ARE_DEPARTURES.has(kind);
  return {
    ...eventFact(movement, facts, type, part, hasNoValue ? null : (movement.eur ?? null)),
    ...(treatment === 'NORMAL' ? {} : { treatment }),
    ...(description === '' ? {} : { description: description.slice(0, DESCRIPTION_CHARACTERS_MAX) }),
    ...(address ? { counterpartyAddress: address } : {}),
    ...(isSpam ? { spam: true } : {}),
    ...(isSpam || treatment === 'UNCLASSIFIED' || isNamesake(part.symbol) ? { needsReview: true } : {}),
    ...(movement.isSide === true ? { continuityGroupId: groupOf(facts.account, facts.reference) } : {}),
    ...(kind === 'LOAN' ? { isLoan: true } : {}),
    ...(kind === 'REPAYMENT' ? { isRepayment: true } : {}),
  };
}

/**
 * Returns the legs of a trade. One asset against euro is one fact with its EUR value. Otherwise all legs are facts of one swap
 * group; legs in other money are there for the value that their exchange rate gives.
 */
function tradeFacts(trade: Trade, facts: OfEntry): EventRecord[] {
  const { given, received } = trade;
  const [onlyGiven, onlyReceived] = [given, received].map((side) =>
    side.length === 1 ? side[0] : undefined,
  );
  if (onlyGiven?.symbol === EURO && onlyReceived !== undefined)
    return [eventFact(trade, facts, 'ACQUISITION', onlyReceived, onlyGiven.amount)];
  if (onlyReceived?.symbol === EURO && onlyGiven !== undefined)
    return [eventFact(trade, facts, 'DISPOSITION', onlyGiven, onlyReceived.amount)];
  const continuityGroupId = groupOf(facts.account, facts.reference);
  const eurOf = (side: readonly Part[]): bigint | null => (side.length === 1 ? (trade.eur ?? null) : null);
  const legs = [
    ...given.map((part) => eventFact(trade, facts, 'DISPOSITION', part, eurOf(given))),
    ...received.map((part) => eventFact(trade, facts, 'ACQUISITION', part, eurOf(received))),
  ];
  return legs.map((leg) => ({ ...leg, continuityGroupId }));
}

/** A migration is a transfer of two assets that are one: cost and dates move (engine.md §2, matched by group). */
function migrationFacts(migration: Migration, facts: OfEntry): EventRecord[] {
  const { given, received } = migration;
  const continuityGroupId = groupOf(facts.account, facts.reference);
  return [
    {
      ...eventFact(migration, facts, 'DISPOSITION', given, null),
      treatment: 'CONTINUITY_DEPOSIT',
      continuityGroupId,
    },
    {
      ...eventFact(migration, facts, 'ACQUISITION', received, null),
      treatment: 'CONTINUITY_WITHDRAW',
      continuityGroupId,
    },
  ];
}

/** Fees have the account and reference of the event that they were paid for: that ties them to it (engine.md §3). */
function feeFacts(entry: Entry | Cost, facts: OfEntry): EventRecord[] {
  const type = entry.kind === 'COST' ? 'EXPENSE' : 'FEE';
  return sumBySymbol(entry.fees ?? []).map((part) => eventFact(entry, facts, type, part, null));
}

function eventFact(
  entry: Entry,
  { account, reference, former }: OfEntry,
  type: EventType,
  part: Part,
  eur: bigint | null,
): EventRecord {
  return {
    kind: 'event',
    account,
    referenceId: reference,
    ...(former === null ? {} : { formerReferences: [former] }),
    type,
    asset: assetOf(part.symbol),
    amount: formatDecimal(part.amount, AMOUNT_SCALE),
    timestamp: entry.at,
    // 0 is what programs write for a value that they do not know.
    ...(eur === null || eur === 0n || isMoney(part.symbol)
      ? {}
      : { euroValue: euroText(eur), priceSource: PRICE_SOURCE }),
    ...(entry.description ? { description: entry.description.slice(0, DESCRIPTION_CHARACTERS_MAX) } : {}),
  };
}

/** EUR values have 12 fraction digits, amounts 24. */
function euroText(eur: bigint): string {
  return formatDecimal(divideHalfEven(eur, 10n ** BigInt(AMOUNT_SCALE - EUR_SCALE)), EUR_SCALE);
}
