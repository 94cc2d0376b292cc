/** A year under other readings of the law: the tables that its page and the report of a year share. */
import type { ReadingsResponse } from '@ctx/contract/readings';
import type { RejectionName } from '@ctx/domain/rejections';
import type { z } from 'zod';
import type { Digits } from '../answers/digits.ts';
import { html, type Html } from '../ui/html.ts';
import { decimalText, type Language } from '../ui/language.ts';
import { REPORT_TEXTS } from './texts/texts.ts';

export type Readings = Digits<z.output<typeof ReadingsResponse>>;
type Figures = Readings['figures'];

/** Why a year has no readings now. */
export type NoReadings = 'frozen' | 'running' | 'tooLarge' | 'failed';

/** Returns why the readings of a year are rejected; null for a rejection of another kind. */
export function whyNoReadings(rejected: RejectionName | undefined): NoReadings | null {
  switch (rejected) {
    case 'YEAR_FROZEN':
      return 'frozen';
    case 'RECALC_RUNNING':
      return 'running';
    case 'PREVIEW_TOO_LARGE':
      return 'tooLarge';
    default:
      return null;
  }
}

/** Returns the rows of the figures as they are, and of each reading that changes them, where the law is open. */
export function readingRows(
  language: Language,
  { figures, readings }: Readings,
): readonly (readonly string[])[] {
  const texts = REPORT_TEXTS[language].readings;
  const changed = readings.filter((each) => isOpen(each) && !isSame(each.figures, figures));
  return [
    rowOf(language, texts.asTheyAre, figures),
    ...changed.map((each) => rowOf(language, texts.names[each.reading], each.figures)),
  ];
}

/** Returns the columns of a table of readings. All but the first have amounts. */
export function readingColumns(language: Language): readonly string[] {
  const { reading, gains, gainsTax, tax, incomeTax } = REPORT_TEXTS[language].readings;
  return [reading, gains, gainsTax, tax, incomeTax];
}

/** Returns the readings that change nothing in the year, as one list; null where each changes something. */
export function unchangedReadings(language: Language, { figures, readings }: Readings): Html | null {
  const texts = REPORT_TEXTS[language].readings;
  const same = readings.filter((each) => isOpen(each) && isSame(each.figures, figures));
  if (same.length === 0) return null;
  return html`<p>${texts.unchanged}:</p>
    <ul>
      ${same.map(({ reading }) => html`<li>${texts.names[reading]}</li> `)}
    </ul>`;
}

/** A reading of a rule that a source states is no doubt, so people are not shown one. */
function isOpen({ assumptionStatus }: Readings['readings'][number]): boolean {
  return assumptionStatus !== 'CONFIRMED';
}

function rowOf(language: Language, name: string, figures: Figures): readonly string[] {
  const { totalCapitalGains: gains, totalCapitalGainsTax: gainsTax, taxAfterExemption: tax } = figures;
  const euro = (eur: string): string => decimalText(language, eur, true);
  return [
    name,
    euro(gains),
    euro(gainsTax),
    tax == null ? REPORT_TEXTS[language].readings.hidden : euro(tax),
    euro(figures.totalIncomeTax ?? '0'),
  ];
}

function isSame(a: Figures, b: Figures): boolean {
  return (
    a.totalCapitalGains === b.totalCapitalGains &&
    a.totalCapitalGainsTax === b.totalCapitalGainsTax &&
    a.exemptionUsed === b.exemptionUsed &&
    a.taxAfterExemption === b.taxAfterExemption &&
    a.totalIncomeTax === b.totalIncomeTax
  );
}
