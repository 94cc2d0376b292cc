/** The start page of the settings. */
import type { Plan } from '@ctx/domain/vocabulary';
import type { Visitor } from '../../http/visitor.ts';
import { facts, name, notice, table } from '../../ui/components.ts';
import { type Content, fill, html, type Html } from '../../ui/html.ts';
import { type Language, time, timeAgo } from '../../ui/language.ts';
import { settingsPage } from '../../ui/layout.ts';
import { PATHS } from '../../ui/paths.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import { FIGURES_TEXTS } from '../figures/texts/texts.ts';
import { entryHead } from '../log/log-corrections.ts';
import type { Entry } from '../log/log-entry.ts';
import { SIGN_IN_TEXTS } from '../sign-in/texts/texts.ts';
import type { ConnectionView } from './apps-view.ts';
import { ACCOUNT_TEXTS } from './texts/texts.ts';
import type { TokenView } from './tokens-view.ts';

export interface YearView {
  readonly year: number;
  readonly locked: boolean;
  readonly frozen: boolean;
}

export interface OverviewView {
  readonly language: Language;
  readonly visitor: Visitor;
  readonly done: string | null;
  readonly plan: Plan;
  readonly upgradeUrl: string;
  /** Null if the read service is down. */
  readonly years: readonly YearView[] | null;
  readonly tokens: readonly TokenView[];
  readonly apps: readonly ConnectionView[];
  /** The latest corrections; null if the corrections service is down. */
  readonly corrections: readonly Entry[] | null;
  readonly signedInAt: string;
  readonly hasPassword: boolean;
  /** Whether the user has just signed in with a password that is shorter than a new one may be. */
  readonly advisesPassword: boolean;
}

const ITEMS_MAX = 4;

/** Returns the page with plan and years, tokens, apps, latest corrections and account. */
export function overviewPage(view: OverviewView): string {
  const { language, visitor } = view;
  const { overview: texts } = ACCOUNT_TEXTS[language];
  const content = html`<h1>${texts.title}</h1>
    ${notice(view.done)} ${view.hasPassword && view.advisesPassword ? passwordAdvice(language) : null}
    <div class="cards">
      ${card('plan', texts.plan, planAndYears(view))} ${card('tokens', texts.tokens, tokens(view))}
      ${card('apps', texts.apps, apps(view))} ${card('corrections', texts.corrections, corrections(view))}
      ${card('account', texts.account, account(view))}
    </div>`;
  return settingsPage({ language, title: texts.title, visitor, section: 'overview', content });
}

function passwordAdvice(language: Language): Html {
  const texts = ACCOUNT_TEXTS[language].overview;
  return html`<p class="note">
    ${texts.shortPassword} <a href="${PATHS.password}">${texts.changePassword}</a>
  </p>`;
}

function card(id: string, title: string, content: Content): Html {
  return html`<section class="card" aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${content}
  </section> `;
}

function planAndYears({ language, plan, years, upgradeUrl }: OverviewView): Html {
  const texts = ACCOUNT_TEXTS[language].overview;
  const { general } = TEXTS[language];
  const hasLocked = years?.some(({ locked }) => locked) ?? false;
  const hasSubmitted = years?.some(({ frozen }) => frozen) ?? false;
  return html`<p class="big">${plan === 'pro' ? general.pro : texts.free}</p>
    ${
      plan === 'pro'
        ? null
        : html`<p>${texts.freeMeaning}</p>
            <p><a href="${upgradeUrl}">${general.seePlans}</a></p>`
    }
    ${years === null ? html`<p class="note">${texts.yearsMissing}</p>` : yearsTable(years, language)}
    ${hasSubmitted ? html`<p class="small">${texts.submittedMeaning}</p>` : null}
    ${
      hasLocked
        ? html`<p class="small">${FIGURES_TEXTS[language].yearStatus.lockedMeaning}</p>
            <p><a href="${upgradeUrl}">${general.unlock}</a></p>`
        : null
    }`;
}

