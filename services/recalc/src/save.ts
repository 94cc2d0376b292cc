/** Saves what a run computed: only what differs is written, all in one transaction with the end of the run. */
import { AMOUNT_SCALE, EUR_SCALE, formatCents, formatDecimal } from '@ctx/common/domain/decimal';
import { LIMITS } from '@ctx/common/domain/limits';
import { presentText } from '@ctx/common/domain/third-party-text';
import type { RecalcStatus } from '@ctx/common/domain/vocabulary';
import { copyRows, type CopyValue, digestOf } from '@ctx/common/platform/copy';
import { type Client, type Pool, writeAsUser } from '@ctx/common/platform/postgres';
import { ratesOf } from './engine/law/rates.ts';
import type { EffectiveEvent, EngineOutputs, Lot, Slice, YearFigures } from './engine/types.ts';
import { type Claim, completeRun } from './state.ts';

export interface RunReport {
  readonly events: number;
  readonly durationMs: number;
  readonly engineVersion: number;
  readonly inputFingerprint: string;
  readonly outputFingerprint: string;
}

interface FiguresTable {
  readonly name: string;
  readonly key: readonly string[];
  readonly columns: readonly string[];
}

/** The tables of figures: key columns first; `digest` is added last. */
const TABLES = {
  events: {
    name: 'events',
    key: ['event_id'],
    columns: [
      ...[
        'event_id',
        'account_id',
        'year',
        'occurred_at',
        'type',
        'treatment',
        'taxable',
        'amount',
        'asset_key',
      ],
      ...[
        'asset_key_folded',
        'asset_symbol',
        'asset_symbol_folded',
        'asset_symbol_shown_folded',
        'euro_value',
      ],
      ...[
        'price_source',
        'description',
        'description_by_user',
        'protocol',
        'reference_id',
        'continuity_group_id',
      ],
      ...['override_id', 'flags', 'needs_review', 'spam', 'total_gain'],
    ],
  },
  lots: {
    name: 'lots',
    key: ['lot_id'],
    columns: [
      ...[
        'lot_id',
        'event_id',
        'asset_key',
        'acquired_at',
        'acquired_amount',
        'remaining_amount',
        'cost_basis',
      ],
      'remaining_cost_basis',
    ],
  },
  slices: {
    name: 'slices',
    key: ['event_id', 'ordinal'],
    columns: [
      ...['event_id', 'ordinal', 'lot_id', 'lot_event_id', 'amount', 'proceeds', 'cost_basis', 'gain'],
      'holding_period_days',
    ],
  },
  years: {
    name: 'years',
    key: ['year'],
    columns: [
      ...[
        'year',
        'regime',
        'capital_gains_rate_percent',
        'income_rate_percent',
        'capital_gains',
        'capital_gains_tax',
      ],
      ...[
        'income',
        'income_tax',
        'total_tax',
        'monthly_gains',
        'monthly_income',
        'transaction_count',
        'wallet_count',
      ],
      'needs_review_count',
    ],
  },
} as const satisfies Record<string, FiguresTable>;

const BATCH_ROWS = 5000;

/** Writes the figures and ends the run; answers the status after. Throws Fenced when another worker has taken over. */
export async function saveRun(
  pool: Pool,
  claim: Claim,
  outputs: EngineOutputs,
  report: RunReport,
): Promise<RecalcStatus> {
  return writeAsUser(pool, claim.userId, async (client) => {
    await replaceRows(client, claim.userId, TABLES.events, outputs.events, eventRow);
    await replaceRows(client, claim.userId, TABLES.lots, outputs.lots, lotRow);
    await replaceRows(client, claim.userId, TABLES.slices, outputs.slices, sliceRow);
    await replaceRows(client, claim.userId, TABLES.years, outputs.years, yearRow);
    await saveVersion(client, claim.userId, report);
    // Last, so that the state's row is locked for a moment only; a fence passed meanwhile undoes everything above.
    return completeRun(client, claim);
  });
}

