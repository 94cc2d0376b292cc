/** Texts of the pages that need no sign-in, one table per language. */
import { inLanguages, type WithTexts } from '../../../ui/texts/in-languages.ts';
import { enLaw } from './en-law.ts';
import { enLawRules } from './en-law-rules.ts';
import { enPublic } from './en-public.ts';
import { frLaw } from './fr-law.ts';
import { frLawRules } from './fr-law-rules.ts';
import { frPublic } from './fr-public.ts';
import { nlLaw } from './nl-law.ts';
import { nlLawRules } from './nl-law-rules.ts';
import { nlPublic } from './nl-public.ts';

const ENGLISH = { ...enLaw, ...enLawRules, ...enPublic };

export const PUBLIC_TEXTS = inLanguages<WithTexts<typeof ENGLISH>>({
  en: ENGLISH,
  nl: { ...nlLaw, ...nlLawRules, ...nlPublic },
  fr: { ...frLaw, ...frLawRules, ...frPublic },
});
