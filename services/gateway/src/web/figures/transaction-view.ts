/** The page that explains a transaction: the fact, what changed it, its price, its lots and the rules of law. */
import type { Visitor } from '../../http/visitor.ts';
import { name, nameText, facts, table } from '../../ui/components.ts';
import { type Content, fill, html, type Html } from '../../ui/html.ts';
import { decimalText, type Language, time } from '../../ui/language.ts';
import { sitePage } from '../../ui/layout.ts';
import { exactUnits, units, wholeAmounts } from '../../ui/numbers.ts';
import { PATHS } from '../../ui/paths.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import { answersSection, type SectionSides } from '../answers/section-view.ts';
import { lotsSection, rulesSection } from './explained-lots.ts';
import { type ExplanationDigits, euroText, type Money, wordOf } from './explained.ts';
import { giftNote } from './gift-note.ts';
import { originAddress } from './origin-view.ts';
import { priceSection } from './transaction-price.ts';
import { ruleNote } from './rule-note.ts';
import { FIGURES_TEXTS } from './texts/texts.ts';

const eventsPath = PATHS.transactions;

export interface TransactionView {
  readonly language: Language;
  readonly visitor: Visitor;
  readonly explained: ExplanationDigits;
  readonly upgradeUrl: string;
  /** The other sides that it can have; null where they were not read. */
  readonly sides?: SectionSides;
  /** What the user has just done; null after nothing. */
  readonly done?: Content;
}

/** Returns the page. In a locked year it has no value in euro except the ranges of the API. */
export function transactionPage(view: TransactionView): string {
  const { language, visitor, explained } = view;
  const { transaction, explanation, year } = explained;
  const { why: texts } = FIGURES_TEXTS[language];
  const { words } = TEXTS[language];
  const { type, amount, assetSymbol } = transaction;
  const what = `${words.types[type]} ${decimalText(language, amount, false)} ${nameText(assetSymbol)}`;
  const title = texts.title.replace('{what}', () => what);
  // An amount with all its digits is wider than a phone in letters of this size. The sentence below has them.
  const heading = html`<bdi>${words.types[type]} ${units(language, amount)} ${nameText(assetSymbol)}</bdi>`;
  const content = html`<p class="small back">
      <a href="${eventsPath}?year=${year}">${fill(texts.back, { year })}</a>
    </p>
    <h1>${fill(texts.title, { what: heading })}</h1>
    ${view.done ?? null} ${sentence(view, what)} ${notes(view)} ${results(view)}
    ${answersSection({ sides: null, ...view })} ${fact(view)} ${steps(view)} ${priceSection(view)}
    ${lotsSection(language, explained)}
    <p class="links">
      <a href="${originAddress(transaction.id, year)}">${FIGURES_TEXTS[language].origin.link}</a>
    </p>
    ${rulesSection(language, explanation)} ${group(view)}`;
  return sitePage({ language, title, visitor, section: 'transactions', content });
}

function sentence({ language, explained }: TransactionView, what: string): Html {
  const { transaction, explanation, event } = explained;
  const { why: texts } = FIGURES_TEXTS[language];
  const { words } = TEXTS[language];
  const account =
    event.accountLabel ?? explanation.fact?.file ?? sourceText(language, explanation.fact?.source ?? '–');
  return html`<p class="lead">
    ${fill(texts.sentence, {
      what: html`<bdi>${wholeAmounts(what)}</bdi>`,
      when: time(language, transaction.timestamp, 'second'),
      account: name(account),
    })}
    ${fill(texts.counts, {
      type: words.types[transaction.type],
      treatment: wordOf(words.treatments, transaction.treatment),
      taxable: transaction.taxable ? texts.taxable : texts.notTaxable,
    })}
  </p>`;
}

function notes({ language, explained, upgradeUrl }: TransactionView): Content {
  const { why: texts, events } = FIGURES_TEXTS[language];
  const { year, locked, frozen, stale, transaction, explanation } = explained;
  const isOpen =
    transaction.needsReview ||
    explanation.disposal?.shortfall != null ||
    explanation.slices.some(({ photoMissing }) => photoMissing != null);
  return [
    isOpen &&
      html`<p class="note bad">
        ${texts.questions} <a href="${PATHS.inbox}?year=${year}">${fill(texts.inbox, { year })}</a>
      </p>`,
    locked &&
      html`<p class="note">${fill(texts.locked, { year })} <a href="${upgradeUrl}">${events.unlock}</a></p>`,
    frozen && html`<p class="note">${fill(texts.submitted, { year })}</p>`,
    giftNote(language, explained),
    stale && html`<p class="note" role="status">${events.stale}</p>`,
    explanation.fact == null && html`<p class="note">${texts.gone}</p>`,
  ];
}

function section(id: string, title: string, content: Content): Html {
  return html`<section class="card ${id}" aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${content}
  </section>`;
}

function results({ language, explained }: TransactionView): Html {
  const texts = FIGURES_TEXTS[language].why;
  const { disposal, income, countedValue } = explained.explanation;
  const hasFees = disposal?.fees != null && !/^0(\.0*)?$/.test(disposal.fees);
  const money = (value: Money): Html => euroText(language, value);
  const entries: (readonly [string, Content])[] = [];
  if (income != null) entries.push([texts.income, money(income)]);
  if (disposal != null) {
    entries.push([texts.gain, money(disposal.gain)]);
    if (!explained.locked)
      entries.push(
        [hasFees ? texts.proceedsLessFees : texts.proceeds, money(disposal.proceeds)],
        [texts.basis, money(disposal.costBasis)],
      );
    if (hasFees) entries.push([texts.fees, money(disposal.fees)]);
  }
  if (countedValue != null) entries.push([texts.counted, money(countedValue)]);
  const shortfall = disposal?.shortfall;
  return section(
    'results',
    texts.results,
    html`<p><span class="tag">${texts.indicative}</span></p>
      ${entries.length === 0 ? html`<p class="empty">${texts.noResults}</p>` : html`<div class="figures answered">${facts(entries)}</div>`}
      ${
        shortfall != null &&
        html`<p>
          ${fill(texts.shortfall, {
            amount: exactUnits(language, shortfall.amount),
            asset: name(explained.transaction.assetSymbol),
          })}
        </p>`
      }`,
  );
}

