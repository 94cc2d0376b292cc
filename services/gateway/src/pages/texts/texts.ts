/** All texts of the pages, a table a language; the same keys in each, which the types hold. */
import type { Language } from '../language.ts';
import { en } from './en.ts';
import { enSettings } from './en-settings.ts';
import { enWords, type Words } from './en-words.ts';
import { fr } from './fr.ts';
import { frSettings } from './fr-settings.ts';
import { frWords } from './fr-words.ts';
import type { GeneralTexts, SettingsTexts } from './keys.ts';
import { nl } from './nl.ts';
import { nlSettings } from './nl-settings.ts';
import { nlWords } from './nl-words.ts';

/** A language's table. */
export type Texts = GeneralTexts & SettingsTexts & { readonly words: Words };

export const TEXTS: Readonly<Record<Language, Texts>> = {
  en: { ...en, ...enSettings, words: enWords },
  nl: { ...nl, ...nlSettings, words: nlWords },
  fr: unbroken({ ...fr, ...frSettings, words: frWords }),
};

/** French sets these signs apart by a space, at which no line may end. */
function unbroken<Value>(value: Value): Value {
  if (typeof value === 'string') return value.replace(/ (?=[?!:;»])|(?<=«) /g, '\u00a0') as Value;
  const entries = Object.entries(value as object).map(([key, each]) => [key, unbroken<unknown>(each)]);
  return Object.fromEntries(entries) as Value;
}
