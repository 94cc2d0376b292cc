/** Texts that only the way through a year shows, one table per language. */
import { inLanguages, type WithTexts } from '../../../ui/texts/in-languages.ts';
import { enWay } from './en-way.ts';
import { frWay } from './fr-way.ts';
import { nlWay } from './nl-way.ts';

export const WAY_TEXTS = inLanguages<WithTexts<typeof enWay>>({ en: enWay, nl: nlWay, fr: frWay });
