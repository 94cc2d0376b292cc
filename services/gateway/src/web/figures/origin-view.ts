/** The page of an origin: where the units of a transaction came from, with a cover line, to print for a bank. */
import type { AnswerOf, Digits } from '../../answers/digits.ts';
import type { Visitor } from '../../http/visitor.ts';
import { name, nameText, numeric, table } from '../../ui/components.ts';
import { type Content, fill, html, type Html } from '../../ui/html.ts';
import { decimalText, instantText, type Language, percentText, time } from '../../ui/language.ts';
import { sitePage } from '../../ui/layout.ts';
import { euro, units, unitsCell } from '../../ui/numbers.ts';
import { PATHS } from '../../ui/paths.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import { FIGURES_TEXTS } from './texts/texts.ts';

type OriginDigits = Digits<AnswerOf<'getOrigin'>>;
type End = OriginDigits['ends'][number];
type Step = OriginDigits['steps'][number];
type Money = OriginDigits['money'];

export interface OriginPageView {
  readonly language: Language;
  readonly visitor: Visitor;
  readonly origin: OriginDigits;
  readonly upgradeUrl: string;
  /** When the page is seen, which a print of it shows. */
  readonly nowMs: number;
}

/** The address of the origin of a transaction. */
export function originAddress(taxEventId: string, year?: string): string {
  return `${PATHS.transactions}/${taxEventId}/origin${year === undefined ? '' : `?year=${year}`}`;
}

/** Returns the page. In a locked year it has no value in euro. */
export function originPage(view: OriginPageView): string {
  const { language, visitor, origin } = view;
  const { origin: texts } = FIGURES_TEXTS[language];
  const { words } = TEXTS[language];
  const { type, amount, assetSymbol, timestamp, ends, steps, year, taxEventId } = origin;
  const what = `${words.types[type]} ${decimalText(language, amount, false)} ${nameText(assetSymbol)}`;
  const title = texts.title.replace('{what}', () => what);
  // As on the page of the transaction: all digits are in the sentence below.
  const heading = html`<bdi>${words.types[type]} ${units(language, amount)} ${nameText(assetSymbol)}</bdi>`;
  const now = instantText(language, new Date(view.nowMs).toISOString(), 'minute');
  const content = html`<p class="small back">
      <a href="${PATHS.transactions}/${taxEventId}?year=${year}">${texts.back}</a>
    </p>
    <h1>${fill(texts.title, { what: heading })}</h1>
    <p>${name(visitor.email)}. ${fill(texts.printed, { now })}</p>
    <p class="lead">
      <bdi>${what}</bdi>.
      ${fill(texts.sentence, { when: time(language, timestamp, 'second'), account: name(origin.accountLabel ?? '–') })}
      ${origin.eur == null ? null : fill(texts.worth, { eur: euro(language, origin.eur) })}
      ${origin.money.length === 0 ? null : fill(texts.money, { money: moneyText(language, origin.money) })}
    </p>
    ${notes(view)}
    <p class="figures">
      ${fill(texts.known, { share: html`<strong>${percentText(language, origin.knownShare)}</strong>` })}
    </p>
    ${endsSection(language, ends)} ${unknownSection(language, ends)} ${stepsSection(language, steps)}
    <p class="small">${texts.method}</p>`;
  return sitePage({ language, title, visitor, section: 'transactions', content });
}

function notes({ language, origin, upgradeUrl }: OriginPageView): Content {
  const { origin: texts, events, year: yearTexts } = FIGURES_TEXTS[language];
  const { locked, frozen, stale, year } = origin;
  return [
    locked &&
      html`<p class="note">${fill(texts.locked, { year })} <a href="${upgradeUrl}">${events.unlock}</a></p>`,
    frozen && html`<p class="note">${fill(texts.submitted, { year })}</p>`,
    stale && html`<p class="note" role="status">${yearTexts.stale}</p>`,
  ];
}

