/** Texts of the forms that answer questions, one table per language. */
import { inLanguages, type WithTexts } from '../../../ui/texts/in-languages.ts';
import { enAnswers } from './en-answers.ts';
import { enAsked } from './en-asked.ts';
import { enOrphans } from './en-orphans.ts';
import { frAnswers } from './fr-answers.ts';
import { frAsked } from './fr-asked.ts';
import { frOrphans } from './fr-orphans.ts';
import { nlAnswers } from './nl-answers.ts';
import { nlAsked } from './nl-asked.ts';
import { nlOrphans } from './nl-orphans.ts';

const ENGLISH = { ...enAnswers, ...enAsked, ...enOrphans };

export const ANSWERS_TEXTS = inLanguages<WithTexts<typeof ENGLISH>>({
  en: ENGLISH,
  nl: { ...nlAnswers, ...nlAsked, ...nlOrphans },
  fr: { ...frAnswers, ...frAsked, ...frOrphans },
});
