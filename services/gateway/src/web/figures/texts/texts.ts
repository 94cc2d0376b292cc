/** Texts that only the pages of figures show, one table per language. */
import { inLanguages, type WithTexts } from '../../../ui/texts/in-languages.ts';
import { enEstimate } from './en-estimate.ts';
import { enInbox } from './en-inbox.ts';
import { enIncome } from './en-income.ts';
import { enPortfolio } from './en-portfolio.ts';
import { frEstimate } from './fr-estimate.ts';
import { frInbox } from './fr-inbox.ts';
import { frIncome } from './fr-income.ts';
import { frPortfolio } from './fr-portfolio.ts';
import { nlEstimate } from './nl-estimate.ts';
import { nlInbox } from './nl-inbox.ts';
import { nlIncome } from './nl-income.ts';
import { nlPortfolio } from './nl-portfolio.ts';

const ENGLISH = { ...enEstimate, ...enIncome, ...enInbox, ...enPortfolio };

export const FIGURES_TEXTS = inLanguages<WithTexts<typeof ENGLISH>>({
  en: ENGLISH,
  nl: { ...nlEstimate, ...nlIncome, ...nlInbox, ...nlPortfolio },
  fr: { ...frEstimate, ...frIncome, ...frInbox, ...frPortfolio },
});
