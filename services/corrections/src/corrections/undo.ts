/** The undo of an entry of the history: loads what the decision needs, decides, and returns changes and response. */
import type { UndoRequest } from '@ctx/contract/history';
import type { RequestOf } from '@ctx/contract/parse-input';
import type { Rejection } from '@ctx/domain/rejections';
import { type HistoryKind, historyKindOf } from '@ctx/domain/vocabulary';
import { oneFlight } from '@ctx/platform/one-flight';
import type { Client } from '@ctx/platform/postgres';
import type { UndoResponse } from '@ctx/proto/gen/ctx/v1/corrections';
import { type Change, type Context, type Decision, eventsOf, targetOf, yearsOf } from '../decide/decision.ts';
import {
  type HistoryEntry,
  historyEntry,
  type ListedChange,
  type LoggedChange,
} from '../decide/history-entry.ts';
import { decideUndo, type UndoFacts } from '../decide/undo.ts';
import { loggedAccounts } from '../decide/undo-balance.ts';
import { loggedYears } from '../decide/undo-circumstances.ts';
import { loggedPrices } from '../decide/undo-price.ts';
import {
  readBalances,
  readCircumstances,
  readEvents,
  readMatchesOf,
  readRules,
  readYears,
} from '../store/correction-facts.ts';
import { readStatedTotals } from '../store/stated-totals.ts';
import { readRegimes } from '../store/regimes.ts';
import { countPrices, readPriced, readPrices } from '../store/prices.ts';
import { readEntry, readHistoryEntry, readLaterChanges } from '../store/history.ts';

/** Undoes an entry. One that is undone already stays so, and the response has the entry that undid it. */
export async function undoCorrection(
  client: Client,
  { entryId: requestedId }: RequestOf<typeof UndoRequest>,
  context: Context,
): Promise<Decision<UndoResponse>> {
  const { userId } = context;
  const undoOf = requestedId.toLowerCase();
  const logged = await readEntry(client, userId, undoOf);
  const undoneBy = (await readHistoryEntry(client, userId, undoOf))?.undoneBy ?? null;
  const facts = await readFacts(client, userId, logged, undoneBy !== null);
  let decided = decideUndo(logged, facts, context);
  // Few undos are rejected, so only these read which entry is in the way.
  if (isChangedSince(decided))
    decided = decideUndo(
      logged,
      { ...facts, later: await readLaterChanges(client, userId, undoOf) },
      context,
    );
  if ('rejected' in decided) return decided;
  const stored =
    decided.length > 0 || undoneBy === null ? null : await readHistoryEntry(client, userId, undoneBy);
  const entry = stored ?? newEntry(decided, undoOf, facts.events, context);
  return { changes: decided, undoOf, answer: (recalc) => ({ entry, recalc }) };
}

/** Reads what the undo of an entry is checked against; of the tables that it did not change, nothing. */
async function readFacts(
  client: Client,
  userId: number,
  logged: readonly LoggedChange[],
  isUndone: boolean,
): Promise<UndoFacts> {
  const eventIds = logged.flatMap((change) => change.eventIds);
  const isOf = (kind: HistoryKind): boolean => logged.some(({ action }) => historyKindOf(action) === kind);
  const ofPrices = loggedPrices(logged);
  const [
    events,
    years,
    rules,
    matches,
    circumstances,
    prices,
    priced,
    priceCount,
    balances,
    statedTotals,
    regimes,
  ] = await oneFlight(
    readEvents(client, userId, eventIds),
    readYears(client, userId),
    isOf('RULE') ? readRules(client, userId) : Promise.resolve([]),
    readMatchesOf(client, userId, eventIds),
    isOf('CIRCUMSTANCES') ? readCircumstances(client, userId, loggedYears(logged)) : Promise.resolve([]),
    readPrices(
      client,
      userId,
      ofPrices.map(({ id }) => id),
    ),
    ofPrices.length === 0 ? Promise.resolve(new Map()) : readPriced(client, userId, ofPrices),
    ofPrices.length === 0 ? Promise.resolve(0) : countPrices(client, userId),
    isOf('BALANCE') ? readBalances(client, userId, loggedAccounts(logged)) : Promise.resolve([]),
    isOf('REPORTED') ? readStatedTotals(client, userId, loggedYears(logged)) : Promise.resolve([]),
    isOf('REGIME') ? readRegimes(client, userId, loggedYears(logged)) : Promise.resolve([]),
  );
  return {
    events,
    years,
    rules,
    matches,
    circumstances,
    prices,
    priced,
    priceCount,
    balances,
    statedTotals,
    regimes,
    isUndone,
    later: [],
  };
}

const isChangedSince = (decided: Rejection | readonly Change[]): boolean =>
  'rejected' in decided && decided.rejected === 'CHANGED_SINCE';

/** Returns the entry that an undo writes, as the history will show it. */
function newEntry(
  changes: readonly Change[],
  undoOf: string,
  events: UndoFacts['events'],
  { entryId, now, via }: Context,
): HistoryEntry {
  const listed = changes.map((change): ListedChange => {
    const { action, before, after } = change;
    const ids = eventsOf(change);
    const facts = ids.flatMap((id) => {
      const fact = events.get(id)?.fact;
      return fact == null ? [] : [{ ...fact, id }];
    });
    return { action, target: targetOf(change), eventIds: ids, events: facts, before, after };
  });
  const head = { id: entryId, at: now, via, undoOf, years: yearsOf(changes) };
  const all = { changeCount: changes.length, eventIds: [...new Set(changes.flatMap(eventsOf))].sort() };
  return historyEntry(head, listed as [ListedChange, ...ListedChange[]], all);
}