function yearsTable(years: readonly YearView[], language: Language): Html {
  const texts = ACCOUNT_TEXTS[language].overview;
  const { yearStatus } = FIGURES_TEXTS[language];
  if (years.length === 0) return html`<p class="empty">${yearStatus.noYears}</p>`;
  const tag = (word: string, kind: string): Html => html`<span class="tag ${kind}">${word}</span> `;
  const rows = years
    .toSorted((one, other) => other.year - one.year)
    .map(({ year, locked, frozen }) => [
      String(year),
      html`${locked ? tag(yearStatus.locked, 'closed') : tag(yearStatus.paid, 'open')}${
        frozen ? tag(yearStatus.submitted, 'closed') : null
      }`,
    ]);
  return table({ caption: texts.years, columns: [yearStatus.year, yearStatus.status], rows, isSmall: true });
}

function tokens({ language, tokens: live }: OverviewView): Html {
  const texts = ACCOUNT_TEXTS[language].overview;
  if (live.length === 0)
    return html`<p class="empty">${texts.noTokens}</p>
      <p><a href="${PATHS.tokens}">${texts.makeToken}</a></p>`;
  return html`${usedList(
      live.map((token) => ({ name: token.name, lastUsedAt: token.lastUsedAt })),
      language,
    )}
    <p><a href="${PATHS.tokens}">${texts.manageTokens}</a></p>`;
}

function apps({ language, apps: live }: OverviewView): Html {
  const texts = ACCOUNT_TEXTS[language].overview;
  if (live.length === 0)
    return html`<p class="empty">${texts.noApps}</p>
      <p><a href="${PATHS.connect}">${TEXTS[language].general.toConnect}</a></p>`;
  const list = live.map((app) => ({ name: app.appName, lastUsedAt: app.lastUsedAt }));
  return html`${usedList(list, language)}
    <p><a href="${PATHS.apps}">${texts.manageApps}</a></p>`;
}

function usedList(list: readonly { name: string; lastUsedAt: string | null }[], language: Language): Html {
  const texts = ACCOUNT_TEXTS[language].overview;
  const items = list.slice(0, ITEMS_MAX).map(
    ({ name: text, lastUsedAt }) =>
      html`<li>
        <p class="what">${name(text)}</p>
        <p class="small">
          ${
            lastUsedAt === null
              ? texts.neverUsed
              : fill(texts.lastUsed, { when: timeAgo(language, lastUsedAt) })
          }
        </p>
      </li> `,
  );
  const more = list.length - items.length;
  return html`<ul class="entries">
    ${items}${more > 0 ? html`<li><p class="small">+ ${more}</p></li>` : null}
  </ul>`;
}

function corrections({ language, corrections: latest, years }: OverviewView): Html {
  const texts = ACCOUNT_TEXTS[language].overview;
  if (latest === null) return html`<p class="note">${texts.correctionsMissing}</p>`;
  const items = latest.map((each) => html`<li>${entryHead(language, each, years)}</li> `);
  return html`${
      items.length === 0
        ? html`<p class="empty">${texts.noCorrections}</p>
            <p><a href="${PATHS.inbox}">${ACCOUNT_TEXTS[language].firstSteps.inbox}</a></p>`
        : html`<ol class="entries">
            ${items}
          </ol>`
    }
    <p><a href="${PATHS.log}">${texts.wholeLog}</a></p>`;
}

function account({ language, visitor, signedInAt, hasPassword }: OverviewView): Html {
  const texts = ACCOUNT_TEXTS[language].overview;
  return html`${facts([
      [texts.email, html`<bdi>${visitor.email}</bdi>`],
      [texts.signedInSince, time(language, signedInAt)],
    ])}
    ${
      hasPassword
        ? html`<p><a href="${PATHS.password}">${texts.changePassword}</a></p>
            <p><a href="${PATHS.passkeys}">${texts.passkeys}</a></p>`
        : null
    }
    <p><a href="${PATHS.signOutEverywhere}">${SIGN_IN_TEXTS[language].everywhere.submit}</a></p>`;
}
