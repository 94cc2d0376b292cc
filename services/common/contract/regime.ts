/** Requests and records of the regime that is chosen for a year. */
import { z } from 'zod';
import { REGIME_CHOOSERS, REGIME_INDICATORS } from '@ctx/domain/regime';
import { RECALC_OUTCOMES, REGIMES } from '@ctx/domain/vocabulary';
import { YearPath } from './circumstances.ts';
import { MEANING } from './meanings.ts';
import { CorrectionPreview } from './previews.ts';
import { DRY_RUN_MEANING, dryRun } from './requests.ts';
import { dateTime, dryRunMark, int32, nullableText, pageUrl } from './scalars.ts';

const MEANINGS = {
  largeShareOfWealth: "Whether crypto-assets are a large share of the taxpayer's wealth.",
  borrowed: 'Whether the taxpayer bought with borrowed money.',
  automated: 'Whether bots or other programs traded for the taxpayer.',
  frequent: 'Whether the taxpayer traded often.',
} as const;
const answer = (indicator: keyof typeof MEANINGS) => z.boolean().nullish().describe(MEANINGS[indicator]);

/** The body of a request. It replaces the regime and all answers of the year. */
export const RegimeRequest = z
  .strictObject({
    regime: z.enum(REGIMES).describe(MEANING.regime),
    largeShareOfWealth: answer('largeShareOfWealth'),
    borrowed: answer('borrowed'),
    automated: answer('automated'),
    frequent: answer('frequent'),
    dryRun: dryRun(),
  })
  .meta({ id: 'RegimeRequest' });

/** Path and body in one, as the corrections service parses them. */
export const ChooseRegimeInput = YearPath.extend(RegimeRequest.shape);

export const RegimeChoice = z
  .object({
    year: int32().describe(MEANING.year),
    regime: z.enum(REGIMES).describe(MEANING.regime),
    chosenBy: z.enum(REGIME_CHOOSERS).describe('Whether the taxpayer or an operator chose it.'),
    largeShareOfWealth: answer('largeShareOfWealth'),
    borrowed: answer('borrowed'),
    automated: answer('automated'),
    frequent: answer('frequent'),
    answersAgainst: z
      .array(z.enum(REGIME_INDICATORS))
      .describe(
        'Answers that point to the other regime: under NORMAAL_BEHEER each yes, under SPECULATIEF the answers if all are no.',
      ),
    hint: nullableText().describe(
      'What `answersAgainst` mean, in words and with the source: a help, no verdict and no advice. Null without any.',
    ),
    chosenAt: dateTime().nullish().describe('When it was chosen; null if that was not stored.'),
    chosenVia: nullableText().describe(
      'Name of the token, app or command that chose it; null if that was not stored.',
    ),
  })
  .meta({ id: 'RegimeChoice', description: 'The regime that was chosen for a year, and by whom.' });

export const RegimeResponse = z
  .object({
    year: int32().describe(MEANING.year),
    regime: z.enum(REGIMES).describe(MEANING.regime),
    choice: RegimeChoice.nullish().describe('Null if nobody chose: the regime is then NORMAAL_BEHEER.'),
    url: pageUrl(),
  })
  .meta({ id: 'RegimeResponse' });

export const RegimeOutcome = z
  .object({
    dryRun: dryRunMark(),
    choice: RegimeChoice.describe('The choice as it is after the request.'),
    changed: z.boolean().describe('False for an identical repeat.'),
    recalc: z
      .enum(RECALC_OUTCOMES)
      .describe(
        'SCHEDULED: a run follows. QUEUED: after the current run. NOT_NEEDED: the regime is the same as before.',
      ),
    preview: CorrectionPreview.optional().describe(DRY_RUN_MEANING),
  })
  .meta({ id: 'RegimeOutcome' });