/** Makes the user's rows of a table equal to `rows`: inserts, updates what differs, deletes the rest. */
async function replaceRows<Item>(
  client: Client,
  userId: number,
  table: FiguresTable,
  items: readonly Item[],
  toRow: (item: Item) => CopyValue[],
): Promise<void> {
  const { name, key, columns } = table;
  const all = [...columns, 'digest'].join(', ');
  const stage = `stage_${name}`;
  await client.query(
    `CREATE TEMP TABLE ${stage} ON COMMIT DROP AS SELECT ${all} FROM figures.${name} WITH NO DATA`,
  );
  // Rows are made a batch at a time: all at once cost 300 MB at 100,000 events.
  for (let start = 0; start < items.length; start += BATCH_ROWS)
    await copyRows(
      client,
      stage,
      items
        .slice(start, start + BATCH_ROWS)
        .map(toRow)
        .map(withDigest),
    );
  await client.query(`ANALYZE ${stage}`);
  const isSame = key.map((column) => `s.${column} = t.${column}`).join(' AND ');
  await client.query(
    `DELETE FROM figures.${name} t WHERE t.user_id = $1 AND NOT EXISTS (SELECT FROM ${stage} s WHERE ${isSame})`,
    [userId],
  );
  const assigned = [...columns.slice(key.length), 'digest'].map((column) => `${column} = excluded.${column}`);
  await client.query(
    `INSERT INTO figures.${name} AS t (user_id, ${all})
     SELECT $1, ${all} FROM ${stage} s
     WHERE NOT EXISTS (SELECT FROM figures.${name} t WHERE t.user_id = $1 AND ${isSame} AND t.digest = s.digest)
     ON CONFLICT (user_id, ${key.join(', ')}) DO UPDATE SET ${assigned.join(', ')}`,
    [userId],
  );
}

async function saveVersion(client: Client, userId: number, report: RunReport): Promise<void> {
  await client.query(
    `INSERT INTO figures.versions AS v
       (user_id, version, engine_version, events, duration_ms, input_fingerprint, output_fingerprint, completed_at)
     VALUES ($1, 1, $2, $3, $4, $5, $6, clock_timestamp())
     ON CONFLICT (user_id) DO UPDATE SET
       version = v.version + 1, engine_version = excluded.engine_version, events = excluded.events,
       duration_ms = excluded.duration_ms, input_fingerprint = excluded.input_fingerprint,
       output_fingerprint = excluded.output_fingerprint, completed_at = excluded.completed_at`,
    [
      userId,
      report.engineVersion,
      report.events,
      report.durationMs,
      report.inputFingerprint,
      report.outputFingerprint,
    ],
  );
}

function eventRow(event: EffectiveEvent): CopyValue[] {
  const { raw } = event;
  return [
    raw.id,
    raw.accountId,
    event.year,
    timestampText(event.timestampUs),
    event.type,
    event.treatment,
    event.taxable,
    // Every digit as imported, not as the engine's fixed point would print it.
    raw.amount,
    raw.assetKey,
    raw.assetKey.toLowerCase(),
    raw.assetSymbol,
    raw.assetSymbol.toLowerCase(),
    presentText(raw.assetSymbol, LIMITS.symbolCharactersMax).toLowerCase(),
    event.euroValueShown,
    event.priceSource,
    raw.description,
    false,
    raw.protocol,
    raw.referenceId,
    raw.continuityGroupId,
    null,
    raw.flags,
    event.needsReview,
    event.spam,
    event.totalGain === null ? null : eurText(event.totalGain),
  ];
}

function lotRow(lot: Lot): CopyValue[] {
  return [
    lot.id,
    lot.eventId,
    lot.assetKey,
    timestampText(lot.acquiredUs),
    formatDecimal(lot.acquiredAmount, AMOUNT_SCALE),
    formatDecimal(lot.remainingAmount, AMOUNT_SCALE),
    eurText(lot.costBasis),
    eurText(lot.remainingCostBasis),
  ];
}

function sliceRow(slice: Slice): CopyValue[] {
  return [
    slice.eventId,
    slice.ordinal,
    slice.lotId,
    slice.lotEventId,
    formatDecimal(slice.amount, AMOUNT_SCALE),
    slice.proceeds === null ? null : eurText(slice.proceeds),
    eurText(slice.costBasis),
    eurText(slice.gain),
    slice.holdingPeriodDays,
  ];
}

function yearRow(year: YearFigures): CopyValue[] {
  const rates = ratesOf(year.year, year.regime);
  return [
    year.year,
    year.regime,
    String(rates.capitalGainsPercent),
    String(rates.incomePercent),
    formatCents(year.capitalGains),
    formatCents(year.capitalGainsTax),
    formatCents(year.income),
    formatCents(year.incomeTax),
    formatCents(year.totalTax),
    year.monthlyGains.map(formatCents),
    year.monthlyIncome.map(formatCents),
    year.transactionCount,
    year.walletCount,
    year.needsReviewCount,
  ];
}

function eurText(eur: bigint): string {
  return formatDecimal(eur, EUR_SCALE);
}

const US_PER_MS = 1000;

/** Microseconds since the epoch as RFC 3339 with six fraction digits. */
function timestampText(epochUs: number): string {
  const ms = Math.floor(epochUs / US_PER_MS);
  return `${new Date(ms).toISOString().slice(0, -1)}${String(epochUs - ms * US_PER_MS).padStart(3, '0')}Z`;
}

function withDigest(row: readonly CopyValue[]): CopyValue[] {
  return [...row, digestOf(row)];
}
