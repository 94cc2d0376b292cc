/** Texts of the forms that answer questions, one table per language. */
import { inLanguages, type WithTexts } from '../../../ui/texts/in-languages.ts';
import { enAnswers } from './en-answers.ts';
import { frAnswers } from './fr-answers.ts';
import { nlAnswers } from './nl-answers.ts';

export const ANSWERS_TEXTS = inLanguages<WithTexts<typeof enAnswers>>({
  en: enAnswers,
  nl: nlAnswers,
  fr: frAnswers,
});
