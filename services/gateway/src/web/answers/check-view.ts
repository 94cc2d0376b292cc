/** The page that shows an answer and what it would change, before it is saved. */
import type { Visitor } from '../../http/visitor.ts';
import { type Fault, facts, faultList, field, name, nameText, titleOf } from '../../ui/components.ts';
import { type Content, fill, fillText, html, type Html } from '../../ui/html.ts';
import { type Language, time } from '../../ui/language.ts';
import { csrfField, hiddenFields, sitePage } from '../../ui/layout.ts';
import { euro, exactUnits } from '../../ui/numbers.ts';
import { PATHS } from '../../ui/paths.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import { effectSection, effectText, type UnknownEffect } from '../visit/effect-view.ts';
import type { AnsweredEvent } from './answered-event.ts';
import { askedText } from './asked-view.ts';
import { answerForm, type AnswersView, closedNote, radios, titleOf as nameOf } from './forms-view.ts';
import type { Outcome } from './outcome.ts';
import type { AnswerSubject, Proposal } from './proposal.ts';
import { pairFacts, type SidesView } from './sides-view.ts';
import { ANSWERS_TEXTS } from './texts/texts.ts';
import { type Direction, MEANINGS, type MeaningName, meaningsOf } from './what-it-was.ts';

/** The other sides of a transaction, with the accounts that they are in. */
export type Sides = Pick<SidesView, 'counterparts' | 'accounts'>;

export interface CheckView {
  readonly language: Language;
  readonly visitor: Visitor;
  readonly proposal: Proposal;
  /** The transaction; null of several. */
  readonly event: AnsweredEvent | null;
  /** The other sides that it can have, where the answer is about one. */
  readonly sides: Sides | null;
  readonly outcome: Outcome | UnknownEffect;
  /** Whether something else was corrected since the effect was shown. */
  readonly isStale: boolean;
  /** The newest entry of the history when the effect was computed. */
  readonly seen: string;
  /** Identifies the form, so that it is carried out once. */
  readonly formId: string;
}

/** Returns the page, with the form that saves the answer. */
export function checkPage(view: CheckView): string {
  const { language, visitor, proposal, event, isStale } = view;
  const { check: texts } = ANSWERS_TEXTS[language];
  const content = html`<p class="small back"><a href="${proposal.back}">${texts.back}</a></p>
    <h1>${texts.title}</h1>
    <p class="lead">${texts.lead}</p>
    ${isStale && html`<p class="note" role="alert">${texts.stale}</p>`}
    <div class="card about">
      ${facts([
        [
          texts.about,
          event === null ? fill(texts.many, { count: proposal.events.length }) : subject(language, event),
        ],
        [texts.answer, html`<strong>${saying(language, proposal)}</strong>`],
        ...meaningFacts(language, proposal),
        ...(view.sides === null
          ? []
          : pairFacts({ language, ...view.sides }, proposal.fields['other'] ?? '')),
      ])}
    </div>
    ${leftOut(view)} ${askedText(view)} ${refinement(view)}
    ${effectSection(language, effectText(language, view.outcome, texts.then))} ${saveForm(view)}`;
  return sitePage({ language, title: texts.title, visitor, section: 'inbox', content });
}

/** Names the transaction. */
function subject(
  language: Language,
  { id, type, amount, assetSymbol, timestamp, accountLabel }: AnsweredEvent,
): Html {
  const { words } = TEXTS[language];
  return html`<a href="${PATHS.transactions}/${id}"
      >${words.types[type]} ${exactUnits(language, amount)} ${name(assetSymbol)}</a
    >
    · ${time(language, timestamp)} ${accountLabel !== null && html` · ${name(accountLabel)}`}`;
}

/** Returns what the answer says, in words. */
function saying(language: Language, { answer, fields, note, isAmbiguous }: Proposal): Content {
  const { meanings, answers: texts, check } = ANSWERS_TEXTS[language];
  const amount = (of: string, isEuro: boolean): Html =>
    html`${isEuro ? euro(language, of) : exactUnits(language, of)}
    ${isAmbiguous && html`<p class="small">${check.ambiguous}</p>`}`;
  switch (answer) {
    case 'what':
      return meanings[fields['meaning'] as MeaningName].label;
    case 'type':
      return TEXTS[language].words.types[fields['type'] as 'FEE'];
    case 'value':
      return html`${check.valueIs} ${amount(fields['eur'] ?? '', true)}`;
    case 'amount':
      return html`${check.amountIs} ${amount(fields['amount'] ?? '', false)}`;
    case 'time':
      return html`${check.timeIs} <bdi>${fields['day'] ?? ''} ${fields['time'] ?? ''}</bdi>`;
    case 'asset':
      return html`${check.assetIs} ${name(fields['asset'] ?? '')}`;
    case 'note':
      return nameText(note);
    default:
      return texts.titles[answer];
  }
}

