/**
 * The rules by which figures are computed, each with its source: those that a source states, and the assumptions where the law is
 * open. `GET /api/v1/law` and the page of the law show them; docs/tax-assumptions.md explains each assumption further.
 */
import { ASSUMPTIONS } from './assumptions.ts';
import { OPEN_RULES, type OpenRuleCode } from './open-rules.ts';
import { agreeing } from './readers.ts';
import { READING_OF, type ReadingCode, READINGS } from './readings.ts';
import {
  assumed,
  confirmed,
  type LawEvidence,
  type LawSource,
  type LawSourceName,
  type LawStatus,
} from './source.ts';

/** Rules that a source states, and that were never an assumption. */
const STATED_RULES = ['EXEMPTION_CLAIMED_IN_RETURN', 'SWAP_IS_DISPOSAL', 'NO_TAX_WITHHELD'] as const;

/** Every rule: the stated ones, then the assumptions. */
export const RULES = [...STATED_RULES, ...ASSUMPTIONS] as const;
export type RuleCode = (typeof RULES)[number];

/** What a source says, or what the figures assume in its place. */
export interface RuleText {
  /** The rule, as a sentence. */
  readonly rule: string;
  /** The other reading, as a sentence; null where a source states the rule. */
  readonly other: string | null;
  readonly law: LawSource;
}

/** One rule, with the readings of it that a year can be computed under. */
export interface LawRule extends RuleText {
  readonly code: RuleCode;
  readonly readings: readonly ReadingCode[];
}

/** The day on which the readers were compared. */
const SPEC_DAY = '2026-11-26';
/** The day on which the pages of the readers were read. */
const READ_DAY = '2026-11-28';

const stated = (
  rule: string,
  source: LawSourceName,
  article: string | null,
  checkedOn: string,
  evidence: LawEvidence = {},
): RuleText => ({ rule, other: null, law: confirmed(source, article, checkedOn, evidence) });

/** The rules that a source states. */
const STATED: Readonly<Record<Exclude<RuleCode, OpenRuleCode>, RuleText>> = {
  EXEMPTION_CLAIMED_IN_RETURN: stated(
    'The exemption and what is carried over are claimed in the return, with supporting documents.',
    'INCOME_TAX_CODE',
    '307, § 1/1',
    READ_DAY,
    { readers: [agreeing('BOLERO')] },
  ),
  SWAP_IS_DISPOSAL: stated(
    'An exchange of one crypto-asset for another, also for a stablecoin, is a disposal.',
    'LAW_2026',
    null,
    READ_DAY,
    { readers: [agreeing('AEACUS_FAQ'), agreeing('TAXPATRIA_SWAP')] },
  ),
  NO_TAX_WITHHELD: stated(
    'No tax is withheld on gains on crypto-assets: the taxpayer declares them.',
    'LAW_2026',
    '313',
    SPEC_DAY,
  ),
  FEES_OUTSIDE_TEN_PERCENT: stated(
    'Costs of buying and selling neither raise the basis nor lower the proceeds under the 10 % tax.',
    'MEMORANDUM_2026',
    null,
    SPEC_DAY,
  ),
  HIGHER_COST_MAKES_NO_LOSS: stated(
    'A historic cost above the photo value lowers a gain to zero at most: it makes no loss.',
    'CIRCULAR_2026',
    '102',
    SPEC_DAY,
    { margin: '167' },
  ),
};

/** Returns every rule, in the order of `RULES`. */
export function lawRules(): LawRule[] {
  return RULES.map((code) => ({ code, ...textOf(code), readings: readingsOf(code) }));
}

/** Returns whether a source states a rule (CONFIRMED), or leaves it open (ASSUMED). */
export function statusOfRule(code: RuleCode): LawStatus {
  return textOf(code).law.status;
}

function textOf(code: RuleCode): RuleText {
  if (isStated(code)) return STATED[code];
  const [rule, other, source, article, checkedOn, evidence] = OPEN_RULES[code];
  return { rule, other, law: assumed(source, article, checkedOn, code, evidence) };
}

function isStated(code: RuleCode): code is keyof typeof STATED {
  return code in STATED;
}

/** A rule that a source states has no readings. */
function readingsOf(code: RuleCode): ReadingCode[] {
  return statusOfRule(code) === 'CONFIRMED' ? [] : READINGS.filter((reading) => READING_OF[reading] === code);
}
