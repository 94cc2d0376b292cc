/** The page of all accounts. */
import { LIMITS } from '@ctx/domain/limits';
import type { Visitor } from '../../http/visitor.ts';
import { name, nameText, table } from '../../ui/components.ts';
import { type Content, fill, html, type Html } from '../../ui/html.ts';
import { decimalText, type Language, time } from '../../ui/language.ts';
import { settingsPage } from '../../ui/layout.ts';
import { PATHS } from '../../ui/paths.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import { accountName } from '../visit/account-name.ts';
import type { Account } from './stated-balance.ts';
import { BALANCES_TEXTS } from './texts/texts.ts';

export interface AccountsView {
  readonly language: Language;
  readonly visitor: Visitor;
  /** `open`: how many of its balances do not fit its transactions. */
  readonly accounts: readonly (Account & { readonly open: number })[];
  /** Whether there may be more such balances than were counted. */
  readonly isMore: boolean;
}

/** Returns the page. */
export function accountsPage({ language, visitor, accounts, isMore }: AccountsView): string {
  const { accounts: texts } = BALANCES_TEXTS[language];
  const count = (value: number): string => decimalText(language, String(value), false);
  const rows = accounts.map((account): readonly Content[] => [
    html`<a href="${PATHS.accounts}/${account.id}"><bdi>${accountName(account)}</bdi></a
      >${platformLine(account)}`,
    count(account.transactionCount),
    provenText(language, account.provenUntil),
    account.open === 0 ? texts.noneOpen : html`<strong>${count(account.open)}</strong>`,
  ]);
  const columns = [texts.account, texts.transactions, texts.provenUntil, texts.open];
  const content = html`<p class="small back"><a href="${PATHS.files}">${TEXTS[language].fileForm.back}</a></p>
    <h1>${texts.title}</h1>
    <p class="lead">${texts.lead}</p>
    <section class="card">
      ${
        rows.length === 0
          ? html`<p class="empty">${texts.none}</p>`
          : html`${table({ caption: texts.title, columns, rows })}
              <p class="small">${texts.provenMeaning}</p>`
      }
      ${isMore && html`<p class="small">${fill(texts.manyOpen, { max: LIMITS.balanceIssuesMax })}</p>`}
    </section>`;
  return settingsPage({ language, title: texts.title, visitor, section: 'files', content });
}

/** Returns the instant up to which an account is proven, in words. */
export function provenText(language: Language, provenUntil: string | null | undefined): Content {
  if (provenUntil == null) return BALANCES_TEXTS[language].accounts.notProven;
  return time(language, provenUntil);
}

function platformLine(account: Account): Html | null {
  const platform = platformOf(account);
  return platform === null ? null : html`<p class="small">${name(platform)}</p>`;
}

/** Returns where the account is; null if that is its name. */
export function platformOf(account: Account): string | null {
  const platform = nameText(account.sourcePlatform ?? account.provider ?? account.datasource);
  return platform.toLowerCase() === accountName(account).toLowerCase() ? null : platform;
}
