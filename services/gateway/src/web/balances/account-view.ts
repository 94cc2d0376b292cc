/** The page of one account: what proves its transactions, what shows that some are missing, and the form that states a balance. */
import { facts, faultList, name, nameText, notice, numeric, table, titleOf } from '../../ui/components.ts';
import { type Content, fill, html, type Html } from '../../ui/html.ts';
import { decimalText, instantText, type Language, time } from '../../ui/language.ts';
import { settingsPage } from '../../ui/layout.ts';
import { exactUnits, unitsCell } from '../../ui/numbers.ts';
import { entryAddress, PATHS } from '../../ui/paths.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import { accountName } from '../visit/account-name.ts';
import { platformOf, provenText } from './accounts-view.ts';
import { type AccountView, balanceForm } from './form-view.ts';
import type { Account, StatedBalance } from './stated-balance.ts';
import { BALANCES_TEXTS } from './texts/texts.ts';

/** Returns the page. */
export function accountPage(view: AccountView): string {
  const { language, visitor, account, faults } = view;
  const { account: texts, accounts: words } = BALANCES_TEXTS[language];
  const title = accountName(account);
  const { provenUntil } = view.balances;
  const platform = platformOf(account);
  const content = html`<p class="small back"><a href="${PATHS.accounts}">${texts.back}</a></p>
    <h1><bdi>${title}</bdi></h1>
    ${doneNotice(view)}
    <p class="lead">${texts.lead}</p>
    ${faultList(faults, language)}
    <div class="card about">
      ${facts([
        ...(platform === null ? [] : [[texts.platform, name(platform)] as const]),
        [words.transactions, decimalText(language, String(account.transactionCount), false)],
        [words.provenUntil, provenText(language, provenUntil)],
      ])}
    </div>
    <p><a href="${entryAddress({ account: account.id })}">${TEXTS[language].general.enterTransaction}</a></p>
    ${negativeSection(view)} ${breaksSection(view)} ${statedSection(view)} ${balanceForm(view)}
    ${moneySection(view)}`;
  return settingsPage({
    language,
    title: titleOf(title, faults, language),
    visitor,
    section: 'files',
    content,
  });
}

function doneNotice({ language, done }: AccountView): Content {
  const { account: texts } = BALANCES_TEXTS[language];
  if (done === null) return null;
  return html`${notice(done)}
    <p><a href="${PATHS.log}">${texts.toLog}</a> · <a href="${PATHS.inbox}">${texts.toInbox}</a></p>`;
}

/** Entries of a list. */
const LISTED_MAX = 50;

function problems(
  { language }: AccountView,
  { id, title, meaning, items }: Readonly<Record<'id' | 'title' | 'meaning', string>> & { items: Html[] },
): Content {
  if (items.length === 0) return null;
  const left = items.length - LISTED_MAX;
  return html`<section class="note bad" aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    <ul>
      ${items.slice(0, LISTED_MAX).map((item) => html`<li>${item}</li> `)}
    </ul>
    ${left > 0 && html`<p>${fill(BALANCES_TEXTS[language].account.more, { count: left })}</p>`}
    <p>${meaning}</p>
  </section>`;
}

/** Returns the first moment of each asset at which the account has less than nothing, with its transaction. */
function negativeSection(view: AccountView): Content {
  const { language, balances } = view;
  const { account: texts } = BALANCES_TEXTS[language];
  const items = balances.negative.map(({ assetId, at, taxEventId, balance }) => {
    const values = {
      balance: exactUnits(language, balance),
      asset: name(assetId),
    };
    return html`<a href="${PATHS.transactions}/${taxEventId}">${fill(texts.negativeOf, values)}</a> ·
      ${time(language, at, 'second')}`;
  });
  return problems(view, { id: 'negative', title: texts.negative, meaning: texts.negativeMeaning, items });
}

