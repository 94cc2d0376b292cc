/** Totals that exchanges stated, beside what the transactions add up to, with what explains a difference. */
import {
  AMOUNT_SCALE,
  EUR_SCALE,
  formatDecimal,
  parseAmount,
  parseEur,
  parseEurOrNull,
} from '@ctx/domain/decimal';
import { platformOf } from '@ctx/domain/law/platforms';
import type { ReportedKind } from '@ctx/domain/law/reported';
import {
  type ComparedEvent,
  type CountedWhere,
  differenceOf,
  differs,
  type Explanation,
  explanationsOf,
  isUnexplained,
  type TotalDifference,
} from '@ctx/domain/reported-differences';
import { shown } from '@ctx/domain/shown-text';
import { keyOfTotal, type StatedTotalRecord } from '@ctx/domain/stated-totals';
import { exchangeOf } from '@ctx/domain/law/exchange';
import { type KindRow, kindsOf, shownTotal, type Total } from '@ctx/domain/law/reported-totals';

/** A transaction that may explain a difference. */
export interface ComparedRow extends KindRow {
  readonly event_id: string;
  readonly account_id: string;
  readonly year: number;
  readonly spam: boolean;
  readonly amount: string;
  readonly eur: string | null;
  readonly fees: string;
  readonly utc_year: number;
  readonly is_duplicate: boolean;
}

/** A total of one's own beside what an exchange stated of it. */
export interface ComparedTotal {
  readonly own: Total;
  readonly stated: StatedTotalRecord;
  readonly difference: TotalDifference;
}

/** A compared total with what explains its difference. */
export interface ExplainedTotal extends ComparedTotal {
  readonly explanations: readonly Explanation[];
  /** Whether the inbox asks about it. */
  readonly isOpen: boolean;
}

/** Totals of a year: those that nothing is stated of, and the others. */
export interface TotalsOfYear {
  readonly plain: readonly Total[];
  readonly compared: readonly ComparedTotal[];
}

const nameOf = ({ platform, assetKey, kind }: Total) => ({ platform, assetId: assetKey, kind });

/** Puts stated totals beside those of one's own. One without transactions is compared with nothing. A locked year compares no values. */
export function compareTotals(
  totals: readonly Total[],
  stated: readonly StatedTotalRecord[],
  year: number,
  locked: boolean,
): TotalsOfYear {
  const byName = new Map(
    stated.map((record) => [keyOfTotal({ ...record, platform: shown(record.platform) }), record]),
  );
  const plain: Total[] = [];
  const compared: ComparedTotal[] = [];
  for (const own of totals) {
    const key = keyOfTotal(nameOf(own));
    const record = byName.get(key);
    if (record === undefined) plain.push(own);
    else compared.push(comparedWith(own, record, locked));
    byName.delete(key);
  }
  for (const record of byName.values())
    compared.push(comparedWith(noTransactions(record, totals, year), record, locked));
  return { plain, compared };
}

function noTransactions(
  { platform, assetId, kind }: StatedTotalRecord,
  totals: readonly Total[],
  year: number,
): Total {
  const alike = totals.find(({ assetKey }) => assetKey.toLowerCase() === assetId.toLowerCase());
  return {
    platform: shown(platform),
    country: platformOf(platform, year)?.country ?? null,
    assetKey: alike?.assetKey ?? assetId,
    assetSymbol: alike?.assetSymbol ?? null,
    kind: kind as ReportedKind,
    units: 0n,
    eur: 0n,
    fees: 0n,
    transactions: 0,
    withoutValue: 0,
  };
}

function comparedWith(own: Total, stated: StatedTotalRecord, locked: boolean): ComparedTotal {
  const { units, statedEur, transactions, amounts } = stated;
  const eur = locked ? null : parseEurOrNull(statedEur);
  return {
    own,
    stated,
    difference: differenceOf({ units: parseAmount(units), eur, transactions, amounts }, own),
  };
}

