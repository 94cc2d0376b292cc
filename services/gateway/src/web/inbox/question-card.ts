/** The card of an open question, with what it changes and what to do. */
import type { IssueType } from '@ctx/domain/issues';
import type { AnswerOf, Digits } from '../../answers/digits.ts';
import type { Visitor } from '../../http/visitor.ts';
import { name } from '../../ui/components.ts';
import { type Content, fill, html, type Html } from '../../ui/html.ts';
import { decimalText, type Language, time } from '../../ui/language.ts';
import { csrfField } from '../../ui/layout.ts';
import { euro, exactUnits } from '../../ui/numbers.ts';
import { entryAddress, PATHS, reportedAddress } from '../../ui/paths.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import { fieldAmount } from '../../ui/typed-amount.ts';
import { orphanText } from '../answers/orphan-view.ts';
import { INBOX_TEXTS } from './texts/texts.ts';

export type Issue = Digits<AnswerOf<'listIssues'>>['items'][number];

export interface CardView {
  readonly language: Language;
  readonly visitor: Visitor;
  readonly upgradeUrl: string;
  readonly issue: Issue;
  /** The forms that answer it here. */
  readonly answers: Content;
  /** What is above its title, such as a box to tick. */
  readonly tick: Content;
}

/**
 * Returns the card of a question, below the heading of its decision, which says what all of its questions have in common. Of a locked year
 * it shows no amount in euro.
 */
export function questionCard({ language, visitor, upgradeUrl, issue, answers, tick }: CardView): Html {
  const { inbox: texts } = INBOX_TEXTS[language];
  const advice = ownAdvice(language, issue);
  return html`<article class="card issue">
    <h2>${heading(language, issue)}</h2>
    ${subject(language, issue)} ${tick} ${impact(language, issue)} ${namesake(language, issue)}
    ${advice !== null && html`<p><strong>${texts.whatToDo}</strong> ${advice}</p>`}
    ${entryLink(language, issue)} ${duplicateActions(language, visitor, issue)} ${answers}
    ${issue.locked ? html`<p class="small">${texts.locked} <a href="${upgradeUrl}">${texts.unlock}</a></p>` : null}
  </article> `;
}

/** Names the transaction, or else the question. */
function heading(language: Language, { event, sourceEventId, issueType }: Issue): Content {
  if (!event || sourceEventId == null) return TEXTS[language].issueTypes[issueType as IssueType].title;
  return html`<a href="${PATHS.transactions}/${sourceEventId}">${eventText(language, event)}</a>`;
}

/** Names a transaction. */
export function eventText(language: Language, { type, amount, asset }: NonNullable<Issue['event']>): Html {
  return html`${TEXTS[language].words.types[type]} ${exactUnits(language, amount)} ${name(asset.symbol)}`;
}

/** Returns what the question is about: a transaction with a link to its page, an asset, or a correction. */
function subject(
  language: Language,
  {
    event,
    sourceEventId,
    missingPriceAssetKey,
    orphanedCorrection,
    possibleDuplicate,
    balance,
    ...issue
  }: Issue,
): Html | null {
  const { inbox: texts } = INBOX_TEXTS[language];
  if (event && sourceEventId != null)
    return html`<p>
      ${time(language, event.timestamp)}
      ${event.accountLabel == null ? null : html` · ${name(event.accountLabel)}`}
      ${missingPriceAssetKey != null && html` · ${fill(texts.photoWithoutPrice, { asset: name(missingPriceAssetKey) })}`}
    </p>`;
  if (orphanedCorrection) return html`<p>${orphanText(language, orphanedCorrection)}</p>`;
  if (possibleDuplicate) {
    const { transactionCount, fileName, accountLabel, firstAt, lastAt } = possibleDuplicate;
    const { otherAccountLabel, otherFileName } = possibleDuplicate;
    const other =
      otherFileName == null
        ? name(otherAccountLabel)
        : fill(texts.ofFile, { account: name(otherAccountLabel), file: name(otherFileName) });
    return html`<p>
      ${fill(texts.duplicate, {
        count: decimalText(language, transactionCount, false),
        file: name(fileName),
        account: name(accountLabel),
        other,
        from: time(language, firstAt, 'day'),
        to: time(language, lastAt, 'day'),
      })}
    </p>`;
  }
  if (balance) return balanceText(language, balance);
  if (issue.reported !== undefined) return reportedText(language, issue.year ?? '', issue.reported);
  return missingPriceAssetKey == null ? null : html`<p>${name(missingPriceAssetKey)}</p>`;
}

/** Returns what the person can do about this question and not about all of its decision; null where that is nothing. */
function ownAdvice(language: Language, issue: Issue): Content {
  const texts = INBOX_TEXTS[language].inbox;
  const { copilot, unmatchedEventId, namesakeAssetKey, incompleteFileId } = issue;
  if (copilot?.joinMatchId !== undefined) return texts.joinMatch;
  if (unmatchedEventId != null) {
    const transfer = html`<a href="${PATHS.transactions}/${unmatchedEventId}">${texts.thisTransfer}</a>`;
    return fill(texts.matchMissing, { transfer });
  }
  if (namesakeAssetKey == null && incompleteFileId != null) {
    const file = html`<a href="${PATHS.files}/${incompleteFileId}">${texts.thisFile}</a>`;
    return fill(texts.lookAtFile, { file });
  }
  return null;
}

