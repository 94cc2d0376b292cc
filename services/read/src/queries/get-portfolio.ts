import { formatCents, parseAmount, parseEur } from '@ctx/domain/decimal';
import { LIMITS } from '@ctx/domain/limits';
import { type Pool, readAsUser } from '@ctx/platform/postgres';
import { parameter, prepare, raw, sql, USER } from '@ctx/platform/sql';
import type {
  AssetHolding,
  DebtLiability,
  GetPortfolioRequest,
  PortfolioSnapshot,
} from '@ctx/proto/gen/ctx/v1/read';
import { parseExactEur, shownCents, unitPrice, valuation, valueAt } from '../present/money.ts';
import { shown, shownProtocol, shownSymbol } from '@ctx/domain/shown-text';
import { latestPrice } from './latest-price.ts';
import { LOT_COLUMNS, LOT_JOINS, lotDetail, type LotRow } from './lot-rows.ts';

interface HoldingRow {
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
  price: string | null;
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

interface SnapshotRow {
  now: string;
  wallet_count: number;
}

const SNAPSHOT = prepare(
  'portfolio-snapshot',
  sql`
  SELECT now() AS now, coalesce((SELECT v.wallet_count FROM figures.versions v WHERE v.user_id = ${USER}), 0) AS wallet_count`,
);

const HOLDINGS = prepare(
  'portfolio-holdings',
  sql`
  SELECT h.*, ${latestPrice('h.asset_key')} AS price FROM figures.holdings h
  WHERE h.user_id = ${USER} ORDER BY h.asset_key COLLATE "C"`,
);

// One index range per asset: the first lots of a large pool are read without reading the rest.
const LOTS = prepare(
  'portfolio-lots',
  sql`
  SELECT ${LOT_COLUMNS} FROM figures.holdings h
  CROSS JOIN LATERAL (
    SELECT * FROM figures.lots o WHERE o.user_id = ${USER} AND o.asset_key = h.asset_key AND o.is_held
    ORDER BY o.acquired_at, o.lot_id LIMIT ${raw(String(LIMITS.inlineLotsMax))}
  ) l ${LOT_JOINS}
  WHERE h.user_id = ${USER} AND ${parameter('lots')}::boolean ORDER BY l.asset_key, l.acquired_at, l.lot_id`,
);

const DEBTS = prepare(
  'portfolio-debts',
  sql`
  SELECT d.asset_key, e.asset_symbol, e.asset_chain, e.protocol, d.borrowed_at, d.amount, d.remaining, d.sale_proceeds,
    d.sold_at, ${latestPrice('d.asset_key')} AS price
  FROM figures.debts d LEFT JOIN facts.events e ON e.user_id = ${USER} AND e.event_id = d.event_id
  WHERE d.user_id = ${USER} ORDER BY d.borrowed_at, d.event_id`,
);

/** Returns holdings and debts, valued at the latest known prices (service.md, "Portfolio (beta)"; engine.md §6). */
export async function getPortfolio(
  pool: Pool,
  userId: number,
  request: GetPortfolioRequest,
): Promise<PortfolioSnapshot> {
  const values = { userId };
  const [snapshots, holdings, lots, debts] = await readAsUser<[SnapshotRow, HoldingRow, LotRow, DebtRow]>(
    pool,
    userId,
    SNAPSHOT(values),
    HOLDINGS(values),
    LOTS({ ...values, lots: request.lots ?? true }),
    DEBTS(values),
  );
  const { now, wallet_count: walletCount } = snapshots[0] as SnapshotRow;
  const lotsOf = Map.groupBy(lots, ({ asset_key }) => asset_key);
  // Sums of exact values are rounded once, at the end (engine.md §3, "Exactness").
  const totalValue = sum(holdings.map(({ amount, price }) => valueAt(amount, price) ?? 0n));
  const totalCostBasis = sum(holdings.map(({ cost_basis }) => parseExactEur(cost_basis)));
  const totalLiabilityValue = sum(debts.map(({ remaining, price }) => valueAt(remaining, price) ?? 0n));
  return {
    holdings: holdings.map((row) => holding(row, lotsOf.get(row.asset_key) ?? [], Date.parse(now))),
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

function holding(row: HoldingRow, lots: readonly LotRow[], nowMs: number): AssetHolding {
  return {
    id: row.asset_key,
    assetChain: shown(row.asset_chain ?? 'UNKNOWN'),
    assetName: shown(row.asset_name ?? row.asset_symbol),
    assetSymbol: shownSymbol(row.asset_symbol),
    amount: row.amount,
    averageCostBasis: unitPrice(row.cost_basis, row.amount) ?? '0',
    totalCostBasis: formatCents(parseEur(row.cost_basis)),
    numberOfLots: row.lot_count,
    lots: lots.map((lot) => lotDetail(lot, row.price, nowMs)),
    ...valuation(row.amount, row.cost_basis, row.price),
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
