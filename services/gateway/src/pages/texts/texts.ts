/** All texts of the pages, a table a language; the same keys in each, which the type holds. */
import type { Language } from '../language.ts';
import { en } from './en.ts';
import { fr } from './fr.ts';
import { nl } from './nl.ts';

type Widened<Value> = Value extends string ? string : { readonly [Key in keyof Value]: Widened<Value[Key]> };

/** A language's table; `{names}` in a text are filled in. */
export type Texts = Widened<typeof en>;

export const TEXTS: Readonly<Record<Language, Texts>> = { en, nl, fr };
