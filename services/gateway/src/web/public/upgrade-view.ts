/** The page about plans and paid years, for an installation without a pricing page. */
import { facts } from '../../ui/components.ts';
import { fill, html, type Html } from '../../ui/html.ts';
import type { Language } from '../../ui/language.ts';
import { plainPage } from '../../ui/layout.ts';
import { PATHS } from '../../ui/paths.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import { PUBLIC_TEXTS } from './texts/texts.ts';

export interface UpgradeView {
  readonly language: Language;
  /** Null for a visitor who is not signed in; the commands then show a placeholder. */
  readonly userId: number | null;
  /** The income year in the example. */
  readonly year: number;
}

const USER_PLACEHOLDER = 'USER';

/** Returns the page: what the Pro plan and a paid year unlock, each with the operator's command that sets it. */
export function upgradePage({ language, userId, year }: UpgradeView): string {
  const { upgrade: texts } = PUBLIC_TEXTS[language];
  const { general, messages } = TEXTS[language];
  const set = `user set --user ${userId === null ? USER_PLACEHOLDER : String(userId)}`;
  const back = html`<a class="button secondary" href="${PATHS.settings}">${messages.backToSettings}</a>`;
  const content = html`<h1>${texts.title}</h1>
    <p class="lead">${texts.lead}</p>
    ${facts([
      [general.pro, html`${texts.planMeaning}<br />${command(`${set} --plan pro`)}`],
      [texts.paidYear, html`${texts.paidYearMeaning}<br />${command(`${set} --add-year ${String(year)}`)}`],
    ])}
    ${
      userId === null
        ? html`<p class="small">
            ${fill(texts.placeholder, { placeholder: html`<code>${USER_PLACEHOLDER}</code>`, command: command('user list') })}
          </p>`
        : null
    }
    <p class="small">${fill(texts.configure, { setting: html`<code>UPGRADE_URL</code>` })}</p>
    <p class="actions">${back}</p>`;
  return plainPage({ language, title: texts.title, content });
}

function command(args: string): Html {
  return html`<code>npx --no -- ctx ${args}</code>`;
}
