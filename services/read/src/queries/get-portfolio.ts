import { formatCents, parseAmount, parseEur } from '@ctx/domain/decimal';
import { LIMITS } from '@ctx/domain/limits';
import { readAsUser, type Source } from '../sources/source.ts';
import { empty, parameter, prepare, raw, sql, type Sql, USER } from '@ctx/platform/sql';
import { assetOfEvent, lookUpAssetCorrection } from '@ctx/records/asset-of-event';
import type {
  AssetHolding,
  DebtLiability,
  GetPortfolioRequest,
  PortfolioSnapshot,
} from '@ctx/proto/gen/ctx/v1/read';
import { parseExactEur, shownCents, unitPrice, valuation, valueAt } from '../present/money.ts';
import { shown, shownProtocol, shownSymbol } from '@ctx/domain/shown-text';
import { type SaleTerms, type SoldLot, taxBasisOfHolding, taxedGain } from '../present/sale-now.ts';
import {
  LOT_COLUMNS,
  LOT_JOINS,
  lotDetail,
  type LotRow,
  PRICE_COLUMNS,
  type PriceRow,
  SALE_COLUMNS,
  type SaleRow,
  saleTerms,
  SOLD_LOT_COLUMNS,
} from './lot-rows.ts';
import { latestPrice } from './price-lookups.ts';

interface HoldingRow extends PriceRow {
  asset_key: string;
  asset_symbol: string;
  asset_name: string | null;
  asset_chain: string | null;
  protocol: string | null;
  amount: string;
  cost_basis: string;
  lot_count: number;
  oldest_lot_at: string;
  newest_lot_at: string;
}

interface DebtRow {
  asset_symbol: string | null;
  asset_key: string;
  asset_chain: string | null;
  protocol: string | null;
  borrowed_at: string;
  amount: string;
  remaining: string;
  sale_proceeds: string;
  sold_at: string | null;
  price: string | null;
}

interface SnapshotRow extends SaleRow {
  wallet_count: number;
}

const SNAPSHOT = prepare(
  'portfolio-snapshot',
  sql`
  SELECT ${SALE_COLUMNS}, coalesce((SELECT v.wallet_count FROM figures.versions v WHERE v.user_id = ${USER}), 0) AS wallet_count`,
);

const HOLDINGS = prepare(
  'portfolio-holdings',
  sql`
  SELECT h.*, ${PRICE_COLUMNS} FROM figures.holdings h
  WHERE h.user_id = ${USER} ORDER BY h.asset_key COLLATE "C"`,
);

const LOTS_MAX = raw(String(LIMITS.inlineLotsMax));
const WITH_LOTS = sql`${parameter('lots')}::boolean`;

/** Selects lots `l` of each holding. One index range per asset: the first lots of a large pool are read without reading the rest. */
const lotsOfHoldings = (columns: Sql, joins: Sql): Sql => sql`
  SELECT ${columns} FROM figures.holdings h
  CROSS JOIN LATERAL (
    SELECT * FROM figures.lots o WHERE o.user_id = ${USER} AND o.asset_key = h.asset_key AND o.is_held
    ORDER BY o.acquired_at, o.lot_id LIMIT ${LOTS_MAX}
  ) l ${joins} WHERE h.user_id = ${USER}`;

const LOTS = prepare(
  'portfolio-lots',
  sql`${lotsOfHoldings(LOT_COLUMNS, LOT_JOINS)} AND ${WITH_LOTS} ORDER BY l.asset_key, l.acquired_at, l.lot_id`,
);

/** Without lots in the response: what their basis follows from, for holdings of which that is all lots. */
const SOLD_LOTS = prepare(
  'portfolio-sold-lots',
  sql`${lotsOfHoldings(SOLD_LOT_COLUMNS, empty)} AND NOT ${WITH_LOTS} AND h.lot_count <= ${LOTS_MAX}`,
);

const DEBTS = prepare(
  'portfolio-debts',
  sql`
  SELECT d.asset_key, ${assetOfEvent('asset_symbol')} AS asset_symbol, ${assetOfEvent('asset_chain')} AS asset_chain, e.protocol, d.borrowed_at, d.amount, d.remaining, d.sale_proceeds,
    d.sold_at, ${latestPrice('d.asset_key')} AS price
  FROM figures.debts d LEFT JOIN facts.events e ON e.user_id = ${USER} AND e.event_id = d.event_id
    ${lookUpAssetCorrection(USER, raw('d.event_id'))}
  WHERE d.user_id = ${USER} ORDER BY d.borrowed_at, d.event_id`,
);

