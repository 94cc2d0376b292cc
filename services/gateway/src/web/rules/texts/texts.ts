/** Texts that only the pages of rules show, one table per language. */
import { inLanguages, type WithTexts } from '../../../ui/texts/in-languages.ts';
import { enRules } from './en-rules.ts';
import { frRules } from './fr-rules.ts';
import { nlRules } from './nl-rules.ts';

export const RULES_TEXTS = inLanguages<WithTexts<typeof enRules>>({ en: enRules, nl: nlRules, fr: frRules });
