/** Records of the inbox: issues, their events and existing corrections (service.md, "Issues inbox"). */
import { z } from 'zod';
import { EVENT_TYPES } from '@ctx/domain/vocabulary';
import { MEANING } from './meanings.ts';
import { dateTime, decimal, int32, int64, nullableText, uuid } from './scalars.ts';
import { ListPage, ReviewQueueSummary } from './schemas.ts';
import { ReportedOfIssue } from './stated-totals.ts';

export const LotBasisOrigin = z
  .object({
    depositEventId: uuid().describe('The `id` of the transaction that brought the units in.'),
    kind: z.string().describe('What kind of transfer it was.'),
    originalAcquiredAt: z.string().describe(MEANING.acquiredAt),
    receivedAt: z.string().describe('When the transfer arrived.'),
    withdrawalEventIds: z
      .array(uuid())
      .describe('The `id` of the transaction that the units left with; empty if none is known.'),
    offlineWalletLabel: nullableText().describe('Always null in this release.'),
  })
  .meta({ id: 'LotBasisOrigin', description: 'The last transfer that brought the units in.' });

export const AcquisitionLot = z
  .object({
    acquisitionEventId: uuid().describe(MEANING.acquisitionEventId),
    acquisitionTimestamp: z.string().describe(MEANING.acquiredAt),
    amount: decimal('Amount taken from this lot.'),
    gain: decimal('Gain of this part, EUR; in a locked year the middle of its range.'),
    holdingPeriodDays: int64().describe(MEANING.holdingPeriodDays),
    averageAcquisitionPrice: decimal(
      'Unit cost that the law uses, EUR: for units from before 2026 usually their value on 31 December 2025, not what was paid. Null in a locked year.',
    ).nullish(),
    costBasis: decimal('Cost basis of the gain, EUR; null in a locked year.').nullish(),
    historicUnitCost: decimal(
      'What one unit cost when it was acquired, EUR. Only where one transaction is explained, and never in a locked year.',
    ).optional(),
    basisOrigin: LotBasisOrigin.nullish().describe(
      'The last transfer that brought the units in; null if there was none.',
    ),
  })
  .meta({ id: 'AcquisitionLot', description: 'Part of one lot that a disposal consumed.' });

export const LoanClosure = z
  .object({
    borrowEventId: uuid().describe('The `id` of the transaction that borrowed the units.'),
    borrowTimestamp: z.string().describe('When the units were borrowed.'),
    interestPaid: decimal('Amount of the asset.'),
    originalCostBasis: decimal('EUR value of the units when they were borrowed.'),
    originalPrincipal: decimal('Amount of the asset.'),
    principalPaid: decimal('Amount of the asset.'),
    loanDurationDays: int64().describe('Days from the borrowing to the repayment.'),
    protocol: nullableText().describe('Protocol of the loan: third-party text.'),
  })
  .meta({ id: 'LoanClosure', description: 'A loan that a repayment closed.' });

export const TaxEventAsset = z
  .object({
    assetId: z.string().describe(MEANING.assetKey),
    symbol: z.string().describe(MEANING.assetSymbol),
  })
  .meta({ id: 'TaxEventAsset' });

export const TaxEventKey = z
  .object({
    accountId: uuid().describe(MEANING.accountId),
    assetId: z.string().describe('Stable identifier of the asset as imported.'),
    originalType: z.enum(EVENT_TYPES).describe(MEANING.importedType),
    referenceId: z.string().describe(MEANING.referenceId),
  })
  .meta({ id: 'TaxEventKey' });

export const TaxEventNote = z
  .object({
    id: z.string().describe('Identifier of the note.'),
    note: z.string().describe('The text of the note, as written.'),
    createdAt: dateTime().describe('When the note was written.'),
    updatedAt: dateTime().describe('When the note was last changed.'),
    createdBy: int64().describe('Number of the user who owns the import.'),
  })
  .meta({ id: 'TaxEventNote' });

