/** The form for the asset of a transaction. */
import type { Visitor } from '../../http/visitor.ts';
import { type Fault, faultList, field, facts, name, nameText, notice, titleOf } from '../../ui/components.ts';
import { fill, html, type Html } from '../../ui/html.ts';
import { decimalText, type Language } from '../../ui/language.ts';
import { csrfField, sitePage } from '../../ui/layout.ts';
import { PATHS } from '../../ui/paths.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import type { ExplanationDigits } from './explained.ts';
import { FIGURES_TEXTS } from './texts/texts.ts';

export interface AssetView {
  readonly language: Language;
  readonly visitor: Visitor;
  readonly explained: ExplanationDigits;
  /** What was typed; null for the asset of the transaction. */
  readonly typed: string | null;
  readonly faults: readonly Fault[];
  readonly done: string | null;
  /** Identifies the form, so that it is carried out once. */
  readonly formId: string;
}

/** The address of the form of a transaction. */
export function assetAddress(taxEventId: string): string {
  return `${PATHS.transactions}/${taxEventId}/asset`;
}

/** Returns the page: the form, or why the asset cannot change. */
export function assetPage(view: AssetView): string {
  const { language, visitor, explained, faults, done } = view;
  const { transaction, explanation } = explained;
  const { asset: texts } = FIGURES_TEXTS[language];
  const { type, amount, assetSymbol } = transaction;
  const what = `${TEXTS[language].words.types[type]} ${decimalText(language, amount, false)} ${nameText(assetSymbol)}`;
  const title = texts.title.replace('{what}', () => what);
  const closed = closedText(view);
  const content = html`<h1>${fill(texts.title, { what: html`<bdi>${what}</bdi>` })}</h1>
    ${notice(done)}
    ${
      explanation.fact != null &&
      html`<div class="figures">${facts([[texts.imported, name(explanation.fact.assetKey)]])}</div>`
    }
    ${
      closed === null
        ? form(view)
        : html`<p class="note">${closed}</p>
            <p class="actions">${back(view)}</p>`
    }`;
  const heading = titleOf(title, faults, language);
  return sitePage({ language, title: heading, visitor, section: 'transactions', content });
}

function closedText({ language, explained: { locked, frozen, explanation } }: AssetView): string | null {
  const { asset: texts } = FIGURES_TEXTS[language];
  if (frozen) return texts.frozen;
  if (locked) return texts.locked;
  return explanation.fact == null ? texts.gone : null;
}

function form(view: AssetView): Html {
  const { language, visitor, explained, typed, faults, formId } = view;
  const { asset: texts } = FIGURES_TEXTS[language];
  const { id, assetKey } = explained.transaction;
  const hidden = html`${csrfField(visitor.csrfToken)}<input type="hidden" name="form" value="${formId}" />`;
  const input = field(
    {
      id: 'asset',
      label: texts.label,
      type: 'text',
      value: typed ?? assetKey,
      hint: texts.hint,
      autocomplete: 'off',
      more: html`autocapitalize="characters" spellcheck="false"`,
    },
    faults,
    language,
  );
  return html`<p class="lead">${texts.lead}</p>
    ${faultList(faults, language)}
    <form class="card" method="post" action="${assetAddress(id)}" novalidate>
      ${hidden} ${input}
      <p class="actions">
        <button type="submit">${texts.save}</button>
        ${back(view)}
      </p>
    </form>
    <form class="actions" method="post" action="${assetAddress(id)}">
      ${hidden}<input type="hidden" name="remove" value="true" />
      <button class="secondary" type="submit">${texts.remove}</button>
    </form>`;
}

function back({ language, explained }: AssetView): Html {
  const address = `${PATHS.transactions}/${explained.transaction.id}`;
  return html`<a class="button secondary" href="${address}">${FIGURES_TEXTS[language].asset.back}</a>`;
}
