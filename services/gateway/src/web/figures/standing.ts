/** One sentence about a year: whether the gains stay within the exemption, and why not otherwise. */
import { fillText } from '../../ui/html.ts';
import type { Language } from '../../ui/language.ts';
import { type AmountView, amountText, amountView, boundsOf } from './amount.ts';
import { exemptionOf } from './exemption-of-year.ts';
import { ownGains } from './own-gains.ts';
import { FIGURES_TEXTS } from './texts/texts.ts';
import type { YearFigures } from './year-figures.ts';

/** The cases of the sentence, each with a text of its own. */
export type Standing =
  'locked' | 'speculative' | 'notTaxed' | 'noGains' | 'loss' | 'within' | 'mayExceed' | 'exceeded';

/** The texts of cases where other assets use a part of the exemption, or where there is none. */
type StandingText =
  | Standing
  | 'withinRest'
  | 'exceededRest'
  | 'lossRest'
  | 'noGainsRest'
  | 'offsetRest'
  | 'lossAlone'
  | 'noGainsAlone';

/** Returns the case of a year. A total exemption that depends on a locked year is a range, so gains inside it may exceed it. */
export function standingOf(figures: YearFigures): Standing {
  if (figures.locked) return 'locked';
  if (figures.regime === 'SPECULATIEF') return 'speculative';
  const exemption = exemptionOf(figures);
  if (exemption === null) return 'notTaxed';
  const gains = boundsOf(exemption.gains).low;
  const total = boundsOf(exemption.total);
  if (gains === 0n) return 'noGains';
  if (gains < 0n) return 'loss';
  if (gains <= total.low) return 'within';
  return gains > total.high ? 'exceeded' : 'mayExceed';
}

/** Returns the sentence for a year. */
export function standingText(figures: YearFigures, language: Language): string {
  const exemption = exemptionOf(figures);
  const all = ownGains(figures);
  const gains = exemption?.gains ?? all;
  const values: Record<string, string> = {
    year: String(figures.year),
    gains: amountText(language, gains),
    net: amountText(language, all),
    loss: amountText(language, negated(gains)),
    total: exemption ? amountText(language, exemption.total) : '',
    left: exemption ? amountText(language, exemption.remaining) : '',
    excess: exemption ? amountText(language, excessOf(gains, exemption.total)) : '',
  };
  return fillText(FIGURES_TEXTS[language].year.standing[textOf(figures)], values);
}

function textOf(figures: YearFigures): StandingText {
  const [standing, net] = [standingOf(figures), boundsOf(ownGains(figures)).low];
  const isRest = exemptionOf(figures)?.isRest === true;
  switch (standing) {
    case 'speculative':
    case 'notTaxed':
      return net < 0n ? 'lossAlone' : net === 0n ? 'noGainsAlone' : standing;
    case 'noGains':
      if (isRest && net > 0n) return 'offsetRest';
      return isRest ? 'noGainsRest' : standing;
    case 'loss':
    case 'within':
    case 'exceeded':
      return isRest ? `${standing}Rest` : standing;
    default:
      return standing;
  }
}

function negated({ exact }: AmountView): AmountView {
  return { locked: false, exact: -(exact ?? 0) };
}

/** Returns by how much gains exceed an exemption, as a range if the exemption is one. */
export function excessOf(gains: AmountView, total: AmountView): AmountView {
  const [net, exemption] = [boundsOf(gains).low, boundsOf(total)];
  return amountView({ low: net - exemption.high, high: net - exemption.low });
}
