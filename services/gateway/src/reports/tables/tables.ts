/** The tables of a report, in the order of its documents: first the body, then the annex with every single row. */
import type { ReportSection } from '@ctx/domain/vocabulary';
import type { Line, Report } from '../report.ts';
import { linesOfSection, type Survey } from '../survey.ts';
import { REPORT_TEXTS, type ReportTexts } from '../texts/texts.ts';
import { type Cell, type Column, number, words } from './cell.ts';
import {
  assumptionCells,
  correctionCells,
  declarationCells,
  disposalCells,
  figureCells,
  heldAtPhotoCells,
  heldCells,
  incomeCells,
  lotCells,
  questionCells,
  versionCells,
  type View,
} from './line-rows.ts';
import { accountRows, assetRows, photoRows, sourceRows, stockRows, sumOfAssets } from './total-rows.ts';

type Texts = ReportTexts['report'];
type Row = readonly Cell[];

/** A table: its rows are the lines of sections, or sums. */
interface Definition {
  readonly id: keyof Texts['sections'];
  readonly isAnnex?: true;
  readonly columns: (texts: Texts) => readonly Column[];
  /** The lines that it shows, one a row. */
  readonly lines?: { readonly section: ReportSection; readonly cells: (line: Line, view: View) => Row };
  readonly rows?: (view: View, report: Report) => readonly Row[];
  readonly sum?: (view: View) => Row;
}

/** A table of one report, with its texts. */
export interface Table {
  readonly id: Definition['id'];
  readonly isAnnex: boolean;
  readonly title: string;
  readonly lead: string;
  readonly columns: readonly Column[];
  readonly rowCount: number;
  readonly rows: () => AsyncIterable<Row> | Iterable<Row>;
  /** The sum of the rows, for people who read it. */
  readonly sum: Row | null;
}

const eventColumns = (texts: Texts): readonly Column[] => [
  words(texts.day),
  words(texts.asset),
  words(texts.what),
  words(texts.account),
  number(texts.amount),
];

const heldColumns = (texts: Texts): readonly Column[] => [
  words(texts.asset),
  number(texts.lots),
  number(texts.amount),
  number(texts.historicCost),
];

const BODY: readonly Definition[] = [
  {
    id: 'FIGURE',
    columns: (texts) => [words(texts.figure), number(texts.amountEur)],
    lines: { section: 'FIGURE', cells: figureCells },
  },
  {
    id: 'DECLARATION',
    columns: (texts) => [words(texts.item), words(texts.code), number(texts.amountEur), words(texts.note)],
    lines: { section: 'DECLARATION', cells: declarationCells },
  },
  {
    id: 'ASSET',
    columns: (texts) => [
      words(texts.asset),
      number(texts.disposals),
      number(texts.unknownCount),
      number(texts.proceeds),
      number(texts.basis),
      number(texts.gain),
      number(texts.income),
    ],
    rows: assetRows,
    sum: sumOfAssets,
  },
  {
    id: 'ACCOUNT',
    columns: (texts) => [
      words(texts.account),
      number(texts.disposals),
      number(texts.gain),
      number(texts.incomes),
      number(texts.income),
    ],
    rows: accountRows,
  },
  {
    id: 'SOURCE',
    columns: (texts) => [
      words(texts.account),
      words(texts.kind),
      words(texts.file),
      number(texts.transactions),
      words(texts.provenUntil),
    ],
    rows: (view, { sources }) => sourceRows(sources ?? [], view),
  },
  {
    id: 'DISPOSAL',
    columns: (texts) => [
      ...eventColumns(texts),
      number(texts.proceeds),
      number(texts.basis),
      number(texts.gain),
    ],
    lines: { section: 'DISPOSAL', cells: disposalCells },
  },
  {
    id: 'PHOTO',
    columns: (texts) => [
      ...heldColumns(texts),
      number(texts.price),
      words(texts.priceOf),
      words(texts.priceSource),
      number(texts.photoValue),
    ],
    rows: photoRows,
  },
  { id: 'STOCK', columns: heldColumns, rows: stockRows },
  {
    id: 'ISSUE',
    columns: (texts) => [
      words(texts.question),
      words(texts.asset),
      words(texts.account),
      words(texts.day),
      number(texts.amount),
      number(texts.effect),
    ],
    rows: (view) => view.survey.questions.map((line) => questionCells(line, view)),
  },
  {
    id: 'ASSUMPTION',
    columns: (texts) => [words(texts.assumption), words(texts.value)],
    lines: { section: 'ASSUMPTION', cells: assumptionCells },
  },
  {
    id: 'VERSION',
    columns: (texts) => [words(texts.item), words(texts.value)],
    lines: { section: 'VERSION', cells: versionCells },
  },
];

const ANNEX: readonly Definition[] = [
  {
    id: 'INCOME',
    columns: (texts) => [...eventColumns(texts), number(texts.income)],
    lines: { section: 'INCOME', cells: incomeCells },
  },
  {
    id: 'LOT',
    columns: (texts) => [
      words(texts.day),
      words(texts.asset),
      words(texts.acquired),
      number(texts.amount),
      number(texts.proceeds),
      number(texts.historicCost),
      number(texts.basis),
      words(texts.measuredBy),
      number(texts.gain),
    ],
    lines: { section: 'LOT', cells: lotCells },
  },
  {
    id: 'PHOTO_LOT',
    columns: (texts) => [...lotColumns(texts), number(texts.photoValue)],
    lines: { section: 'PHOTO', cells: heldAtPhotoCells },
  },
  {
    id: 'STOCK_LOT',
    columns: (texts) => lotColumns(texts),
    lines: { section: 'STOCK', cells: heldCells },
  },
  {
    id: 'CORRECTION',
    columns: (texts) => [
      words(texts.day),
      words(texts.what),
      words(texts.subject),
      words(texts.change),
      words(texts.via),
    ],
    lines: { section: 'CORRECTION', cells: correctionCells },
  },
];

function lotColumns(texts: Texts): readonly Column[] {
  return [words(texts.asset), words(texts.acquired), number(texts.amount), number(texts.historicCost)];
}

/** Returns the tables of a report. One about data sources is not in the report of a submitted year, whose documents stay the same. */
export function tablesOf(report: Report, survey: Survey): readonly Table[] {
  const texts = REPORT_TEXTS[report.language].report;
  const view: View = { language: report.language, texts, survey };
  const annex = ANNEX.map((each) => ({ ...each, isAnnex: true as const }));
  return [...BODY, ...annex]
    .filter(({ id }) => id !== 'SOURCE' || report.sources !== null)
    .map((definition) => tableOf(definition, report, view));
}

function tableOf(definition: Definition, report: Report, view: View): Table {
  const { id, isAnnex = false, columns, lines, rows, sum } = definition;
  const { texts, survey } = view;
  const made = rows?.(view, report) ?? [];
  const { title, lead } = texts.sections[id];
  return {
    id,
    isAnnex,
    title,
    lead,
    columns: columns(texts),
    rowCount: lines === undefined ? made.length : (survey.counts.get(lines.section) ?? 0),
    rows: () => (lines === undefined ? made : cellsOf(lines, report, view)),
    sum: sum?.(view) ?? null,
  };
}

async function* cellsOf(
  { section, cells }: NonNullable<Definition['lines']>,
  report: Report,
  view: View,
): AsyncGenerator<Row> {
  for await (const line of linesOfSection(report, view.survey, section)) yield cells(line, view);
}
