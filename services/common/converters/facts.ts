/** Turns entries into events of the import format. */
import { AMOUNT_SCALE, divideHalfEven, EUR_SCALE, formatDecimal } from '@ctx/domain/decimal';
import { stableId } from '@ctx/domain/stable-id';
import type { EventType } from '@ctx/domain/vocabulary';
import { assetOf, isMoney } from './assets.ts';
import { type Cost, type Entry, type Movement, MOVEMENTS, type Part, type Trade } from './entries.ts';
import type { RecordOf } from './records.ts';

type EventRecord = RecordOf<'event'>;

const EURO = 'EUR';
const PRICE_SOURCE = 'FILE';
const DESCRIPTION_CHARACTERS_MAX = 500;

/** Returns the facts of an entry of an account. */
export function factsOf(entry: Entry, account: string): EventRecord[] {
  return [...mainFacts(entry, account), ...feeFacts(entry, account)];
}

function mainFacts(entry: Entry, account: string): EventRecord[] {
  if (entry.kind === 'COST') return [];
  return entry.kind === 'TRADE' ? tradeFacts(entry, account) : [movementFact(entry, account)];
}

function movementFact(movement: Movement, account: string): EventRecord {
  const { kind, part, address, transaction } = movement;
  const { type, treatment } = MOVEMENTS[kind];
  const description = [movement.description, transaction && `transaction ${transaction}`]
    .filter((text) => text !== undefined && text !== '')
    .join(', ');
  return {
    ...eventFact(movement, account, type, part, movement.eur ?? null),
    ...(treatment === 'NORMAL' ? {} : { treatment }),
    ...(description === '' ? {} : { description: description.slice(0, DESCRIPTION_CHARACTERS_MAX) }),
    ...(address ? { counterpartyAddress: address } : {}),
    ...(treatment === 'UNCLASSIFIED' ? { needsReview: true } : {}),
    ...(kind === 'LOAN' ? { isLoan: true } : {}),
    ...(kind === 'REPAYMENT' ? { isRepayment: true } : {}),
  };
}

/**
 * Returns the legs of a trade. One asset against euro is one fact with its EUR value. Otherwise all legs are facts of one swap
 * group; legs in other money are there for the value that their exchange rate gives.
 */
function tradeFacts(trade: Trade, account: string): EventRecord[] {
  const { given, received } = trade;
  const [onlyGiven, onlyReceived] = [given, received].map((side) =>
    side.length === 1 ? side[0] : undefined,
  );
  if (onlyGiven?.symbol === EURO && onlyReceived !== undefined)
    return [eventFact(trade, account, 'ACQUISITION', onlyReceived, onlyGiven.amount)];
  if (onlyReceived?.symbol === EURO && onlyGiven !== undefined)
    return [eventFact(trade, account, 'DISPOSITION', onlyGiven, onlyReceived.amount)];
  const continuityGroupId = stableId('converted trade', account, trade.id);
  const eurOf = (side: readonly Part[]): bigint | null => (side.length === 1 ? (trade.eur ?? null) : null);
  const legs = [
    ...given.map((part) => eventFact(trade, account, 'DISPOSITION', part, eurOf(given))),
    ...received.map((part) => eventFact(trade, account, 'ACQUISITION', part, eurOf(received))),
  ];
  return legs.map((leg) => ({ ...leg, continuityGroupId }));
}

/** Fees have the account and reference of the event that they were paid for: that ties them to it (engine.md §3). */
function feeFacts(entry: Entry | Cost, account: string): EventRecord[] {
  const type = entry.kind === 'COST' ? 'EXPENSE' : 'FEE';
  return (entry.fees ?? []).map((part) => eventFact(entry, account, type, part, null));
}

function eventFact(
  entry: Entry,
  account: string,
  type: EventType,
  part: Part,
  eur: bigint | null,
): EventRecord {
  return {
    kind: 'event',
    account,
    referenceId: entry.id,
    type,
    asset: assetOf(part.symbol),
    amount: formatDecimal(part.amount, AMOUNT_SCALE),
    timestamp: entry.at,
    ...(eur === null || isMoney(part.symbol) ? {} : { euroValue: euroText(eur), priceSource: PRICE_SOURCE }),
    ...(entry.description ? { description: entry.description.slice(0, DESCRIPTION_CHARACTERS_MAX) } : {}),
  };
}

/** EUR values have 12 fraction digits, amounts 24. */
function euroText(eur: bigint): string {
  return formatDecimal(divideHalfEven(eur, 10n ** BigInt(AMOUNT_SCALE - EUR_SCALE)), EUR_SCALE);
}
