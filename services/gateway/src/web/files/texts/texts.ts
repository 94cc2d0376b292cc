/** Texts that only the pages of files show, one table per language. */
import { inLanguages, type WithTexts } from '../../../ui/texts/in-languages.ts';
import { enFiles } from './en-files.ts';
import { frFiles } from './fr-files.ts';
import { nlFiles } from './nl-files.ts';

/** The table of one language. */
export type FilesTexts = WithTexts<typeof enFiles>;

export const FILES_TEXTS = inLanguages<FilesTexts>({ en: enFiles, nl: nlFiles, fr: frFiles });
