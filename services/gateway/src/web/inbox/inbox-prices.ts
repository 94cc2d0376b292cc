/** The questions of the inbox about missing prices: all of one asset are one question, with one form. */
import type { Severity } from '@ctx/domain/issues';
import type { PriceQuestions } from '@ctx/proto/gen/ctx/v1/read';
import type { AnswerOf, Digits } from '../../answers/digits.ts';
import { name } from '../../ui/components.ts';
import { type Content, fill, html, type Html } from '../../ui/html.ts';
import { decimalText, type Language, time } from '../../ui/language.ts';
import { PATHS, pricesAddress } from '../../ui/paths.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import { INBOX_TEXTS } from './texts/texts.ts';

type Issue = Digits<AnswerOf<'listIssues'>>['items'][number];

/** Returns the asset whose price would settle a question; null for a question of another kind. */
export function pricedAssetOf({ issueType, event, missingPriceAssetKey }: Issue): string | null {
  if (issueType === 'MISSING_PHOTO_VALUE') return missingPriceAssetKey ?? null;
  return issueType === 'MISSING_PRICE' ? (event?.asset.assetId ?? null) : null;
}

/** Questions of the shown page about one asset. */
export interface PriceQuestion {
  readonly assetKey: string;
  readonly issues: readonly [Issue, ...Issue[]];
}

/** Returns the questions of a page in their order, with those about the prices of one asset as one, at the place of the first. */
export function joinedByAsset(items: readonly Issue[]): readonly (Issue | PriceQuestion)[] {
  const byAsset = new Map<string, Issue[]>();
  const joined: (Issue | { assetKey: string; issues: Issue[] })[] = [];
  for (const issue of items) {
    const assetKey = pricedAssetOf(issue);
    const known = assetKey === null ? undefined : byAsset.get(assetKey);
    if (assetKey === null) joined.push(issue);
    else if (known !== undefined) known.push(issue);
    else {
      const issues = [issue];
      byAsset.set(assetKey, issues);
      joined.push({ assetKey, issues });
    }
  }
  return joined as readonly (Issue | PriceQuestion)[];
}

/** Transactions that a card names. */
const EVENTS_MAX = 5;

export interface PriceCardView {
  readonly language: Language;
  readonly question: PriceQuestion;
  /** What all years lack; null if it is not known. */
  readonly known: PriceQuestions | null;
  readonly upgradeUrl: string;
}

/** Returns the card of the prices that one asset lacks. */
export function priceCard({ language, question, known, upgradeUrl }: PriceCardView): Html {
  const { inbox: texts } = INBOX_TEXTS[language];
  const { assetKey, issues } = question;
  const [first] = issues;
  const severity = first.severity as Severity;
  const types = [...new Set(issues.map(({ issueType }) => issueType))];
  const isLocked = issues.every(({ locked }) => locked);
  const link = html`<a href="${pricesAddress(assetKey)}"
    >${fill(texts.enterPrices, { asset: name(assetKey) })}</a
  >`;
  return html`<article class="card issue">
    <h2>
      ${TEXTS[language].issueTypes[first.issueType as 'MISSING_PRICE'].title}
      <span class="tag severity-${severity.toLowerCase()}">${texts.severities[severity]}</span>
    </h2>
    <p>${countText(language, question, known)}</p>
    ${events(language, issues)}
    <p>${types.map((type) => `${TEXTS[language].issueTypes[type as 'MISSING_PRICE'].effect} `)}</p>
    <p><strong>${texts.whatToDo}</strong> ${isLocked ? texts.actions.SET_EUR_VALUE : link}</p>
    ${isLocked ? html`<p class="small">${texts.locked} <a href="${upgradeUrl}">${texts.unlock}</a></p>` : null}
  </article> `;
}

/** Returns how many transactions of the asset lack a price, in all years, and on how many days. */
function countText(
  language: Language,
  { assetKey, issues }: PriceQuestion,
  known: PriceQuestions | null,
): Content {
  const { inbox: texts } = INBOX_TEXTS[language];
  const counted = known?.assets.find((each) => each.assetKey === assetKey);
  const onPage = issues.filter(({ issueType }) => issueType === 'MISSING_PRICE').length;
  const events = Math.max(counted?.events ?? 0, onPage);
  const isPhoto = counted?.photo ?? issues.some(({ issueType }) => issueType === 'MISSING_PHOTO_VALUE');
  const number = (value: number): string => decimalText(language, String(value), false);
  const text = events === 1 ? texts.oneWithoutPrice : texts.withoutPrice;
  return html`${
    events > 0 &&
    fill(text, { count: number(events), days: number(counted?.days ?? 0), asset: name(assetKey) })
  }
  ${isPhoto && fill(texts.photoWithoutPrice, { asset: name(assetKey) })}`;
}

/** Names the first transactions, with links. */
function events(language: Language, issues: PriceQuestion['issues']): Content {
  const { words } = TEXTS[language];
  const shown = issues.slice(0, EVENTS_MAX).flatMap(({ event, sourceEventId }) =>
    event && sourceEventId != null
      ? [
          html`<li>
            <a href="${PATHS.transactions}/${sourceEventId}"
              >${words.types[event.type]}
              <bdi>${decimalText(language, event.amount, false)}</bdi> ${name(event.asset.symbol)}</a
            >
            · ${time(language, event.timestamp)}
            ${event.accountLabel == null ? null : html` · ${name(event.accountLabel)}`}
          </li> `,
        ]
      : [],
  );
  const isMore = issues.length > EVENTS_MAX;
  return html`<ul>
    ${shown} ${isMore && html`<li>${INBOX_TEXTS[language].inbox.andMore}</li>`}
  </ul>`;
}
