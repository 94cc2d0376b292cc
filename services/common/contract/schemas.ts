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
import { Completeness } from './completeness.ts';
import { YearEstimate } from './estimate.ts';
import { dateTime, decimal, int32, int64, nullableText, uuid } from './scalars.ts';

export const AmountVO = z
  .object({
    locked: z.boolean().describe('True when the year is locked: `exact` is null, `low` and `high` are set.'),
    exact: decimal('The exact figure, for an unlocked year.').nullish(),
    low: decimal('Lower bound of the blurred range, for a locked year.').nullish(),
    high: decimal('Upper bound of the blurred range, for a locked year.').nullish(),
  })
  .meta({
    id: 'AmountVO',
    description: 'EUR: `exact`, or for a locked year the range from `low` to `high`.',
  });

export const Account = z
  .object({
    id: uuid(),
    kind: z.enum(ACCOUNT_KINDS),
    datasource: z.string().describe('Chain, exchange or file provider.'),
    actionRequired: z.boolean(),
    live: z.boolean().describe('False for file imports.'),
    syncing: z.boolean(),
    transactionCount: int64(),
    address: nullableText(),
    chainId: int32().nullish(),
    connectionStatus: nullableText(),
    freshness: z.enum(FRESHNESS).nullish(),
    label: nullableText(),
    lastSyncAt: dateTime().nullish(),
    lastSyncError: nullableText(),
    originalFilename: nullableText(),
    provider: nullableText(),
    sourcePlatform: nullableText(),
    provenUntil: dateTime().nullish(),
  })
  .meta({ id: 'Account', description: 'A data source: wallet, exchange connection or file import.' });

export const AccountsResponse = z.object({ accounts: z.array(Account) }).meta({ id: 'AccountsResponse' });

/** For lists that are whole unless a page is requested. */
export const ListPage = z
  .object({
    page: int32(),
    size: int32(),
    totalElements: int32().describe('Elements on all pages.'),
    hasNext: z.boolean(),
  })
  .meta({ id: 'ListPage' });

export const Me = z
  .object({ userId: int64(), scopes: z.array(z.enum(SCOPES)), email: nullableText() })
  .meta({ id: 'Me' });

export const Year = z
  .object({ year: int32(), locked: z.boolean(), frozen: z.boolean() })
  .meta({ id: 'Year' });

export const YearsResponse = z.object({ years: z.array(Year) }).meta({ id: 'YearsResponse' });

export const Transaction = z
  .object({
    id: uuid(),
    accountId: uuid(),
    type: z.enum(EVENT_TYPES),
    treatment: z.string().describe('How the event is treated for tax.'),
    taxable: z.boolean(),
    timestamp: dateTime(),
    amount: decimal('Amount of the asset, every digit as imported.'),
    assetKey: z.string().describe('Stable asset identifier, never capped; the value for the `asset` filter.'),
    assetSymbol: z.string().describe('Third-party text, capped at 32 characters.'),
    flags: z.array(z.string()),
    needsReview: z.boolean(),
    spam: z.boolean(),
    euroValue: decimal('EUR value at event time; null when no price is known.').nullish(),
    description: nullableText(),
    protocol: nullableText(),
    referenceId: nullableText(),
    continuityGroupId: uuid().nullish(),
    overrideId: uuid().nullish(),
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
    year: int32(),
    page: int32(),
    size: int32(),
    totalElements: int32(),
    totalPages: int32(),
    hasNext: z.boolean(),
    hasPrevious: z.boolean(),
    locked: z.boolean(),
    frozen: z.boolean(),
    stale: z.boolean(),
    transactions: z.array(Transaction),
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
    year: int32(),
    locked: z.boolean(),
    frozen: z.boolean(),
    regime: z.enum(REGIMES),
    totalCapitalGains: AmountVO,
    totalCapitalGainsTax: AmountVO,
    totalIncome: AmountVO,
    totalIncomeTax: AmountVO,
    totalTax: AmountVO,
    transactionCount: int64(),
    needsReviewCount: int32(),
    taxAfterExemption: taxAfterExemption(),
    completeness: completeness(),
  })
  .meta({ id: 'YearlyBreakdown' });

export const SummaryResponse = z
  .object({
    stale: z.boolean(),
    years: z.array(YearlyBreakdown),
    figuresVersion: figuresVersion(BEFORE_THE_FIRST),
  })
  .meta({ id: 'SummaryResponse' });

