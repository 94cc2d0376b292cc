/** An entry of the log of corrections in a language: what was done to what, and each field before and after. Pure. */
import { LIMITS } from '@ctx/common/domain/limits';
import { presentText } from '@ctx/common/domain/third-party-text';
import { decimalText, instantText, type Language } from './language.ts';
import { type CorrectedField, FIELDS, type Kind } from './corrected-fields.ts';
import { TEXTS, type Texts } from './texts/texts.ts';

/** As it comes from the log; `before` and `after` are JSON, absent where there was or is nothing. */
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

/** Null where there was or is nothing. */
export interface FieldChange {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** Texts for people; those of third parties are cleaned. */
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

/** Says what an entry of the log tells. */
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
  return (Object.entries(FIELDS) as [CorrectedField, Kind][]).flatMap(([field, kind]) => {
    const [was, is] = [before, after].map((row) => valueText(language, kind, row?.[field]));
    // The database writes numbers and times in other ways than a request does: they are compared as they are read.
    return was === is ? [] : [{ field: names[field], before: was ?? null, after: is ?? null }];
  });
}

const VIA_CHARACTERS_MAX = 100;

function valueText(language: Language, kind: Kind, value: unknown): string | null {
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

/** Text in one line, without what cannot be seen; the longest that can be written are notes of matches. */
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
