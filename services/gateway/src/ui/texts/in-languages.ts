/** A table of texts in all languages. */
import type { Language } from '../language.ts';

/** The type of a table in another language: the same keys as the English one. */
export type WithTexts<Value> = Value extends string
  ? string
  : { readonly [Key in keyof Value]: WithTexts<Value[Key]> };

/** Returns the tables of all languages. `{names}` in a text are replaced by values. */
export function inLanguages<Table>(tables: Record<Language, Table>): Readonly<Record<Language, Table>> {
  return { ...tables, fr: withNonBreakingSpaces(tables.fr) };
}

/** Replaces the spaces before and after French punctuation by non-breaking ones, so that no line ends there. */
function withNonBreakingSpaces<Value>(value: Value): Value {
  if (typeof value === 'string') return value.replace(/ (?=[?!:;»])|(?<=«) /g, '\u00a0') as Value;
  const entries = Object.entries(value as object).map(([key, each]) => [
    key,
    withNonBreakingSpaces<unknown>(each),
  ]);
  return Object.fromEntries(entries) as Value;
}
