/** Both sides of a transfer: what each is, and how far they are apart. */
import { parseDecimal } from '@ctx/domain/decimal';
import type { AnswerOf } from '../../answers/digits.ts';
import { ageText } from '../../ui/age-text.ts';
import { name } from '../../ui/components.ts';
import { type Content, html, type Html, fill } from '../../ui/html.ts';
import { type Language, time } from '../../ui/language.ts';
import { exactUnits } from '../../ui/numbers.ts';
import { accountName } from '../visit/account-name.ts';
import type { Counterparts } from './readings.ts';
import { ANSWERS_TEXTS } from './texts/texts.ts';

export type Accounts = AnswerOf<'listAccounts'>['accounts'];

/** What is known about the other sides of a transaction. */
export interface SidesView {
  readonly language: Language;
  readonly counterparts: Counterparts;
  readonly accounts: Accounts;
}

type Candidate = Counterparts['candidates'][number];
type Side = Counterparts['taxEvent'];

/** Returns one side: amount, account and time. */
export function sideText({ language, accounts }: SidesView, side: Side): Html {
  const { amount, assetSymbol, accountId, timestamp } = side;
  const account = accounts.find(({ id }) => id === accountId);
  return html`${exactUnits(language, amount)} ${name(assetSymbol)}
  ${account !== undefined && html`· <bdi>${accountName(account)}</bdi>`} · ${time(language, timestamp)}`;
}

/** Returns how far a side is from the transaction, in time and amount. */
export function apartText({ language }: SidesView, { secondsApart, amountDifference }: Candidate): Html {
  const { match: texts } = ANSWERS_TEXTS[language];
  const apart = ageText(language, Number(secondsApart));
  const amount = exactUnits(language, amountDifference.replace('-', ''));
  const values = { apart, amount };
  if (isZero(amountDifference)) return fill(texts.same, values);
  return fill(amountDifference.startsWith('-') ? texts.more : texts.less, values);
}

const SCALE = 24;
const isZero = (decimal: string): boolean => parseDecimal(decimal, SCALE) === 0n;

/** Returns both sides of a chosen pair, as terms and values. */
export function pairFacts(view: SidesView, otherId: string): (readonly [string, Content])[] {
  const { language, counterparts } = view;
  const { match: texts } = ANSWERS_TEXTS[language];
  const { taxEvent, candidates } = counterparts;
  const chosen = candidates.find((each) => each.taxEvent.id === otherId);
  if (chosen === undefined) return [];
  const isOut = taxEvent.type === 'DISPOSITION';
  const [left, arrived] = isOut ? [taxEvent, chosen.taxEvent] : [chosen.taxEvent, taxEvent];
  return [
    [texts.left, sideText(view, left)],
    [texts.arrived, sideText(view, arrived)],
    [texts.apart, apartText(view, chosen)],
  ];
}