/** Returns holdings and debts, valued at the latest known prices (service.md, "Portfolio (beta)"; engine.md §6). */
export async function getPortfolio(
  source: Source,
  userId: number,
  request: GetPortfolioRequest,
): Promise<PortfolioSnapshot> {
  const values = { userId, lots: request.lots ?? true };
  const [snapshots, holdings, lots, soldLots, debts] = await readAsUser<
    [SnapshotRow, HoldingRow, LotRow, SoldLot, DebtRow]
  >(source, userId, SNAPSHOT(values), HOLDINGS(values), LOTS(values), SOLD_LOTS(values), DEBTS(values));
  const snapshot = snapshots[0] as SnapshotRow;
  const { now, wallet_count: walletCount } = snapshot;
  const lotsOf = Map.groupBy(lots, ({ asset_key }) => asset_key);
  const soldLotsOf = Map.groupBy(values.lots ? lots : soldLots, ({ asset_key }) => asset_key);
  // Sums of exact values are rounded once, at the end (engine.md §3, "Exactness").
  const totalValue = sum(holdings.map(({ amount, price }) => valueAt(amount, price) ?? 0n));
  const totalCostBasis = sum(holdings.map(({ cost_basis }) => parseExactEur(cost_basis)));
  const totalLiabilityValue = sum(debts.map(({ remaining, price }) => valueAt(remaining, price) ?? 0n));
  return {
    holdings: holdings.map((row) => {
      const shownLots = lotsOf.get(row.asset_key) ?? [];
      const sold = soldLotsOf.get(row.asset_key) ?? [];
      return holding(row, { shownLots, sold, terms: saleTerms(snapshot, row), nowMs: Date.parse(now) });
    }),
    liabilities: debts.map(liability),
    netWorth: shownCents(totalValue - totalLiabilityValue),
    totalCostBasis: shownCents(totalCostBasis),
    totalLiabilityValue: shownCents(totalLiabilityValue),
    totalValue: shownCents(totalValue),
    unrealizedGain: shownCents(totalValue - totalCostBasis),
    snapshotTime: now,
    walletCount,
  };
}

/** The lots of a holding: those in the response, and those that its tax basis is the sum of. */
interface HoldingLots {
  readonly shownLots: readonly LotRow[];
  readonly sold: readonly SoldLot[];
  readonly terms: SaleTerms;
  readonly nowMs: number;
}

function holding(row: HoldingRow, { shownLots, sold, terms, nowMs }: HoldingLots): AssetHolding {
  return {
    id: row.asset_key,
    assetChain: shown(row.asset_chain ?? 'UNKNOWN'),
    assetName: shown(row.asset_name ?? row.asset_symbol),
    assetSymbol: shownSymbol(row.asset_symbol),
    amount: row.amount,
    averageCostBasis: unitPrice(row.cost_basis, row.amount) ?? '0',
    totalCostBasis: formatCents(parseEur(row.cost_basis)),
    numberOfLots: row.lot_count,
    lots: shownLots.map((lot) => lotDetail(lot, terms, nowMs)),
    ...valuation(row.amount, row.cost_basis, row.price),
    ...taxedGain(taxBasisOfHolding(sold, row.lot_count, terms), row.amount, row.price),
    newestLotDate: row.newest_lot_at,
    oldestLotDate: row.oldest_lot_at,
    protocol: shownProtocol(row.protocol),
  };
}

/** Sale proceeds and `soldAt` are those of the borrowed units; 0 and the time of borrowing until some are sold. */
function liability(row: DebtRow): DebtLiability {
  const { currentPrice, currentValue } = valuation(row.remaining, '0', row.price);
  const owed = valueAt(row.remaining, row.price) ?? 0n;
  return {
    assetChain: shown(row.asset_chain ?? 'UNKNOWN'),
    assetSymbol: shownSymbol(row.asset_symbol ?? row.asset_key),
    positionType: 'BORROW',
    status: parseAmount(row.remaining) === 0n ? 'CLOSED' : 'OPEN',
    currentValue,
    originalQuantity: row.amount,
    potentialGainLoss: shownCents(parseExactEur(row.sale_proceeds) - owed),
    remainingQuantity: row.remaining,
    saleProceeds: formatCents(parseEur(row.sale_proceeds)),
    soldAt: row.sold_at ?? row.borrowed_at,
    currentPrice,
    protocol: shownProtocol(row.protocol),
  };
}

function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n);
}
