/** The pages that programs and assistants send a person to. */
import { LinksQuery, LinksResponse } from '@ctx/contract/links';
import type { OperationId } from '@ctx/contract/operations';
import type { Addresses } from '../answers/addresses.ts';
import { PATHS, uploadPath } from '../ui/paths.ts';
import { PAIRS_ADDRESS } from '../web/inbox/pairs-view.ts';

type Input = Readonly<Record<string, unknown>>;

/** A page: its path, or that of a year, for a request that names one. */
interface PageRow {
  readonly page: string;
  readonly description: string;
  readonly path: string | ((input: Input) => string);
}

const inYear =
  (rest = '') =>
  ({ year }: Input) =>
    `${PATHS.overview}/${String(year)}${rest}`;
const transactionsOf = ({ year }: Input) => `${PATHS.transactions}?year=${String(year)}`;

const PAGES: readonly PageRow[] = [
  { page: 'YEAR', description: 'What is owed for the year, and how it is made.', path: inYear() },
  {
    page: 'STEPS',
    description: 'The steps to a finished year: what is done and what is open.',
    path: inYear('/steps'),
  },
  {
    page: 'TRANSACTIONS',
    description: 'The transactions of the year, with filters and a download.',
    path: transactionsOf,
  },
  { page: 'REPORT', description: 'The report of the year, to print.', path: inYear('/report') },
  {
    page: 'REPORT_XLSX',
    description: 'The report as a workbook, for an accountant.',
    path: inYear('/report?format=xlsx'),
  },
  { page: 'READINGS', description: 'The year under other readings of the law.', path: inYear('/readings') },
  {
    page: 'CIRCUMSTANCES',
    description: 'What only the taxpayer knows of the year.',
    path: inYear('/circumstances'),
  },
  {
    page: 'REGIME',
    description: 'Under which regime the gains of the year are taxed, for the taxpayer to choose.',
    path: inYear('/regime'),
  },
  {
    page: 'FILES',
    description: 'Adds exports of exchanges and wallets, and removes them.',
    path: PATHS.files,
  },
  { page: 'QUESTIONS', description: 'The open questions, with their answers.', path: PATHS.inbox },
  { page: 'PRICES', description: 'Enters prices, one by one or as a file.', path: PATHS.prices },
  {
    page: 'PHOTO',
    description: 'What was held at the end of 2025, with its evidence.',
    path: PATHS.photo,
  },
  { page: 'HISTORY', description: 'What was corrected, and how to undo it.', path: PATHS.log },
  { page: 'APPS', description: 'Connected apps, and how to end them.', path: PATHS.apps },
];

/** The path of the page that shows the answer of an operation whose response has a `url`. */
const PATH_OF: Partial<Record<OperationId, string | ((input: Input) => string)>> = {
  listContributions: inYear(),
  getYearReport: inYear('/report'),
  listReadings: inYear('/readings'),
  getCircumstances: inYear('/circumstances'),
  getRegime: inYear('/regime'),
  getPhoto: PATHS.photo,
  getEvidence: inYear('/report'),
  getReported: inYear('/reported'),
  explainTransaction: ({ taxEventId }) => `${PATHS.transactions}/${String(taxEventId)}`,
  getOrigin: ({ taxEventId }) => `${PATHS.transactions}/${String(taxEventId)}/origin`,
  listTransferPairs: PAIRS_ADDRESS,
  listHistory: PATHS.log,
  listFiles: PATHS.files,
  getFile: ({ fileId }) => `${PATHS.files}/${String(fileId)}`,
  addFile: PATHS.files,
  removeFile: PATHS.files,
};

/** Returns the addresses of pages of the service at `baseUrl`. */
export function pageAddresses(baseUrl: string): Addresses {
  return {
    baseUrl,
    transactionPath: `${PATHS.transactions}/{id}`,
    pathOf: (operation, input) => {
      const ofOperation = PATH_OF[operation];
      if (ofOperation === undefined) throw new TypeError(`no page shows ${operation}`);
      return typeof ofOperation === 'string' ? ofOperation : ofOperation(input);
    },
    uploadAddress: (secret) => `${baseUrl}${uploadPath(secret)}`,
    getLinks: (_call, input) => {
      const isOfYear = LinksQuery.parse(input).year !== undefined;
      const links = PAGES.flatMap(({ page, description, path }) => {
        if (typeof path === 'string') return [{ page, url: `${baseUrl}${path}`, description }];
        return isOfYear ? [{ page, url: `${baseUrl}${path(input)}`, description }] : [];
      });
      return Promise.resolve({ bytes: Buffer.from(JSON.stringify(LinksResponse.parse({ links }))) });
    },
  };
}