/** Returns what an account had, and what its transactions add up to; of a file, where its balance changes. */
function balanceText(language: Language, balance: NonNullable<Issue['balance']>): Html {
  const { inbox: texts } = INBOX_TEXTS[language];
  const { accountId, accountLabel, assetId, at, difference, stated, expected, fileName, afterLine, line } =
    balance;
  const number = (decimal: string): Html => exactUnits(language, decimal);
  const values = { account: name(accountLabel), asset: name(assetId), difference: number(difference) };
  const text =
    stated == null || expected == null
      ? fill(texts.balanceOfFile, {
          ...values,
          file: name(fileName ?? ''),
          from: Math.min(Number(afterLine), Number(line)),
          to: Math.max(Number(afterLine), Number(line)),
        })
      : fill(texts.balanceStated, { ...values, stated: number(stated), expected: number(expected) });
  return html`<p>
    ${text} ${time(language, at)} <a href="${PATHS.accounts}/${accountId}">${texts.toBalances}</a>
  </p>`;
}

/** Returns what an exchange stated and what the transactions add up to, with a link to the page that compares them. */
function reportedText(language: Language, year: string, reported: NonNullable<Issue['reported']>): Html {
  const { inbox: texts } = INBOX_TEXTS[language];
  const { platform, assetId, kind, units, statedUnits, difference } = reported;
  const number = (decimal: string): Html => exactUnits(language, decimal);
  const { reportedKinds } = TEXTS[language].words;
  const values = { platform: name(platform), asset: name(assetId), kind: reportedKinds[kind] };
  const text =
    difference.units === '0'
      ? fill(texts.reportedEur, values)
      : fill(texts.reportedUnits, {
          ...values,
          stated: number(statedUnits),
          own: number(units),
          difference: number(difference.units),
        });
  return html`<p>
    ${text}
    <a href="${reportedAddress(year)}">${fill(texts.toReported, { year, platform: name(platform) })}</a>
  </p>`;
}

/** Returns a link to the form that enters what is missing, with what the question knows of it; null where nothing is. */
function entryLink(language: Language, { issueType, event, balance }: Issue): Html | null {
  const known = balance
    ? missingOfBalance(language, balance)
    : issueType === 'MISSING_COST_BASIS'
      ? missingPurchase(event)
      : null;
  if (known === null) return null;
  return html`<p><a href="${entryAddress(known)}">${TEXTS[language].general.enterTransaction}</a></p>`;
}

type KnownFields = Readonly<Record<string, string>>;

function missingPurchase(event: Issue['event']): KnownFields {
  const { eventKey, asset } = event ?? {};
  return {
    kind: 'BOUGHT',
    ...(eventKey && { account: eventKey.accountId }),
    ...(asset && { 'received-asset': asset.assetId }),
  };
}

/** Returns a deposit or withdrawal that would make a balance fit. */
function missingOfBalance(
  language: Language,
  { accountId, assetId, difference }: NonNullable<Issue['balance']>,
): KnownFields {
  const [kind, side] = difference.startsWith('-') ? ['WITHDRAWAL', 'given'] : ['DEPOSIT', 'received'];
  return {
    kind,
    account: accountId,
    [`${side}-asset`]: assetId,
    [`${side}-amount`]: fieldAmount(difference.replace('-', ''), language),
  };
}

/** Returns the other name under which the units may have been bought; null where there is none. */
function namesake(language: Language, { namesakeAssetKey: asset }: Issue): Html | null {
  if (asset == null) return null;
  return html`<p>${fill(INBOX_TEXTS[language].inbox.namesake, { asset: name(asset) })}</p>`;
}

/** Returns the two answers to transactions that look imported twice. */
function duplicateActions(
  language: Language,
  { csrfToken }: Visitor,
  { possibleDuplicate }: Issue,
): Html | null {
  if (!possibleDuplicate) return null;
  const { id, fileId } = possibleDuplicate;
  const { inbox: texts } = INBOX_TEXTS[language];
  return html`<form class="actions" method="post" action="${PATHS.files}/duplicates/${id}/keep">
    ${csrfField(csrfToken)}
    <a class="button secondary" href="${PATHS.files}/${fileId}/remove">${texts.removeFile}</a>
    <button class="secondary" type="submit">${texts.areDifferent}</button>
  </form>`;
}

/** Returns what the suggestion of the service would change in tax; null where it is not known. */
function impact(language: Language, { copilot }: Issue): Html | null {
  const eur = copilot?.estimatedImpactEur;
  if (eur == null) return null;
  const amount = html`<strong>${euro(language, eur)}</strong>`;
  return html`<p>${fill(INBOX_TEXTS[language].inbox.impact, { amount })}</p>`;
}
