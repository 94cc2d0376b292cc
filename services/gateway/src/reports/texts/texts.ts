/** Texts of reports, of which the pages of figures show some too, one table per language. */
import { inLanguages, type WithTexts } from '../../ui/texts/in-languages.ts';
import { enCompleteness } from './en-completeness.ts';
import { enDossier } from './en-dossier.ts';
import { enReadings } from './en-readings.ts';
import { enReport } from './en-report.ts';
import { enSupporting } from './en-supporting.ts';
import { frCompleteness } from './fr-completeness.ts';
import { frDossier } from './fr-dossier.ts';
import { frReadings } from './fr-readings.ts';
import { frReport } from './fr-report.ts';
import { frSupporting } from './fr-supporting.ts';
import { nlCompleteness } from './nl-completeness.ts';
import { nlDossier } from './nl-dossier.ts';
import { nlReadings } from './nl-readings.ts';
import { nlReport } from './nl-report.ts';
import { nlSupporting } from './nl-supporting.ts';

const ENGLISH = { ...enCompleteness, ...enDossier, ...enReadings, ...enReport, ...enSupporting };

/** The table of one language. */
export type ReportTexts = WithTexts<typeof ENGLISH>;

export const REPORT_TEXTS = inLanguages<ReportTexts>({
  en: ENGLISH,
  nl: { ...nlCompleteness, ...nlDossier, ...nlReadings, ...nlReport, ...nlSupporting },
  fr: { ...frCompleteness, ...frDossier, ...frReadings, ...frReport, ...frSupporting },
});
