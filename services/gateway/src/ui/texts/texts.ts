/** Texts of the frame, of components and of messages, and the words that several features show: one table per language. */
import { en } from './en.ts';
import { fr } from './fr.ts';
import { inLanguages, type WithTexts } from './in-languages.ts';
import { nl } from './nl.ts';

/** The table of one language. */
export type Texts = WithTexts<typeof en>;

export const TEXTS = inLanguages<Texts>({ en, nl, fr });
