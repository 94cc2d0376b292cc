/**
 * The records of the contract as zod schemas (service.md, "Resources and their fields"). REST bodies, the OpenAPI document, the
 * `.proto` agreement test and the response checks of the tests use them. The order of keys is the order in a body.
 */
import { z } from 'zod';
import {
  ACCOUNT_KINDS,
  EVENT_TYPES,
  FRESHNESS,
  RECALC_STATUSES,
  REGIMES,
  SCOPES,
} from '@ctx/domain/vocabulary';
import { AmountVO } from './amounts.ts';
import { Completeness } from './completeness.ts';
import { DeclarationCodeRow } from './declaration.ts';
import { YearEstimate } from './estimate.ts';
import { Household } from './household.ts';
import { MEANING } from './meanings.ts';
import { PAGE_FIELDS } from './pages.ts';
import { dateTime, decimal, int32, int64, nullableText, regimeChosenAt, uuid } from './scalars.ts';

export const Account = z
  .object({
    id: uuid().describe('Identifier of the data source.'),
    kind: z.enum(ACCOUNT_KINDS).describe('Whether it is a wallet, an exchange connection or a file import.'),
    datasource: z.string().describe('Chain, exchange or file provider.'),
    actionRequired: z
      .boolean()
      .describe('True if the last sync failed, or the connection expired, was revoked or has an error.'),
    live: z.boolean().describe('False for file imports.'),
    syncing: z
      .boolean()
      .describe('True while a recalculation runs and the last successful sync is over 24 hours ago.'),
    transactionCount: int64().describe('Number of events that are stored for this source.'),
    address: nullableText().describe('Address of the wallet; null for other sources.'),
    chainId: int32()
      .nullish()
      .describe('EVM chain id of the wallet, 0 if it is not EVM; null for other sources.'),
    connectionStatus: nullableText().describe('Status of the connection, as its importer names it.'),
    freshness: z
      .enum(FRESHNESS)
      .nullish()
      .describe('Green up to 24 hours after the last sync, amber up to 7 days, then red; null for files.'),
    label: nullableText().describe('Name that was given to the source.'),
    lastSyncAt: dateTime()
      .nullish()
      .describe('When the source was last synced, else imported; null until the first import is complete.'),
    lastSyncError: nullableText().describe('Why the last sync failed; null if it did not.'),
    originalFilename: nullableText().describe('Name of the imported file; null for other sources.'),
    provider: nullableText().describe('Provider behind the source, as its importer names it.'),
    sourcePlatform: nullableText().describe('Platform that was declared for a custom CSV import.'),
    provenUntil: dateTime()
      .nullish()
      .describe('Latest instant up to which every known balance of the account closes.'),
  })
  .meta({ id: 'Account', description: 'A data source: wallet, exchange connection or file import.' });

export const AccountsResponse = z
  .object({ accounts: z.array(Account).describe('All data sources of the user.') })
  .meta({ id: 'AccountsResponse' });

/** For lists that are whole unless a page is requested. */
export const ListPage = z
  .object({
    page: int32().describe(MEANING.page),
    size: int32().describe(MEANING.size),
    totalElements: int32().describe('Elements on all pages.'),
    hasNext: z.boolean().describe(MEANING.hasNext),
  })
  .meta({ id: 'ListPage' });

export const Me = z
  .object({
    userId: int64().describe('Number of the user behind the token.'),
    scopes: z.array(z.enum(SCOPES)).describe('What the token allows: reading, or reading and correcting.'),
    email: nullableText().describe('E-mail address of the user, if one is known.'),
  })
  .meta({ id: 'Me' });

export const Year = z
  .object({
    year: int32().describe(MEANING.year),
    locked: z.boolean().describe(MEANING.locked),
    frozen: z.boolean().describe(MEANING.frozen),
  })
  .meta({ id: 'Year' });

export const YearsResponse = z
  .object({ years: z.array(Year).describe('The years with any activity.') })
  .meta({ id: 'YearsResponse' });

