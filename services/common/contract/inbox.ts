/** Records of the inbox: issues, their events and existing corrections (service.md, "Issues inbox"). */
import { z } from 'zod';
import { EVENT_TYPES } from '@ctx/domain/vocabulary';
import { dateTime, decimal, int32, int64, nullableText, uuid } from './scalars.ts';
import { ListPage, ReviewQueueSummary } from './schemas.ts';

export const LotBasisOrigin = z
  .object({
    depositEventId: uuid(),
    kind: z.string(),
    originalAcquiredAt: z.string(),
    receivedAt: z.string(),
    withdrawalEventIds: z.array(uuid()),
    offlineWalletLabel: nullableText(),
  })
  .meta({ id: 'LotBasisOrigin', description: 'The last transfer that brought the units in.' });

export const AcquisitionLot = z
  .object({
    acquisitionEventId: uuid(),
    acquisitionTimestamp: z.string(),
    amount: decimal('Amount taken from this lot.'),
    gain: decimal('EUR; in a locked year the middle of its range.'),
    holdingPeriodDays: int64(),
    averageAcquisitionPrice: decimal('EUR per unit; null in a locked year.').nullish(),
    costBasis: decimal('Cost basis of the gain, EUR; null in a locked year.').nullish(),
    basisOrigin: LotBasisOrigin.nullish(),
  })
  .meta({ id: 'AcquisitionLot', description: 'Part of one lot that a disposal consumed.' });

export const LoanClosure = z
  .object({
    borrowEventId: uuid(),
    borrowTimestamp: z.string(),
    interestPaid: decimal('Amount of the asset.'),
    originalCostBasis: decimal('EUR at borrowing.'),
    originalPrincipal: decimal('Amount of the asset.'),
    principalPaid: decimal('Amount of the asset.'),
    loanDurationDays: int64(),
    protocol: nullableText(),
  })
  .meta({ id: 'LoanClosure', description: 'A loan that a repayment closed.' });

export const TaxEventAsset = z
  .object({ assetId: z.string(), symbol: z.string() })
  .meta({ id: 'TaxEventAsset' });

export const TaxEventKey = z
  .object({
    accountId: uuid(),
    assetId: z.string(),
    originalType: z.enum(EVENT_TYPES),
    referenceId: z.string(),
  })
  .meta({ id: 'TaxEventKey' });

export const TaxEventNote = z
  .object({
    id: z.string(),
    note: z.string(),
    createdAt: dateTime(),
    updatedAt: dateTime(),
    createdBy: int64(),
  })
  .meta({ id: 'TaxEventNote' });

export const TaxEventAttachment = z
  .object({
    id: z.string(),
    filename: z.string(),
    contentType: z.string(),
    documentType: z.string(),
    documentTypeLabel: z.string(),
    byteSize: int64(),
    createdAt: dateTime(),
    uploadedBy: int64(),
  })
  .meta({ id: 'TaxEventAttachment' });

export const TaxEventOverride = z
  .object({
    accountId: z.string(),
    amount: decimal('Amount as imported.'),
    assetId: z.string(),
    originalType: z.string(),
    referenceId: z.string(),
    id: uuid().nullish(),
    createdAt: dateTime().nullish(),
    updatedAt: dateTime().nullish(),
    orphanedSince: dateTime().nullish(),
    originAcquiredAt: dateTime().nullish(),
    overriddenTimestamp: dateTime().nullish(),
    updatedBy: int64().nullish(),
    submissionId: uuid().nullish(),
    notes: nullableText(),
    offlineWalletLabel: nullableText(),
    originalDescription: nullableText(),
    originalTreatment: nullableText(),
    overriddenDescription: nullableText(),
    overriddenTreatment: nullableText(),
    overriddenType: nullableText(),
    originalEuroValue: decimal('EUR as imported.').nullish(),
    overriddenEuroValue: decimal('EUR as corrected.').nullish(),
    overriddenAmount: decimal('Amount as corrected.').nullish(),
    originalTaxable: z.boolean().nullish(),
    overriddenTaxable: z.boolean().nullish(),
    originalFlags: z.array(z.string()),
    overriddenFlags: z.array(z.string()).nullish().describe('An empty list removes all flags.'),
    overriddenAssetId: z
      .string()
      .optional()
      .describe('Asset as corrected; `assetId` is the asset as imported.'),
    overriddenAssetSymbol: z.string().optional(),
  })
  .meta({ id: 'TaxEventOverride', description: 'The corrections of one event by the user.' });

const BASE_EVENT = {
  amount: decimal('Amount of the asset.'),
  asset: TaxEventAsset,
  attachments: z.array(TaxEventAttachment),
  flags: z.array(z.string()),
  isLoan: z.boolean(),
  isManualCorrection: z.boolean(),
  isRepayment: z.boolean(),
  needsReview: z.boolean(),
  priceSource: z.string(),
  taxable: z.boolean(),
  timestamp: dateTime(),
  treatment: z.string(),
  accountLabel: nullableText(),
  continuityGroupId: nullableText(),
  description: nullableText(),
  link: nullableText(),
  manualCorrectionId: nullableText(),
  manualCorrectionKind: nullableText(),
  referenceId: nullableText(),
  euroValue: decimal('EUR value at event time; null when no price is known.').nullish(),
  id: uuid().nullish(),
  eventKey: TaxEventKey.nullish(),
  eventNote: TaxEventNote.nullish(),
  eventOverride: TaxEventOverride.nullish(),
};

