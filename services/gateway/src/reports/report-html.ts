/** A report as one HTML file without links to other files, which prints on A4 and can be sent on. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { formatCents, parseEur } from '@ctx/domain/decimal';
import { LAST_PUBLISHED_YEAR } from '@ctx/domain/law/declaration';
import type { ReportSection } from '@ctx/domain/vocabulary';
import { name } from '../ui/components.ts';
import { type Content, fill, html, type Html } from '../ui/html.ts';
import { decimalText, instantText, type Language, time } from '../ui/language.ts';
import { TEXTS } from '../ui/texts/texts.ts';
import { lackSection } from './completeness.ts';
import { correctionView } from './correction-view.ts';
import { readingsSection } from './readings-section.ts';
import { linesOf, type Line, type Report } from './report.ts';
import { REPORT_TEXTS, type ReportTexts as AllTexts } from './texts/texts.ts';

const STYLE = readFileSync(new URL('report.css', import.meta.url), 'utf8');

/** Returns the style of a report. The note that the figures are indicative is on every printed page. */
function styleOf(language: Language): string {
  const note = JSON.stringify(REPORT_TEXTS[language].report.everyPage);
  return `${STYLE}@page{@bottom-left{content:${note};font-size:8pt}@bottom-right{content:counter(page) "/" counter(pages);font-size:8pt}}`;
}

/** Returns the source of the style in a content security policy. */
export function styleSource(language: Language): string {
  return `'sha256-${createHash('sha256').update(styleOf(language)).digest('base64')}'`;
}

/** A table of the report: the sections of lines that it shows, and its columns. */
interface Table {
  readonly sections: readonly ReportSection[];
  readonly columns: (texts: ReportTexts) => readonly Column[];
  readonly row: (line: Line, view: View) => readonly Content[];
}

type ReportTexts = AllTexts['report'];
/** The heading of a column; `isNumber` aligns its cells to the right. */
interface Column {
  readonly title: string;
  readonly isNumber?: true;
}

interface View {
  readonly language: Language;
  readonly texts: ReportTexts;
}

const text = (title: string): Column => ({ title });
const sum = (title: string): Column => ({ title, isNumber: true });

const TABLES: readonly Table[] = [
  {
    sections: ['FIGURE'],
    columns: (texts) => [text(texts.figure), sum(texts.amountEur)],
    row: (line, { language, texts }) => [wordOf(texts.figures, line.name), figureText(line, language)],
  },
  {
    sections: ['DECLARATION'],
    columns: (texts) => [text(texts.item), text(texts.code), sum(texts.amountEur), text(texts.note)],
    row: (line, { language, texts }) => [
      wordOf({ ...texts.codes.kinds, FOREIGN_PLATFORM: texts.platform }, line.name),
      line.code == null ? null : html`<span class="code">${line.code}</span>`,
      euro(language, line.eur),
      declarationNote(line, language),
    ],
  },
  {
    sections: ['ASSUMPTION'],
    columns: (texts) => [text(texts.assumption), text(texts.value)],
    row: (line, { language, texts }) => [
      wordOf(texts.assumptions, line.name),
      assumptionText(line, language),
    ],
  },
  {
    sections: ['VERSION'],
    columns: (texts) => [text(texts.item), text(texts.value)],
    row: (line, { language, texts }) => [
      wordOf(texts.versions, line.name),
      line.text ?? (line.timestamp == null ? null : time(language, line.timestamp)),
    ],
  },
  {
    sections: ['DISPOSAL', 'LOT'],
    columns: (texts) => [
      text(texts.day),
      text(texts.what),
      sum(texts.amount),
      sum(texts.proceeds),
      sum(texts.historicCost),
      sum(texts.basis),
      sum(texts.gain),
    ],
    row: (line, view) => (line.section === 'LOT' ? lotCells(line, view) : disposalCells(line, view)),
  },
  {
    sections: ['INCOME'],
    columns: (texts) => [text(texts.day), text(texts.what), sum(texts.amount), sum(texts.income)],
    row: (line, { language }) => [
      day(language, line.timestamp),
      what(line, language),
      units(language, line.amount),
      knownEuro(language, line.income),
    ],
  },
  {
    sections: ['STOCK'],
    columns: (texts) => [text(texts.asset), text(texts.acquired), sum(texts.amount), sum(texts.historicCost)],
    row: (line, { language }) => [
      name(line.assetKey ?? ''),
      day(language, line.acquiredAt),
      units(language, line.amount),
      euro(language, line.historicCost),
    ],
  },
  {
    sections: ['PHOTO'],
    columns: (texts) => [
      text(texts.asset),
      text(texts.acquired),
      sum(texts.amount),
      sum(texts.price),
      text(texts.priceOf),
      sum(texts.photoValue),
      sum(texts.historicCost),
    ],
    row: (line, { language, texts }) => [
      name(line.assetKey ?? ''),
      day(language, line.acquiredAt),
      units(language, line.amount),
      line.unitPrice == null ? texts.noPrice : decimalText(language, line.unitPrice, true),
      line.priceAt == null
        ? null
        : html`${time(language, line.priceAt)} ${wordOf(texts.priceSources, line.priceSource)}`,
      euro(language, line.value),
      euro(language, line.historicCost),
    ],
  },
  {
    sections: ['CORRECTION'],
    columns: (texts) => [text(texts.day), text(texts.what), text(texts.change), text(texts.via)],
    row: correctionCells,
  },
  {
    sections: ['ISSUE'],
    columns: (texts) => [text(texts.question), text(texts.asset), text(texts.day)],
    row: (line, { language }) => [
      issueTitle(line.name, language),
      line.assetKey == null ? null : name(line.assetKey),
      day(language, line.timestamp),
    ],
  },
];