export const Transaction = z
  .object({
    id: uuid().describe('Identifier of the event, which corrections take.'),
    accountId: uuid().describe(MEANING.accountId),
    type: z.enum(EVENT_TYPES).describe(MEANING.eventType),
    treatment: z.string().describe('How the event is treated for tax.'),
    taxable: z.boolean().describe(MEANING.taxable),
    timestamp: dateTime().describe(MEANING.timestamp),
    amount: decimal('Amount of the asset, every digit as imported.'),
    assetKey: z.string().describe('Stable asset identifier, never capped; the value for the `asset` filter.'),
    assetSymbol: z.string().describe('Third-party text, capped at 32 characters.'),
    flags: z.array(z.string()).describe(MEANING.flags),
    needsReview: z.boolean().describe(MEANING.needsReview),
    spam: z
      .boolean()
      .describe('True if the source took the event for spam and no correction says otherwise.'),
    euroValue: decimal('EUR value at event time; null when no price is known.').nullish(),
    description: nullableText().describe(MEANING.description),
    protocol: nullableText().describe(MEANING.protocol),
    referenceId: nullableText().describe(
      "The source's own reference, the same for the legs of a swap and the sides of a transfer.",
    ),
    continuityGroupId: uuid().nullish().describe(MEANING.continuityGroupId),
    overrideId: uuid().nullish().describe('The override that applies to the event; null if there is none.'),
  })
  .meta({ id: 'Transaction', description: 'A tax event: raw facts only, no gain or cost-basis fields.' });

/** The number of the run that the figures come from. `leftOut` says when a response has none. */
const figuresVersion = (leftOut: string, more = '') =>
  int64()
    .optional()
    .meta({
      description: `Number of the recalculation that the figures come from: each completed one raises it.${more} Left out ${leftOut}.`,
    });
const BEFORE_THE_FIRST = 'before the first recalculation';
const UNLESS_OPEN = `${BEFORE_THE_FIRST}, and in a locked or frozen year`;

export const TransactionsResponse = z
  .object({
    year: int32().describe(MEANING.year),
    ...PAGE_FIELDS,
    locked: z.boolean().describe(MEANING.locked),
    frozen: z.boolean().describe(MEANING.frozen),
    stale: z.boolean().describe(MEANING.stale),
    transactions: z.array(Transaction).describe('The events of this page, newest first.'),
    figuresVersion: figuresVersion(UNLESS_OPEN),
  })
  .meta({ id: 'TransactionsResponse' });

/** The tax on gains after the exemption of the figures alone. */
const taxAfterExemption = () =>
  AmountVO.optional().meta({
    description:
      'Tax on gains after the exemption of the year, from these figures alone. Left out in a year without an exemption and in one with circumstances, whose tax is in `estimate` of the year.',
  });

const completeness = () =>
  Completeness.optional().meta({
    description: 'What the figures of the year lack.',
  });

export const YearlyBreakdown = z
  .object({
    year: int32().describe(MEANING.year),
    locked: z.boolean().describe(MEANING.locked),
    frozen: z.boolean().describe(MEANING.frozen),
    regime: z.enum(REGIMES).describe(MEANING.regime),
    totalCapitalGains: AmountVO.describe('Net gain of the year, rounded to cents.'),
    totalCapitalGainsTax: AmountVO.describe('Tax on the gains, before the exemption.'),
    totalIncome: AmountVO.describe('Income of the year, rounded to cents.'),
    totalIncomeTax: AmountVO.describe('Tax on the income of the year.'),
    totalTax: AmountVO.describe('Both taxes together, before the exemption.'),
    transactionCount: int64().describe('Number of events of the year.'),
    needsReviewCount: int32().describe('Number of events of the year that need a review.'),
    taxAfterExemption: taxAfterExemption(),
    completeness: completeness(),
  })
  .meta({ id: 'YearlyBreakdown' });

export const SummaryResponse = z
  .object({
    stale: z.boolean().describe(MEANING.stale),
    years: z.array(YearlyBreakdown).describe('The years with figures, newest first.'),
    figuresVersion: figuresVersion(BEFORE_THE_FIRST),
  })
  .meta({ id: 'SummaryResponse' });

export const MonthlyGain = z
  .object({
    month: int32().describe('Month of the year, from 1 to 12.'),
    gain: AmountVO.describe('Net gain of the month.'),
  })
  .meta({ id: 'MonthlyGain' });

export const ReviewQueueSummary = z
  .object({
    total: int32().describe('Number of open issues.'),
    countsByIssueType: z.record(z.string(), int32()).describe('Number of issues of each type that occurs.'),
    countsByQueue: z.record(z.string(), int32()).describe('Number of issues of each queue that occurs.'),
  })
  .meta({ id: 'ReviewQueueSummary' });

