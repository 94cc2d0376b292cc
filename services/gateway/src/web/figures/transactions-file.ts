/** The list of transactions as a file: all pages that the filters leave, streamed while they are read. */
import { Transaction as TransactionSchema } from '@ctx/contract/schemas';
import { LIMITS } from '@ctx/domain/limits';
import type { AnswerOf, Digits } from '../../answers/digits.ts';
import { disconnectSignal } from '../../http/disconnect-signal.ts';
import { csvCell, ROW_END } from '../../reports/csv-cell.ts';
import { sendDocument } from '../../reports/documents.ts';
import { textsOf } from '../../reports/sheets/belgian-csv.ts';
import { sheetCell, type SheetRow } from '../../reports/sheets/sheet.ts';
import { moment, name, units, eur, wordOf } from '../../reports/tables/cell.ts';
import type { Language } from '../../ui/language.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import { accountName } from '../visit/account-name.ts';
import type { FiguresVisit } from '../visit/figures-visit.ts';
import { notFound, type Reply, textOf } from '../visit/visit.ts';
import { FIGURES_TEXTS } from './texts/texts.ts';
import {
  EXPORT_FORMS,
  type ExportForm,
  filtersOf,
  invalidDays,
  parametersOf,
} from './transaction-filters.ts';
import { showTransactions } from './transactions-page.ts';

type TransactionList = Digits<AnswerOf<'listTransactions'>>;
type Transaction = TransactionList['transactions'][number];
type Accounts = AnswerOf<'listAccounts'>['accounts'];

/** Sends the transactions that the address filters. With filters that are wrong or leave too many, the list says so. */
export async function downloadTransactions(visit: FiguresVisit): Promise<Reply> {
  const { parts, session, request, response } = visit;
  const query = request.query as Readonly<Record<string, unknown>>;
  const format = EXPORT_FORMS.find((each) => each === query['format']);
  if (format === undefined) return notFound(visit);
  const filters = filtersOf(query);
  if (invalidDays(filters).length > 0) return showTransactions(visit);
  const parameters = { year: textOf(query['year']), ...parametersOf(filters) };
  const readPage = (page: number): Promise<TransactionList> =>
    visit.readDigits('listTransactions', {
      ...parameters,
      page: String(page),
      size: String(LIMITS.pageSizeMax),
    });
  const first = await readPage(0);
  if (Number(first.totalElements) > LIMITS.exportedTransactionsMax)
    return { ...(await showTransactions(visit)), status: 409 };
  const send = (): Promise<void> => sendFile(visit, format, pagesOf(first, readPage));
  await parts.documents.prepare(session.userId, send, disconnectSignal(response));
  return 'SENT';
}

async function sendFile(
  visit: FiguresVisit,
  format: ExportForm,
  transactions: AsyncGenerator<Transaction>,
): Promise<void> {
  const { request, response, language } = visit;
  const { accounts } = await visit.read('listAccounts');
  response.status(200).set({
    'Content-Type': 'text/csv; charset=utf-8; header=present',
    'Content-Disposition': 'attachment; filename="transactions.csv"',
    'Cache-Control': 'private, no-store',
  });
  if (request.method === 'HEAD') response.end();
  else
    await sendDocument(
      response,
      format === 'csv' ? asCsv(transactions) : asBelgianCsv(transactions, language, accounts),
    );
}

/** Returns the transactions of all pages, without values in EUR in a locked year. Throws if the figures change while they are read. */
async function* pagesOf(
  first: TransactionList,
  readPage: (page: number) => Promise<TransactionList>,
): AsyncGenerator<Transaction> {
  for (let page = first; ; page = await readPage(Number(page.page) + 1)) {
    if (page.figuresVersion !== first.figuresVersion || page.totalElements !== first.totalElements)
      throw new Error('the figures changed while a list of transactions was read');
    for (const each of page.transactions) yield first.locked ? { ...each, euroValue: null } : each;
    if (!page.hasNext) return;
  }
}

const FIELDS = Object.keys(TransactionSchema.shape) as (keyof Transaction)[];
const NUMBERS: ReadonlySet<string> = new Set(['amount', 'euroValue']);

/** Returns the fields of the API with every digit (RFC 4180). Flags are separated by spaces. */
async function* asCsv(transactions: AsyncIterable<Transaction>): AsyncGenerator<string> {
  yield FIELDS.join(',') + ROW_END;
  for await (const each of transactions)
    yield (
      FIELDS.map((field) => {
        const value = each[field] ?? '';
        return csvCell(Array.isArray(value) ? value.join(' ') : String(value), NUMBERS.has(field));
      }).join(',') + ROW_END
    );
}

/** Returns the transactions as spreadsheets in Belgium open them, with words and headings in a language. */
function asBelgianCsv(
  transactions: AsyncIterable<Transaction>,
  language: Language,
  accounts: Accounts,
): AsyncGenerator<string> {
  const { words } = TEXTS[language];
  const yes = (value: boolean): string | null => (value ? words.yes : null);
  const accountNames = new Map(accounts.map((account) => [account.id, accountName(account)]));
  const rowOf = (each: Transaction): SheetRow =>
    [
      moment(each.timestamp),
      words.types[each.type],
      wordOf(words.treatments, each.treatment),
      name(accountNames.get(each.accountId)),
      name(each.assetSymbol),
      units(each.amount),
      eur(each.euroValue),
      yes(each.needsReview),
      yes(each.spam),
      name(each.description),
      name(each.protocol),
      name(each.referenceId),
    ].map(sheetCell);
  const rows = async function* (): AsyncGenerator<SheetRow> {
    for await (const each of transactions) yield rowOf(each);
  };
  return textsOf({ columns: Object.values(FIGURES_TEXTS[language].events.fileColumns), rows });
}
