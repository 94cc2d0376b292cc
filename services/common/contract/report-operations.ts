/** The operation that reads the report of a year. */
import { LIMITS } from '@ctx/domain/limits';
import { LANGUAGES, REPORT_FORMATS } from '@ctx/domain/vocabulary';
import { z } from 'zod';
import type { Operation } from './operation.ts';
import { YearReportPage } from './report.ts';
import { text, year } from './requests.ts';

export const REPORT_OPERATIONS = [
  {
    id: 'getYearReport',
    method: 'GET',
    path: '/api/v1/years/{year}/report',
    tag: 'Figures',
    scope: 'read',
    answeredBy: 'read',
    summary: 'Report of one year',
    description:
      'All that the figures of a year come from, in the order of the sections: figures, codes of the return, assumptions, every disposal with its lots, income, the stock at the end of the year, the lots held at the photo moment with their value then, corrections, and open issues. `html`, `csv` and `jsonl` are one whole document; so are `xlsx`, a workbook, and `csv-be`, a ZIP of CSV files with semicolons and decimal commas, which have a sheet or file for each table of the `html`; `dossier` is a ZIP file with everything that the figures come from, so that somebody else can compute them again; `json` is a page, and `next` leads to the next one. Gross and indicative, not a filed assessment. The lines of a submitted year stay the same.',
    pathParameters: z.strictObject({ year }),
    query: z.strictObject({
      format: z
        .enum(REPORT_FORMATS)
        .default('json')
        .describe(
          'Form of the report. Without it, `Accept` chooses between the forms. Each form but `json` has a path of its own, which generated clients read better: `report.html`, `.csv`, `.jsonl`, `.xlsx`, `.zip` for `csv-be`, and `/dossier`.',
        ),
      language: z
        .enum(LANGUAGES)
        .default('en')
        .describe(
          'Language of the forms for people: `html`, `xlsx` and `csv-be`, and of the report in a `dossier`.',
        ),
      after: text(LIMITS.reportPlaceCharactersMax)
        .optional()
        .describe('`next` of the page before, for the form `json`.'),
    }),
    response: YearReportPage,
    documents: ['html', 'csv', 'jsonl', 'xlsx', 'csv-be', 'dossier'],
    rejections: ['REPORT_YEAR_LOCKED', 'REPORT_CHANGED', 'REPORT_TOO_LARGE', 'DOCUMENTS_BUSY'],
  },
] as const satisfies readonly Operation[];
