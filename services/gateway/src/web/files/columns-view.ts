/** The form that asks what the columns of a file without a known format are. */
import type { FileColumn } from '@ctx/proto/gen/ctx/v1/corrections';
import {
  type Fault,
  faultList,
  field,
  name,
  nameText,
  type Option,
  select,
  table,
} from '../../ui/components.ts';
import { fill, html, type Html } from '../../ui/html.ts';
import type { Language } from '../../ui/language.ts';
import { csrfField, hiddenFields } from '../../ui/layout.ts';
import { PATHS } from '../../ui/paths.ts';
import {
  COLUMN_FIELDS,
  type ColumnChoices,
  type ColumnFault,
  type ColumnField,
  MEANINGS,
  TIME_FORMATS,
  typeValues,
} from './column-choices.ts';
import type { ReturnedFile } from './returned-file.ts';
import { FILES_TEXTS } from './texts/texts.ts';

export interface ColumnsView {
  readonly returned: ReturnedFile;
  readonly columns: readonly FileColumn[];
  /** Null on the first time. */
  readonly choices: ColumnChoices | null;
  readonly faults: readonly ColumnFault[];
}

/** The time by which a way to write times is shown. */
const EXAMPLES: Readonly<Record<string, string>> = {
  yyyy: '2026',
  MM: '03',
  dd: '25',
  HH: '14',
  mm: '30',
  ss: '00',
};

/** Returns the section: the first rows of the file, and a form that holds the file. */
export function columnsSection(view: ColumnsView, csrfToken: string, language: Language): Html {
  const { columns, choices, returned } = view;
  const { columns: texts, files } = FILES_TEXTS[language];
  const faults = view.faults.map(({ field: id, text }): Fault => ({ field: id, text: texts[text] }));
  return html`<section class="card" aria-labelledby="columns">
    <h2 id="columns">${texts.title}</h2>
    <p>${fill(texts.lead, { name: name(returned.name) })}</p>
    ${faultList(faults, language)} ${firstRows(columns, texts.firstRows)}
    <form method="post" action="${PATHS.files}/columns" novalidate>
      ${csrfField(csrfToken)} ${hiddenFields({ ...returned })}
      ${field(
        {
          id: 'platform',
          label: texts.platform,
          hint: texts.platformHint,
          value: choices?.platform ?? '',
          type: 'text',
          autocomplete: 'off',
          more: html`maxlength="200"`,
        },
        faults,
        language,
      )}
      ${columnFields(view, language)}
      ${select('time-format', texts.timeFormat, timeOptions(texts.timeFirstYear), choices?.timeFormat ?? '')}
      ${field(
        {
          id: 'zone',
          label: files.timeZone,
          value: choices?.timeZone ?? 'Europe/Brussels',
          type: 'text',
          autocomplete: 'off',
        },
        faults,
        language,
      )}
      ${select(
        'decimal-mark',
        texts.decimalMark,
        [
          ['.', texts.point],
          [',', texts.comma],
        ],
        choices?.decimalMark ?? '.',
      )}
      ${meaningFields(view, language)}
      <p class="actions"><button type="submit">${files.show}</button></p>
    </form>
  </section>`;
}

function firstRows(columns: readonly FileColumn[], caption: string): Html {
  const rows = (columns[0]?.samples ?? []).map((_, row) =>
    columns.map(({ samples }) => name(samples[row] ?? '')),
  );
  return table({ caption, columns: columns.map((column) => nameText(column.name)), rows, isSmall: true });
}

function columnFields({ columns, choices }: ColumnsView, language: Language): readonly Html[] {
  const { columns: texts } = FILES_TEXTS[language];
  const options: readonly Option[] = [
    ['', texts.noColumn],
    ...columns.map((column, index): Option => [String(index), nameText(column.name)]),
  ];
  const chosen = (key: ColumnField): string => {
    const index = columns.findIndex((column) => column.name === choices?.columns[key]);
    return index < 0 ? '' : String(index);
  };
  return COLUMN_FIELDS.map((key) => {
    const hint = key === 'amount' ? html`<p class="hint">${texts.amountsHint}</p>` : null;
    return html`${hint} ${select(`column-${key}`, texts.fields[key], options, chosen(key))}`;
  });
}

/** Asks what each value of the chosen column `type` means; nothing before it is chosen. */
function meaningFields({ columns, choices }: ColumnsView, language: Language): Html | null {
  const values = choices === null ? [] : typeValues(choices.columns, columns);
  if (values.length === 0) return null;
  const { columns: texts } = FILES_TEXTS[language];
  const options: readonly Option[] = [
    ['', texts.chooseMeaning],
    ...MEANINGS.map((meaning): Option => [meaning, texts.meanings[meaning]]),
  ];
  return html`<fieldset>
    <legend>${texts.meaningsTitle}</legend>
    ${values.map((value, index) =>
      select(`meaning-${String(index)}`, nameText(value), options, choices?.types.get(index) ?? ''),
    )}
  </fieldset>`;
}

function timeOptions(yearFirst: string): readonly Option[] {
  return TIME_FORMATS.map((pattern): Option => {
    if (pattern === '') return ['', yearFirst];
    const example = pattern.replaceAll(/[a-zA-Z]+/g, (part) => EXAMPLES[part] ?? part);
    return [pattern, example];
  });
}
