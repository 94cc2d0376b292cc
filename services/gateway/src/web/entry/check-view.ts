/** The page that shows an entered transaction as it was read, and what it would change, before it is saved. */
import type { EntryPreview } from '@ctx/proto/gen/ctx/v1/corrections';
import { type AnswerOf, type Digits, parseDigits } from '../../answers/digits.ts';
import type { Visitor } from '../../http/visitor.ts';
import { facts, name, nameText } from '../../ui/components.ts';
import { type Content, fillText, html, type Html } from '../../ui/html.ts';
import { decimalText, instantText, type Language, time } from '../../ui/language.ts';
import { csrfField, hiddenFields, sitePage } from '../../ui/layout.ts';
import { euro, exactUnits } from '../../ui/numbers.ts';
import { PATHS } from '../../ui/paths.ts';
import { accountName } from '../visit/account-name.ts';
import { effectSection, effectText, unknownEffectOf } from '../visit/effect-view.ts';
import type { EventNames } from '../visit/event-names.ts';
import type { RejectionName } from '@ctx/domain/rejections';
import type { Accounts } from './entry-view.ts';
import { ENTRY_TEXTS } from './texts/texts.ts';
import type { EntryKind, TypedEntry } from './typed-entry.ts';

type Effect = NonNullable<Digits<AnswerOf<'undoCorrection'>>['preview']>;
type Part = TypedEntry['request']['given'];

export interface CheckEntryView {
  readonly language: Language;
  readonly visitor: Visitor;
  readonly entry: TypedEntry;
  readonly accounts: Accounts;
  readonly preview: EntryPreview;
  readonly names: EventNames;
}

/** Returns the name of the file that a transaction becomes: its amount and day. */
export function nameOfEntry(
  language: Language,
  { request: { received, given, fee, at } }: TypedEntry,
): string {
  const { asset = '', amount = '0' } =
    [received, given, fee].find((part) => part != null && part.asset !== 'EUR') ?? {};
  const values = {
    amount: decimalText(language, amount, false),
    asset: nameText(asset),
    day: instantText(language, at, 'day'),
  };
  return fillText(ENTRY_TEXTS[language].entry.fileName, values);
}

/** Returns the page, with a form that saves the transaction unless it is stored already. */
export function checkEntryPage(view: CheckEntryView): string {
  const { language, visitor, preview } = view;
  const { check: texts } = ENTRY_TEXTS[language];
  const isNew = (preview.transactions?.added ?? 0) > 0;
  const content = html`<h1>${texts.title}</h1>
    <p class="lead">${texts.lead}</p>
    <div class="card about">${facts(entryFacts(view))}</div>
    ${isNew ? effectOf(view) : html`<p class="note">${texts.known}</p>`} ${alike(view)}
    ${saveForm(view, isNew)}`;
  return sitePage({ language, title: texts.title, visitor, section: 'transactions', content });
}

function entryFacts({
  language,
  entry,
  accounts,
}: CheckEntryView): (readonly [term: string, value: Content])[] {
  const { entry: texts, kinds, check } = ENTRY_TEXTS[language];
  const { request, fields, isAmbiguous } = entry;
  const account = accounts.find(({ id }) => id === request.accountId);
  const part = (term: string, of: Part): (readonly [string, Content])[] =>
    of == null ? [] : [[term, html`<strong>${exactUnits(language, of.amount)}</strong> ${name(of.asset)}`]];
  return [
    [texts.kind, kinds[fields.kind as EntryKind]],
    [
      texts.account,
      account === undefined ? name(request.accountLabel ?? '') : html`<bdi>${accountName(account)}</bdi>`,
    ],
    [check.moment, time(language, request.at, 'second')],
    ...part(texts.received, request.received),
    ...part(texts.given, request.given),
    ...part(texts.fee, request.fee),
    ...(request.value == null ? [] : [[texts.value, euro(language, request.value)] as const]),
    ...(request.note === '' ? [] : [[texts.note, name(request.note)] as const]),
    ...(isAmbiguous ? [[check.amounts, check.ambiguous] as const] : []),
  ];
}

/** Returns what the transaction would change; in a locked year that its ranges stay. */
function effectOf({ language, names, preview: { effect, unknownEffect, locked } }: CheckEntryView): Content {
  const { check: texts } = ENTRY_TEXTS[language];
  if (locked) return html`<p class="note">${texts.locked}</p>`;
  const outcome =
    effect == null
      ? (unknownEffectOf({ rejected: (unknownEffect ?? '') as RejectionName }) ?? 'running')
      : { preview: parseDigits(JSON.stringify(effect)) as Effect, names };
  return effectSection(language, effectText(language, outcome, texts.then));
}

/** Returns a warning about the sources whose transactions this one looks like. */
function alike({ language, preview: { transactions } }: CheckEntryView): Content {
  const sources = transactions?.lookalikes ?? [];
  if (sources.length === 0) return null;
  return html`<div class="note bad">
    <p>${ENTRY_TEXTS[language].check.alike}</p>
    <ul>
      ${sources.map(({ accountLabel }) => html`<li>${name(accountLabel)}</li> `)}
    </ul>
  </div>`;
}

function saveForm({ language, visitor, entry: { fields } }: CheckEntryView, isNew: boolean): Html {
  const { check: texts } = ENTRY_TEXTS[language];
  const query = new URLSearchParams(Object.entries(fields).filter(([, value]) => value !== ''));
  const back = html`<a class="button secondary" href="${PATHS.entry}?${query.toString()}"
    >${texts.change}</a
  >`;
  if (!isNew) return html`<p class="actions">${back}</p>`;
  return html`<form class="actions" method="post" action="${PATHS.entry}/save">
    ${csrfField(visitor.csrfToken)} ${hiddenFields(fields)}
    <button type="submit">${texts.save}</button>
    ${back}
  </form>`;
}