/** Returns the assets, amounts and fees that the transactions of a difference are looked up by. */
export function keysOfDifferences(compared: readonly ComparedTotal[]) {
  const different = compared.filter(({ own, difference }) => differs(difference, own));
  const byAsset = Map.groupBy(different, ({ own }) => own.assetKey.toLowerCase());
  const sizes = different.map(({ difference: { units } }) =>
    formatDecimal(units < 0n ? -units : units, AMOUNT_SCALE),
  );
  return {
    folded: [...byAsset.keys()],
    withFees: [...byAsset.values()].map((ofAsset) =>
      ofAsset.some(({ own, difference: { eur } }) => eur !== null && own.fees !== 0n),
    ),
    amounts: [...new Set(sizes)].filter((size) => size !== '0'),
  };
}

/** Explains the differences of totals by transactions of their exchange and asset. */
export function explainTotals(
  compared: readonly ComparedTotal[],
  rows: readonly ComparedRow[],
  year: number,
): ExplainedTotal[] {
  const byTotal = Map.groupBy(rows, (row) =>
    assetAtExchange(exchangeOf(row, year)?.name ?? null, row.asset_key),
  );
  return compared.map((total) => {
    const { own, difference, stated } = total;
    if (!differs(difference, own)) return { ...total, explanations: [], isOpen: false };
    const ofTotal = byTotal.get(assetAtExchange(own.platform, own.assetKey)) ?? [];
    const events = ofTotal.flatMap((row) => comparedEvent(row, own.kind, year, stated.amounts === 'NET'));
    const explanations = explanationsOf(difference, own, events);
    return { ...total, explanations, isOpen: isUnexplained(difference, own, explanations) };
  });
}

const assetAtExchange = (platform: string | null, assetKey: string): string =>
  JSON.stringify([platform === null ? null : shown(platform).toLowerCase(), assetKey.toLowerCase()]);

const INCOMING: readonly ReportedKind[] = ['BOUGHT', 'EXCHANGED_IN', 'TRANSFERRED_IN'];
const isIncoming = (kind: ReportedKind): boolean => INCOMING.includes(kind);

/** Returns a transaction as it may explain a total of a kind; none for one in the other direction. */
function comparedEvent(row: ComparedRow, kind: ReportedKind, year: number, isNet: boolean): ComparedEvent[] {
  if ((row.type !== 'DISPOSITION') !== isIncoming(kind)) return [];
  const counted = countedWhere(row, kind, year);
  const [eur, fees] = [parseEurOrNull(row.eur), parseEur(row.fees)];
  return [
    {
      eventId: row.event_id,
      accountId: row.account_id,
      units: parseAmount(row.amount),
      eur: eur !== null && isNet ? eur - fees : eur,
      fees,
      counted,
      // One of another year counts there under some kind, and only one of this kind would be in the total.
      isOnTheBoundary:
        row.utc_year !== row.year && (counted === 'IN_THE_TOTAL' || counted === 'IN_ANOTHER_YEAR'),
      isPossibleDuplicate: row.is_duplicate,
    },
  ];
}

function countedWhere(row: ComparedRow, kind: ReportedKind, year: number): CountedWhere {
  const kinds = row.spam ? [] : kindsOf(row, row.year);
  if (kinds.length === 0) return 'NOWHERE';
  if (!kinds.includes(kind)) return 'UNDER_ANOTHER_KIND';
  return row.year === year ? 'IN_THE_TOTAL' : 'IN_ANOTHER_YEAR';
}

/** Returns a compared total in the form of the contract. */
export function shownExplained({ own, stated, difference, explanations }: ExplainedTotal, locked: boolean) {
  const { id, units, statedEur, transactions, amounts, notes, statedAt, statedVia } = stated;
  return {
    ...shownTotal(own, locked),
    stated: {
      id,
      units,
      eur: locked ? null : statedEur,
      transactions,
      amounts,
      notes,
      statedAt,
      statedVia,
    },
    difference: shownDifference(difference),
    explanations: {
      values: explanations.map(({ kind, explains, eventIds, eventCount }) => ({
        kind,
        explains: [...explains],
        eventIds: [...eventIds],
        eventCount,
      })),
    },
  };
}

/** Returns a difference in the form of the contract. */
export function shownDifference({ units, eur, transactions }: TotalDifference) {
  return {
    units: formatDecimal(units, AMOUNT_SCALE),
    eur: eur === null ? null : formatDecimal(eur, EUR_SCALE),
    transactions,
  };
}
