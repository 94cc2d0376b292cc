/** Records that explain an event or a figure: facts, steps, slices and what each event adds. */
import { z } from 'zod';
import { BASIS_METHODS } from '@ctx/domain/law/photo';
import {
  CONTRIBUTION_FIGURES,
  EVENT_TYPES,
  EXPLANATION_STEPS,
  PRICE_ORIGINS,
  SLICE_KINDS,
} from '@ctx/domain/vocabulary';
import { Completeness } from './completeness.ts';
import { YearEstimate } from './estimate.ts';
import { LotBasisOrigin, TaxEvent } from './inbox.ts';
import { MEANING } from './meanings.ts';
import { PAGE_FIELDS } from './pages.ts';
import { dateTime, decimal, int32, int64, nullableText, pageUrl, transactionUrl, uuid } from './scalars.ts';
import { AmountVO } from './amounts.ts';
import { Transaction } from './schemas.ts';

const HIDDEN = 'null in a locked year';

export const ImportedFact = z
  .object({
    accountId: uuid().describe(MEANING.accountId),
    source: z.string().describe('The chain, exchange or file provider behind the account.'),
    accountLabel: nullableText().describe(MEANING.accountLabel),
    file: nullableText().describe('Name of the imported file, if the account is a file import.'),
    referenceId: z.string().describe("The source's own reference, such as the row of an export."),
    type: z.enum(EVENT_TYPES).describe(MEANING.importedType),
    treatment: z.string().describe(MEANING.importedTreatment),
    taxable: z.boolean().nullish().describe('Null if the import leaves it to the type and treatment.'),
    amount: decimal('Amount of the asset, every digit as imported.'),
    timestamp: dateTime().describe('When the event happened, as imported.'),
    assetKey: z.string().describe('Stable identifier of the asset as imported.'),
    euroValue: decimal('EUR value of the event as imported.').nullish(),
    priceSource: nullableText().describe('Where the import says that the value comes from.'),
    description: nullableText().describe('What the event was, in words, as imported.'),
    counterpartyAddress: nullableText().describe('Address of the other side, as imported.'),
    chainId: int32().nullish().describe(MEANING.chainId),
    flags: z.array(z.string()).describe('Marks of the event as imported.'),
    link: nullableText().describe(MEANING.eventLink),
  })
  .meta({ id: 'ImportedFact', description: 'The event as imported, before rules and corrections.' });

export const ExplanationStep = z
  .object({
    kind: z
      .enum(EXPLANATION_STEPS)
      .describe(
        'RULE, MATCH and OVERRIDE: corrections by the user. PRICE: a value from the price series. SWAP: the share of the value of a swap. LAW: what follows from type and treatment. EARLIER_FACTS: the figures were computed from other facts than the current ones, because the year is submitted or a recalculation is pending.',
      ),
    field: z.string().describe('The field that it sets.'),
    from: nullableText().describe('The value before, as text.'),
    to: nullableText().describe('The value after, as text.'),
    at: dateTime().nullish().describe('When the user made the correction; for a price, its instant.'),
    via: nullableText().describe('Name of the token or app that made the correction.'),
    id: uuid().nullish().describe('Id of the rule, match or override.'),
    page: nullableText().describe('Whole address of the rule that applies, in the documentation.'),
  })
  .meta({ id: 'ExplanationStep', description: 'One step from the imported to the effective event.' });

const priceOrigin = () =>
  z
    .enum(PRICE_ORIGINS)
    .nullish()
    .describe(
      'ENTERED: by the user. IMPORTED. DERIVED: the price of the currency of a stablecoin. Null if it is not known.',
    );

export const ExplainedPrice = z
  .object({
    source: z.string().describe('Where the EUR value comes from, as `priceSource` of the event.'),
    unitPrice: decimal('EUR per unit, from the price series.').nullish(),
    at: dateTime().nullish().describe('Instant of that price.'),
    ageSeconds: int64().nullish().describe('Seconds from that instant to the event.'),
    origin: priceOrigin(),
  })
  .meta({ id: 'ExplainedPrice' });

