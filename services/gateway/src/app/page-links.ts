/** The pages that programs and assistants send a person to. */
import { LinksQuery, LinksResponse } from '@ctx/contract/links';
import type { OperationId } from '@ctx/contract/operations';
import type { z } from 'zod';
import type { Addresses } from '../answers/addresses.ts';
import { PATHS } from '../ui/paths.ts';

type Place = z.output<typeof LinksQuery>;

/** A page: its path for a place, or null where the place has none. */
interface PageRow {
  readonly page: string;
  readonly description: string;
  readonly pathOf: (place: Place) => string | null;
}

const ofYear = (rest: string) => (place: Place) =>
  place.year === undefined ? null : `${PATHS.overview}/${String(place.year)}${rest}`;

const PAGES: readonly PageRow[] = [
  { page: 'YEAR', description: 'What is owed for the year, and how it is made.', pathOf: ofYear('') },
  {
    page: 'STEPS',
    description: 'The steps to a finished year: what is done and what is open.',
    pathOf: ofYear('/steps'),
  },
  {
    page: 'TRANSACTIONS',
    description: 'The transactions of the year, with filters and a download.',
    pathOf: ({ year }) => (year === undefined ? null : `${PATHS.transactions}?year=${String(year)}`),
  },
  { page: 'REPORT', description: 'The report of the year, to print.', pathOf: ofYear('/report') },
  {
    page: 'REPORT_XLSX',
    description: 'The report as a workbook, for an accountant.',
    pathOf: ofYear('/report?format=xlsx'),
  },
  { page: 'READINGS', description: 'The year under other readings of the law.', pathOf: ofYear('/readings') },
  {
    page: 'CIRCUMSTANCES',
    description: 'What only the taxpayer knows of the year.',
    pathOf: ofYear('/circumstances'),
  },
  {
    page: 'FILES',
    description: 'Adds exports of exchanges and wallets, and removes them.',
    pathOf: () => PATHS.files,
  },
  { page: 'QUESTIONS', description: 'The open questions, with their answers.', pathOf: () => PATHS.inbox },
  { page: 'PRICES', description: 'Enters prices, one by one or as a file.', pathOf: () => PATHS.prices },
  {
    page: 'PHOTO',
    description: 'What was held at the end of 2025, with its evidence.',
    pathOf: () => PATHS.photo,
  },
  { page: 'HISTORY', description: 'What was corrected, and how to undo it.', pathOf: () => PATHS.log },
  { page: 'APPS', description: 'Connected apps, and how to end them.', pathOf: () => PATHS.apps },
];

type Input = Readonly<Record<string, unknown>>;
const inYear =
  (rest = '') =>
  ({ year }: Input) =>
    `${PATHS.overview}/${String(year)}${rest}`;

/** The path of the page that shows the answer of an operation whose response has a `url`. */
const PATH_OF: Partial<Record<OperationId, string | ((input: Input) => string)>> = {
  listContributions: inYear(),
  getYearReport: inYear('/report'),
  listReadings: inYear('/readings'),
  getCircumstances: inYear('/circumstances'),
  getPhoto: PATHS.photo,
  explainTransaction: ({ taxEventId }) => `${PATHS.transactions}/${String(taxEventId)}`,
  listTransferPairs: `${PATHS.inbox}/pairs`,
  listHistory: PATHS.log,
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
    getLinks: (_call, input) => {
      const place = LinksQuery.parse(input);
      const links = PAGES.flatMap(({ page, description, pathOf }) => {
        const path = pathOf(place);
        return path === null ? [] : [{ page, url: `${baseUrl}${path}`, description }];
      });
      return Promise.resolve({ bytes: Buffer.from(JSON.stringify(LinksResponse.parse({ links }))) });
    },
  };
}
