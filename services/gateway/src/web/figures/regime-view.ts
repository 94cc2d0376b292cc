/** The pages on which the regime of a year is chosen: the form, and what the choice would change. */
import { REGIME_INDICATORS, type RegimeIndicator } from '@ctx/domain/regime';
import { type Regime, REGIMES } from '@ctx/domain/vocabulary';
import type { AnswerOf, Digits } from '../../answers/digits.ts';
import type { Visitor } from '../../http/visitor.ts';
import { type Fault, facts, faultList, notice, select, titleOf } from '../../ui/components.ts';
import { fill, html, type Html } from '../../ui/html.ts';
import type { Language } from '../../ui/language.ts';
import { csrfField, hiddenFields, sitePage } from '../../ui/layout.ts';
import { PATHS } from '../../ui/paths.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import { radios } from '../answers/forms-view.ts';
import { effectSection, effectText, type UnknownEffect } from '../visit/effect-view.ts';
import { FIGURES_TEXTS } from './texts/texts.ts';
import { againstNote, meaningOf, regimeAddress, regimeFacts, type YearRegime } from './year-regime.ts';

/** Public readers of the circular and of the questionnaire. */
const READERS = {
  'aeacus.be':
    'https://www.aeacus.be/en/post/prudent-investor-vs-speculation-and-abnormal-management-belgium-crypto',
  'waltio.com': 'https://www.waltio.com/be-en/blog/taxation/tax-belgium-profile-investor-speculator-crypto/',
} as const;

/** What is chosen in a form: no regime where the form has none, and null for a question that is left open. */
export type TypedRegime = Readonly<Record<RegimeIndicator, boolean | null>> & {
  readonly regime: Regime | null;
};

export interface RegimeView {
  readonly language: Language;
  readonly visitor: Visitor;
  /** What is stored. */
  readonly stored: YearRegime;
  /** Why the year cannot be changed; null for one that can. */
  readonly closed: 'locked' | 'frozen' | null;
  /** What was chosen in a form that is shown again; null for what is stored. */
  readonly typed: TypedRegime | null;
  readonly faults: readonly Fault[];
  readonly done: string | null;
}

/** Returns the page: the regime with who chose it, and the form, or the answers alone in a year that cannot be changed. */
export function regimePage(view: RegimeView): string {
  const { language, visitor, stored, closed, faults, done } = view;
  const { regime: texts } = FIGURES_TEXTS[language];
  const title = fillYear(texts.title, stored.year);
  const content = html`<h1>${title}</h1>
    ${notice(done)}
    <p class="lead">${texts.lead}</p>
    ${faultList(faults, language)}
    <div class="card">
      ${regimeFacts(language, stored)} ${closed !== null && answers(language, typedOf(stored))}
    </div>
    ${againstNote(language, stored.choice ?? null)}
    ${
      closed === null
        ? form(view)
        : html`<p class="note">${texts[closed]}</p>
            <p class="actions">${back(language, stored.year)}</p>`
    }`;
  return sitePage({ language, title: titleOf(title, faults, language), visitor, section: 'year', content });
}

/** Returns what is stored as a form has it: no regime while nobody chose. */
function typedOf({ choice }: YearRegime): TypedRegime {
  const answerOf = (indicator: RegimeIndicator): boolean | null => choice?.[indicator] ?? null;
  return {
    regime: choice?.regime ?? null,
    largeShareOfWealth: answerOf('largeShareOfWealth'),
    borrowed: answerOf('borrowed'),
    automated: answerOf('automated'),
    frequent: answerOf('frequent'),
  };
}

