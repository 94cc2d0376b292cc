/** Texts of reports, of which the pages of figures show some too, one table per language. */
import { inLanguages, type WithTexts } from '../../ui/texts/in-languages.ts';
import { enCompleteness } from './en-completeness.ts';
import { enReadings } from './en-readings.ts';
import { enReport } from './en-report.ts';
import { enSupporting } from './en-supporting.ts';
import { frCompleteness } from './fr-completeness.ts';
import { frReadings } from './fr-readings.ts';
import { frReport } from './fr-report.ts';
import { frSupporting } from './fr-supporting.ts';
import { nlCompleteness } from './nl-completeness.ts';
import { nlReadings } from './nl-readings.ts';
import { nlReport } from './nl-report.ts';
import { nlSupporting } from './nl-supporting.ts';

const ENGLISH = { ...enCompleteness, ...enReadings, ...enReport, ...enSupporting };

/** The table of one language. */
export type ReportTexts = WithTexts<typeof ENGLISH>;

export const REPORT_TEXTS = inLanguages<ReportTexts>({
  en: ENGLISH,
  nl: { ...nlCompleteness, ...nlReadings, ...nlReport, ...nlSupporting },
  fr: { ...frCompleteness, ...frReadings, ...frReport, ...frSupporting },
});