export const ExplainedPhoto = z
  .object({
    value: decimal('EUR value at the photo moment.'),
    assetKey: z.string().describe('What the units were at the photo moment.'),
    amount: decimal('Amount of that asset.').nullish(),
    unitPrice: decimal('EUR per unit; null if the price changed since the year was submitted.').nullish(),
    at: dateTime().nullish().describe('Instant of that price.'),
    ageSeconds: int64().nullish().describe('Seconds from that instant to the photo moment.'),
    origin: priceOrigin(),
  })
  .meta({ id: 'ExplainedPhoto', description: 'The value of a slice on 31 December 2025.' });

export const LotChainLink = z
  .object({
    lotId: z.string().describe(MEANING.lotId),
    kind: z.string().describe('ACQUISITION, or the kind of the transfer that made the lot.'),
    taxEventId: uuid().describe('The event that brought the lot.'),
    outTaxEventId: uuid().nullish().describe('The outgoing leg of the transfer.'),
    assetKey: z.string().describe(MEANING.assetKey),
    amount: decimal('Units that the lot had at first.'),
    costBasis: decimal(`Historic cost of the whole lot, EUR; ${HIDDEN}.`).nullish(),
    arrivedAt: dateTime().describe('When the lot began.'),
    givenTaxEventIds: z
      .array(uuid())
      .describe('Of an acquisition in a group: the outgoing events, which paid for it. At most 10.'),
  })
  .meta({ id: 'LotChainLink' });

export const ExplainedSlice = z
  .object({
    kind: z.enum(SLICE_KINDS).describe('CONSUMED, MOVED into another lot, or WAITING for a match.'),
    lotId: z.string().describe(MEANING.lotId),
    acquisitionEventId: uuid().describe(MEANING.acquisitionEventId),
    acquiredAt: dateTime().describe(MEANING.acquiredAt),
    holdingPeriodDays: int64().describe(MEANING.holdingPeriodDays),
    amount: decimal('Units taken from the lot.'),
    gain: AmountVO.describe('The gain of this part, in EUR.'),
    proceeds: decimal(`Share of the proceeds, EUR; ${HIDDEN} or if unknown.`).nullish(),
    historicCost: decimal(`What the units cost, EUR; ${HIDDEN}.`).nullish(),
    photo: ExplainedPhoto.nullish().describe('The value on 31 December 2025; null if it does not count.'),
    costBasis: decimal(`Basis that is used, EUR; ${HIDDEN}.`).nullish(),
    method: z
      .enum(BASIS_METHODS)
      .nullish()
      .describe(
        `How the basis is chosen. HISTORIC: the cost. PHOTO: the value on 31 December 2025. HISTORIC_ABOVE_PHOTO: the cost, which is higher. FLOORED_AT_ZERO: the proceeds, since the higher cost makes no loss. FEES_INCLUDED: the cost with its fees. MISSING: the cost, for lack of a photo price. Null without a gain, and ${HIDDEN}.`,
      ),
    page: nullableText().describe('Whole address of the rule that applies, in the documentation.'),
    photoMissing: nullableText().describe('Asset without a photo price.'),
    basisOrigin: LotBasisOrigin.nullish().describe(
      'The last transfer that brought the units in; null if there was none.',
    ),
    chain: z
      .array(LotChainLink)
      .describe('The lot and those that it came from, newest first, back to the acquisition. At most 20.'),
    chainLeftOut: int32().describe('Links of the chain that are left out; counted up to 1,000.'),
  })
  .meta({ id: 'ExplainedSlice', description: 'The part of one lot that the event took. Not rounded.' });

export const ExplainedShortfall = z
  .object({
    amount: decimal('Units that no lot held.'),
    proceeds: decimal(`Their share of the proceeds, with basis 0; ${HIDDEN} or if unknown.`).nullish(),
  })
  .meta({ id: 'ExplainedShortfall' });

