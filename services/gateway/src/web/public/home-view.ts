/** The page at the root: what the service is, and where to go next. */
import { facts } from '../../ui/components.ts';
import { html } from '../../ui/html.ts';
import type { Language } from '../../ui/language.ts';
import { plainPage } from '../../ui/layout.ts';
import { PATHS } from '../../ui/paths.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import { PUBLIC_TEXTS } from './texts/texts.ts';

export interface HomeView {
  readonly language: Language;
  readonly isSignedIn: boolean;
  /** The address of the MCP server. */
  readonly mcpUrl: string;
}

/** Returns the front page. */
export function homePage({ language, isSignedIn, mcpUrl }: HomeView): string {
  const { home: texts } = PUBLIC_TEXTS[language];
  const { documentation, general, messages } = TEXTS[language];
  const content = html`<h1>${texts.title}</h1>
    <p class="lead">${texts.lead}</p>
    <p class="actions">
      <a class="button" href="${isSignedIn ? PATHS.settings : PATHS.signIn}"
        >${isSignedIn ? messages.backToSettings : texts.signIn}</a
      >
    </p>
    ${facts([
      [
        texts.assistant,
        html`${texts.assistantMeaning}<br /><code>${mcpUrl}</code><br /><a href="${PATHS.connect}"
            >${general.toConnect}</a
          >`,
      ],
      [texts.program, html`${texts.programMeaning}<br /><a href="${PATHS.docs}">${documentation}</a>`],
    ])}
    <p class="small">${texts.indicative}</p>`;
  return plainPage({ language, title: texts.title, content });
}
