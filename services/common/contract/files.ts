/** Files of a user: what is read from them, what they brought in, and how far they reach. */
import { z } from 'zod';
import { LIMITS } from '@ctx/domain/limits';
import { RECALC_OUTCOMES } from '@ctx/domain/vocabulary';
import { pageQuery, sizeQuery } from './pages.ts';
import { id, text, WHERE } from './requests.ts';
import { dateTime, int32, nullableText, pageUrl, uuid } from './scalars.ts';

/** The file in a path. */
export const FilePath = z.strictObject({ fileId: id('The `id` of a file.', WHERE.files) });

/** The page of the list. */
export const FilesQuery = z.strictObject({
  page: pageQuery(),
  size: sizeQuery('Files'),
});

const choice = () => text(LIMITS.fileChoiceCharactersMax).optional();

/** The choices beside a file. */
export const AddFileQuery = z.strictObject({
  uploadId: id(
    'In place of the file: the `uploadId` of an upload to whose address it was sent.',
    WHERE.uploads,
  ).optional(),
  name: text(LIMITS.fileNameCharactersMax)
    .optional()
    .describe('Name of the file, for the list. By default the one of the upload.'),
  format: choice().describe(
    'Id of the format, such as `kraken-ledgers`. By default it is recognised by the columns.',
  ),
  account: choice().describe(
    'The `accountRef` of an earlier file, to add to its account. By default the account of the platform.',
  ),
  newAccount: text(LIMITS.accountNameCharactersMax)
    .optional()
    .describe('Name of an account of its own, instead of `account`.'),
  timeZone: choice().describe(
    'IANA time zone of the times, such as `Europe/Brussels`, for formats that do not say it.',
  ),
  mapping: text(LIMITS.mappingCharactersMax)
    .optional()
    .describe(
      'JSON that says what the columns of any other CSV are, instead of `format`: `platform`, `columns`, `types`, `timeFormat`, `timeZone`, `decimalMark`. See the guide Files.',
    ),
  acceptPossibleDuplicates: z
    .boolean()
    .optional()
    .describe(
      'True: the user said that transactions which look like those of another source are different, or wants them all the same.',
    ),
  dryRun: z
    .boolean()
    .optional()
    .describe('True: stores nothing, and returns in `preview` what is in the file.'),
});

export const RemoveFileQuery = z.strictObject({
  dryRun: z.boolean().optional().describe('True: removes nothing, and returns what would leave.'),
});

export const UploadAddress = z
  .object({
    uploadId: uuid().describe('What `uploadId` takes once the file has arrived.'),
    address: z
      .string()
      .describe(
        'Whole address for one file, and a secret: it needs no token. `PUT` the bytes there, or let the user open it in a browser and choose the file.',
      ),
    expiresAt: dateTime().describe('Until when the address works.'),
    bytesMax: int32().describe('Largest file that it takes.'),
    keptMinutes: int32().describe('How long a file that arrived waits to be added.'),
  })
  .meta({ id: 'UploadAddress', description: 'An address that takes one file.' });

export const StoredFile = z
  .object({
    id: uuid().describe('The id of the file.'),
    name: z.string().describe('Without folders. Third-party text.'),
    platform: z.string().describe('Name of the platform, such as `Kraken`.'),
    format: z.string().describe('Id of the format, such as `kraken-ledgers`.'),
    accountId: uuid().describe('The account of its transactions.'),
    accountRef: z.string().describe('What `account` takes, to add another file to the same account.'),
    accountLabel: z.string().describe('Name of the account.'),
    rows: int32().describe('Rows of the file.'),
    transactions: int32().describe(
      'Its transactions, with those that other files have too: each leg of a trade is one.',
    ),
    added: int32().describe('Transactions that were new when it was added last.'),
    changed: int32().describe('Transactions that it changed when it was added last.'),
    rowsToCheck: int32().describe('Rows that became no transaction and should be looked at.'),
    from: dateTime().nullish().describe('Time of its first transaction; null without one.'),
    until: dateTime().nullish().describe('Time of its last transaction; null without one.'),
    addedAt: dateTime().describe('When it was added last.'),
    addedVia: z.string().describe('Name of the token, app, page or command.'),
  })
  .meta({ id: 'StoredFile', description: 'A file that was added.' });

export const LeftOutRows = z
  .object({
    reason: z.string().describe('Why, as a code. More codes may follow.'),
    meaning: z.string().describe('The reason in words.'),
    type: z.string().describe('What the file says the rows are. Third-party text, capped.'),
    rows: int32().describe('How many rows.'),
    lines: z.array(int32()).describe('The first of their lines.'),
    needsCheck: z.boolean().describe('True: the rows may matter; the file alone does not explain them.'),
    column: nullableText().describe('The column of the cell that cannot be read.'),
    detail: nullableText().describe('What is wrong with the cell.'),
  })
  .meta({
    id: 'LeftOutRows',
    description: 'Rows of a file that become no transaction, for the same reason.',
  });

