/** Texts of the page to which one file is sent, one table per language. */
import { inLanguages, type WithTexts } from '../../../ui/texts/in-languages.ts';
import { enUpload } from './en-upload.ts';
import { frUpload } from './fr-upload.ts';
import { nlUpload } from './nl-upload.ts';

export const UPLOAD_TEXTS = inLanguages<WithTexts<typeof enUpload>>({
  en: enUpload,
  nl: nlUpload,
  fr: frUpload,
});
