/** What a change would do to the figures, by a dry run: the figures of each year before and after, and the questions that open and go. */
import { formatDecimal, parseDecimal } from '@ctx/domain/decimal';
import type { Rejection } from '@ctx/domain/rejections';
import type { EventType } from '@ctx/domain/vocabulary';
import type { NamedEvent } from '@ctx/proto/gen/ctx/v1/read';
import type { AnswerOf, Digits } from '../../answers/digits.ts';
import { name, numeric, table } from '../../ui/components.ts';
import { type Content, fill, html, type Html } from '../../ui/html.ts';
import { decimalText, type Language, time } from '../../ui/language.ts';
import { euro } from '../../ui/numbers.ts';
import { PATHS } from '../../ui/paths.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import type { EventNames } from './event-names.ts';

type Preview = NonNullable<Digits<AnswerOf<'undoCorrection'>>['preview']>;
type Issue = Preview['issues']['appear'][number];

export interface EffectView {
  readonly language: Language;
  /** Undefined where nothing would change. */
  readonly preview: Preview | undefined;
  /** Names the figures after the change. */
  readonly then: string;
  /** Returns what is known about the transaction of a question; null for nothing. */
  readonly eventOf?: (taxEventId: string) => Content;
  /** Names of the transactions of the questions, where `eventOf` knows nothing. */
  readonly names?: EventNames | undefined;
}

/** Returns the section about what a change would do. */
export function effectSection(language: Language, content: Content): Html {
  const { effect: texts } = TEXTS[language];
  return html`<section class="card" aria-labelledby="effect">
    <h2 id="effect">${texts.title}</h2>
    ${content}
  </section>`;
}

/** Why what a change would do cannot be computed now, although the change is possible. */
export type UnknownEffect = 'running' | 'tooLarge';

/** Returns why the effect of a change is not known; null for a dry run that is rejected for another reason. */
export function unknownEffectOf({ rejected }: Pick<Rejection, 'rejected'>): UnknownEffect | null {
  if (rejected === 'RECALC_RUNNING') return 'running';
  return rejected === 'PREVIEW_TOO_LARGE' ? 'tooLarge' : null;
}

/** Returns what a change would do, or why that is not known. `then` names the figures after the change. */
export function effectText(
  language: Language,
  outcome: { readonly preview?: Preview | undefined; readonly names?: EventNames } | UnknownEffect,
  then: string,
): Content {
  if (typeof outcome === 'string') return html`<p class="note">${TEXTS[language].effect[outcome]}</p>`;
  return effects({ language, preview: outcome.preview, then, names: outcome.names });
}

/** Returns what a change would do. */
export function effects(view: EffectView): Content {
  const { language, preview } = view;
  const { effect: texts } = TEXTS[language];
  if (preview === undefined) return null;
  const { years, lockedYears, issues, rule } = preview;
  return [
    years.length === 0 ? html`<p>${texts.noEffect}</p>` : years.map((year) => yearTable(view, year)),
    questions(view, texts.appear, issues.appearCount, issues.appear),
    questions(view, texts.disappear, issues.disappearCount, issues.disappear),
    rule != null && html`<p>${fill(texts.ruleEvents, { count: rule.eventCount })}</p>`,
    lockedYears.length > 0 &&
      html`<p class="small">${fill(texts.lockedYears, { years: lockedYears.join(', ') })}</p>`,
  ];
}

const SCALE = 12;

/** Returns the figures of a year that would change, and by how much. */
function yearTable(
  { language, then, preview }: EffectView,
  { year, before, after }: Preview['years'][number],
): Html {
  const { effect: texts } = TEXTS[language];
  const hasLocked = (preview?.lockedYears ?? []).length > 0;
  // A year has no exemption, or it depends on a locked year.
  const none = hasLocked ? texts.unknown : TEXTS[language].general.none;
  const money = (eur: string | null | undefined): Content => (eur == null ? none : euro(language, eur));
  const names = Object.keys(texts.figures) as (keyof typeof texts.figures)[];
  const rows = names.flatMap((figure): Content[][] => {
    const [was, will] = [before[figure], after[figure]];
    const difference =
      was == null || will == null ? null : parseDecimal(will, SCALE) - parseDecimal(was, SCALE);
    if (difference === 0n || was === will) return [];
    return [
      [
        texts.figures[figure],
        money(was),
        money(will),
        difference === null ? '–' : html`<strong>${signed(language, difference)}</strong>`,
      ],
    ];
  });
  return html`<h3>${year}</h3>
    ${table({ caption: year, columns: [texts.figure, ...[texts.now, then, texts.difference].map(numeric)], rows })}`;
}

function signed(language: Language, difference: bigint): Html {
  const text = decimalText(language, formatDecimal(difference, SCALE), true);
  return html`<bdi class="number">${difference > 0n ? `+${text}` : text}</bdi>`;
}

/** Returns a list of open questions, with a link to the transaction of each. Null without any. */
function questions(
  { language, eventOf, names }: EffectView,
  label: string,
  count: string,
  shown: readonly Issue[],
): Content {
  if (count === '0') return null;
  const { effect: texts, issueTypes } = TEXTS[language];
  const left = Number(count) - shown.length;
  const items = shown.map(({ issueType, year, sourceEventId, missingPriceAssetKey }) => {
    const title = issueTypes[issueType].title;
    const named = sourceEventId == null ? undefined : names?.get(sourceEventId);
    const known = sourceEventId == null ? null : (eventOf?.(sourceEventId) ?? null);
    const event = known ?? (named === undefined ? null : eventName(language, named));
    // The name has the day.
    const isOfYear = year != null && (known !== null || named === undefined);
    return html`<li>
      ${sourceEventId == null ? title : html`<a href="${PATHS.transactions}/${sourceEventId}">${title}</a>`}
      ${event !== null && html` · ${event}`} ${isOfYear && html` · ${year}`}
      ${missingPriceAssetKey != null && html` · ${name(missingPriceAssetKey)}`}
    </li> `;
  });
  return html`<h3>${fill(label, { count })}</h3>
    <ul>
      ${items}
    </ul>
    ${left > 0 && html`<p class="small">${fill(texts.more, { count: left })}</p>`}`;
}

/** Names a transaction by type, amount, asset and day. */
function eventName(language: Language, { type, amount, assetSymbol, timestamp }: NamedEvent): Html {
  return html`${TEXTS[language].words.types[type as EventType]}
    <bdi>${decimalText(language, amount, false)}</bdi> ${name(assetSymbol)} ·
    ${time(language, timestamp, 'day')}`;
}