export const FileGap = z
  .object({
    from: dateTime().describe('The last transaction before it.'),
    until: dateTime().nullish().describe('The first transaction after it; null while nothing follows.'),
  })
  .meta({ id: 'FileGap', description: 'More than a month between the files of an account.' });

export const AccountReach = z
  .object({
    accountLabel: z.string().describe('Name of the account.'),
    from: dateTime().describe('First transaction of its files.'),
    until: dateTime().describe('Last transaction of its files.'),
    gaps: z.array(FileGap).describe('A file for these times may be missing.'),
  })
  .meta({ id: 'AccountReach', description: 'How far the files of an account reach.' });

export const FilesResponse = z
  .object({
    files: z.array(StoredFile).describe('The files, newest first.'),
    page: int32().describe('Number of this page, from 0.'),
    size: int32().describe('Files per page.'),
    totalElements: int32().describe(`All files, at most the newest ${String(LIMITS.filesShownMax)}.`),
    hasNext: z.boolean().describe('Whether there is a further page.'),
    reach: z.array(AccountReach).describe('By account, of all files.'),
    url: pageUrl(),
  })
  .meta({ id: 'FilesResponse' });

export const FileDetails = StoredFile.extend({
  ownTransactions: int32().describe('Transactions that leave with the file: no other file has them.'),
  leftOut: z.array(LeftOutRows).describe('The rows to check, by reason.'),
  breaks: int32()
    .nullish()
    .describe(
      'Places between whose rows a balance changes without a row that says so, which `GET /api/v1/accounts/{accountId}/balances` lists; null if the file states no balances.',
    ),
  url: pageUrl(),
}).meta({ id: 'FileDetails' });

export const PossibleDuplicates = z
  .object({
    accountRef: z.string().describe('The account of the other source.'),
    accountLabel: z.string().describe('Name of the account.'),
    format: nullableText().describe(
      'Format of the other source; null for transactions that no file brought.',
    ),
    transactions: int32().describe('Transactions of the file that look like its.'),
  })
  .meta({
    id: 'PossibleDuplicates',
    description: 'Another source with transactions of the same asset, amount and minute.',
  });

const FileAsset = z
  .object({
    asset: z.string().describe('As the file names it, capped.'),
    transactions: int32().describe('Transactions of the asset.'),
  })
  .meta({ id: 'FileAsset' });

export const FileContents = z
  .object({
    format: z.string().describe('Id of the format.'),
    formatTitle: z.string().describe('Name of the format.'),
    accountRef: z.string().describe('The account to which the file goes.'),
    accountLabel: z.string().describe('Name of the account.'),
    rows: int32().describe('Rows of the file.'),
    transactions: int32().describe('Transactions that they become: each leg of a trade is one.'),
    byType: z.record(z.string(), int32()).describe('Transactions by their type.'),
    assets: z.array(FileAsset).describe(`By asset, at most ${String(LIMITS.fileListMax)}.`),
    from: dateTime().nullish().describe('Time of the first transaction; null without one.'),
    until: dateTime().nullish().describe('Time of the last transaction; null without one.'),
    transfers: int32().describe('Deposits and withdrawals, to be matched afterwards.'),
    withoutValue: int32().describe('Transactions that need a EUR value and bring none; prices may fill it.'),
    leftOut: z
      .array(LeftOutRows)
      .describe(`Rows that become no transaction, by reason, at most ${String(LIMITS.fileListMax)}.`),
  })
  .meta({ id: 'FileContents', description: 'What is in a file that was not added yet.' });

export const FileAddition = z
  .object({
    dryRun: z.boolean().describe('True: nothing was stored.'),
    fileId: uuid().nullish().describe('The stored file; null in a dry run.'),
    added: int32().describe('What is new. A trade with its fees counts as one here.'),
    changed: int32().describe('What is stored with other values, which the file replaces.'),
    unchanged: int32().describe('What is stored already.'),
    undone: int32().describe(
      'Stored transactions that the file has as failed, cancelled or taken back: they leave.',
    ),
    undoneKept: int32().describe('The same in submitted years, where they stay.'),
    possibleDuplicates: z
      .array(PossibleDuplicates)
      .describe('Why adding needs `acceptPossibleDuplicates`. Ask the user whether they are the same.'),
    preview: FileContents.optional().describe('In a dry run: what is in the file.'),
    recalc: z.enum(RECALC_OUTCOMES).describe('NOT_NEEDED in a dry run, and if nothing changed.'),
    url: pageUrl(),
  })
  .meta({ id: 'FileAddition' });

export const FileRemoval = z
  .object({
    dryRun: z.boolean().describe('True: nothing was removed.'),
    deleted: z.boolean().describe('Whether the file is gone now.'),
    name: z.string().describe('Name of the file. Third-party text.'),
    removedTransactions: int32().describe('Transactions that leave with it, because no other file has them.'),
    recalc: z.enum(RECALC_OUTCOMES).describe('NOT_NEEDED in a dry run, and if no transaction left.'),
    url: pageUrl(),
  })
  .meta({ id: 'FileRemoval' });
