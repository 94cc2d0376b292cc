/** What a report is: whose, of which days, its status. For its cover and for the first sheet of a workbook. */
import { brusselsDayText, yearStartMs } from '@ctx/domain/brussels';
import { fillText } from '../../ui/html.ts';
import { instantText } from '../../ui/language.ts';
import type { Report } from '../report.ts';
import { REPORT_TEXTS } from '../texts/texts.ts';
import { type Cell, day, name, wordOf } from './cell.ts';

/** Returns the title of a report. */
export function titleOf({ year, language }: Report): string {
  return fillText(REPORT_TEXTS[language].report.title, { year });
}

/** Returns the facts of a report, each with its term. */
export function overviewOf(report: Report): readonly (readonly [term: string, value: Cell])[] {
  const { language, first, taxpayer, madeOn } = report;
  const texts = REPORT_TEXTS[language].report;
  const { submittedAt } = first;
  return [
    ...(taxpayer === null ? [] : [[texts.taxpayer, name(taxpayer)] as const]),
    [texts.period, periodOf(report)],
    [texts.status, statusOf(report)],
    // The document of a submitted year stays the same, whenever it is printed.
    ...(submittedAt == null ? [[texts.madeOn, day(madeOn)] as const] : []),
    [texts.regime, regimeText(report)],
  ];
}

function regimeText({ language, first: { regime, regimeChosenAt } }: Report): string {
  const { regimes, regimeChosen } = REPORT_TEXTS[language].report;
  const name = wordOf(regimes, regime);
  if (regimeChosenAt === undefined) return name;
  return `${name} ${fillText(regimeChosen, { day: instantText(language, regimeChosenAt, 'day') })}`;
}

function statusOf({ language, first: { submittedAt, stale } }: Report): string {
  const texts = REPORT_TEXTS[language].report;
  if (submittedAt != null)
    return fillText(texts.submittedOn, { day: instantText(language, submittedAt, 'day') });
  return stale ? `${texts.notSubmitted} ${texts.stale}` : texts.notSubmitted;
}

/** The days that the figures cover: the year, or its part that was over when the report was made. */
function periodOf({ year, language, first, madeOn }: Report): string {
  const end = brusselsDayText(yearStartMs(year + 1) - 1);
  const seen = first.submittedAt == null ? madeOn : brusselsDayText(Date.parse(first.submittedAt));
  const [from, until] = [brusselsDayText(yearStartMs(year)), seen < end ? seen : end].map((each) =>
    instantText(language, each, 'day'),
  );
  return fillText(REPORT_TEXTS[language].report.periodOf, { from: from ?? '', until: until ?? '' });
}
