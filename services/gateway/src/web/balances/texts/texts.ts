/** Texts that only the pages of accounts and their balances show, one table per language. */
import { inLanguages, type WithTexts } from '../../../ui/texts/in-languages.ts';
import { enBalances } from './en-balances.ts';
import { frBalances } from './fr-balances.ts';
import { nlBalances } from './nl-balances.ts';

export const BALANCES_TEXTS = inLanguages<WithTexts<typeof enBalances>>({
  en: enBalances,
  nl: nlBalances,
  fr: frBalances,
});
