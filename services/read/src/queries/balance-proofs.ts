/** What proves the transactions of accounts, or that some are missing: balances that the user stated, and those of files. */
import { AMOUNT_SCALE, formatDecimal } from '@ctx/domain/decimal';
import { shown } from '@ctx/domain/shown-text';
import {
  balanceDifference,
  type BalanceProof,
  type BalanceRecord,
  provenUntil,
} from '@ctx/domain/stated-balances';
import { raw, prepare, sql, USER } from '@ctx/platform/sql';
import type { FileBalances } from '@ctx/proto/gen/ctx/v1/corrections';
import type { BalanceBreak, StatedBalance } from '@ctx/proto/gen/ctx/v1/read';
import { balanceSums, changesBetween } from '@ctx/records/balance-sums';
import { BALANCE_COLUMNS } from '@ctx/records/record-sql';
import { readAsUser, type Source } from '../sources/source.ts';

/** A file; one that states none, or of before they were stored, has no balances. */
interface StoredFileRow {
  readonly id: string;
  readonly name: string;
  readonly account_id: string;
  readonly format: string;
  readonly balances: FileBalances | null;
}

type FileRow = StoredFileRow & { readonly balances: FileBalances };

/** What is known of the balances of an account. */
export interface AccountProofs {
  /** Newest first. */
  readonly balances: readonly StatedBalance[];
  readonly breaks: readonly BalanceBreak[];
  readonly provenUntil: string | null;
}

const STATED = prepare(
  'stated-balances',
  sql`SELECT ${raw(BALANCE_COLUMNS)} FROM corrections.balances b
    WHERE b.user_id = ${USER}
    ORDER BY b.at DESC, b.asset_key COLLATE "C", b.balance_id`,
);

/** Oldest first. */
const FILES = prepare(
  'balances-of-files',
  sql`SELECT f.file_id AS id, f.name, f.account_id, f.format, f.balances FROM facts.files f
    WHERE f.user_id = ${USER}
    ORDER BY f.imported_at, f.file_id`,
);

/** Returns what is known of the balances of one account, or of all accounts, by the id of the account. */
export async function balanceProofs(
  source: Source,
  userId: number,
  accountId: string | null,
): Promise<ReadonlyMap<string, AccountProofs>> {
  const [allRecords, allFiles] = await readAsUser<[BalanceRecord, StoredFileRow]>(
    source,
    userId,
    STATED({ userId }),
    FILES({ userId }),
  );
  const isChosen = (id: string): boolean => accountId === null || id === accountId;
  const records = allRecords.filter((record) => isChosen(record.accountId));
  const files = allFiles.filter(
    (file): file is FileRow => file.balances !== null && isChosen(file.account_id),
  );
  const balances = await withSums(source, userId, records);
  const unexplained = await unexplainedBreaks(source, userId, openBreaks(files));
  const ids = new Set([
    ...records.map((each) => each.accountId),
    ...files.map(({ account_id }) => account_id),
  ]);
  return new Map(
    [...ids].map((id) => {
      const ofAccount = balances.filter((each) => each.accountId === id);
      const ofFiles = files.filter(({ account_id }) => account_id === id);
      const breaks = unexplained.filter((each) => each.accountId === id).map(({ found }) => found);
      const proofs = [
        ...ofAccount.map(proofOf),
        ...breaks.flatMap(proofsOfBreak),
        ...ofFiles.flatMap(proofOfFile),
      ];
      return [id, { balances: ofAccount, breaks, provenUntil: provenUntil(proofs) }];
    }),
  );
}

async function withSums(
  source: Source,
  userId: number,
  records: readonly BalanceRecord[],
): Promise<StatedBalance[]> {
  if (records.length === 0) return [];
  const [sums] = await readAsUser<[{ readonly expected: string }]>(
    source,
    userId,
    balanceSums(userId, records),
  );
  return records.map((record, index) => {
    const expected = sums[index]?.expected ?? '0';
    const difference = formatDecimal(balanceDifference(record.amount, expected), AMOUNT_SCALE);
    return { ...record, assetId: shown(record.assetId), expected, difference };
  });
}

/**
 * Returns the breaks of files, but for those that a later file of the same format covers: it has the rows that were missing, or names the same
 * break again. Files are oldest first.
 */
function openBreaks(files: readonly FileRow[]): BreakOfAccount[] {
  return files.flatMap((file, index) =>
    file.balances.breaks
      .filter((found) => !files.slice(index + 1).some((later) => covers(later, file, found)))
      .map(({ wallet, asset, afterLine, line, from, until, difference }) => ({
        accountId: file.account_id,
        assetId: asset,
        found: {
          fileId: file.id,
          fileName: shown(file.name),
          wallet: shown(wallet),
          asset: shown(asset),
          afterLine,
          line,
          from,
          until,
          difference,
        },
      })),
  );
}

/** A break with the account of its file. */
interface BreakOfAccount {
  readonly accountId: string;
  /** As the platform names it, which is mostly the key of the asset. */
  readonly assetId: string;
  readonly found: BalanceBreak;
}

/** Returns the breaks without those that other transactions of the account explain, such as ones that the user entered for them. */
async function unexplainedBreaks(
  source: Source,
  userId: number,
  breaks: readonly BreakOfAccount[],
): Promise<readonly BreakOfAccount[]> {
  if (breaks.length === 0) return [];
  const between = breaks.map(({ accountId, assetId, found: { from, until } }) => ({
    accountId,
    assetId,
    from,
    until,
  }));
  const [sums] = await readAsUser<[{ readonly change: string }]>(
    source,
    userId,
    changesBetween(userId, between),
  );
  return breaks.filter(
    ({ found }, index) => balanceDifference(found.difference, sums[index]?.change ?? '0') !== 0n,
  );
}

function covers(later: FileRow, file: FileRow, { from, until }: { from: string; until: string }): boolean {
  const { balances } = later;
  return (
    later.account_id === file.account_id &&
    later.format === file.format &&
    Date.parse(balances.from) <= Date.parse(from) &&
    Date.parse(until) <= Date.parse(balances.until)
  );
}

function proofOf({ at, difference }: StatedBalance): BalanceProof {
  return { at, closes: difference === '0' };
}

function proofsOfBreak({ from, until }: BalanceBreak): BalanceProof[] {
  return [
    { at: from, closes: true },
    { at: until, closes: false },
  ];
}

/** A file that begins with a balance from before proves nothing about what came before it. */
function proofOfFile({ balances: { until, openings } }: FileRow): BalanceProof[] {
  return openings.length > 0 ? [] : [{ at: until, closes: true }];
}
