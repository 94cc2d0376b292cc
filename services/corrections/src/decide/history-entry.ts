/** Entries of the history as the contract's records. Pure. */
import type * as contract from '@ctx/contract/history';
import { OVERRIDE_FIELDS } from '@ctx/contract/requests';
import { BALANCE_FIELDS } from '@ctx/domain/stated-balances';
import { STATED_TOTAL_FIELDS } from '@ctx/domain/stated-totals';
import { type AccountShare, STATED_FIELDS } from '@ctx/domain/circumstances';
import { ENTERED_PRICE_FIELDS, type EnteredPriceRecord } from '@ctx/domain/entered-price';
import { parseInstantUs, timestampText } from '@ctx/domain/instant';
import { LIMITS } from '@ctx/domain/limits';
import { REGIME_INDICATORS } from '@ctx/domain/regime';
import { shown, shownSymbol } from '@ctx/domain/shown-text';
import { capText } from '@ctx/domain/third-party-text';
import { type HistoryKind, historyKindOf } from '@ctx/domain/vocabulary';
import { type Action, isPriceAction } from './decision.ts';

// Between services, decimals and types of events are text.
type HistoryEvent = Omit<contract.HistoryEvent, 'amount' | 'type'> & {
  readonly amount: string;
  readonly type: string;
};
type HistoryChange = Omit<contract.HistoryChange, 'events'> & { readonly events: HistoryEvent[] };
export type HistoryEntry = Omit<contract.HistoryEntry, 'changes'> & { readonly changes: HistoryChange[] };

type Fields = Readonly<Record<string, unknown>>;

/** A row of the log: one override, rule or match with its values before and after. */
export interface LoggedChange {
  readonly action: Action;
  readonly target: string;
  readonly eventIds: readonly string[];
  readonly before: object | null;
  readonly after: object | null;
}

/** An event of a change as imported. Decimals and instants are text. */
export interface LoggedEvent {
  readonly id: string;
  readonly type: string;
  readonly treatment: string;
  readonly amount: string;
  readonly assetSymbol: string;
  readonly timestamp: string;
  readonly accountLabel: string | null;
}

/** A row of the log with those of its events that are still imported. */
export interface ListedChange extends LoggedChange {
  readonly events: readonly LoggedEvent[];
}

/** An entry that undid another. */
export interface LoggedUndo {
  readonly id: string;
  readonly undoOf: string;
}

/** What all rows of an entry have in common. */
export interface EntryHead {
  readonly id: string;
  /** RFC 3339. */
  readonly at: string;
  readonly via: string;
  readonly undoOf: string | null;
  readonly years: readonly number[];
}

/** The fields of each kind that a client can set. */
const FIELDS: Readonly<Record<HistoryKind, readonly string[]>> = {
  // Symbol, name and chain follow from the asset.
  OVERRIDE: [...OVERRIDE_FIELDS, 'overriddenAssetId'],
  RULE: [
    'action',
    'label',
    'matchType',
    'direction',
    'counterpartyAddress',
    'chainId',
    'matchValue',
    'thresholdEur',
    'notes',
  ],
  TRANSFER_MATCH: ['outTaxEventId', 'inTaxEventId', 'transferKind', 'joinedMatchId', 'notes'],
  CIRCUMSTANCES: STATED_FIELDS,
  PRICE: ENTERED_PRICE_FIELDS,
  BALANCE: BALANCE_FIELDS,
  REPORTED: STATED_TOTAL_FIELDS,
  REGIME: ['regime', 'chosenBy', ...REGIME_INDICATORS],
};

const INSTANTS: readonly string[] = ['overriddenTimestamp', 'originAcquiredAt', 'at'];

/** Returns the newest entry that undid an entry and was not undone itself. `undos` are oldest first, with all that undid them. */
export function undoneBy(entryId: string, undos: readonly LoggedUndo[]): string | undefined {
  const undone = new Map<string, string>();
  for (const { id, undoOf } of undos.toReversed())
    if (!undone.has(id) && !undone.has(undoOf)) undone.set(undoOf, id);
  return undone.get(entryId);
}

