/** Requests and records of the balances of an account: what a user states, and what transactions add up to. */
import { z } from 'zod';
import { AMOUNT_SCALE } from '@ctx/domain/decimal';
import { LIMITS } from '@ctx/domain/limits';
import { RECALC_OUTCOMES } from '@ctx/domain/vocabulary';
import { MEANING } from './meanings.ts';
import { CorrectionPreview } from './previews.ts';
import { DRY_RUN_MEANING, dryRun, exactNumber, id, instant, text, WHERE } from './requests.ts';
import { dateTime, decimal, dryRunMark, int32, nullableText, uuid } from './scalars.ts';

/** The account in a path. */
export const AccountPath = z.strictObject({ accountId: id('The `id` of an account.', WHERE.accounts) });

/** The account and the balance in a path. */
export const BalancePath = AccountPath.extend({
  balanceId: id('The `id` of a stated balance.', WHERE.balances),
});

/** The body of a request. It replaces the balance of the same asset and instant. */
export const BalanceRequest = z
  .strictObject({
    assetId: text(LIMITS.assetKeyCharactersMax).describe('Key of the asset, such as `BTC`.'),
    at: instant('When the account had this balance.'),
    amount: exactNumber(AMOUNT_SCALE, z.number().min(0), 'Amount of the asset that the account had.'),
    notes: text(LIMITS.overrideNotesCharactersMax, 0)
      .nullish()
      .describe('Stored with the balance, such as where it is from.'),
    dryRun: dryRun(),
  })
  .meta({ id: 'BalanceRequest' });

/** Path and body in one, as the corrections service parses them. */
export const BalanceInput = AccountPath.extend(BalanceRequest.shape);

export const StatedBalance = z
  .object({
    id: uuid().describe('Identifier of the stated balance.'),
    accountId: uuid().describe(MEANING.accountId),
    assetId: z.string().describe(MEANING.assetKey),
    at: dateTime().describe('When the account had this balance.'),
    amount: decimal('Stated amount of the asset.'),
    expected: decimal('What the transactions of the account add up to at `at`, with all corrections.'),
    difference: decimal('Stated less expected. 0: the balance closes.'),
    notes: nullableText().describe(MEANING.notes),
    statedAt: dateTime().describe('When the user stated it.'),
    statedVia: z.string().describe('Name of the token or app.'),
  })
  .meta({ id: 'StatedBalance', description: 'A balance that the user states of an account.' });

export const BalanceBreak = z
  .object({
    fileId: uuid().describe('Identifier of the file.'),
    fileName: z.string().describe('Name of the file.'),
    wallet: z.string().describe('As the file names it; empty where it has one.'),
    asset: z.string().describe('As the platform names it.'),
    afterLine: int32().describe('Line of the file before the gap.'),
    line: int32().describe('Line of the file after the gap.'),
    from: dateTime().describe('Time of the row in `afterLine`.'),
    until: dateTime().describe('Time of the row in `line`.'),
    difference: decimal('What no row explains; negative for what left.'),
  })
  .meta({
    id: 'BalanceBreak',
    description: 'Two rows of a file between which its balance changes without a row that says so.',
  });

export const NegativeBalance = z
  .object({
    assetId: z.string().describe(MEANING.assetKey),
    at: dateTime().describe('When the balance becomes negative.'),
    taxEventId: uuid().describe('The event after which it is negative.'),
    balance: decimal('What the account then has, below 0.'),
  })
  .meta({
    id: 'NegativeBalance',
    description:
      'The first event after which an account has less than nothing of an asset: something is missing before it.',
  });

export const BalancesResponse = z
  .object({
    accountId: uuid().describe(MEANING.accountId),
    provenUntil: dateTime()
      .nullish()
      .describe('Latest instant up to which every balance, stated or of a file, closes.'),
    balances: z.array(StatedBalance).describe('The stated balances, newest first.'),
    breaks: z.array(BalanceBreak).describe('Of the files of the account, unless a later file closes them.'),
    negative: z
      .array(NegativeBalance)
      .describe('By asset, also where other accounts hold enough. A second counts as one moment.'),
  })
  .meta({ id: 'BalancesResponse' });

export const BalanceOutcome = z
  .object({
    dryRun: dryRunMark(),
    balance: StatedBalance.describe('The balance as it is stored, or would be after a dry run.'),
    created: z.boolean().describe(MEANING.createdNew),
    changed: z.boolean().describe('False for an identical repeat.'),
    recalc: z.enum(RECALC_OUTCOMES).describe('NOT_NEEDED: balances change no figure.'),
    preview: CorrectionPreview.optional().describe(
      `${DRY_RUN_MEANING} Balances change no figure of a preview: \`balance\` has the difference.`,
    ),
  })
  .meta({ id: 'BalanceOutcome' });
