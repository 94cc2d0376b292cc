/** What the figures of a year lack, in the words of pages and reports. */
import type { Completeness } from '@ctx/contract/completeness';
import type { z } from 'zod';
import { fillText, html, type Html } from '../ui/html.ts';
import { decimalText, type Language } from '../ui/language.ts';
import { wholeAmounts } from '../ui/numbers.ts';
import type { Line } from './report.ts';
import { REPORT_TEXTS } from './texts/texts.ts';

/** What the figures lack, as the API returns it. */
export type Lacks = z.output<typeof Completeness>;

/** The lacks of which nobody can say what they change, in order. */
const KINDS = [
  'salesLeftOut',
  'purchasesAtNoCost',
  'incomeAsZero',
  'salesOfUnknownCost',
  'withoutBasis',
  'photoPricesMissing',
] as const;

/** Returns the sentence that belongs beside every figure of the year; null if nothing is missing. */
export function lackHeadline(language: Language, lacks: Lacks): string | null {
  const texts = REPORT_TEXTS[language].completeness;
  const { events, withoutValue: count } = lacks;
  if (count > 0)
    return fillText(count === 1 ? texts.withoutValue.one : texts.withoutValue.several, { count, events });
  return lackDetails(language, lacks).length === 0 ? null : texts.others;
}

/** Returns a sentence for each kind of lack, with what it does to the figures. */
export function lackDetails(language: Language, lacks: Lacks): string[] {
  const texts = REPORT_TEXTS[language].completeness;
  const { unmatchedTransfers, unmatchedTransferGains: gains } = lacks;
  const unknown = KINDS.flatMap((kind) => {
    const count = lacks[kind] ?? 0;
    return count === 0 ? [] : [`${fillText(texts.lacks[kind], { count })} ${texts.cannotBeSaid}`];
  });
  if (unmatchedTransfers === 0) return unknown;
  const transfers = fillText(texts.lacks.unmatchedTransfers, { count: unmatchedTransfers });
  const added =
    gains == null || gains === 0
      ? ''
      : ` ${fillText(texts.transferGains, { gains: decimalText(language, String(gains), true) })}`;
  return [...unknown, transfers + added];
}

/** Returns how many accounts balances prove; null where no balance is known. */
export function provenText(language: Language, { accounts, accountsProven: proven }: Lacks): string | null {
  if (accounts === undefined || proven === undefined) return null;
  return fillText(REPORT_TEXTS[language].completeness.provenAccounts, { proven, accounts });
}

/** Returns what the figures of a report lack, for its head; null if nothing is missing. */
export function lackSection(language: Language, lines: readonly Line[]): Html | null {
  const texts = REPORT_TEXTS[language].completeness;
  const lacks = lacksOfLines(lines);
  const headline = lackHeadline(language, lacks);
  const proven = provenText(language, lacks);
  const proof = proven === null ? null : html`<p>${proven}</p>`;
  if (headline === null) return proof;
  return html`${lacks.mostlyUnknown ? html`<p class="indicative">${texts.incomplete}</p>` : null}
    <p class="indicative">${headline}</p>
    <ul>
      ${lackDetails(language, lacks).map((each) => html`<li>${wholeAmounts(each)}</li>`)}
    </ul>
    ${proof}`;
}

/** Returns what the figures lack from the lines of a report. */
export function lacksOfLines(lines: readonly Line[]): Lacks {
  const values = new Map(
    lines.flatMap(({ section, name, text, eur }) =>
      section === 'COMPLETENESS' ? [[name ?? '', text ?? eur ?? '0'] as const] : [],
    ),
  );
  const numberOf = (name: keyof Lacks): number => Number(values.get(name) ?? 0);
  return {
    events: numberOf('events'),
    withoutValue: numberOf('withoutValue'),
    salesLeftOut: numberOf('salesLeftOut'),
    purchasesAtNoCost: numberOf('purchasesAtNoCost'),
    incomeAsZero: numberOf('incomeAsZero'),
    withoutBasis: numberOf('withoutBasis'),
    unmatchedTransfers: numberOf('unmatchedTransfers'),
    unmatchedTransferGains: numberOf('unmatchedTransferGains'),
    photoPricesMissing: numberOf('photoPricesMissing'),
    salesWithoutPhotoPrice: numberOf('salesWithoutPhotoPrice'),
    salesOfUnknownCost: numberOf('salesOfUnknownCost'),
    ...(values.has('accounts') && {
      accounts: numberOf('accounts'),
      accountsProven: numberOf('accountsProven'),
    }),
    mostlyUnknown: values.get('mostlyUnknown') === 'true',
    summary: '',
  };
}
