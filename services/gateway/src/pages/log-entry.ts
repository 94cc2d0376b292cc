/** Translates entries of the log of corrections: the action, its subject, and each field before and after. Pure functions. */
import { LIMITS } from '@ctx/domain/limits';
import { presentText } from '@ctx/domain/third-party-text';
import { decimalText, instantText, type Language } from './language.ts';
import { type CorrectedField, FIELDS, type FieldKind } from './corrected-fields.ts';
import { TEXTS, type Texts } from './texts/texts.ts';

/** An entry as the corrections service returns it. `before` and `after` are JSON, absent for a created or removed row. */
export interface LoggedCorrection {
  readonly id: number;
  /** RFC 3339. */
  readonly at: string;
  readonly action: string;
  /** Id of the event, the rule or the match. */
  readonly target: string;
  readonly via: string;
  readonly before?: string | null | undefined;
  readonly after?: string | null | undefined;
}

/** A changed field as text. Null stands for a field without a value. */
export interface FieldChange {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** An entry as texts for the page. Texts of third parties are cleaned. */
export interface CorrectionView {
  readonly id: number;
  readonly at: string;
  readonly what: string;
  /** The asset of a corrected transaction, or the name of a rule. */
  readonly subject: string | null;
  /** Type and reference of a corrected transaction. */
  readonly details: readonly string[];
  readonly via: string;
  readonly changes: readonly FieldChange[];
}

type Row = Readonly<Record<string, unknown>>;

/** Returns the texts of an entry in a language. */
export function correctionView(language: Language, logged: LoggedCorrection): CorrectionView {
  const texts = TEXTS[language];
  const [before, after] = [parse(logged.before), parse(logged.after)];
  const row = after ?? before ?? {};
  return {
    id: logged.id,
    at: logged.at,
    what: wordOf(texts.words.corrections, logged.action),
    subject: textOf(row['assetId'] ?? row['label']),
    details: detailsOf(texts, logged, row),
    via: presentText(logged.via, VIA_CHARACTERS_MAX),
    changes: changesOf(language, before, after),
  };
}

function detailsOf(texts: Texts, { target }: LoggedCorrection, row: Row): string[] {
  const { originalType, referenceId } = row;
  if (typeof originalType !== 'string') return [];
  const reference = textOf(referenceId) ?? '';
  return [
    wordOf(texts.words.types, originalType),
    ...(reference === '' ? [] : [texts.log.reference.replace('{reference}', () => reference)]),
    texts.log.transaction.replace('{id}', () => target),
  ];
}

function changesOf(language: Language, before: Row | null, after: Row | null): FieldChange[] {
  const names = TEXTS[language].words.fields;
  return (Object.entries(FIELDS) as [CorrectedField, FieldKind][]).flatMap(([field, kind]) => {
    const [was, is] = [before, after].map((row) => valueText(language, kind, row?.[field]));
    // Compared as shown, as the database formats numbers and times differently than a request.
    return was === is ? [] : [{ field: names[field], before: was ?? null, after: is ?? null }];
  });
}

const VIA_CHARACTERS_MAX = 100;

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
  if (kind === 'flag' || kind === 'list' || kind === 'text') return text;
  return wordOf(words[kind], text);
}

/** Returns a text in one line without invisible characters. The longest text in the log is the note of a match. */
function textOf(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  return presentText(String(value).replace(/\s+/g, ' ').trim(), LIMITS.matchNotesCharactersMax);
}

function wordOf(words: Readonly<Record<string, string>>, key: string): string {
  return Object.hasOwn(words, key) ? (words[key] ?? key) : presentText(key, VIA_CHARACTERS_MAX);
}

function parse(json: string | null | undefined): Row | null {
  return json === null || json === undefined ? null : (JSON.parse(json) as Row);
}
