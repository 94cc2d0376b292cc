/** Where the units of a transaction came from: walked back through sales, swaps and transfers to purchases, income, gifts and what is unknown. */
import { LIMITS } from '@ctx/domain/limits';
import { ORIGIN_KINDS, ORIGIN_PROOFS, ORIGIN_STEPS } from '@ctx/domain/origins';
import { EVENT_TYPES, MONEY_TYPES } from '@ctx/domain/vocabulary';
import { z } from 'zod';
import { MEANING } from './meanings.ts';
import type { Operation } from './operation.ts';
import { eventId, year } from './requests.ts';
import { dateTime, decimal, int32, nullableText, pageUrl, uuid } from './scalars.ts';

const NAMED = String(LIMITS.originEventsMax);

/** The transactions of an end or a step. */
const TRANSACTIONS = {
  firstAt: dateTime().describe('The first of its transactions.'),
  lastAt: dateTime().describe('The last of its transactions.'),
  transactions: int32().describe('Number of its transactions.'),
  taxEventIds: z.array(uuid()).describe(`Their ids, oldest first, at most ${NAMED}.`),
  taxEventsLeftOut: int32().describe('Number of ids that are left out.'),
};

const OriginMoney = z
  .object({
    type: z.enum(MONEY_TYPES).describe('Whether it came into the account or left it.'),
    currency: z.string().describe('ISO 4217 code, such as EUR, or the symbol of the money as an asset.'),
    amount: decimal('In `currency`, in cents.'),
  })
  .meta({ id: 'OriginMoney', description: 'Money of the transactions, as the files have it, added up.' });

const OriginEnd = z
  .object({
    kind: z
      .enum(ORIGIN_KINDS)
      .describe(
        'PURCHASE for money, INCOME, GIFT, LOAN; RECEIVED without a stated price or money, TRANSFER_IN without a counterpart, SURPLUS over what was sent, SHORTFALL that no lot had; NOT_FOLLOWED beyond a limit or by values of a locked year, NOT_COUNTED for a transaction that moves no units, such as ignored ones.',
      ),
    share: decimal('Part of the whole, with 12 digits. The shares of all ends add up to exactly 1.'),
    assetKey: z.string().describe(MEANING.assetKey),
    assetSymbol: z.string().describe(MEANING.assetSymbol),
    amount: decimal('Units of this asset that the end stands for.'),
    costEur: decimal(
      'Historic cost of these units, EUR. Null if unknown, and if the transaction, the end or a swap on the way is in a locked year.',
    ).nullish(),
    accountId: uuid().nullish().describe('The account of the transactions; null if it is not known.'),
    accountLabel: nullableText().describe(MEANING.accountLabel),
    lots: int32().describe('Number of lots.'),
    ...TRANSACTIONS,
    money: z
      .array(OriginMoney)
      .describe('Money that a purchase cost, without fees: the part for these units.'),
    proof: z
      .enum(ORIGIN_PROOFS)
      .nullish()
      .describe(
        'What would prove it: MONEY_OF_PURCHASE, which no file has; GIFT_DOCUMENT; LOAN_CONTRACT; PURCHASE_OR_SENDER, a receipt or where it came from; MATCH_OR_SENDER, a match or a file of the sender; REWARD_OR_MATCH; EARLIER_FILE, with the purchase; OWN_ORIGIN, the origin of these transactions; CLASSIFICATION. Null where the transactions do.',
      ),
  })
  .meta({ id: 'OriginEnd', description: 'Ends of one kind, asset and account, together.' });

const OriginStep = z
  .object({
    kind: z
      .enum(ORIGIN_STEPS)
      .describe('SWAP: one asset given for another. TRANSFER: matched, between or within assets.'),
    fromAssetKey: z.string().describe(MEANING.assetKey),
    fromAssetSymbol: z.string().describe(MEANING.assetSymbol),
    toAssetKey: z.string().describe(MEANING.assetKey),
    toAssetSymbol: z.string().describe(MEANING.assetSymbol),
    share: decimal(
      'Part of the whole that passed it, rounded to 12 digits. Above 1 where units passed it several times.',
    ),
    ...TRANSACTIONS,
  })
  .meta({ id: 'OriginStep', description: 'Swaps or transfers between the same two assets, together.' });

export const Origin = z
  .object({
    taxEventId: uuid().describe(MEANING.taxEventId),
    year: int32().describe(MEANING.year),
    locked: z.boolean().describe(MEANING.locked),
    frozen: z.boolean().describe(MEANING.frozen),
    stale: z.boolean().describe(MEANING.stale),
    type: z.enum(EVENT_TYPES).describe(MEANING.eventType),
    assetKey: z.string().describe(MEANING.assetKey),
    assetSymbol: z.string().describe(MEANING.assetSymbol),
    amount: decimal('Units of the transaction: the whole that shares are of.'),
    timestamp: dateTime().describe(MEANING.timestamp),
    accountId: uuid().describe(MEANING.accountId),
    accountLabel: nullableText().describe(MEANING.accountLabel),
    eur: decimal(
      'EUR that counts as proceeds, cost or income of the transaction. Null if unknown or in a locked year.',
    ).nullish(),
    knownShare: decimal('Sum of the shares of PURCHASE, INCOME, GIFT and LOAN.'),
    money: z.array(OriginMoney).describe('Money of the transaction itself, without fees.'),
    ends: z.array(OriginEnd).describe('Where the units came from, the largest share first.'),
    steps: z.array(OriginStep).describe('What they passed on the way, the largest share first.'),
    url: pageUrl(),
  })
  .meta({ id: 'Origin' });

export const ORIGIN_OPERATIONS = [
  {
    id: 'getOrigin',
    method: 'GET',
    path: '/api/v1/transactions/{taxEventId}/origin',
    tag: 'Transactions',
    scope: 'read',
    answeredBy: 'read',
    summary: 'Where the units of a transaction came from',
    description: `A sale, a payout or a holding walked back through lots, swaps and matched transfers to purchases with money, income, gifts and what is unknown, with shares that add up to 1 and what would prove the unknown: for a bank that asks about the origin of funds. Follows ${String(LIMITS.originLotsMax)} lots; the rest is an end of the kind NOT_FOLLOWED. Facts, never a statement that an origin is lawful.`,
    pathParameters: z.strictObject({ taxEventId: eventId() }),
    query: z.strictObject({
      year: year
        .optional()
        .describe('For an event that later facts moved out of a submitted year: which of its two years.'),
    }),
    response: Origin,
    rejections: ['NOT_FOUND'],
  },
] as const satisfies readonly Operation[];