/** Bounds the changes of a page of entries. A message may have 4 MiB, and the ids of 200 bulk corrections take up to half of it. */
export const CHANGES_BYTES_MAX = 2_000_000;

/**
 * Returns an entry with its first changes, as many as fit into `bytesMax`. `changeCount` and `eventIds` are those of all its
 * changes.
 */
export function historyEntry(
  { id, at, via, undoOf, years }: EntryHead,
  changes: readonly [ListedChange, ...ListedChange[]],
  all: {
    readonly changeCount: number;
    readonly eventIds: readonly string[];
    readonly undos?: readonly LoggedUndo[];
  },
  bytesMax = CHANGES_BYTES_MAX,
): HistoryEntry {
  return {
    id,
    at: instantText(at),
    kind: historyKindOf(changes[0].action),
    via,
    undoOf: undoOf ?? undefined,
    undoneBy: undoneBy(id, all.undos ?? []),
    years: [...years],
    eventIds: [...all.eventIds],
    changeCount: all.changeCount,
    changes: fitting(changes.slice(0, LIMITS.historyChangesMax).map(changeOf), bytesMax),
  };
}

/** Returns the first values whose JSON has at most `bytesMax` bytes in total. */
export function fitting<Value>(values: readonly Value[], bytesMax: number): Value[] {
  let bytes = 0;
  const tooMany = values.findIndex((value) => {
    bytes += Buffer.byteLength(JSON.stringify(value));
    return bytes > bytesMax;
  });
  return tooMany === -1 ? [...values] : values.slice(0, tooMany);
}

/** Returns a row of the log as the contract's record. */
export function changeOf({ action, target, eventIds, events, before, after }: ListedChange): HistoryChange {
  const [from, to] = [(before ?? {}) as Fields, (after ?? {}) as Fields];
  const fields = FIELDS[historyKindOf(action)].flatMap((field): contract.HistoryField[] => {
    const [was, is] = [fieldText(field, from[field]), fieldText(field, to[field])];
    return was === is ? [] : [{ field, from: was, to: is }];
  });
  const price = isPriceAction(action) ? { price: priceOf((after ?? before) as EnteredPriceRecord) } : {};
  return { action, targetId: target, eventIds: [...eventIds], events: events.map(eventOf), fields, ...price };
}

function priceOf({ assetKey, at, day }: EnteredPriceRecord): contract.HistoryPrice {
  return { assetKey: shown(assetKey), at: at ?? undefined, day: day ?? undefined };
}

function eventOf({ id, assetSymbol, timestamp, accountLabel, ...event }: LoggedEvent): HistoryEvent {
  return {
    taxEventId: id,
    type: event.type,
    treatment: event.treatment,
    amount: event.amount,
    assetSymbol: shownSymbol(assetSymbol),
    // As the API writes it elsewhere. PostgreSQL's JSON writes UTC as +00:00.
    timestamp: timestamp.replace(/\+00:00$/, 'Z'),
    accountLabel: shown(accountLabel) ?? undefined,
  };
}

function fieldText(field: string, value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (field === 'accountShares')
    return capText(JSON.stringify(sharesAsTexts(value as AccountShare[])), LIMITS.historyTextCharactersMax);
  if (typeof value !== 'string') return capText(JSON.stringify(value), LIMITS.historyTextCharactersMax);
  return INSTANTS.includes(field) ? instantText(value) : value;
}

/** Each share as a text, so that the list is one of texts like every other. */
const sharesAsTexts = (shares: readonly AccountShare[]): string[] =>
  shares.map(({ accountId, ownedSharePercent }) => `${accountId}: ${ownedSharePercent}`);

// PostgreSQL's JSON writes UTC as +00:00.
function instantText(text: string): string {
  const us = parseInstantUs(text);
  return us === null ? text : timestampText(us);
}
