/** Entries of the history as the contract's records. Pure. */
import type { HistoryChange, HistoryEntry, HistoryField } from '@ctx/contract/history';
import { OVERRIDE_FIELDS } from '@ctx/contract/requests';
import { parseInstantUs, timestampText } from '@ctx/domain/instant';
import { LIMITS } from '@ctx/domain/limits';
import { HISTORY_ACTIONS, HISTORY_KINDS, type HistoryKind } from '@ctx/domain/vocabulary';
import type { Action } from './decision.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A row of the log: one override, rule or match with its values before and after. */
export interface LoggedChange {
  readonly action: Action;
  readonly target: string;
  readonly eventIds: readonly string[];
  readonly before: object | null;
  readonly after: object | null;
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
  OVERRIDE: OVERRIDE_FIELDS,
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
  TRANSFER_MATCH: ['outTaxEventId', 'inTaxEventId', 'transferKind', 'notes'],
};

const INSTANTS: readonly string[] = ['overriddenTimestamp', 'originAcquiredAt'];

/** Returns the kind of the row that an action changes. */
export function kindOf(action: Action): HistoryKind {
  const kind = HISTORY_KINDS.find((each) => (HISTORY_ACTIONS[each] as readonly Action[]).includes(action));
  if (kind === undefined) throw new TypeError(`no kind of history has the action ${action}`);
  return kind;
}

/** Returns an entry with its first changes. `changeCount` and `eventIds` are those of all its changes. */
export function historyEntry(
  { id, at, via, undoOf, years }: EntryHead,
  changes: readonly [LoggedChange, ...LoggedChange[]],
  all: { readonly changeCount: number; readonly eventIds: readonly string[] },
): HistoryEntry {
  return {
    id,
    at: instantText(at),
    kind: kindOf(changes[0].action),
    via,
    undoOf: undoOf ?? undefined,
    years: [...years],
    eventIds: [...all.eventIds],
    changeCount: all.changeCount,
    changes: changes.slice(0, LIMITS.historyChangesMax).map(changeOf),
  };
}

function changeOf({ action, target, eventIds, before, after }: LoggedChange): HistoryChange {
  const [from, to] = [(before ?? {}) as Fields, (after ?? {}) as Fields];
  const fields = FIELDS[kindOf(action)].flatMap((field): HistoryField[] => {
    const [was, is] = [fieldText(field, from[field]), fieldText(field, to[field])];
    return was === is ? [] : [{ field, from: was, to: is }];
  });
  return { action, targetId: target, eventIds: [...eventIds], fields };
}

function fieldText(field: string, value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value !== 'string') return JSON.stringify(value);
  return INSTANTS.includes(field) ? instantText(value) : value;
}

// PostgreSQL's JSON writes UTC as +00:00.
function instantText(text: string): string {
  const us = parseInstantUs(text);
  return us === null ? text : timestampText(us);
}
