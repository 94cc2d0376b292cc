/** Texts that only the pages of the log show, one table per language. */
import { inLanguages, type WithTexts } from '../../../ui/texts/in-languages.ts';
import { enLog } from './en-log.ts';
import { frLog } from './fr-log.ts';
import { nlLog } from './nl-log.ts';

export const LOG_TEXTS = inLanguages<WithTexts<typeof enLog>>({ en: enLog, nl: nlLog, fr: frLog });