export const CapStatus = z
  .object({
    datasource: z.string().describe('The platform, as the data source names it.'),
    platformName: z.string().describe('Name of the platform, for people.'),
    registeredOn: z.iso
      .date()
      .nullish()
      .describe('Day on which the account was registered with the Central Point of Contact, if known.'),
  })
  .meta({ id: 'CapStatus' });

export const DeclarationSummary = z
  .object({
    incomeYear: int32().describe('Year in which the income was earned.'),
    regime: z.enum(REGIMES).describe(MEANING.regime),
    column: z.string().describe('Column of the return: always DECLARANT.'),
    foreignPlatforms: z.array(z.string()).describe('Names of the platforms outside Belgium.'),
    capStatuses: z.array(CapStatus).describe('Each platform outside Belgium, with its registration.'),
    rows: z.array(DeclarationCodeRow).describe('The rows of the tax return that the year has.'),
  })
  .meta({ id: 'DeclarationSummary' });

export const VrijstellingHeadroom = z
  .object({
    baseExemption: AmountVO.describe('The exemption of this year alone.'),
    carriedIn: AmountVO.describe('What earlier years left unused, which is used first.'),
    total: AmountVO.describe('The exemption of this year with what was carried in.'),
    used: AmountVO.describe('The part that the gains of this year need.'),
    remaining: AmountVO.describe('What further gains of this year may still use.'),
    carriedOut: AmountVO.describe('The stock that goes to later years.'),
    indexedAmountConfirmed: z.boolean().describe('False if the year reuses the amount of an earlier year.'),
  })
  .meta({
    id: 'VrijstellingHeadroom',
    description:
      'The yearly exemption of gains. `baseExemption`: of this year. `carriedIn`: unused in earlier years, and used first. `total`: both. `used`: the part that this year’s gains need; gains up to `total` are free of tax. `remaining`: what further gains may use. `carriedOut`: the stock for later years.',
  });

export const YearSummary = z
  .object({
    year: int32().describe(MEANING.year),
    locked: z.boolean().describe(MEANING.locked),
    frozen: z.boolean().describe(MEANING.frozen),
    stale: z.boolean().describe(MEANING.stale),
    regime: z.enum(REGIMES).describe(MEANING.regime),
    totalCapitalGains: AmountVO.describe('Net gain of the year, rounded to cents.'),
    totalCapitalGainsTax: AmountVO.describe('Tax on the gains, before the exemption.'),
    totalIncome: AmountVO.describe('Income of the year, rounded to cents.'),
    totalIncomeTax: AmountVO.describe('Tax on the income of the year.'),
    totalTax: AmountVO.describe('Both taxes together, before the exemption.'),
    transactionCount: int64().describe('Number of events of the year.'),
    walletCount: int32().describe('Number of accounts with an event of the year.'),
    monthlyRealizedGains: z.array(MonthlyGain).describe('The gain of each month, January first.'),
    reviewQueueCounts: ReviewQueueSummary.describe('The open issues of the year, counted.'),
    declarationSummary: DeclarationSummary.nullish().describe(
      'The codes for the tax return; null for years before the first table of codes.',
    ),
    vrijstellingHeadroom: VrijstellingHeadroom.nullish().describe(
      'The yearly exemption of gains; null for a year without one.',
    ),
    estimate: YearEstimate.optional().meta({
      description:
        'Left out without circumstances, in a locked year, where a locked year could change it, and in a frozen year while an open one could.',
    }),
    figuresVersion: figuresVersion(UNLESS_OPEN),
    rangesSince: dateTime().nullish().meta({
      description:
        'In a locked year: since when files that the user added or removed wait. The ranges keep what they showed then until the year is paid.',
    }),
    taxAfterExemption: taxAfterExemption(),
    completeness: completeness(),
    household: Household.optional().meta({
      description: 'Left out where no share of the year is a partner’s, and wherever `estimate` is.',
    }),
    regimeChosenAt: regimeChosenAt(),
  })
  .meta({ id: 'YearSummary' });

export const RecalcStatusResponse = z
  .object({
    status: z.enum(RECALC_STATUSES).describe('IDLE, RUNNING, or QUEUED when one more run is to come.'),
    lastCompletedAt: dateTime().nullish().describe('When the last run was completed; null before the first.'),
    figuresVersion: figuresVersion(
      BEFORE_THE_FIRST,
      ' If `status` is IDLE, responses with this number or a higher one are up to date.',
    ),
  })
  .meta({ id: 'RecalcStatus' });
