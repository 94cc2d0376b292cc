/** Texts that only the consent page shows, one table per language. */
import { inLanguages, type WithTexts } from '../../ui/texts/in-languages.ts';
import { enConsent } from './en-consent.ts';
import { frConsent } from './fr-consent.ts';
import { nlConsent } from './nl-consent.ts';

export const OAUTH_TEXTS = inLanguages<WithTexts<typeof enConsent>>({
  en: enConsent,
  nl: nlConsent,
  fr: frConsent,
});
