/** Records of the portfolio beta (service.md, "Portfolio (beta)", "DeFi positions (beta)"). */
import { z } from 'zod';
import { ListPage } from './schemas.ts';
import { LIMITS } from '@ctx/domain/limits';
import { dateTime, decimal, int32, int64, nullableText, uuid } from './scalars.ts';

export const AcquisitionEvent = z
  .object({
    id: uuid(),
    amount: decimal('Amount of the asset.'),
    priceSource: z.string(),
    treatment: z.string(),
    timestamp: dateTime(),
    dataSource: nullableText(),
    description: nullableText(),
    link: nullableText(),
    protocol: nullableText(),
    euroValue: decimal('EUR value at event time; null when no price is known.').nullish(),
  })
  .meta({ id: 'AcquisitionEvent' });

const TAX_BASIS =
  'the historic cost, or what the law sets for units acquired before 2026, by their value at the end of 2025. Null without a price now or a price at the end of 2025 that is needed, and if the regime of the present year is SPECULATIEF';
const taxBasis = (sold: string, more = '') =>
  decimal(`The basis that the gain is measured from if \`${sold}\` is sold now, EUR: ${TAX_BASIS}${more}.`);
const taxableGain = () =>
  decimal('Current value less `taxBasis`, EUR: the gain of selling it now. Null if `taxBasis` is null.');

export const LotDetail = z
  .object({
    lotId: uuid(),
    acquisitionEventId: uuid(),
    acquisitionEvent: AcquisitionEvent,
    acquisitionTimestamp: dateTime(),
    acquiredAmount: decimal('Original amount of the lot.'),
    remainingAmount: decimal('Amount still owned.'),
    averageAcquisitionPrice: decimal('EUR per unit.'),
    costBasis: decimal('Historic cost of the remaining amount, EUR.'),
    currentValue: decimal('EUR; 0 when no price is known.'),
    unrealizedGain: decimal('Current value less cost basis, EUR.'),
    holdingPeriodDays: int64(),
    currentPrice: decimal('EUR per unit.').nullish(),
    unrealizedGainPercentage: decimal('In percent of the cost basis.').nullish(),
    taxBasis: taxBasis('remainingAmount').nullish(),
    unrealizedTaxableGain: taxableGain().nullish(),
  })
  .meta({ id: 'LotDetail' });

export const AssetHolding = z
  .object({
    id: z.string().describe('The asset key: the `holdingId` of the lots.'),
    assetChain: z.string(),
    assetName: z.string(),
    assetSymbol: z.string(),
    amount: decimal('Amount owned, including lots in transit.'),
    averageCostBasis: decimal('EUR per unit.'),
    currentValue: decimal('EUR; 0 when no price is known.'),
    totalCostBasis: decimal('Historic cost, EUR.'),
    unrealizedGain: decimal('Current value less cost basis, EUR.'),
    numberOfLots: int32(),
    lots: z.array(LotDetail).describe('Oldest first, at most 1,000. /portfolio/lots returns all of them.'),
    currentPrice: decimal('EUR per unit.').nullish(),
    unrealizedGainPercentage: decimal('In percent of the cost basis.').nullish(),
    newestLotDate: dateTime().nullish(),
    oldestLotDate: dateTime().nullish(),
    protocol: nullableText(),
    taxBasis: taxBasis(
      'amount',
      `, and for more than ${LIMITS.inlineLotsMax.toLocaleString('en')} lots: /previews/sale computes the gain of such a sale`,
    ).nullish(),
    unrealizedTaxableGain: taxableGain().nullish(),
  })
  .meta({ id: 'AssetHolding' });

export const DebtLiability = z
  .object({
    assetChain: z.string(),
    assetSymbol: z.string(),
    positionType: z.string(),
    status: z.string(),
    currentValue: decimal('EUR value of the remaining debt; 0 when no price is known.'),
    originalQuantity: decimal('Amount borrowed.'),
    potentialGainLoss: decimal('Sale proceeds less currentValue, EUR.'),
    remainingQuantity: decimal('Amount still owed.'),
    saleProceeds: decimal('EUR proceeds of selling borrowed units, before fees.'),
    soldAt: dateTime(),
    currentPrice: decimal('EUR per unit.').nullish(),
    protocol: nullableText(),
  })
  .meta({ id: 'DebtLiability' });

export const PortfolioSnapshot = z
  .object({
    holdings: z.array(AssetHolding),
    liabilities: z.array(DebtLiability),
    netWorth: decimal('Total value less liabilities, EUR.'),
    totalCostBasis: decimal('EUR.'),
    totalLiabilityValue: decimal('EUR.'),
    totalValue: decimal('EUR.'),
    unrealizedGain: decimal('EUR.'),
    snapshotTime: dateTime(),
    walletCount: int32(),
  })
  .meta({ id: 'PortfolioSnapshot' });

export const LotsResponse = z
  .object({
    holdingId: z.string(),
    lots: z.array(LotDetail),
    page: ListPage.optional().describe('Only if a page was requested.'),
  })
  .meta({ id: 'LotsResponse' });

export const UnderlyingAsset = z
  .object({
    assetKey: z.string(),
    assetSymbol: z.string(),
    amount: decimal('Amount of the asset.'),
    entryPrice: decimal('EUR per unit at entry.').nullish(),
    currentPrice: decimal('EUR per unit now.').nullish(),
    currentValue: decimal('EUR.').nullish(),
  })
  .meta({ id: 'UnderlyingAsset' });

export const PositionBreakdown = z
  .object({
    positionId: uuid(),
    chainId: int32(),
    chainName: z.string(),
    contractAddress: z.string(),
    protocol: z.string(),
    type: z.string(),
    entryTimestamp: dateTime(),
    isExact: z.boolean().describe('False if an amount is an estimate or a price is unknown.'),
    metadata: z.record(z.string(), z.string()),
    depositedAssets: z.array(UnderlyingAsset),
    underlyingAssets: z.array(UnderlyingAsset),
    error: nullableText(),
    totalCurrentValue: decimal('EUR; null if a price is unknown.').nullish(),
    totalEntryValue: decimal('EUR; null if an entry price is unknown.').nullish(),
    yieldPercent: decimal('Growth of the number of units, without price changes.').nullish(),
  })
  .meta({ id: 'PositionBreakdown' });

export const PositionsBreakdownResponse = z
  .object({
    errorCount: int32(),
    openPositionCount: int32(),
    positionCount: int32(),
    positions: z.array(PositionBreakdown),
    snapshotTime: dateTime(),
    totalValue: decimal('EUR, without positions of unknown value.'),
  })
  .meta({ id: 'PositionsBreakdownResponse' });