/** Returns what the answer does to tax, where it has one meaning. */
function meaningFacts(language: Language, { answer, fields }: Proposal): (readonly [string, Content])[] {
  const { meanings, types, check: texts } = ANSWERS_TEXTS[language];
  if (answer === 'what') return [[texts.tax, meanings[fields['meaning'] as MeaningName].tax]];
  if (answer === 'type') return [[texts.tax, types[fields['type'] as 'FEE']]];
  return answer === 'spam' || answer === 'twice' ? [[texts.tax, meanings.IGNORED.tax]] : [];
}

/** Returns how many of several transactions stay as they are, and why. */
function leftOut({ language, outcome }: CheckView): Content {
  if (typeof outcome === 'string' || outcome.left.length === 0) return null;
  return html`<p class="note">
    ${fillText(ANSWERS_TEXTS[language].check.leftOut, { count: outcome.left.length })}
  </p>`;
}

/** Returns the second step: what exactly it was, where the choice can mean several things. */
function refinement({ language, visitor, proposal }: CheckView): Content {
  const { meanings, check: texts } = ANSWERS_TEXTS[language];
  if (proposal.answer !== 'what') return null;
  const { meaning = '', direction = '' } = proposal.fields;
  const { choice } = MEANINGS[meaning as MeaningName];
  const all = meaningsOf(choice, direction as Direction);
  if (all.length < 2) return null;
  const options = all.map((value) => ({ value, ...meanings[value] }));
  const { answer, back, asked } = proposal;
  const events = proposal.events.join(',');
  return html`<details>
    <summary>${texts.exactly}</summary>
    <form method="post" action="${PATHS.answers}/check">
      ${csrfField(visitor.csrfToken)} ${hiddenFields({ answer, events, back, asked: asked ?? '', direction })}
      ${radios({
        id: 'meaning',
        legend: texts.exactly,
        options,
        key: 'exactly',
        typed: new Map([['meaning', meaning]]),
        faults: [],
      })}
      <p class="actions"><button class="secondary" type="submit">${texts.again}</button></p>
    </form>
  </details>`;
}

/** Returns what the answer would do, or why that is not known. */
function saveForm({ language, visitor, proposal, outcome, seen, formId }: CheckView): Html {
  const { check: texts, fields: labels } = ANSWERS_TEXTS[language];
  const { answer, back, asked, fields, note, hasNote } = proposal;
  const events = proposal.events.join(',');
  const cancel = html`<a class="button secondary" href="${back}">${texts.back}</a>`;
  if (typeof outcome !== 'string' && outcome.isUnchanged)
    return html`<p class="note">${texts.unchanged}</p>
      <p class="actions">${cancel}</p>`;
  const hidden = { answer, events, back, asked: asked ?? '', ...fields, seen, form: formId };
  const noteField =
    answer === 'note'
      ? hiddenFields({ note })
      : hasNote &&
        field(
          {
            id: 'note',
            label: labels.note,
            type: 'text',
            hint: labels.noteHint,
            value: note === '' && answer === 'twice' ? texts.twiceNote : note,
            autocomplete: 'off',
            isOptional: true,
          },
          [],
          language,
        );
  return html`<form method="post" action="${PATHS.answers}/save">
    ${csrfField(visitor.csrfToken)} ${hiddenFields(hidden)} ${noteField}
    <p class="actions"><button type="submit">${texts.save}</button> ${cancel}</p>
  </form>`;
}

interface AnswerPageView {
  readonly language: Language;
  readonly visitor: Visitor;
  readonly subject: AnswerSubject;
  readonly event: AnsweredEvent;
  readonly sides: Sides | null;
  readonly upgradeUrl: string;
}

function formsView({
  language,
  visitor,
  subject: { back, asked },
  event,
  sides,
  upgradeUrl,
}: AnswerPageView): AnswersView {
  const { csrfToken } = visitor;
  return { language, csrfToken, event, issueType: null, asked, back, upgradeUrl, sides, shown: 'ALL' };
}

/** Returns the page with the form of one answer, with what was typed and what is wrong with it. */
export function formPage(
  view: AnswerPageView & { readonly typed: ReadonlyMap<string, string>; readonly faults: readonly Fault[] },
): string {
  const { language, visitor, subject: about, event, typed, faults } = view;
  const { check: texts } = ANSWERS_TEXTS[language];
  const forms = formsView(view);
  const title = nameOf(forms, about.answer);
  const content = html`<p class="small back"><a href="${about.back}">${texts.back}</a></p>
    <h1>${title}</h1>
    ${faultList(faults, language)}
    <p class="standing">${subject(language, event)}</p>
    <section class="card" aria-label="${title}">
      ${answerForm(forms, about.answer, { typed, faults })}
    </section>`;
  return sitePage({ language, title: titleOf(title, faults, language), visitor, section: 'inbox', content });
}

/** Returns the page that says why a transaction cannot change, and what then. */
export function closedPage(view: AnswerPageView): string {
  const { language, visitor, subject: about, event } = view;
  const { closed, check: texts } = ANSWERS_TEXTS[language];
  const content = html`<h1>${closed.title}</h1>
    <p class="standing">${subject(language, event)}</p>
    ${closedNote(formsView(view))}
    <p class="actions"><a class="button secondary" href="${about.back}">${texts.back}</a></p>`;
  return sitePage({ language, title: closed.title, visitor, section: 'inbox', content });
}
