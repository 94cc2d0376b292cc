/** The pages that show what a new rule, or the removal of one, would change. */
import type { AnswerOf, Digits } from '../../answers/digits.ts';
import type { Visitor } from '../../http/visitor.ts';
import { facts, name, nameText } from '../../ui/components.ts';
import { fill, html, type Html } from '../../ui/html.ts';
import type { Language } from '../../ui/language.ts';
import { csrfField, hiddenFields, sitePage } from '../../ui/layout.ts';
import { PATHS } from '../../ui/paths.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import { effectSection, effectText, type UnknownEffect } from '../visit/effect-view.ts';
import type { TypedRule } from './rule-form.ts';
import { type RuleTerms, whichText } from './rules-view.ts';
import { RULES_TEXTS } from './texts/texts.ts';

type Preview = Digits<AnswerOf<'createRule'>>['preview'];

interface RuleChangeView {
  readonly language: Language;
  readonly visitor: Visitor;
  readonly rule: RuleTerms;
  readonly effect: { readonly preview?: Preview } | UnknownEffect;
  /** Identifies the form, so that it is carried out once. */
  readonly formId: string;
}

/** Returns the page of a new rule, with the form that saves it. */
export function checkRulePage(view: RuleChangeView & { readonly typed: TypedRule }): string {
  const { language, visitor, typed, formId } = view;
  const texts = RULES_TEXTS[language].rules;
  const content = html`<h1>${texts.checkTitle}</h1>
    <p class="lead">${texts.checkLead}</p>
    ${about(view)} ${effect(view)}
    ${form({ view, action: `${PATHS.rules}/save`, confirm: texts.save, hidden: { ...typed, form: formId } })}`;
  return sitePage({ language, title: texts.checkTitle, visitor, section: 'inbox', content });
}

/** Returns the page that asks before a rule is removed. */
export function removeRulePage(view: RuleChangeView & { readonly ruleId: string }): string {
  const { language, visitor, rule, ruleId, formId } = view;
  const texts = RULES_TEXTS[language].rules;
  const content = html`<h1>${fill(texts.removeTitle, { name: name(rule.label) })}</h1>
    <p class="lead">${texts.removeLead}</p>
    ${about(view)} ${effect(view)}
    ${form({ view, action: `${PATHS.rules}/${ruleId}/remove`, confirm: texts.confirmRemove, hidden: { form: formId } })}`;
  const title = texts.removeTitle.replace('{name}', () => nameText(rule.label));
  return sitePage({ language, title, visitor, section: 'inbox', content });
}

function about({ language, rule }: RuleChangeView): Html {
  const texts = RULES_TEXTS[language].rules;
  return html`<div class="card about">
    ${facts([
      [texts.name, name(rule.label)],
      [texts.does, TEXTS[language].words.ruleActions[rule.action]],
      [texts.which, whichText(language, rule)],
    ])}
  </div>`;
}

function effect({ language, effect: known }: RuleChangeView): Html {
  return effectSection(language, effectText(language, known, RULES_TEXTS[language].rules.then));
}

interface FormParts {
  readonly view: RuleChangeView;
  readonly action: string;
  readonly confirm: string;
  readonly hidden: Readonly<Record<string, string>>;
}

function form({ view: { language, visitor }, action, confirm, hidden }: FormParts): Html {
  return html`<form class="actions" method="post" action="${action}">
    ${csrfField(visitor.csrfToken)} ${hiddenFields(hidden)}
    <button type="submit">${confirm}</button>
    <a class="button secondary" href="${PATHS.rules}">${TEXTS[language].general.cancel}</a>
  </form>`;
}
