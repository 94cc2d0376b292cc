/** Texts that only the pages of prices show, one table per language. */
import { inLanguages, type WithTexts } from '../../../ui/texts/in-languages.ts';
import { enPrices } from './en-prices.ts';
import { frPrices } from './fr-prices.ts';
import { nlPrices } from './nl-prices.ts';

export const PRICES_TEXTS = inLanguages<WithTexts<typeof enPrices>>({
  en: enPrices,
  nl: nlPrices,
  fr: frPrices,
});