type Fact = NonNullable<ExplanationDigits['explanation']['fact']>;

/** Returns the address of the other party, with a link to a rule for all its transactions. */
function addressText(language: Language, { counterpartyAddress: address, chainId }: Fact): Html | null {
  if (address == null || address === '') return null;
  const rule = new URLSearchParams({ action: 'MARK_SELF_TRANSFER', address, chain: chainId ?? '0' });
  return html`${name(address)}
    <p class="small">
      <a href="${PATHS.rules}?${rule.toString()}">${FIGURES_TEXTS[language].why.always}</a>
    </p>`;
}

/** Returns the imported fact and its source. */
function fact({ language, explained }: TransactionView): Html | null {
  const { fact: imported } = explained.explanation;
  if (imported == null) return null;
  const { why: texts } = FIGURES_TEXTS[language];
  const { words } = TEXTS[language];
  const third = (text: string | null | undefined): Html | null =>
    text === null || text === undefined || text === '' ? null : name(text);
  const entries: (readonly [string, Content])[] = [
    [texts.source, name(sourceText(language, imported.source))],
    [texts.account, third(imported.accountLabel)],
    [texts.file, third(imported.file)],
    [texts.reference, third(imported.referenceId)],
    [texts.fields.type, words.types[imported.type]],
    [texts.fields.treatment, wordOf(words.treatments, imported.treatment)],
    [texts.fields.amount, html`${exactUnits(language, imported.amount)} ${name(imported.assetKey)}`],
    [texts.fields.timestamp, time(language, imported.timestamp, 'second')],
    [texts.fields.euroValue, explained.locked ? texts.hidden : euroText(language, imported.euroValue)],
    [texts.fields.description, third(imported.description)],
    [texts.address, addressText(language, imported)],
    [texts.fields.flags, third(imported.flags.join(', '))],
  ];
  return section(
    'facts',
    texts.facts,
    html`<div class="sums">${facts(entries.filter(([, value]) => value !== null))}</div>`,
  );
}

/** Returns a source in words: a file, or the name of a platform, which imports may write in capitals. */
function sourceText(language: Language, source: string): string {
  if (source === 'CSV') return FIGURES_TEXTS[language].why.file;
  return /^[A-Z]{4,}$/.test(source) ? source.charAt(0) + source.slice(1).toLowerCase() : source;
}

type Step = ExplanationDigits['explanation']['steps'][number];

function steps({ language, explained }: TransactionView): Html {
  const texts = FIGURES_TEXTS[language].why;
  const shown = explained.explanation.steps.filter((step) => !isOrdinary(step));
  const rows = shown.map((step) => [
    html`${texts.stepKinds[step.kind]} ${step.page != null && ruleNote(language, step.page)}`,
    wordOf(texts.fields, step.field),
    stepValue(language, explained.locked, step, step.from),
    stepValue(language, explained.locked, step, step.to),
    step.at == null
      ? '–'
      : html`${time(language, step.at, 'second')} ${step.via == null ? null : name(step.via)}`,
  ]);
  const columns = [texts.because, texts.field, texts.from, texts.to, texts.by];
  return section(
    'steps',
    texts.steps,
    shown.length === 0
      ? html`<p class="empty">${texts.noSteps}</p>`
      : table({ caption: texts.steps, columns, rows }),
  );
}

/** Whether a step says what everybody expects: nothing was set, and the law makes the transaction count. */
function isOrdinary({ kind, field, from, to }: Step): boolean {
  return kind === 'LAW' && field === 'taxable' && from == null && to === 'true';
}

/** Returns a value of a step in the language; values in euro of a locked year are not shown. */
function stepValue(
  language: Language,
  isLocked: boolean,
  { field }: Step,
  value: string | null | undefined,
): Content {
  const { why: texts } = FIGURES_TEXTS[language];
  const { words } = TEXTS[language];
  const isEuro = field === 'euroValue' || field === 'countedValue';
  if (isEuro && isLocked) return html`<span class="nothing">${texts.hidden}</span>`;
  if (value === null || value === undefined) return '–';
  if (isEuro) return euroText(language, value);
  if (field === 'amount') return exactUnits(language, value);
  if (field === 'timestamp' || field === 'originAcquiredAt') return time(language, value, 'second');
  if (field === 'taxable') return value === 'true' ? words.yes : words.no;
  if (field === 'type') return wordOf(words.types, value);
  return field === 'treatment' ? wordOf(words.treatments, value) : name(value);
}

/** Returns links to the other transactions of a group, such as the other side of a swap. */
function group({ language, explained }: TransactionView): Html | null {
  const texts = FIGURES_TEXTS[language].why;
  const { groupTaxEventIds, groupLeftOut } = explained.explanation;
  if (groupTaxEventIds.length === 0) return null;
  const links = groupTaxEventIds.map(
    (id, index) =>
      html`<li><a href="${eventsPath}/${id}">${fill(texts.groupLink, { number: index + 1 })}</a></li> `,
  );
  return section(
    'group',
    texts.group,
    html`<ul>
        ${links}
      </ul>
      ${groupLeftOut !== '0' && html`<p class="small">${fill(texts.groupLeftOut, { count: groupLeftOut })}</p>`}`,
  );
}
