/** Records of the portfolio beta (service.md, "Portfolio (beta)", "DeFi positions (beta)"). */
import { z } from 'zod';
import { MEANING } from './meanings.ts';
import { ListPage } from './schemas.ts';
import { LIMITS } from '@ctx/domain/limits';
import { dateTime, decimal, int32, int64, nullableText, uuid } from './scalars.ts';

export const AcquisitionEvent = z
  .object({
    id: uuid().describe(MEANING.taxEventId),
    amount: decimal('Amount of the asset.'),
    priceSource: z.string().describe(MEANING.priceSource),
    treatment: z.string().describe(MEANING.treatment),
    timestamp: dateTime().describe(MEANING.timestamp),
    dataSource: nullableText().describe('The chain, exchange or file provider.'),
    description: nullableText().describe(MEANING.description),
    link: nullableText().describe(MEANING.eventLink),
    protocol: nullableText().describe(MEANING.protocol),
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
    lotId: uuid().describe(MEANING.lotId),
    acquisitionEventId: uuid().describe(MEANING.acquisitionEventId),
    acquisitionEvent: AcquisitionEvent.describe('The transaction that first acquired the units.'),
    acquisitionTimestamp: dateTime().describe(MEANING.acquiredAt),
    acquiredAmount: decimal('Original amount of the lot.'),
    remainingAmount: decimal('Amount of the lot that is still owned.'),
    averageAcquisitionPrice: decimal('Historic cost of one unit of the lot, EUR.'),
    costBasis: decimal('Historic cost of the remaining amount, EUR.'),
    currentValue: decimal('EUR; 0 when no price is known.'),
    unrealizedGain: decimal('Current value less cost basis, EUR.'),
    holdingPeriodDays: int64().describe('Days from the acquisition until now.'),
    currentPrice: decimal('Latest known price, EUR per unit.').nullish(),
    unrealizedGainPercentage: decimal('In percent of the cost basis.').nullish(),
    taxBasis: taxBasis('remainingAmount').nullish(),
    unrealizedTaxableGain: taxableGain().nullish(),
  })
  .meta({ id: 'LotDetail' });

export const AssetHolding = z
  .object({
    id: z.string().describe('The asset key: the `holdingId` of the lots.'),
    assetChain: z.string().describe('Chain of the asset, UNKNOWN if none is known.'),
    assetName: z.string().describe('Name of the asset, else its symbol: third-party text.'),
    assetSymbol: z.string().describe(MEANING.assetSymbol),
    amount: decimal('Amount owned, including lots in transit.'),
    averageCostBasis: decimal('Historic cost of one unit, EUR.'),
    currentValue: decimal('EUR; 0 when no price is known.'),
    totalCostBasis: decimal('Historic cost of the whole holding, EUR.'),
    unrealizedGain: decimal('Current value less cost basis, EUR.'),
    numberOfLots: int32().describe('Number of lots that the holding has.'),
    lots: z.array(LotDetail).describe('Oldest first, at most 1,000. /portfolio/lots returns all of them.'),
    currentPrice: decimal('Latest known price, EUR per unit.').nullish(),
    unrealizedGainPercentage: decimal('In percent of the cost basis.').nullish(),
    newestLotDate: dateTime().nullish().describe('When the units of the newest lot were first acquired.'),
    oldestLotDate: dateTime().nullish().describe('When the units of the oldest lot were first acquired.'),
    protocol: nullableText().describe('Protocol that has the units: third-party text.'),
    taxBasis: taxBasis(
      'amount',
      `, and for more than ${LIMITS.inlineLotsMax.toLocaleString('en')} lots: /previews/sale computes the gain of such a sale`,
    ).nullish(),
    unrealizedTaxableGain: taxableGain().nullish(),
  })
  .meta({ id: 'AssetHolding' });

