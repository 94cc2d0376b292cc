/** What the service says of files, as records of the contract. Texts from files are data: cleaned and capped. */
import type {
  AccountReach,
  FileAddition,
  FileContents,
  FileDetails,
  LeftOutRows,
  StoredFile,
} from '@ctx/contract/files';
import { LIMITS } from '@ctx/domain/limits';
import { shown, shownSymbol } from '@ctx/domain/shown-text';
import { presentText } from '@ctx/domain/third-party-text';
import type {
  FileFault,
  FileLeftOut,
  FilePreview,
  StoredFile as StoredFileMessage,
  TransactionCounts,
} from '@ctx/proto/gen/ctx/v1/corrections';
import type { FieldError } from '@ctx/domain/rejections';
import type { z } from 'zod';
import type { Reach } from './reach.ts';

/** A record without its address, which is added to every answer. */
type WithoutUrl<Schema extends z.ZodType> = Omit<z.output<Schema>, 'url'>;

/** A text of a file that may be quoted: long enough for the name of a type or of a column. */
const QUOTED_CHARACTERS_MAX = 64;
/** What is wrong with a cell, which may quote it. */
const DETAIL_CHARACTERS_MAX = 200;
/** Faults of a file in one rejection. */
const FAULTS_MAX = 20;

/** Returns a stored file. */
export function storedFile(file: StoredFileMessage): z.output<typeof StoredFile> {
  const { id, platform, format, accountId, accountRef, rows, events, added, changed, leftOut } = file;
  return {
    id,
    name: shown(file.name),
    platform: shown(platform),
    format,
    accountId,
    accountRef,
    accountLabel: shown(file.accountLabel),
    rows,
    transactions: events,
    added,
    changed,
    rowsToCheck: leftOut.reduce((sum, each) => sum + each.rows, 0),
    from: file.firstAt ?? null,
    until: file.lastAt ?? null,
    addedAt: file.importedAt,
    addedVia: shown(file.via),
  };
}

/** Returns a stored file with the rows to check. */
export function fileDetails(file: StoredFileMessage): WithoutUrl<typeof FileDetails> {
  return {
    ...storedFile(file),
    ownTransactions: file.ownEvents ?? 0,
    leftOut: leftOutRows(file.leftOut),
    breaks: file.balances == null ? null : file.balances.breaks.length,
  };
}

/** Returns how far the files of an account reach. */
export function accountReach({ accountLabel, from, until, gaps }: Reach): z.output<typeof AccountReach> {
  return {
    accountLabel: shown(accountLabel),
    from,
    until,
    gaps: gaps.map((gap) => ({ until: null, ...gap })),
  };
}

/** Returns what adding a file does, or would do. */
export function addition(
  counts: TransactionCounts | null | undefined,
): Pick<
  z.output<typeof FileAddition>,
  'added' | 'changed' | 'unchanged' | 'undone' | 'undoneKept' | 'possibleDuplicates'
> {
  const { added = 0, changed = 0, known = 0, lookalikes = [], undone } = counts ?? {};
  return {
    added,
    changed,
    unchanged: known,
    undone: undone?.removed ?? 0,
    undoneKept: undone?.kept ?? 0,
    possibleDuplicates: lookalikes.map(({ accountRef, accountLabel, format, transactions }) => ({
      accountRef,
      accountLabel: shown(accountLabel),
      format: format ?? null,
      transactions,
    })),
  };
}

/** Returns what is in a file. */
export function fileContents(preview: FilePreview): z.output<typeof FileContents> {
  const { format, title, accountRef, accountLabel, rows, events, assets, from, to, leftOut } = preview;
  return {
    format,
    formatTitle: presentText(title, DETAIL_CHARACTERS_MAX),
    accountRef,
    accountLabel: shown(accountLabel),
    rows,
    transactions: Object.values(events).reduce((sum, count) => sum + count, 0),
    byType: events,
    assets: assets
      .slice(0, LIMITS.fileListMax)
      .map(({ asset, events: transactions }) => ({ asset: shownSymbol(asset), transactions })),
    from: from ?? null,
    until: to ?? null,
    transfers: preview.transfers,
    withoutValue: preview.withoutValue,
    leftOut: leftOutRows(leftOut),
  };
}

function leftOutRows(rows: readonly FileLeftOut[]): z.output<typeof LeftOutRows>[] {
  const quoted = (text: string | null | undefined, charactersMax = QUOTED_CHARACTERS_MAX): string | null =>
    text == null ? null : presentText(text, charactersMax);
  return rows.slice(0, LIMITS.fileListMax).map(({ reason, meaning, type, lines, needsCheck, ...row }) => ({
    reason,
    meaning,
    type: presentText(type, QUOTED_CHARACTERS_MAX),
    rows: row.rows,
    lines,
    needsCheck,
    column: quoted(row.column),
    detail: quoted(row.detail, DETAIL_CHARACTERS_MAX),
  }));
}

/** Returns what is wrong with a file, as errors of fields: the line and the column are in the message. */
export function faultErrors(faults: readonly FileFault[]): FieldError[] {
  return faults.slice(0, FAULTS_MAX).map(({ line, column, reason }) => {
    const inColumn =
      column == null ? '' : ` in column ${JSON.stringify(presentText(column, QUOTED_CHARACTERS_MAX))}`;
    const inLine = line == null ? '' : `line ${String(line)}: `;
    return { field: 'file', message: `${inLine}${presentText(reason, DETAIL_CHARACTERS_MAX)}${inColumn}` };
  });
}
