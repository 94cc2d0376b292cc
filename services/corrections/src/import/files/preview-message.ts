/** What is known of a converted file, as messages of the FileService. */
import { LEFT_OUT_MAX, type OmittedCount, type Preview } from '@ctx/converters/preview';
import type { FileBalances, FileColumn, FileLeftOut, FilePreview } from '@ctx/proto/gen/ctx/v1/corrections';
import type { ComparisonTogether } from '../compare-facts.ts';
import type { RejectedConversion } from './convert-file.ts';
import { codesMessage } from './fault-messages.ts';

/** Returns what a file would bring in, and what its import would do. */
export function previewMessage(
  preview: Preview,
  { earlier, ...transactions }: ComparisonTogether,
): FilePreview {
  const { format, title, account, rows, events, assets, from, to, transfers, withoutValue, leftOut } =
    preview;
  return {
    format,
    title,
    accountRef: account.ref,
    accountLabel: account.label,
    rows,
    events: { ...events },
    assets: assets.map((asset) => ({ ...asset })),
    from,
    to,
    transfers,
    withoutValue,
    leftOut: leftOutMessages(leftOut.slice(0, LEFT_OUT_MAX)),
    balances: balancesMessage(preview),
    transactions,
    earlier: [...earlier],
  };
}

/** Returns the columns of a file that no format fits. */
export function columnsMessage({ columns = [] }: RejectedConversion): FileColumn[] {
  return columns.map(({ name, samples, values }) => ({ name, samples: [...samples], values: [...values] }));
}

/** Returns the rows that become no transaction. */
export function leftOutMessages(rows: readonly OmittedCount[]): FileLeftOut[] {
  return rows.map((row) => ({ ...row, lines: [...row.lines], messages: codesMessage(row.messages) }));
}

/** Returns what the balances of a file prove; null if it states none. */
export function balancesMessage({ balances }: Preview): FileBalances | null {
  if (balances === null) return null;
  const { breaks, openings } = balances;
  return {
    ...balances,
    breaks: breaks.map((each) => ({ ...each, unreadable: [...each.unreadable] })),
    openings: [...openings],
  };
}