export const TaxEventAttachment = z
  .object({
    id: z.string().describe('Identifier of the attachment.'),
    filename: z.string().describe('Name of the attached file.'),
    contentType: z.string().describe('Media type of the attached file.'),
    documentType: z.string().describe('What kind of document it is, such as INVOICE.'),
    documentTypeLabel: z.string().describe('What kind of document it is, in words.'),
    byteSize: int64().describe('Size of the attached file in bytes.'),
    createdAt: dateTime().describe('When the file was attached.'),
    uploadedBy: int64().describe('Number of the user who owns the import.'),
  })
  .meta({ id: 'TaxEventAttachment' });

export const TaxEventOverride = z
  .object({
    accountId: z.string().describe(MEANING.accountId),
    amount: decimal('Amount of the asset as imported.'),
    assetId: z.string().describe('Stable identifier of the asset as imported.'),
    originalType: z.string().describe(MEANING.importedType),
    referenceId: z.string().describe(MEANING.referenceId),
    id: uuid().nullish().describe('Identifier of the override; null once its last field is removed.'),
    createdAt: dateTime().nullish().describe('When the override was created.'),
    updatedAt: dateTime().nullish().describe('When the override was last changed.'),
    orphanedSince: dateTime()
      .nullish()
      .describe('Since when its event is no longer imported; null while it is.'),
    originAcquiredAt: dateTime()
      .nullish()
      .describe('When the units of a self-transfer were first acquired, as corrected.'),
    overriddenTimestamp: dateTime().nullish().describe('When the event happened, as corrected.'),
    updatedBy: int64().nullish().describe('Number of the user.'),
    submissionId: uuid().nullish().describe('Always null in this release.'),
    notes: nullableText().describe(MEANING.notes),
    offlineWalletLabel: nullableText().describe('Always null in this release.'),
    originalDescription: nullableText().describe('What the event was, in words, as imported.'),
    originalTreatment: nullableText().describe(MEANING.importedTreatment),
    overriddenDescription: nullableText().describe('What the event was, in words, as corrected.'),
    overriddenTreatment: nullableText().describe('How the event is treated for tax, as corrected.'),
    overriddenType: nullableText().describe('Type of the event as corrected.'),
    originalEuroValue: decimal('EUR value of the event as imported.').nullish(),
    overriddenEuroValue: decimal('EUR value of the event as corrected.').nullish(),
    overriddenAmount: decimal('Amount of the asset as corrected.').nullish(),
    originalTaxable: z.boolean().nullish().describe('Whether the event counts for tax, as imported.'),
    overriddenTaxable: z.boolean().nullish().describe('Whether the event counts for tax, as corrected.'),
    originalFlags: z.array(z.string()).describe('Marks of the event as imported.'),
    overriddenFlags: z.array(z.string()).nullish().describe('An empty list removes all flags.'),
    overriddenAssetId: z
      .string()
      .optional()
      .describe('Asset as corrected; `assetId` is the asset as imported.'),
    overriddenAssetSymbol: z.string().optional().describe('Short name of the asset as corrected.'),
  })
  .meta({ id: 'TaxEventOverride', description: 'The corrections of one event by the user.' });

const BASE_EVENT = {
  amount: decimal('Amount of the asset.'),
  asset: TaxEventAsset.describe('The asset of the event.'),
  attachments: z.array(TaxEventAttachment).describe('Documents that its import attached.'),
  flags: z.array(z.string()).describe(MEANING.flags),
  isLoan: z.boolean().describe('True if the units were borrowed.'),
  isManualCorrection: z.boolean().describe('True if the event has an override or a match.'),
  isRepayment: z.boolean().describe('True if the event repays a loan.'),
  needsReview: z.boolean().describe(MEANING.needsReview),
  priceSource: z.string().describe(MEANING.priceSource),
  taxable: z.boolean().describe(MEANING.taxable),
  timestamp: dateTime().describe(MEANING.timestamp),
  treatment: z.string().describe(MEANING.treatment),
  accountLabel: nullableText().describe('Name of the account, else its data source.'),
  continuityGroupId: nullableText().describe(MEANING.continuityGroupId),
  description: nullableText().describe(MEANING.description),
  link: nullableText().describe(MEANING.eventLink),
  manualCorrectionId: nullableText().describe('The `id` of its override, else of its match.'),
  manualCorrectionKind: nullableText().describe('OVERRIDE or TRANSFER_MATCH; null without a correction.'),
  referenceId: nullableText().describe(MEANING.referenceId),
  euroValue: decimal('EUR value at event time; null when no price is known.').nullish(),
  id: uuid().nullish().describe('Identifier of the event, which corrections take.'),
  eventKey: TaxEventKey.nullish().describe('What identifies the event at its source.'),
  eventNote: TaxEventNote.nullish().describe('Note on the event, which its import brought.'),
  eventOverride: TaxEventOverride.nullish().describe('The corrections of the event; null if there are none.'),
};

