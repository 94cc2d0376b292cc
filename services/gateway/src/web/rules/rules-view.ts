/** The page of rules: each with what it does and how many transactions it decides, and a form for a new one. */
import { RULE_ACTIONS, RULE_DIRECTIONS } from '@ctx/domain/vocabulary';
import type { AnswerOf, Digits } from '../../answers/digits.ts';
import type { Visitor } from '../../http/visitor.ts';
import {
  type Fault,
  faultList,
  field,
  name,
  nameText,
  notice,
  select,
  table,
  titleOf,
} from '../../ui/components.ts';
import { type Content, fill, html, type Html } from '../../ui/html.ts';
import { decimalText, type Language } from '../../ui/language.ts';
import { csrfField, sitePage } from '../../ui/layout.ts';
import { euro } from '../../ui/numbers.ts';
import { PATHS } from '../../ui/paths.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import type { TypedRule } from './rule-form.ts';
import { RULES_TEXTS } from './texts/texts.ts';

export type Rule = Digits<AnswerOf<'listRules'>>['rules'][number];
/** What a rule says, which a new one has too. */
export type RuleTerms = Pick<
  Rule,
  'action' | 'label' | 'matchType' | 'matchValue' | 'counterpartyAddress' | 'thresholdEur' | 'direction'
>;

export interface RulesView {
  readonly language: Language;
  readonly visitor: Visitor;
  readonly rules: readonly Rule[];
  readonly typed: TypedRule;
  readonly faults: readonly Fault[];
  readonly done: string | null;
}

/** Returns the page. */
export function rulesPage(view: RulesView): string {
  const { language, visitor, rules, faults, done } = view;
  const texts = RULES_TEXTS[language].rules;
  const content = html`<p class="small back"><a href="${PATHS.inbox}">${texts.back}</a></p>
    <h1>${texts.title}</h1>
    ${notice(done)}
    <p class="lead">${texts.lead}</p>
    <section class="card" aria-labelledby="list">
      <h2 id="list">${texts.listTitle}</h2>
      ${rules.length === 0 ? html`<p class="empty">${texts.none}</p>` : list(view)}
    </section>
    <section class="card" aria-labelledby="new">
      <h2 id="new">${texts.newTitle}</h2>
      ${faultList(faults, language)} ${form(view)}
    </section>`;
  const title = titleOf(texts.title, faults, language);
  return sitePage({ language, title, visitor, section: 'inbox', content });
}

function list({ language, rules }: RulesView): Html {
  const texts = RULES_TEXTS[language].rules;
  const { ruleActions } = TEXTS[language].words;
  return table({
    caption: texts.listTitle,
    columns: [texts.name, texts.does, texts.which, texts.decides, texts.action],
    rows: rules.map((rule) => [
      name(rule.label),
      ruleActions[rule.action],
      whichText(language, rule),
      rule.matchedCount == null ? texts.notYet : decimalText(language, rule.matchedCount, false),
      html`<a
        href="${PATHS.rules}/${rule.id}/remove"
        aria-label="${texts.removeNamed.replace('{name}', () => nameText(rule.label))}"
        >${texts.remove}</a
      >`,
    ]),
  });
}

/** Returns which transactions a rule is about. */
export function whichText(
  language: Language,
  { matchType, matchValue, counterpartyAddress, thresholdEur, direction }: RuleTerms,
): Content {
  const { words } = TEXTS[language];
  const value =
    thresholdEur == null
      ? name(matchValue ?? counterpartyAddress ?? '')
      : html`< ${euro(language, thresholdEur)}`;
  return html`${words.matchTypes[matchType]}: ${value} · ${words.directions[direction]}`;
}

function form({ language, visitor, typed, faults }: RulesView): Html {
  const texts = RULES_TEXTS[language].rules;
  const { words } = TEXTS[language];
  const hasAddress = typed.address !== '';
  const actions = RULE_ACTIONS.filter((action) => !hasAddress || action !== 'IGNORE_DUST').map(
    (action) => [action, words.ruleActions[action]] as const,
  );
  const directions = RULE_DIRECTIONS.map((each) => [each, words.directions[each]] as const);
  const input = (id: 'words' | 'below' | 'label', hint: string, more: Html | null = null): Html =>
    field(
      {
        id,
        label: texts[id],
        hint,
        type: 'text',
        value: typed[id],
        autocomplete: 'off',
        isOptional: true,
        ...(more !== null && { more }),
      },
      faults,
      language,
    );
  return html`<form method="post" action="${PATHS.rules}/check" novalidate>
    ${csrfField(visitor.csrfToken)} ${select('action', texts.newAction, actions, typed.action)}
    ${
      hasAddress
        ? html`<input type="hidden" name="address" value="${typed.address}" />
            <input type="hidden" name="chain" value="${typed.chain}" />
            <p>${fill(texts.ofAddress, { address: name(typed.address) })}</p>`
        : html`${input('words', texts.wordsHint)}
          ${input('below', texts.belowHint, html`inputmode="decimal"`)}`
    }
    ${select('direction', texts.direction, directions, typed.direction === '' ? 'ANY' : typed.direction)}
    ${input('label', texts.labelHint)}
    <p class="actions"><button type="submit">${texts.show}</button></p>
  </form>`;
}