export const ExplainedDisposal = z
  .object({
    gain: AmountVO.nullish().describe('The sum of the slices and the shortfall; null if unknown.'),
    proceeds: decimal(`What the disposal brought, EUR, less fees; ${HIDDEN} or if unknown.`).nullish(),
    fees: decimal(`EUR taken off the proceeds, under SPECULATIEF; ${HIDDEN}.`).nullish(),
    costBasis: decimal(`The basis of all parts, EUR; ${HIDDEN}.`).nullish(),
    shortfall: ExplainedShortfall.nullish().describe('Units that no lot held; null if all were held.'),
  })
  .meta({ id: 'ExplainedDisposal', description: 'The sums of a disposal. Not rounded.' });

export const Explanation = z
  .object({
    fact: ImportedFact.nullish().describe('Null if the event is no longer imported.'),
    steps: z.array(ExplanationStep).describe('In the order in which they apply.'),
    price: ExplainedPrice.describe('How the EUR value of the event was found.'),
    countedValue: decimal(`EUR that counts as proceeds, cost or income; ${HIDDEN}.`).nullish(),
    income: AmountVO.nullish().describe('EUR that counts as income; null for an event that brings none.'),
    disposal: ExplainedDisposal.nullish().describe('The sums of the disposal; null for other events.'),
    slices: z.array(ExplainedSlice).describe('The parts of lots that the event took, at most 100.'),
    slicesLeftOut: int32().describe('Number of slices that are left out.'),
    groupTaxEventIds: z
      .array(uuid())
      .describe('Other events of its `continuityGroupId`, such as the legs of a swap. At most 20.'),
    groupLeftOut: int32().describe('Number of events of the group that are left out.'),
  })
  .meta({ id: 'Explanation', description: 'Why the figures of an event are what they are.' });

export const ExplainedTransaction = z
  .object({
    year: int32().describe(MEANING.year),
    locked: z.boolean().describe(MEANING.locked),
    frozen: z.boolean().describe(MEANING.frozen),
    stale: z.boolean().describe(MEANING.stale),
    transaction: Transaction.describe('The event as the list has it.'),
    event: TaxEvent,
    explanation: Explanation.describe('Why its figures are what they are.'),
    url: pageUrl(),
  })
  .meta({ id: 'ExplainedTransaction' });

export const Contribution = z
  .object({
    taxEventId: uuid().describe(MEANING.taxEventId),
    timestamp: dateTime().describe(MEANING.timestamp),
    type: z.enum(EVENT_TYPES).describe(MEANING.eventType),
    treatment: z.string().describe(MEANING.treatment),
    assetKey: z.string().describe(MEANING.assetKey),
    assetSymbol: z.string().describe(MEANING.assetSymbol),
    amount: AmountVO.describe('What the event adds to the figure, in EUR.'),
  })
  .meta({
    id: 'Contribution',
    description: 'What one event adds to a figure. Not rounded; negative for a loss.',
  });

export const ContributionsResponse = z
  .object({
    year: int32().describe(MEANING.year),
    figure: z.enum(CONTRIBUTION_FIGURES).describe('The figure that the events add up to.'),
    total: AmountVO.nullish().describe(
      'The figure of the whole year: the sum of all contributions, rounded to cents once. Null if the year has no exemption.',
    ),
    ...PAGE_FIELDS,
    locked: z.boolean().describe(MEANING.locked),
    frozen: z.boolean().describe(MEANING.frozen),
    stale: z.boolean().describe(MEANING.stale),
    contributions: z.array(Contribution).describe('What each event adds, newest first.'),
    estimate: YearEstimate.optional().describe(
      'Of the year, for gains and the exemption; left out where the year summary does.',
    ),
    completeness: Completeness.optional().describe('What the figures of the year lack.'),
    transactionUrl: transactionUrl(),
    url: pageUrl(),
  })
  .meta({ id: 'ContributionsResponse' });
