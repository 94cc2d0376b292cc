/** Texts of the pages of figures, one table per language. */
import { inLanguages, type WithTexts } from '../../../ui/texts/in-languages.ts';
import { enDeparture } from './en-departure.ts';
import { enEstimate } from './en-estimate.ts';
import { enEvents } from './en-events.ts';
import { enIncome } from './en-income.ts';
import { enOrigin } from './en-origin.ts';
import { enPhoto } from './en-photo.ts';
import { enPortfolio } from './en-portfolio.ts';
import { enRegime } from './en-regime.ts';
import { enReported } from './en-reported.ts';
import { enWhatIf } from './en-what-if.ts';
import { enWhy } from './en-why.ts';
import { enYear } from './en-year.ts';
import { frDeparture } from './fr-departure.ts';
import { frEstimate } from './fr-estimate.ts';
import { frEvents } from './fr-events.ts';
import { frIncome } from './fr-income.ts';
import { frOrigin } from './fr-origin.ts';
import { frPhoto } from './fr-photo.ts';
import { frPortfolio } from './fr-portfolio.ts';
import { frRegime } from './fr-regime.ts';
import { frReported } from './fr-reported.ts';
import { frWhatIf } from './fr-what-if.ts';
import { frWhy } from './fr-why.ts';
import { frYear } from './fr-year.ts';
import { nlDeparture } from './nl-departure.ts';
import { nlEstimate } from './nl-estimate.ts';
import { nlEvents } from './nl-events.ts';
import { nlIncome } from './nl-income.ts';
import { nlOrigin } from './nl-origin.ts';
import { nlPhoto } from './nl-photo.ts';
import { nlPortfolio } from './nl-portfolio.ts';
import { nlRegime } from './nl-regime.ts';
import { nlReported } from './nl-reported.ts';
import { nlWhatIf } from './nl-what-if.ts';
import { nlWhy } from './nl-why.ts';
import { nlYear } from './nl-year.ts';

const ENGLISH = {
  ...enDeparture,
  ...enEstimate,
  ...enEvents,
  ...enIncome,
  ...enOrigin,
  ...enPhoto,
  ...enPortfolio,
  ...enRegime,
  ...enReported,
  ...enWhatIf,
  ...enWhy,
  ...enYear,
};

export const FIGURES_TEXTS = inLanguages<WithTexts<typeof ENGLISH>>({
  en: ENGLISH,
  nl: {
    ...nlDeparture,
    ...nlEstimate,
    ...nlEvents,
    ...nlIncome,
    ...nlOrigin,
    ...nlPhoto,
    ...nlPortfolio,
    ...nlRegime,
    ...nlReported,
    ...nlWhatIf,
    ...nlWhy,
    ...nlYear,
  },
  fr: {
    ...frDeparture,
    ...frEstimate,
    ...frEvents,
    ...frIncome,
    ...frOrigin,
    ...frPhoto,
    ...frPortfolio,
    ...frRegime,
    ...frReported,
    ...frWhatIf,
    ...frWhy,
    ...frYear,
  },
});
