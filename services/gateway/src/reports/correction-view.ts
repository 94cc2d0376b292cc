/** Translates corrections of a report: the action, its subject, and each field before and after. Pure functions. */
import { LIMITS } from '@ctx/domain/limits';
import { presentText } from '@ctx/domain/third-party-text';
import { type CorrectedField, FIELDS, type FieldKind } from '../ui/corrected-fields.ts';
import { decimalText, instantText, type Language } from '../ui/language.ts';
import { TEXTS } from '../ui/texts/texts.ts';

/** A correction as a report has it. `before` and `after` are JSON, absent for a created or removed row. */
export interface LoggedCorrection {
  readonly action: string;
  readonly before?: string | null | undefined;
  readonly after?: string | null | undefined;
}

/** A changed field as text. Null stands for a field without a value. */
export interface FieldChange {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** A correction as texts. Texts of third parties are cleaned. */
export interface CorrectionView {
  readonly what: string;
  /** The asset of a corrected transaction, the name of a rule, or the year of circumstances or of a regime. */
  readonly subject: string | null;
  readonly changes: readonly FieldChange[];
}

type Row = Readonly<Record<string, unknown>>;

/** Returns the texts of a correction in a language. */
export function correctionView(language: Language, logged: LoggedCorrection): CorrectionView {
  const [before, after] = [parse(logged.before), parse(logged.after)];
  const row = after ?? before ?? {};
  return {
    what: wordOf(TEXTS[language].words.corrections, logged.action),
    subject: textOf(row['assetId'] ?? row['label'] ?? row['year']),
    changes: changesOf(language, before, after),
  };
}

function changesOf(language: Language, before: Row | null, after: Row | null): FieldChange[] {
  const names = TEXTS[language].words.fields;
  return (Object.entries(FIELDS) as [CorrectedField, FieldKind][]).flatMap(([field, kind]) => {
    const [was, is] = [before, after].map((row) => valueText(language, kind, row?.[field]));
    // Compared as shown, as the database formats numbers and times differently than a request.
    return was === is ? [] : [{ field: names[field], before: was ?? null, after: is ?? null }];
  });
}

const WORD_CHARACTERS_MAX = 100;

function valueText(language: Language, kind: FieldKind, value: unknown): string | null {
  const { words, general } = TEXTS[language];
  if (value === null || value === undefined) return null;
  if (Array.isArray(value))
    return value.length === 0 ? general.none : value.map((each) => textOf(each) ?? '').join(', ');
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  const text = textOf(value);
  if (text === null || text === '') return null;
  if (kind === 'euro') return decimalText(language, text, true);
  if (kind === 'decimal') return decimalText(language, text, false);
  if (kind === 'instant') return instantText(language, text, 'second');
  if (kind === 'flag' || kind === 'asset' || kind === 'list' || kind === 'text') return text;
  return wordOf(words[kind], text);
}

/** Returns a text in one line without invisible characters. The longest text in the log is the note of a match. */
function textOf(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  return presentText(String(value).replace(/\s+/g, ' ').trim(), LIMITS.matchNotesCharactersMax);
}

function wordOf(words: Readonly<Record<string, string>>, key: string): string {
  return Object.hasOwn(words, key) ? (words[key] ?? key) : presentText(key, WORD_CHARACTERS_MAX);
}

function parse(json: string | null | undefined): Row | null {
  return json === null || json === undefined ? null : (JSON.parse(json) as Row);
}
