/** All texts of the pages, one table per language. The types ensure that all tables have the same keys. */
import type { Language } from '../language.ts';
import { en } from './en.ts';
import { enAccount } from './en-account.ts';
import { enConnect } from './en-connect.ts';
import { enEstimate } from './en-estimate.ts';
import { enEvents } from './en-events.ts';
import { enFiles } from './en-files.ts';
import { enIncome } from './en-income.ts';
import { enInbox } from './en-inbox.ts';
import { enLaw } from './en-law.ts';
import { enLog } from './en-log.ts';
import { enPortfolio } from './en-portfolio.ts';
import { enReadings } from './en-readings.ts';
import { enReport } from './en-report.ts';
import { enSettings } from './en-settings.ts';
import { enWhy } from './en-why.ts';
import { enYear } from './en-year.ts';
import { enWords, type Words } from './en-words.ts';
import { fr } from './fr.ts';
import { frAccount } from './fr-account.ts';
import { frConnect } from './fr-connect.ts';
import { frEstimate } from './fr-estimate.ts';
import { frEvents } from './fr-events.ts';
import { frFiles } from './fr-files.ts';
import { frIncome } from './fr-income.ts';
import { frInbox } from './fr-inbox.ts';
import { frLaw } from './fr-law.ts';
import { frLog } from './fr-log.ts';
import { frPortfolio } from './fr-portfolio.ts';
import { frReadings } from './fr-readings.ts';
import { frReport } from './fr-report.ts';
import { frSettings } from './fr-settings.ts';
import { frWhy } from './fr-why.ts';
import { frYear } from './fr-year.ts';
import { frWords } from './fr-words.ts';
import type {
  AccountTexts,
  ConnectTexts,
  EstimateTexts,
  GeneralTexts,
  EventsTexts,
  FilesTexts,
  IncomeTexts,
  InboxTexts,
  LawTexts,
  LogTexts,
  PortfolioTexts,
  ReadingsTexts,
  ReportTexts,
  SettingsTexts,
  WhyTexts,
  YearTexts,
} from './keys.ts';
import { nl } from './nl.ts';
import { nlAccount } from './nl-account.ts';
import { nlConnect } from './nl-connect.ts';
import { nlEstimate } from './nl-estimate.ts';
import { nlEvents } from './nl-events.ts';
import { nlFiles } from './nl-files.ts';
import { nlIncome } from './nl-income.ts';
import { nlInbox } from './nl-inbox.ts';
import { nlLaw } from './nl-law.ts';
import { nlLog } from './nl-log.ts';
import { nlPortfolio } from './nl-portfolio.ts';
import { nlReadings } from './nl-readings.ts';
import { nlReport } from './nl-report.ts';
import { nlSettings } from './nl-settings.ts';
import { nlWhy } from './nl-why.ts';
import { nlYear } from './nl-year.ts';
import { nlWords } from './nl-words.ts';

/** The table of one language. */
export type Texts = GeneralTexts &
  AccountTexts &
  ConnectTexts &
  EstimateTexts &
  EventsTexts &
  FilesTexts &
  IncomeTexts &
  InboxTexts &
  LawTexts &
  LogTexts &
  PortfolioTexts &
  ReadingsTexts &
  ReportTexts &
  SettingsTexts &
  WhyTexts &
  YearTexts & { readonly words: Words };

export const TEXTS: Readonly<Record<Language, Texts>> = {
  en: {
    ...en,
    ...enAccount,
    ...enConnect,
    ...enEstimate,
    ...enEvents,
    ...enFiles,
    ...enIncome,
    ...enInbox,
    ...enLaw,
    ...enLog,
    ...enPortfolio,
    ...enReadings,
    ...enReport,
    ...enSettings,
    ...enWhy,
    ...enYear,
    words: enWords,
  },
  nl: {
    ...nl,
    ...nlAccount,
    ...nlConnect,
    ...nlEstimate,
    ...nlEvents,
    ...nlFiles,
    ...nlIncome,
    ...nlInbox,
    ...nlLaw,
    ...nlLog,
    ...nlPortfolio,
    ...nlReadings,
    ...nlReport,
    ...nlSettings,
    ...nlWhy,
    ...nlYear,
    words: nlWords,
  },
  fr: withNonBreakingSpaces({
    ...fr,
    ...frAccount,
    ...frConnect,
    ...frEstimate,
    ...frEvents,
    ...frFiles,
    ...frIncome,
    ...frInbox,
    ...frLaw,
    ...frLog,
    ...frPortfolio,
    ...frReadings,
    ...frReport,
    ...frSettings,
    ...frWhy,
    ...frYear,
    words: frWords,
  }),
};

/** Replaces the spaces before and after French punctuation by non-breaking ones, so that no line ends there. */
function withNonBreakingSpaces<Value>(value: Value): Value {
  if (typeof value === 'string') return value.replace(/ (?=[?!:;»])|(?<=«) /g, '\u00a0') as Value;
  const entries = Object.entries(value as object).map(([key, each]) => [
    key,
    withNonBreakingSpaces<unknown>(each),
  ]);
  return Object.fromEntries(entries) as Value;
}