export const AcquisitionTaxEvent = z
  .object({ type: z.literal('ACQUISITION'), ...BASE_EVENT })
  .meta({ id: 'AcquisitionTaxEvent' });
export const DispositionTaxEvent = z
  .object({
    type: z.literal('DISPOSITION'),
    ...BASE_EVENT,
    acquisitions: z.array(AcquisitionLot).describe('The lots that it consumed, at most 1,000.'),
    averageSellPrice: decimal('EUR per unit; null in a locked year.').nullish(),
    totalGain: decimal('EUR; null in a locked year or if the proceeds are unknown.').nullish(),
    loanClosures: z.array(LoanClosure),
  })
  .meta({ id: 'DispositionTaxEvent' });
export const ExpenseTaxEvent = z
  .object({ type: z.literal('EXPENSE'), ...BASE_EVENT, isInterestExpense: z.boolean() })
  .meta({ id: 'ExpenseTaxEvent' });
export const FeeTaxEvent = z.object({ type: z.literal('FEE'), ...BASE_EVENT }).meta({ id: 'FeeTaxEvent' });
export const IncomeTaxEvent = z
  .object({ type: z.literal('INCOME'), ...BASE_EVENT })
  .meta({ id: 'IncomeTaxEvent' });
/** In the interface description alone: what clients know of an event whose type is newer than they are. */
export const OtherTaxEvent = z
  .object({ type: z.string().describe('A type that later releases add.'), ...BASE_EVENT })
  .meta({
    id: 'OtherTaxEvent',
    description: 'A tax event of a type that later releases add, with the fields that every event has.',
  });

export const TaxEvent = z
  .discriminatedUnion('type', [
    AcquisitionTaxEvent,
    DispositionTaxEvent,
    ExpenseTaxEvent,
    FeeTaxEvent,
    IncomeTaxEvent,
  ])
  .meta({ id: 'TaxEvent', description: 'A tax event. `type` determines the variant.' });

export const CopilotSuggestion = z
  .object({
    suggestionType: z.string(),
    summary: z.string(),
    locked: z.boolean(),
    counterpartEventId: nullableText(),
    estimatedImpactEur: decimal(
      'Change of the gross tax if the suggestion is applied, EUR; null in a locked year.',
    ).nullish(),
    transferKind: nullableText(),
    joinMatchId: uuid().optional().describe('The match to join.'),
  })
  .meta({ id: 'CopilotSuggestion' });

export const OrphanedCorrection = z
  .object({
    overrideId: uuid(),
    assetId: z.string(),
    originalType: z.string(),
    referenceId: z.string(),
    notes: nullableText(),
    orphanedSince: dateTime().nullish(),
    overriddenDescription: nullableText(),
    overriddenType: nullableText(),
  })
  .meta({ id: 'OrphanedCorrection', description: 'A correction without its event.' });

export const PossibleDuplicate = z
  .object({
    id: uuid(),
    fileId: uuid().describe('To remove if imported twice.'),
    fileName: z.string(),
    accountLabel: z.string(),
    otherAccountLabel: z.string(),
    otherFormat: nullableText().describe('Null without a file.'),
    otherFileName: nullableText(),
    transactionCount: int32(),
    firstAt: dateTime(),
    lastAt: dateTime(),
  })
  .meta({ id: 'PossibleDuplicate', description: 'Transactions that look imported twice.' });

export const BalanceOfIssue = z
  .object({
    accountId: uuid(),
    accountLabel: z.string(),
    assetId: z.string(),
    at: dateTime(),
    expected: decimal('What the transactions add up to; null of a file.').nullish(),
    stated: decimal('Null of a file.').nullish(),
    difference: decimal('What no transaction explains; negative for what left.'),
    fileId: uuid().nullish(),
    fileName: nullableText(),
    afterLine: int32().nullish().describe('The lines of the file between which it is.'),
    line: int32().nullish(),
  })
  .meta({
    id: 'BalanceOfIssue',
    description: 'A balance, stated or of a file, that the transactions of an account do not explain.',
  });

export const ReviewQueueItem = z
  .object({
    title: z.string(),
    explanation: z.string(),
    issueType: z.string(),
    queue: z.string(),
    severity: z.string(),
    recommendedAction: z.string(),
    recommendedActionId: z.string(),
    locked: z.boolean(),
    year: int32().nullish(),
    sourceEventId: uuid().nullish().describe('The tax event to correct.'),
    event: TaxEvent.nullish(),
    copilot: CopilotSuggestion.nullish(),
    orphanedCorrection: OrphanedCorrection.nullish(),
    missingPriceAssetKey: nullableText().describe('Asset without a photo price.'),
    namesakeAssetKey: z.string().optional().describe('Perhaps the same asset.'),
    unmatchedEventId: uuid().optional(),
    incompleteFileId: uuid().optional(),
    possibleDuplicate: PossibleDuplicate.nullish(),
    balance: BalanceOfIssue.nullish(),
  })
  .meta({ id: 'ReviewQueueItem' });

export const IssuesInbox = z
  .object({
    copilotEstimatedImpactTotalEur: decimal(
      'Sum of the impacts of all suggestions, each computed separately.',
    ),
    copilotFixableCount: int32(),
    counts: ReviewQueueSummary,
    items: z.array(ReviewQueueItem).describe('Most severe first, then newest, at most 2,000.'),
    years: z.array(int32()),
    page: ListPage.optional().describe('Only if a page was requested.'),
  })
  .meta({ id: 'IssuesInbox' });