function form({ language, visitor, stored, typed, faults }: RegimeView): Html {
  const { regime: texts } = FIGURES_TEXTS[language];
  const { words } = TEXTS[language];
  const { year } = stored;
  const chosen = typed ?? typedOf(stored);
  const options = [
    ['', texts.open],
    ['yes', words.yes],
    ['no', words.no],
  ] as const;
  const links = Object.entries(READERS).map(
    ([reader, address], index) =>
      html`${index > 0 && ', '}<a href="${address}" rel="noreferrer">${reader}</a>`,
  );
  return html`<form class="card" method="post" action="${regimeAddress(year)}">
    ${csrfField(visitor.csrfToken)}
    ${radios({
      id: 'regime',
      legend: texts.choose,
      key: String(year),
      options: REGIMES.map((value) => ({
        value,
        label: texts.names[value],
        tax: meaningOf(language, year, value),
      })),
      typed: new Map([['regime', chosen.regime ?? '']]),
      faults,
    })}
    <h2>${texts.questionsTitle}</h2>
    <p>${texts.questionsLead}</p>
    <p class="small">
      ${fill(texts.readers, { readers: html`${links}` })}
      <a href="${PATHS.law}">${FIGURES_TEXTS[language].year.lawLink}</a>
    </p>
    ${REGIME_INDICATORS.map((id) => select(id, texts.questions[id], options, answerField(chosen[id])))}
    <p class="actions"><button type="submit">${texts.check}</button> ${back(language, year)}</p>
  </form>`;
}

const answerField = (answer: boolean | null): string => (answer === null ? '' : answer ? 'yes' : 'no');

/** Returns the answers; null if every question was left open. */
function answers(language: Language, typed: TypedRegime): Html | null {
  const { regime: texts } = FIGURES_TEXTS[language];
  const { words } = TEXTS[language];
  const rows = REGIME_INDICATORS.flatMap((id) =>
    typed[id] === null ? [] : [[texts.questions[id], typed[id] ? words.yes : words.no] as const],
  );
  return rows.length === 0 ? null : facts(rows);
}

export interface RegimeCheckView {
  readonly language: Language;
  readonly visitor: Visitor;
  readonly year: number;
  readonly typed: TypedRegime & { readonly regime: Regime };
  /** What a dry run says, or why there is none. */
  readonly outcome: Digits<AnswerOf<'chooseRegime'>> | UnknownEffect;
  /** Identifies the form, so that it is carried out once. */
  readonly formId: string;
}

/** Returns the page that shows what a choice would change, with the form that saves it. */
export function regimeCheckPage(view: RegimeCheckView): string {
  const { language, visitor, year, typed, outcome, formId } = view;
  const { regime: texts } = FIGURES_TEXTS[language];
  const title = fillYear(texts.checkTitle, year);
  const fields = Object.fromEntries(REGIME_INDICATORS.map((id) => [id, answerField(typed[id])]));
  const isUnchanged = typeof outcome !== 'string' && !outcome.changed;
  const button = (step: string, label: string, kind: Html | null): Html =>
    html`<button ${kind} type="submit" name="step" value="${step}">${label}</button>`;
  const content = html`<h1>${title}</h1>
    ${isUnchanged ? null : html`<p class="lead">${texts.checkLead}</p>`}
    <div class="card">
      ${facts([[texts.term, html`<strong>${texts.names[typed.regime]}</strong>`]])}
      ${answers(language, typed)}
      <p class="small">${meaningOf(language, year, typed.regime)}</p>
    </div>
    ${againstNote(language, typed)}
    ${isUnchanged ? html`<p class="note">${texts.unchanged}</p>` : effectSection(language, effectText(language, outcome, texts.then))}
    <form class="actions" method="post" action="${regimeAddress(year)}">
      ${csrfField(visitor.csrfToken)} ${hiddenFields({ form: formId, regime: typed.regime, ...fields })}
      ${isUnchanged ? null : button('save', texts.save, null)}
      ${button('edit', texts.change, html`class="secondary"`)} ${back(language, year)}
    </form>`;
  return sitePage({ language, title, visitor, section: 'year', content });
}

function back(language: Language, year: number): Html {
  const label = fillYear(FIGURES_TEXTS[language].regime.cancel, year);
  return html`<a class="button secondary" href="${PATHS.overview}/${String(year)}">${label}</a>`;
}

const fillYear = (text: string, year: number): string => text.replace('{year}', String(year));
