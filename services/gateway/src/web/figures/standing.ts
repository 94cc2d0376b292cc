/** One sentence about a year: whether the gains stay within the exemption, and why not otherwise. */
import type { YearSummary } from '@ctx/contract/schemas';
import { EUR_SCALE, formatCents } from '@ctx/domain/decimal';
import type { z } from 'zod';
import { decimalText, type Language } from '../../ui/language.ts';
import { type AmountView, amountText, boundsOf } from './amount.ts';
import { FIGURES_TEXTS } from './texts/texts.ts';

/** The figures of a year, as the API returns them. */
export type YearFigures = z.output<typeof YearSummary>;

/** The cases of the sentence, each with a text of its own. */
export type Standing =
  'locked' | 'speculative' | 'notTaxed' | 'noGains' | 'loss' | 'within' | 'mayExceed' | 'exceeded';

/** Returns the case of a year. A total exemption that depends on a locked year is a range, so gains inside it may exceed it. */
export function standingOf({
  locked,
  regime,
  totalCapitalGains,
  vrijstellingHeadroom,
}: YearFigures): Standing {
  if (locked) return 'locked';
  if (regime === 'SPECULATIEF') return 'speculative';
  if (vrijstellingHeadroom === null || vrijstellingHeadroom === undefined) return 'notTaxed';
  const gains = boundsOf(totalCapitalGains).low;
  const total = boundsOf(vrijstellingHeadroom.total);
  if (gains === 0n) return 'noGains';
  if (gains < 0n) return 'loss';
  if (gains <= total.low) return 'within';
  return gains > total.high ? 'exceeded' : 'mayExceed';
}

/** Returns the sentence for a year. */
export function standingText(figures: YearFigures, language: Language): string {
  const { totalCapitalGains: gains, vrijstellingHeadroom: exemption } = figures;
  const values: Record<string, string> = {
    year: String(figures.year),
    gains: amountText(language, gains),
    loss: amountText(language, negated(gains)),
    total: exemption ? amountText(language, exemption.total) : '',
    left: exemption ? amountText(language, exemption.remaining) : '',
    excess: exemption ? excessText(language, gains, exemption.total) : '',
  };
  const text = FIGURES_TEXTS[language].year.standing[standingOf(figures)];
  return text.replaceAll(/\{(\w+)\}/g, (_all, key: string) => values[key] ?? '');
}

function negated({ exact }: AmountView): AmountView {
  return { locked: false, exact: -(exact ?? 0) };
}

/** Returns by how much gains exceed an exemption, as a range if the exemption is one. */
export function excessText(language: Language, gains: AmountView, total: AmountView): string {
  const [net, exemption] = [boundsOf(gains).low, boundsOf(total)];
  const [low, high] = [net - exemption.high, net - exemption.low].map((eur) => formatCents(eur, EUR_SCALE));
  if (total.locked) return amountText(language, { locked: true, low: Number(low), high: Number(high) });
  return decimalText(language, low ?? '', true);
}