export const AcquisitionTaxEvent = z
  .object({ type: z.literal('ACQUISITION').describe('Which variant it is.'), ...BASE_EVENT })
  .meta({ id: 'AcquisitionTaxEvent' });
export const DispositionTaxEvent = z
  .object({
    type: z.literal('DISPOSITION').describe('Which variant it is.'),
    ...BASE_EVENT,
    acquisitions: z.array(AcquisitionLot).describe('The lots that it consumed, at most 1,000.'),
    averageSellPrice: decimal('Proceeds of one unit, EUR; null in a locked year.').nullish(),
    totalGain: decimal(
      'Gain of the event, EUR; null in a locked year or if the proceeds are unknown.',
    ).nullish(),
    loanClosures: z.array(LoanClosure).describe('The loans that a repayment closed.'),
  })
  .meta({ id: 'DispositionTaxEvent' });
export const ExpenseTaxEvent = z
  .object({
    type: z.literal('EXPENSE').describe('Which variant it is.'),
    ...BASE_EVENT,
    isInterestExpense: z.boolean().describe('True if the expense is the interest of a loan.'),
  })
  .meta({ id: 'ExpenseTaxEvent' });
export const FeeTaxEvent = z
  .object({ type: z.literal('FEE').describe('Which variant it is.'), ...BASE_EVENT })
  .meta({ id: 'FeeTaxEvent' });
export const IncomeTaxEvent = z
  .object({ type: z.literal('INCOME').describe('Which variant it is.'), ...BASE_EVENT })
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
    suggestionType: z.string().describe('What is suggested, such as TRANSFER_MATCH.'),
    summary: z.string().describe('What is suggested, in words.'),
    locked: z.boolean().describe(MEANING.locked),
    counterpartEventId: nullableText().describe('The `id` of the other side of the transfer.'),
    estimatedImpactEur: decimal(
      'Change of the gross tax if the suggestion is applied, EUR; null in a locked year.',
    ).nullish(),
    transferKind: nullableText().describe('The kind for the suggested match.'),
    joinMatchId: uuid().optional().describe('The match to join.'),
  })
  .meta({ id: 'CopilotSuggestion' });

export const OrphanedCorrection = z
  .object({
    overrideId: uuid().describe('Identifier of the override.'),
    assetId: z.string().describe('Stable identifier of the asset as imported.'),
    originalType: z.string().describe('Type of the event as it was imported.'),
    referenceId: z.string().describe(MEANING.referenceId),
    notes: nullableText().describe(MEANING.notes),
    orphanedSince: dateTime().nullish().describe('Since when its event is no longer imported.'),
    overriddenDescription: nullableText().describe('What the event was, in words, as corrected.'),
    overriddenType: nullableText().describe('Type of the event as corrected.'),
  })
  .meta({ id: 'OrphanedCorrection', description: 'A correction without its event.' });

