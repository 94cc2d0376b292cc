/** The regime that somebody chose for a tax year, and the taxpayer's answers to the indicators of speculation (Circular 2026/C/74). */
import type { Regime } from './vocabulary.ts';

/** The indicators, in the order in which they are asked. Each is answered yes or no, or left open. */
export const REGIME_INDICATORS = ['largeShareOfWealth', 'borrowed', 'automated', 'frequent'] as const;
export type RegimeIndicator = (typeof REGIME_INDICATORS)[number];

/** Who chose a regime: the taxpayer, by a token, an app or a page, or an operator by command. */
export const REGIME_CHOOSERS = ['TAXPAYER', 'OPERATOR'] as const;
export type RegimeChooser = (typeof REGIME_CHOOSERS)[number];

/** The answers; null for a question that was left open. */
export type RegimeAnswers = Readonly<Record<RegimeIndicator, boolean | null>>;

/** The regime that somebody chose, with the answers. */
export interface ChosenRegime extends RegimeAnswers {
  readonly regime: Regime;
  readonly chosenBy: RegimeChooser;
}

/** The chosen regime of one year as stored. Instants are text. */
export interface RegimeRecord extends ChosenRegime {
  readonly year: number;
  /** Null for a choice of an operator from before choices were stored. */
  readonly chosenAt: string | null;
  /** Name of the token, app or command; null as `chosenAt`. */
  readonly chosenVia: string | null;
}

/** No answers: an operator gives none, and a taxpayer may leave every question open. */
export const NO_ANSWERS: RegimeAnswers = answersOf(() => null);

/** Returns the answers to all questions. */
export function answersOf(answerOf: (indicator: RegimeIndicator) => boolean | null): RegimeAnswers {
  return Object.fromEntries(
    REGIME_INDICATORS.map((indicator) => [indicator, answerOf(indicator)]),
  ) as RegimeAnswers;
}

/** The part of a choice that its answers are held against. */
type AnsweredRegime = RegimeAnswers & Pick<ChosenRegime, 'regime'>;

/**
 * Returns the answers that point to the other regime: under NORMAAL_BEHEER each yes; under SPECULATIEF the answers if all of them are no. The
 * administration weighs all facts together, so this is a help and never a verdict.
 */
export function answersAgainst(chosen: AnsweredRegime): RegimeIndicator[] {
  const answered = REGIME_INDICATORS.filter((indicator) => chosen[indicator] !== null);
  const yes = answered.filter((indicator) => chosen[indicator] === true);
  if (chosen.regime === 'NORMAAL_BEHEER') return yes;
  return yes.length === 0 ? answered : [];
}

const INDICATOR_WORDS: Readonly<Record<RegimeIndicator, string>> = {
  largeShareOfWealth: 'a large share of the wealth in crypto-assets',
  borrowed: 'buying with borrowed money',
  automated: 'trading by bots',
  frequent: 'frequent trading',
};

const SOURCE =
  'Source: Circular 2026/C/74 of 22 July 2026 and the questionnaire of the ruling office, as public readers report them. A help, no verdict and no advice.';

/** Returns in English what the answers that point to the other regime mean; null without any. */
export function regimeHint(chosen: AnsweredRegime): string | null {
  const against = answersAgainst(chosen);
  if (against.length === 0) return null;
  if (chosen.regime === 'SPECULATIEF')
    return `The regime is SPECULATIEF, but the answers have no indicator of speculation. ${SOURCE}`;
  const named = against.map((indicator) => INDICATOR_WORDS[indicator]).join(', ');
  return `The regime is NORMAAL_BEHEER, but the answers name what can indicate speculation: ${named}. ${SOURCE}`;
}