export const MonthlyGain = z.object({ month: int32(), gain: AmountVO }).meta({ id: 'MonthlyGain' });

export const ReviewQueueSummary = z
  .object({
    total: int32(),
    countsByIssueType: z.record(z.string(), int32()),
    countsByQueue: z.record(z.string(), int32()),
  })
  .meta({ id: 'ReviewQueueSummary' });

export const CapStatus = z
  .object({ datasource: z.string(), platformName: z.string(), registeredOn: z.iso.date().nullish() })
  .meta({ id: 'CapStatus' });

export const DeclarationCodeRow = z
  .object({
    id: z.string(),
    kind: z.string(),
    label: z.string(),
    vak: z.string(),
    amount: decimal('EUR; null in a locked year.').nullish(),
    amountLocked: AmountVO.nullish(),
    code: nullableText(),
    declarantCode: nullableText(),
    partnerCode: nullableText(),
    note: nullableText(),
  })
  .meta({ id: 'DeclarationCodeRow' });

export const DeclarationSummary = z
  .object({
    incomeYear: int32(),
    regime: z.enum(REGIMES),
    column: z.string(),
    foreignPlatforms: z.array(z.string()),
    capStatuses: z.array(CapStatus),
    rows: z.array(DeclarationCodeRow),
  })
  .meta({ id: 'DeclarationSummary' });

export const VrijstellingHeadroom = z
  .object({
    baseExemption: AmountVO,
    carriedIn: AmountVO,
    total: AmountVO,
    used: AmountVO,
    remaining: AmountVO,
    carriedOut: AmountVO,
    indexedAmountConfirmed: z.boolean().describe('False if the year reuses the amount of an earlier year.'),
  })
  .meta({
    id: 'VrijstellingHeadroom',
    description:
      'The yearly exemption of gains. `baseExemption`: of this year. `carriedIn`: unused in earlier years, and used first. `total`: both. `used`: the part that this year’s gains need; gains up to `total` are free of tax. `remaining`: what further gains may use. `carriedOut`: the stock for later years.',
  });

export const YearSummary = z
  .object({
    year: int32(),
    locked: z.boolean(),
    frozen: z.boolean(),
    stale: z.boolean(),
    regime: z.enum(REGIMES),
    totalCapitalGains: AmountVO,
    totalCapitalGainsTax: AmountVO,
    totalIncome: AmountVO,
    totalIncomeTax: AmountVO,
    totalTax: AmountVO,
    transactionCount: int64(),
    walletCount: int32(),
    monthlyRealizedGains: z.array(MonthlyGain),
    reviewQueueCounts: ReviewQueueSummary,
    declarationSummary: DeclarationSummary.nullish(),
    vrijstellingHeadroom: VrijstellingHeadroom.nullish(),
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
  })
  .meta({ id: 'YearSummary' });

export const RecalcStatusResponse = z
  .object({
    status: z.enum(RECALC_STATUSES),
    lastCompletedAt: dateTime().nullish(),
    figuresVersion: figuresVersion(
      BEFORE_THE_FIRST,
      ' If `status` is IDLE, responses with this number or a higher one are up to date.',
    ),
  })
  .meta({ id: 'RecalcStatus' });

export const ApiError = z
  .object({
    success: z.boolean(),
    message: z.string().describe('For people; its language can change. Branch on the status and `code`.'),
    code: nullableText(),
    fieldErrors: z
      .array(
        z.object({
          field: z.string(),
          message: z.string(),
          laterEntryId: uuid()
            .nullish()
            .describe('With CHANGED_SINCE: the entry of the history that changed the field. Undo it first.'),
        }),
      )
      .nullish(),
    upgradeUrl: nullableText(),
  })
  .meta({ id: 'ApiError', description: 'A rejection by the API.' });

export const EdgeError = z
  .object({ error: z.enum(['unauthorized', 'forbidden', 'content too large']), message: z.string() })
  .meta({ id: 'EdgeError', description: 'A rejection before the API is reached.' });

export const RateLimitError = z
  .object({ error: z.string(), retryAfterSeconds: int64() })
  .meta({ id: 'RateLimitError', description: 'A rejection by the rate limiter.' });
