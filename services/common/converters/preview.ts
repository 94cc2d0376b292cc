/** What a file would bring in, counted, for a person to look at before anything is stored. */
import type { FaultMessage } from '@ctx/domain/file-faults';
import type { BalanceReport } from './balance-chains.ts';
import type { Conversion, FileAccount } from './convert.ts';
import { type Reason, REASONS } from './entries.ts';
import { isMoney } from './assets.ts';
import type { RecordOf } from './records.ts';

/** Rows with one reason and type. */
export interface OmittedCount {
  readonly reason: Reason;
  /** The reason as a sentence about a row, such as `has an amount of 0`. */
  readonly meaning: string;
  /** What the file calls them. */
  readonly type: string;
  /** The column of the cell that cannot be read, and what is wrong with it; null but for UNREADABLE rows. */
  readonly column: string | null;
  readonly detail: string | null;
  /** The detail as messages; empty but for UNREADABLE rows. */
  readonly messages: readonly FaultMessage[];
  readonly rows: number;
  /** The first lines of them. */
  readonly lines: readonly number[];
  /** Whether a figure may be wrong until the user does something. */
  readonly needsCheck: boolean;
}

export interface AssetCount {
  readonly asset: string;
  readonly events: number;
}

export interface Preview {
  readonly format: string;
  /** Title of the format, with the sheet that was read of a workbook. */
  readonly title: string;
  readonly account: FileAccount;
  readonly rows: number;
  readonly events: Readonly<Record<string, number>>;
  readonly assets: readonly AssetCount[];
  /** The first and last time in the file, UTC; null without events. */
  readonly from: string | null;
  readonly to: string | null;
  /** Deposits and withdrawals, which are to be matched with other accounts. */
  readonly transfers: number;
  /** Trades and income whose value in EUR the file does not have. It comes from prices, or is asked for in the inbox. */
  readonly withoutValue: number;
  readonly leftOut: readonly OmittedCount[];
  /** How rows that are to be checked can be entered; null if there are none. */
  readonly toEnter: string | null;
  /** What the balances of the file prove to be missing; null if it states none. */
  readonly balances: BalanceReport | null;
}

const HOW_TO_ENTER =
  'rows to be checked can be entered with the universal template of Koinly, as a file of their own for the same account: see "Entering a transaction yourself" in docs/importing.md';

/** Groups of left-out rows that are kept of a file. A hostile file can have one in each row. */
export const LEFT_OUT_MAX = 200;

type EventRecord = RecordOf<'event'>;

const LINES_MAX = 5;
const EURO = 'EUR';
const TRANSFERS = new Set<string>(['CONTINUITY_WITHDRAW', 'TRANSFER_OUT_UNRESOLVED']);
/** Both sides of a migration are in the file: cost and dates carry over. */
const isMigrated = ({ treatment, continuityGroupId }: EventRecord): boolean =>
  continuityGroupId != null && ['CONTINUITY_DEPOSIT', 'CONTINUITY_WITHDRAW'].includes(treatment ?? '');

/** Returns the counts of a conversion without faults. */
export function previewOf({
  format,
  account,
  sheet,
  eachEvent,
  rowCount,
  leftOut,
  balances,
}: Conversion): Preview {
  if (format === null || account === null) throw new Error('a rejected file has no preview');
  const counted = countsOf(eachEvent);
  return {
    format: format.id,
    title: sheet === null ? format.title : `${format.title}, sheet "${sheet}"`,
    account,
    rows: rowCount,
    ...counted,
    leftOut: leftOutCounts(leftOut),
    toEnter: leftOut.some(({ reason }) => REASONS[reason].needsCheck) ? HOW_TO_ENTER : null,
    balances,
  };
}

/** Returns the first of the rows that are to be checked. */
export function rowsToCheck({ leftOut }: Pick<Preview, 'leftOut'>): (OmittedCount & { lines: number[] })[] {
  return leftOut
    .filter(({ needsCheck }) => needsCheck)
    .slice(0, LEFT_OUT_MAX)
    .map((each) => ({ ...each, lines: [...each.lines] }));
}

/** Counts events as they are made, for those of a large file do not fit into memory at once. */
function countsOf(
  eachEvent: Conversion['eachEvent'],
): Pick<Preview, 'events' | 'assets' | 'from' | 'to' | 'transfers' | 'withoutValue'> {
  const valued = new Set<EventRecord['continuityGroupId']>();
  for (const { record } of eachEvent()) if (hasValue(record)) valued.add(record.continuityGroupId);
  const [byType, byAsset] = [new Map<string, number>(), new Map<string, number>()];
  let [from, to]: [string | null, string | null] = [null, null];
  let [transfers, withoutValue] = [0, 0];
  for (const { record } of eachEvent()) {
    const { type, asset, timestamp } = record;
    add(byType, type);
    if (from === null || timestamp < from) from = timestamp;
    if (to === null || timestamp > to) to = timestamp;
    if (TRANSFERS.has(record.treatment ?? '') && !isMigrated(record)) transfers += 1;
    if (isMoney(asset.symbol)) continue;
    add(byAsset, asset.symbol);
    if (needsValue(record, valued)) withoutValue += 1;
  }
  const assets = inOrder(byAsset).map(([asset, events]) => ({ asset, events }));
  return { events: Object.fromEntries(inOrder(byType)), assets, from, to, transfers, withoutValue };
}

/** Whether the figures need a value that this event does not bring, nor another leg of its trade. */
function needsValue(fact: EventRecord, valued: ReadonlySet<EventRecord['continuityGroupId']>): boolean {
  if (fact.spam === true || isMigrated(fact)) return false;
  const isTransfer = TRANSFERS.has(fact.treatment ?? '');
  const isValuedTrade = fact.continuityGroupId != null && valued.has(fact.continuityGroupId);
  return !hasValue(fact) && !isTransfer && !isValuedTrade && !['FEE', 'EXPENSE'].includes(fact.type);
}

function hasValue({ euroValue, asset }: EventRecord): boolean {
  return euroValue != null || asset.key === EURO;
}

function leftOutCounts(leftOut: Conversion['leftOut']): OmittedCount[] {
  const groups = Map.groupBy(leftOut, ({ reason, type, column = null, detail = null }) =>
    JSON.stringify([reason, type, column, detail]),
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { reason, type, column = null, detail = null, messages = [] } = first;
    const lines = group.slice(0, LINES_MAX).map(({ line }) => line);
    const { text: meaning, needsCheck } = REASONS[reason];
    return [{ reason, meaning, type, column, detail, messages, rows: group.length, lines, needsCheck }];
  });
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function inOrder(counts: ReadonlyMap<string, number>): [string, number][] {
  return [...counts].toSorted(([left], [right]) => (left < right ? -1 : 1));
}