/** Returns a report as parts of one HTML document. */
export async function* htmlReport(report: Report): AsyncGenerator<string> {
  const view: View = { language: report.language, texts: REPORT_TEXTS[report.language].report };
  yield head(report, view);
  let shown = -1;
  for await (const line of linesOf(report)) {
    // The head of the document has it in words.
    if (line.section === 'COMPLETENESS') continue;
    const index = TABLES.findIndex(({ sections }) => sections.includes(line.section));
    if (index > shown) {
      yield (shown < 0 ? '' : TABLE_END) + emptyTables(shown + 1, index, view) + tableStart(index, view);
      shown = index;
    }
    yield rowOf(index, line, view);
  }
  yield `${shown < 0 ? '' : TABLE_END}${emptyTables(shown + 1, TABLES.length, view)}${readingsSection(report)}</main></body></html>\n`;
}

function head({ year, language, first }: Report, { texts }: View): string {
  const title = texts.title.replace('{year}', String(year));
  const { submittedAt, stale } = first;
  const status =
    submittedAt == null ? texts.open : fill(texts.submitted, { day: day(language, submittedAt) });
  // The style is raw text: in an element of this kind, characters are not escaped.
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
${html`<title>${title}</title>`.toString()}
<style>${styleOf(language)}</style></head>
<body><main>${html`<h1>${title}</h1>
    <p class="indicative">${texts.indicative}</p>
    <p>${status} ${stale ? texts.stale : null} ${wordOf(texts.regimes, first.regime)}</p>
    ${lackSection(language, first.lines)}`.toString()}`;
}

function heading(index: number, { texts }: View): Html {
  const [section] = (TABLES[index] as Table).sections as [keyof ReportTexts['sections']];
  const { title, lead } = texts.sections[section];
  return html`<h2 id="${section}">${title}</h2>
    <p>${lead}</p> `;
}

function emptyTables(from: number, to: number, view: View): string {
  const indexes = Array.from({ length: to - from }, (_each, offset) => from + offset);
  return html`${indexes.map(
    (index) =>
      html`${heading(index, view)}
        <p>${view.texts.none}</p> `,
  )}`.toString();
}

function tableStart(index: number, view: View): string {
  const { sections, columns } = TABLES[index] as Table;
  const id = sections[0] ?? '';
  const cells = columns(view.texts).map(
    ({ title, isNumber }) => html`<th scope="col" ${isNumber === true ? NUMBER : null}>${title}</th>`,
  );
  return `${heading(index, view).toString()}<div class="scroll" tabindex="0" role="region" aria-labelledby="${id}"><table aria-labelledby="${id}"><thead><tr>${html`${cells}`.toString()}</tr></thead><tbody>`;
}

const TABLE_END = '</tbody></table></div>\n';
const NUMBER = html`class="number"`;

function rowOf(index: number, line: Line, view: View): string {
  const { columns, row } = TABLES[index] as Table;
  const cells = columns(view.texts);
  const content = row(line, view).map((cell, position) => {
    const align = cells[position]?.isNumber === true ? NUMBER : null;
    return position === 0 ? html`<th scope="row" ${align}>${cell}</th>` : html`<td ${align}>${cell}</td>`;
  });
  return html`<tr ${line.section === 'LOT' ? html`class="part"` : null}>
    ${content}
  </tr> `.toString();
}

function disposalCells(line: Line, { language }: View): readonly Content[] {
  return [
    day(language, line.timestamp),
    what(line, language),
    units(language, line.amount),
    line.gain == null ? unknown(language) : euro(language, line.proceeds),
    null,
    euro(language, line.costBasis),
    knownEuro(language, line.gain),
  ];
}

function lotCells(line: Line, { language, texts }: View): readonly Content[] {
  return [
    day(language, line.acquiredAt),
    line.type === 'CONSUMED' ? texts.lot : texts.movedLot,
    units(language, line.amount),
    euro(language, line.proceeds),
    euro(language, line.historicCost),
    html`${euro(language, line.costBasis)}
    ${line.method == null ? null : html`<span class="note">${texts.methods[line.method]}</span>`}`,
    knownEuro(language, line.lotGain),
  ];
}

function correctionCells(line: Line, { language, texts }: View): readonly Content[] {
  const {
    what: action,
    subject,
    changes,
  } = correctionView(language, { action: line.name ?? '', before: line.before, after: line.after });
  const changed = changes.map(
    ({ field, before, after }) =>
      html`${field}: ${before ?? texts.nothing} → ${after ?? texts.nothing}<br />`,
  );
  return [
    day(language, line.timestamp),
    html`${action} ${subject === null ? null : name(subject)}`,
    changed,
    name(line.via ?? ''),
  ];
}

function what({ type, treatment, assetSymbol, account }: Line, language: Language): Html {
  const { words } = TEXTS[language];
  const kind =
    treatment == null || treatment === 'NORMAL'
      ? wordOf(words.types, type)
      : wordOf(words.treatments, treatment);
  return html`${name(assetSymbol ?? '')} · ${kind}${account == null ? null : html` · ${name(account)}`}`;
}

function assumptionText({ name: assumption, text: value }: Line, language: Language): string {
  if (value == null) return '';
  if (assumption === 'PHOTO_MOMENT') return instantText(language, value, 'minute');
  return assumption === 'BASE_EXEMPTION_EUR' ? (euro(language, value) ?? '') : value;
}

/** The note of the contract is English; a code of an earlier form is the only case that has one. */
function declarationNote({ name: kind, code, text: note }: Line, language: Language): string | null {
  const { codes } = REPORT_TEXTS[language].report;
  if (kind === 'FOREIGN_PLATFORM') return note ?? null;
  if (code == null) return codes.noCode;
  return note == null ? null : codes.reusedCode.replace('{year}', String(LAST_PUBLISHED_YEAR));
}

function issueTitle(type: string | null | undefined, language: Language): string {
  const titles = Object.entries(TEXTS[language].issueTypes).map(([key, { title }]) => [key, title]);
  return wordOf(Object.fromEntries(titles) as Record<string, string>, type);
}

function figureText({ eur, low, high }: Line, language: Language): string {
  if (eur != null) return decimalText(language, eur, true);
  const values: Record<string, string> = {
    low: decimalText(language, low ?? '0', true),
    high: decimalText(language, high ?? '0', true),
  };
  return REPORT_TEXTS[language].report.range.replaceAll(
    /\{(\w+)\}/g,
    (_all, key: string) => values[key] ?? '',
  );
}

/** Returns an amount in euro and cents; the other forms of the report have every digit. */
function euro(language: Language, eur: string | null | undefined): string | null {
  return eur == null ? null : decimalText(language, formatCents(parseEur(eur)), true);
}

/** Returns an amount in euro and cents; a word for one that is unknown, which is not the amount 0. */
function knownEuro(language: Language, eur: string | null | undefined): string {
  return euro(language, eur) ?? unknown(language);
}

const unknown = (language: Language): string => REPORT_TEXTS[language].report.unknown;

function units(language: Language, amount: string | null | undefined): string | null {
  return amount == null ? null : decimalText(language, amount, false);
}

function day(language: Language, instant: string | null | undefined): Html | null {
  return instant == null ? null : time(language, instant, 'day');
}

function wordOf(words: Readonly<Record<string, string>>, key: string | null | undefined): string {
  if (key == null) return '';
  return Object.hasOwn(words, key) ? (words[key] ?? key) : key;
}