/** Returns the lines of files between which a balance changes without a row that says so. */
function breaksSection(view: AccountView): Content {
  const { language, balances } = view;
  const { account: texts } = BALANCES_TEXTS[language];
  const items = balances.breaks.map((found) => {
    const { fileId, fileName, wallet, asset, difference, from, until } = found;
    const lines = [Number(found.afterLine), Number(found.line)];
    const sentence = fill(difference.startsWith('-') ? texts.amountLeft : texts.amountArrived, {
      from: Math.min(...lines),
      to: Math.max(...lines),
      file: html`<a href="${PATHS.files}/${fileId}">${name(fileName)}</a>`,
      amount: html`${exactUnits(language, difference.replace('-', ''))} ${name(asset)}`,
    });
    const period = { from: time(language, from), until: time(language, until) };
    return html`${sentence} (${fill(texts.period, period)}).
    ${wallet !== '' && fill(texts.ofWallet, { wallet: name(wallet) })}`;
  });
  return problems(view, { id: 'breaks', title: texts.breaks, meaning: texts.breaksMeaning, items });
}

function statedSection({ language, account, balances }: AccountView): Html {
  const { account: texts } = BALANCES_TEXTS[language];
  const rows = balances.balances.map((balance): readonly Content[] => [
    html`${name(balance.assetId)}, ${time(language, balance.at, 'second')}`,
    unitsCell(language, balance.amount),
    unitsCell(language, balance.expected),
    differenceText(language, balance.difference),
    balance.notes == null ? '–' : name(balance.notes),
    actions(language, account, balance),
  ]);
  const columns = [
    texts.what,
    ...[texts.amount, texts.expected, texts.difference].map(numeric),
    texts.notes,
    texts.action,
  ];
  return html`<section class="card" aria-labelledby="stated">
    <h2 id="stated">${texts.stated}</h2>
    ${
      rows.length === 0
        ? html`<p class="empty">${texts.noneStated}</p>`
        : table({ caption: texts.stated, columns, rows })
    }
  </section>`;
}

/** Returns a difference with its sign, or that there is none. */
export function differenceText(language: Language, difference: string): Content {
  if (difference === '0') return BALANCES_TEXTS[language].account.fits;
  const text = decimalText(language, difference, false);
  return html`<strong><bdi class="number">${difference.startsWith('-') ? text : `+${text}`}</bdi></strong>`;
}

function actions(language: Language, { id: accountId }: Account, { id, assetId, at }: StatedBalance): Html {
  const { account: texts } = BALANCES_TEXTS[language];
  const address = `${PATHS.accounts}/${accountId}`;
  const named = (text: string): string =>
    text
      .replace('{asset}', () => nameText(assetId))
      .replace('{moment}', () => instantText(language, at, 'second'));
  return html`<a href="${address}?balance=${id}#state" aria-label="${named(texts.correctNamed)}"
      >${texts.correct}</a
    >
    ·
    <a href="${address}/balances/${id}/remove" aria-label="${named(texts.removeNamed)}">${texts.remove}</a>`;
}

/** Returns what came in and went out, by year and currency; null for an account without money. */
function moneySection({ language, money }: AccountView): Content {
  if (money.length === 0) return null;
  const { account: texts } = BALANCES_TEXTS[language];
  const rows = [...Map.groupBy(money, ({ year, currency }) => `${year} ${currency}`)].map(
    ([title, sums]): readonly Content[] => {
      const amountOf = (type: string): Content => {
        const sum = sums.find((each) => each.type === type);
        return sum === undefined ? '–' : unitsCell(language, sum.amount);
      };
      return [title, amountOf('CASH_IN'), amountOf('CASH_OUT')];
    },
  );
  const columns = [texts.yearAndCurrency, ...[texts.cameIn, texts.wentOut].map(numeric)];
  return html`<section class="card" aria-labelledby="money">
    <h2 id="money">${texts.money}</h2>
    <p>${texts.moneyMeaning}</p>
    ${table({ caption: texts.money, columns, rows })}
  </section>`;
}
