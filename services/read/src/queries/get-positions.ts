import { readAsUser, type Source } from '../sources/source.ts';
import { prepare, sql, USER } from '@ctx/platform/sql';
import type {
  PositionBreakdown,
  PositionsBreakdownResponse,
  UnderlyingAsset,
} from '@ctx/proto/gen/ctx/v1/read';
import { shownCents, unitGrowthPercent, valueAt } from '../present/money.ts';
import { shown, shownProtocol, shownSymbol } from '@ctx/domain/shown-text';
import { latestPrice } from './price-lookups.ts';

/** An asset of a position, as imported; decimals as text. */
interface ImportedAsset {
  assetKey: string;
  assetSymbol: string;
  amount: string;
  entryPrice?: string | null;
}

interface PositionRow {
  position_id: string;
  record: {
    chainId: number;
    chainName: string;
    contractAddress: string;
    protocol: string;
    type: string;
    entryTimestamp: string;
    isExact?: boolean | null;
    metadata?: Record<string, unknown> | null;
    depositedAssets?: ImportedAsset[] | null;
    underlyingAssets?: ImportedAsset[] | null;
    error?: string | null;
  };
}

interface PriceRow {
  asset_key: string;
  price: string | null;
  now: string;
}

const POSITIONS = prepare(
  'positions',
  sql`SELECT position_id, record FROM facts.positions WHERE user_id = ${USER} ORDER BY position_id`,
);

const ASSETS = sql`
  SELECT DISTINCT x->>'assetKey' AS asset_key FROM facts.positions p,
    jsonb_array_elements(coalesce(p.record->'depositedAssets', '[]') || coalesce(p.record->'underlyingAssets', '[]')) x
  WHERE p.user_id = ${USER}`;

const PRICES = prepare(
  'positions-prices',
  sql`SELECT k.asset_key, ${latestPrice('k.asset_key')} AS price FROM (${ASSETS}) k`,
);

/** Returns the DeFi positions, valued at the latest known prices (service.md, "DeFi positions (beta)"; engine.md §6). */
export async function getPositions(source: Source, userId: number): Promise<PositionsBreakdownResponse> {
  const values = { userId };
  const [clock, rows, prices] = await readAsUser<[{ now: string }, PositionRow, PriceRow]>(
    source,
    userId,
    { name: 'positions-now', text: 'SELECT now() AS now' },
    POSITIONS(values),
    PRICES(values),
  );
  const priceOf = new Map(prices.map(({ asset_key, price }) => [asset_key, price]));
  const valued = rows.map((row) => breakdown(row, priceOf));
  return {
    errorCount: valued.filter(({ position }) => position.error !== null).length,
    openPositionCount: valued.filter(({ position }) => position.underlyingAssets.length > 0).length,
    positionCount: valued.length,
    positions: valued.map(({ position }) => position),
    snapshotTime: clock[0]?.now ?? '',
    totalValue: shownCents(valued.reduce((sum, { currentValue }) => sum + (currentValue ?? 0n), 0n)),
  };
}

interface ValuedPosition {
  readonly position: PositionBreakdown;
  readonly currentValue: bigint | null;
}

function breakdown(
  { position_id, record }: PositionRow,
  priceOf: ReadonlyMap<string, string | null>,
): ValuedPosition {
  const deposited = record.depositedAssets ?? [];
  const underlying = record.underlyingAssets ?? [];
  const entryValue = total(deposited.map(({ amount, entryPrice }) => valueAt(amount, entryPrice)));
  const currentValue = total(
    underlying.map(({ amount, assetKey }) => valueAt(amount, priceOf.get(assetKey))),
  );
  const position: PositionBreakdown = {
    positionId: position_id,
    chainId: record.chainId,
    chainName: shown(record.chainName),
    contractAddress: shown(record.contractAddress),
    protocol: shownProtocol(record.protocol) ?? '',
    type: shown(record.type),
    entryTimestamp: record.entryTimestamp,
    isExact: (record.isExact ?? true) && currentValue !== null,
    metadata: metadataOf(record.metadata ?? {}),
    depositedAssets: deposited.map((asset) => assetRecord(asset, priceOf)),
    underlyingAssets: underlying.map((asset) => assetRecord(asset, priceOf)),
    error: shown(record.error),
    totalCurrentValue: currentValue === null ? null : shownCents(currentValue),
    totalEntryValue: entryValue === null ? null : shownCents(entryValue),
    yieldPercent: unitGrowthPercent(deposited, underlying),
  };
  return { position, currentValue };
}

function assetRecord(asset: ImportedAsset, priceOf: ReadonlyMap<string, string | null>): UnderlyingAsset {
  const currentPrice = priceOf.get(asset.assetKey) ?? null;
  const currentValue = valueAt(asset.amount, currentPrice);
  return {
    assetKey: asset.assetKey,
    assetSymbol: shownSymbol(asset.assetSymbol),
    amount: asset.amount,
    entryPrice: asset.entryPrice ?? null,
    currentPrice,
    currentValue: currentValue === null ? null : shownCents(currentValue),
  };
}

/** Returns the sum, or null if an asset has no price. */
function total(values: readonly (bigint | null)[]): bigint | null {
  return values.reduce<bigint | null>(
    (sum, value) => (sum === null || value === null ? null : sum + value),
    0n,
  );
}

/** Converts values of any type to text, because what a source puts there is meant for people. */
function metadataOf(metadata: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(metadata).map(([name, value]) => [
      shown(name),
      shown(typeof value === 'string' ? value : JSON.stringify(value)),
    ]),
  );
}
