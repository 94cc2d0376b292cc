/** Texts that several features show, one table per language. The types ensure that all tables have the same keys. */
import { enAccount } from './en-account.ts';
import { enConnect } from './en-connect.ts';
import { enEvents } from './en-events.ts';
import { enFiles } from './en-files.ts';
import { enLaw } from './en-law.ts';
import { enReadings } from './en-readings.ts';
import { enReport } from './en-report.ts';
import { enSettings } from './en-settings.ts';
import { enWhy } from './en-why.ts';
import { enWords } from './en-words.ts';
import { enYear } from './en-year.ts';
import { en } from './en.ts';
import { frAccount } from './fr-account.ts';
import { frConnect } from './fr-connect.ts';
import { frEvents } from './fr-events.ts';
import { frFiles } from './fr-files.ts';
import { frLaw } from './fr-law.ts';
import { frReadings } from './fr-readings.ts';
import { frReport } from './fr-report.ts';
import { frSettings } from './fr-settings.ts';
import { frWhy } from './fr-why.ts';
import { frWords } from './fr-words.ts';
import { frYear } from './fr-year.ts';
import { fr } from './fr.ts';
import { inLanguages, type WithTexts } from './in-languages.ts';
import { nlAccount } from './nl-account.ts';
import { nlConnect } from './nl-connect.ts';
import { nlEvents } from './nl-events.ts';
import { nlFiles } from './nl-files.ts';
import { nlLaw } from './nl-law.ts';
import { nlReadings } from './nl-readings.ts';
import { nlReport } from './nl-report.ts';
import { nlSettings } from './nl-settings.ts';
import { nlWhy } from './nl-why.ts';
import { nlWords } from './nl-words.ts';
import { nlYear } from './nl-year.ts';
import { nl } from './nl.ts';

const ENGLISH = {
  ...en,
  ...enAccount,
  ...enConnect,
  ...enEvents,
  ...enFiles,
  ...enLaw,
  ...enReadings,
  ...enReport,
  ...enSettings,
  ...enWhy,
  ...enYear,
  words: enWords,
};

/** The table of one language. */
export type Texts = WithTexts<typeof ENGLISH>;

export const TEXTS = inLanguages<Texts>({
  en: ENGLISH,
  nl: {
    ...nl,
    ...nlAccount,
    ...nlConnect,
    ...nlEvents,
    ...nlFiles,
    ...nlLaw,
    ...nlReadings,
    ...nlReport,
    ...nlSettings,
    ...nlWhy,
    ...nlYear,
    words: nlWords,
  },
  fr: {
    ...fr,
    ...frAccount,
    ...frConnect,
    ...frEvents,
    ...frFiles,
    ...frLaw,
    ...frReadings,
    ...frReport,
    ...frSettings,
    ...frWhy,
    ...frYear,
    words: frWords,
  },
});
