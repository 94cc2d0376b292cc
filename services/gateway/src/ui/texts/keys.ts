/** Types of the tables of texts. The English tables define the keys that every language must have. */
import type { en } from './en.ts';
import type { enAccount } from './en-account.ts';
import type { enConnect } from './en-connect.ts';
import type { enEstimate } from './en-estimate.ts';
import type { enEvents } from './en-events.ts';
import type { enFiles } from './en-files.ts';
import type { enIncome } from './en-income.ts';
import type { enInbox } from './en-inbox.ts';
import type { enLaw } from './en-law.ts';
import type { enLog } from './en-log.ts';
import type { enPortfolio } from './en-portfolio.ts';
import type { enReadings } from './en-readings.ts';
import type { enReport } from './en-report.ts';
import type { enSettings } from './en-settings.ts';
import type { enWhy } from './en-why.ts';
import type { enYear } from './en-year.ts';

type WithTexts<Value> = Value extends string
  ? string
  : { readonly [Key in keyof Value]: WithTexts<Value[Key]> };

/** Texts of the page frame, of consent and of messages. `{names}` in a text are replaced by values. */
export type GeneralTexts = WithTexts<typeof en>;
/** Texts about tokens, passwords, sessions and the choice of a language. */
export type AccountTexts = WithTexts<typeof enAccount>;
/** Texts of how to connect an assistant, and of a new token. */
export type ConnectTexts = WithTexts<typeof enConnect>;
/** Texts of the estimate of a year and of its circumstances. */
export type EstimateTexts = WithTexts<typeof enEstimate>;
/** Texts of the list of transactions and of the page of one. */
export type EventsTexts = WithTexts<typeof enEvents>;
/** Texts of the files that a person adds and removes. */
export type FilesTexts = WithTexts<typeof enFiles>;
/** Texts of the income of a year, by month and by asset. */
export type IncomeTexts = WithTexts<typeof enIncome>;
/** Texts of the inbox. */
export type InboxTexts = WithTexts<typeof enInbox>;
/** Texts of the page of the law. */
export type LawTexts = WithTexts<typeof enLaw>;
/** Texts of the log, and of undoing an entry. */
export type LogTexts = WithTexts<typeof enLog>;
/** Texts of the portfolio. */
export type PortfolioTexts = WithTexts<typeof enPortfolio>;
/** Texts of a year under other readings of the law. */
export type ReadingsTexts = WithTexts<typeof enReadings>;
/** Texts of the report of a year. */
export type ReportTexts = WithTexts<typeof enReport>;
/** Texts of sign-in and the settings. */
export type SettingsTexts = WithTexts<typeof enSettings>;
/** Texts of the page of one transaction. */
export type WhyTexts = WithTexts<typeof enWhy>;
/** Texts of the pages of a year and of all years. */
export type YearTexts = WithTexts<typeof enYear>;
