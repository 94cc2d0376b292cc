/** Names of the formats of files, and where to download each, in the reader's language. */
import { inLanguages } from './in-languages.ts';
import { frFormats } from './fr-formats.ts';
import type { FormatTexts } from './format-types.ts';
import { nlFormats } from './nl-formats.ts';

/** The texts of each language. English is missing: the service sends its own, of the converters. */
export const FORMAT_TEXTS = inLanguages<FormatTexts>({ en: {}, nl: nlFormats, fr: frFormats });