export const DebtLiability = z
  .object({
    assetChain: z.string().describe('Chain of the asset, UNKNOWN if none is known.'),
    assetSymbol: z.string().describe(MEANING.assetSymbol),
    positionType: z.string().describe('Kind of debt: always BORROW in this release.'),
    status: z.string().describe('OPEN, or CLOSED once nothing is owed.'),
    currentValue: decimal('EUR value of the remaining debt; 0 when no price is known.'),
    originalQuantity: decimal('Amount that was borrowed.'),
    potentialGainLoss: decimal('Sale proceeds less currentValue, EUR.'),
    remainingQuantity: decimal('Amount that is still owed.'),
    saleProceeds: decimal('EUR proceeds of selling borrowed units, before fees.'),
    soldAt: dateTime().describe('When borrowed units were sold; until then, when they were borrowed.'),
    currentPrice: decimal('Latest known price, EUR per unit.').nullish(),
    protocol: nullableText().describe('Protocol of the loan: third-party text.'),
  })
  .meta({ id: 'DebtLiability' });

export const PortfolioSnapshot = z
  .object({
    holdings: z.array(AssetHolding).describe('Each asset that is held, by its key.'),
    liabilities: z.array(DebtLiability).describe('Each loan, oldest first.'),
    netWorth: decimal('Total value less liabilities, EUR.'),
    totalCostBasis: decimal('Historic cost of all holdings, EUR.'),
    totalLiabilityValue: decimal('Value of all remaining debts, EUR.'),
    totalValue: decimal('Value of all holdings, EUR.'),
    unrealizedGain: decimal('Total value less total cost basis, EUR.'),
    snapshotTime: dateTime().describe(MEANING.snapshotTime),
    walletCount: int32().describe('Number of accounts with an event that counts.'),
  })
  .meta({ id: 'PortfolioSnapshot' });

export const LotsResponse = z
  .object({
    holdingId: z.string().describe('The asset key of the holding.'),
    lots: z.array(LotDetail).describe('The lots of the holding, oldest first.'),
    page: ListPage.optional().describe('Only if a page was requested.'),
  })
  .meta({ id: 'LotsResponse' });

export const UnderlyingAsset = z
  .object({
    assetKey: z.string().describe(MEANING.assetKey),
    assetSymbol: z.string().describe(MEANING.assetSymbol),
    amount: decimal('Amount of the asset.'),
    entryPrice: decimal('EUR per unit at entry.').nullish(),
    currentPrice: decimal('EUR per unit now.').nullish(),
    currentValue: decimal('Value of the amount now, EUR; null if no price is known.').nullish(),
  })
  .meta({ id: 'UnderlyingAsset' });

export const PositionBreakdown = z
  .object({
    positionId: uuid().describe('Identifier of the position.'),
    chainId: int32().describe('EVM chain id of the position.'),
    chainName: z.string().describe('Name of the chain.'),
    contractAddress: z.string().describe('Address of the contract that holds the assets.'),
    protocol: z.string().describe('Protocol of the position: third-party text.'),
    type: z.string().describe('Kind of the position, as its importer names it.'),
    entryTimestamp: dateTime().describe('When the position was opened.'),
    isExact: z.boolean().describe('False if an amount is an estimate or a price is unknown.'),
    metadata: z
      .record(z.string(), z.string())
      .describe('What else the source says of the position, as text.'),
    depositedAssets: z.array(UnderlyingAsset).describe('What was put in at entry.'),
    underlyingAssets: z.array(UnderlyingAsset).describe('What the position holds now.'),
    error: nullableText().describe('Why the position could not be read; null if it could.'),
    totalCurrentValue: decimal('EUR; null if a price is unknown.').nullish(),
    totalEntryValue: decimal('EUR; null if an entry price is unknown.').nullish(),
    yieldPercent: decimal('Growth of the number of units, without price changes.').nullish(),
  })
  .meta({ id: 'PositionBreakdown' });

export const PositionsBreakdownResponse = z
  .object({
    errorCount: int32().describe('Number of positions with an error.'),
    openPositionCount: int32().describe('Number of positions that hold assets.'),
    positionCount: int32().describe('Number of all positions.'),
    positions: z.array(PositionBreakdown).describe('The positions, in order of their identifiers.'),
    snapshotTime: dateTime().describe(MEANING.snapshotTime),
    totalValue: decimal('EUR, without positions of unknown value.'),
  })
  .meta({ id: 'PositionsBreakdownResponse' });
