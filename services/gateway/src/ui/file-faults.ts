/** What is wrong with a file that a person gave, in the language of the page. */
import { FORMAT_VALUES, TITLES_SEPARATOR } from '@ctx/domain/file-faults';
import { presentText } from '@ctx/domain/third-party-text';
import type { FileFault, FileFaultMessage } from '@ctx/proto/gen/ctx/v1/corrections';
import { name } from './components.ts';
import { formatText } from './format-text.ts';
import { fill, html, type Html } from './html.ts';
import type { Language } from './language.ts';
import { TEXTS } from './texts/texts.ts';

/** Returns the faults of a file as a list: each with its line and column, where it has them. */
export function fileFaultList(faults: readonly FileFault[], language: Language): Html {
  const { file, line: ofLine, cell } = TEXTS[language].fileFault;
  const items = faults.map(({ line, column, messages }) => {
    const values = {
      line: String(line ?? ''),
      column: html`<q>${name(column ?? '')}</q>`,
      reason: faultReason(messages, language),
    };
    if (line == null) return fill(file, values);
    return fill(column == null ? ofLine : cell, values);
  });
  return html`<ul>
    ${items.map((item) => html`<li>${item}.</li> `)}
  </ul>`;
}

/** Returns the messages of a fault: what is wrong, then what explains it. A code that is not known shows that something cannot be read. */
export function faultReason(messages: readonly FileFaultMessage[], language: Language): Html {
  const { explained, next, unknown } = TEXTS[language].fileFault;
  const texts: ReadonlyMap<string, string> = new Map(Object.entries(TEXTS[language].fileFaults));
  const known = messages.flatMap(({ code, values }) => {
    const text = texts.get(code);
    return text === undefined ? [] : [fill(text, shownValues(values, language))];
  });
  const [first, second, ...more] = known;
  if (first === undefined) return html`${unknown}`;
  if (second === undefined) return first;
  const rest = more.reduce((before, after) => fill(next, { before, after }), second);
  return fill(explained, { reason: first, more: rest });
}

/** Bounds lists, such as that of the columns of a file. */
const VALUE_CHARACTERS_MAX = 1000;

/** Values can be text of the file. Titles of formats are in the reader's language, where the service sends the ids of the formats with them. */
function shownValues(
  { formatIds = '', ...values }: FileFaultMessage['values'],
  language: Language,
): Readonly<Record<string, Html>> {
  const ids = formatIds === '' ? [] : formatIds.split(' ');
  const named = (key: string, value: string): string => {
    if (ids.length === 0 || !FORMAT_VALUES.includes(key)) return value;
    const titles = value.split(TITLES_SEPARATOR);
    const translated = titles.map(
      (title, index) => formatText({ id: ids[index] ?? '', title, download: '' }, language).title,
    );
    return translated.join(TITLES_SEPARATOR);
  };
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      html`<bdi>${presentText(named(key, value), VALUE_CHARACTERS_MAX)}</bdi>`,
    ]),
  );
}
