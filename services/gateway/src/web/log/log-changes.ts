/** The fields that a correction changed, as a table. */
import { table } from '../../ui/components.ts';
import { type Content, fill, html, type Html } from '../../ui/html.ts';
import type { Language } from '../../ui/language.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import { type Change, type Entry, importedText, inOrder, shownField, transactionLink } from './log-entry.ts';
import { LOG_TEXTS } from './texts/texts.ts';

/** The headings of the values: of the log, or of a preview. */
export interface ValueHeadings {
  readonly before: string;
  readonly after: string;
}

/**
 * Returns a row for each changed field. The transaction is the first cell where an entry changed several. A created row has no
 * values before, a removed row none after. Null for an entry without fields.
 */
export function changesTable(
  language: Language,
  entry: Pick<Entry, 'changes' | 'changeCount' | 'kind'>,
  isEuroHidden: boolean,
  headings: ValueHeadings = LOG_TEXTS[language].log,
): Html | null {
  const { log: texts } = LOG_TEXTS[language];
  const { words } = TEXTS[language];
  const { changes, changeCount, kind } = entry;
  const all = changes.flatMap((change) => inOrder(change.fields).map((field) => ({ change, field })));
  const [first] = changes;
  if (first === undefined || all.length === 0) return null;
  const isBulk = kind === 'OVERRIDE' && changeCount !== '1';
  const hasBefore = kind === 'OVERRIDE' || all.some(({ field }) => field.from != null);
  const hasAfter = kind === 'OVERRIDE' || all.some(({ field }) => field.to != null);
  const rows = all.map(({ change, field }): Content[] => {
    const { label, before, after } = shownField(language, change, field, isEuroHidden);
    return [
      ...(isBulk ? [transactionLink(language, change, change.targetId)] : []),
      label,
      ...(hasBefore ? [field.from == null ? asImported(language, change, field, before) : before] : []),
      ...(hasAfter ? [field.to == null ? asImported(language, change, field, after) : after] : []),
    ];
  });
  const columns = [
    ...(isBulk ? [texts.transaction] : []),
    texts.field,
    ...(hasBefore ? [headings.before] : []),
    ...(hasAfter ? [headings.after] : []),
  ];
  const caption = (words.corrections as Readonly<Record<string, string>>)[first.action] ?? texts.corrections;
  return table({ caption, columns, rows, isSmall: kind === 'RULE' });
}

/** Returns the value of a field that is not corrected; it says if that is the value of the import. */
function asImported(language: Language, change: Change, field: Change['fields'][number], value: Html): Html {
  const isKnown = importedText(language, change, field) !== null;
  return isKnown ? fill(LOG_TEXTS[language].log.asImported, { value }) : html`${value}`;
}