export const PossibleDuplicate = z
  .object({
    id: uuid().describe('Identifier of the group of transactions.'),
    fileId: uuid().describe('To remove if imported twice.'),
    fileName: z.string().describe('Name of the file.'),
    accountLabel: z.string().describe('Name of the account of the file.'),
    otherAccountLabel: z.string().describe('Name of the account that has the other transactions.'),
    otherFormat: nullableText().describe('Null without a file.'),
    otherFileName: nullableText().describe('The newest file with the other transactions; null without one.'),
    transactionCount: int32().describe('Number of transactions that look alike.'),
    firstAt: dateTime().describe('When the first of them happened.'),
    lastAt: dateTime().describe('When the last of them happened.'),
  })
  .meta({ id: 'PossibleDuplicate', description: 'Transactions that look imported twice.' });

export const BalanceOfIssue = z
  .object({
    accountId: uuid().describe(MEANING.accountId),
    accountLabel: z.string().describe(MEANING.accountLabel),
    assetId: z.string().describe('The asset: its identifier, or its name in the file.'),
    at: dateTime().describe('When the account had the balance.'),
    expected: decimal('What the transactions add up to; null of a file.').nullish(),
    stated: decimal('Null of a file.').nullish(),
    difference: decimal('What no transaction explains; negative for what left.'),
    fileId: uuid().nullish().describe('Identifier of the file; null for a stated balance.'),
    fileName: nullableText().describe('Name of the file; null for a stated balance.'),
    afterLine: int32().nullish().describe('The lines of the file between which it is.'),
    line: int32().nullish().describe('The later one of these lines.'),
  })
  .meta({
    id: 'BalanceOfIssue',
    description: 'A balance, stated or of a file, that the transactions of an account do not explain.',
  });

export const ReviewQueueItem = z
  .object({
    title: z.string().describe('What is wrong, in a few words.'),
    explanation: z.string().describe('What it means for the figures.'),
    issueType: z.string().describe('What kind of issue it is.'),
    queue: z.string().describe('Group of issues that are settled in the same way.'),
    severity: z.string().describe('How much it can change the figures: HIGH, MEDIUM or LOW.'),
    recommendedAction: z.string().describe('What to do about it, in words.'),
    recommendedActionId: z.string().describe('What to do about it, as a code.'),
    locked: z.boolean().describe(MEANING.locked),
    year: int32().nullish().describe('Year of the issue; null if it has none.'),
    sourceEventId: uuid().nullish().describe('The tax event to correct.'),
    event: TaxEvent.nullish().describe('The tax event of the issue; null if it has none.'),
    copilot: CopilotSuggestion.nullish().describe(
      'A correction that would settle it; null if none is known.',
    ),
    orphanedCorrection: OrphanedCorrection.nullish().describe(
      'The correction whose event is gone; null for other issues.',
    ),
    missingPriceAssetKey: nullableText().describe('Asset without a photo price.'),
    namesakeAssetKey: z.string().optional().describe('Perhaps the same asset.'),
    unmatchedEventId: uuid()
      .optional()
      .describe('A transfer without a counterpart that may have the missing units.'),
    incompleteFileId: uuid().optional().describe('A file of the account that may lack the missing units.'),
    possibleDuplicate: PossibleDuplicate.nullish().describe(
      'The transactions that look imported twice; null for other issues.',
    ),
    balance: BalanceOfIssue.nullish().describe('The balance that does not close; null for other issues.'),
    reported: ReportedOfIssue.optional().describe('What an exchange stated; left out of other issues.'),
  })
  .meta({ id: 'ReviewQueueItem' });

export const IssuesInbox = z
  .object({
    copilotEstimatedImpactTotalEur: decimal(
      'Sum of the impacts of all suggestions, each computed separately.',
    ),
    copilotFixableCount: int32().describe('Number of items with a suggestion, in years that are not locked.'),
    counts: ReviewQueueSummary.describe('All open issues, counted, whatever the filters.'),
    items: z.array(ReviewQueueItem).describe('Most severe first, then newest, at most 2,000.'),
    years: z.array(int32()).describe('Years with issues, newest first.'),
    page: ListPage.optional().describe('Only if a page was requested.'),
    matching: int32().optional().describe('Issues that pass the filters, on all pages; only with a filter.'),
  })
  .meta({ id: 'IssuesInbox' });