function endsSection(language: Language, ends: readonly End[]): Html {
  const { origin: texts } = FIGURES_TEXTS[language];
  const columns = [
    texts.from,
    numeric(texts.share),
    numeric(texts.amount),
    texts.asset,
    numeric(texts.cost),
    texts.when,
    texts.account,
  ];
  const rows = ends.map((end) => [
    html`${texts.kinds[end.kind]}
    ${end.money.length > 0 && html`<p class="small">${fill(texts.paid, { money: moneyText(language, end.money) })}</p>`}
    ${transactions(language, end)}`,
    percentText(language, end.share),
    unitsCell(language, end.amount),
    name(end.assetSymbol),
    end.costEur == null ? texts.unknown : euro(language, end.costEur),
    period(language, end),
    name(end.accountLabel ?? '–'),
  ]);
  return html`<section class="card lots" aria-labelledby="ends">
    <h2 id="ends">${texts.ends}</h2>
    <p class="small">${texts.endsMeaning}</p>
    ${table({ caption: texts.ends, columns, rows })}
  </section>`;
}

/** Returns what would prove what is unknown, or complete what is known; null if nothing is to be proven. */
function unknownSection(language: Language, ends: readonly End[]): Html | null {
  const { origin: texts } = FIGURES_TEXTS[language];
  const open = ends.filter(({ proof }) => proof != null);
  if (open.length === 0) return null;
  const items = open.map(
    ({ proof, kind, share, assetSymbol }) =>
      html`<li>
        ${percentText(language, share)}, ${name(assetSymbol)}, ${texts.kinds[kind]}:
        ${proof == null ? null : texts.proofs[proof]}
      </li> `,
  );
  return html`<section class="card" aria-labelledby="proofs">
    <h2 id="proofs">${texts.toProve}</h2>
    <ul>
      ${items}
    </ul>
  </section>`;
}

function stepsSection(language: Language, steps: readonly Step[]): Html | null {
  const { origin: texts } = FIGURES_TEXTS[language];
  if (steps.length === 0) return null;
  const columns = [texts.step, numeric(texts.share), texts.when];
  const rows = steps.map((step) => [
    html`${fill(texts.stepKinds[step.kind], {
      from: name(step.fromAssetSymbol),
      to: name(step.toAssetSymbol),
    })}
    ${transactions(language, step)}`,
    percentText(language, step.share),
    period(language, step),
  ]);
  return html`<section class="card steps" aria-labelledby="steps">
    <h2 id="steps">${texts.steps}</h2>
    <p class="small">${texts.stepsMeaning}</p>
    ${table({ caption: texts.steps, columns, rows })}
  </section>`;
}

/** Returns links to the transactions of an end or a step, oldest first. */
function transactions(
  language: Language,
  { taxEventIds, taxEventsLeftOut }: Pick<End, 'taxEventIds' | 'taxEventsLeftOut'>,
): Html {
  const { origin: texts } = FIGURES_TEXTS[language];
  const links = taxEventIds.map(
    (id, index) =>
      html`<a href="${PATHS.transactions}/${id}">${fill(texts.transaction, { number: index + 1 })}</a> `,
  );
  const leftOut = taxEventsLeftOut === '0' ? null : fill(texts.leftOut, { count: taxEventsLeftOut });
  return html`<details class="small">
    <summary>${texts.transactions}</summary>
    ${links} ${leftOut}
  </details>`;
}

function period(language: Language, { firstAt, lastAt }: Pick<End, 'firstAt' | 'lastAt'>): Content {
  const [first, last] = [firstAt, lastAt].map((at) => instantText(language, at, 'day'));
  if (first === last) return time(language, firstAt, 'day');
  return html`${time(language, firstAt, 'day')} – ${time(language, lastAt, 'day')}`;
}

function moneyText(language: Language, money: Money): Html {
  const parts = money.map(({ currency, amount }, index) => {
    const shown =
      currency === 'EUR'
        ? euro(language, amount)
        : html`${decimalText(language, amount, false)} ${name(currency)}`;
    return index === 0 ? shown : html`, ${shown}`;
  });
  return html`${parts}`;
}
