/** The page that shows a new token, once, with what to do next. */
import { PATH_TO_CONNECT } from '../../api/mcp/paths.ts';
import type { Visitor } from '../../http/visitor.ts';
import { codeBlock } from '../../ui/code-block.ts';
import { copyActions, name } from '../../ui/components.ts';
import { fill, html, type Html } from '../../ui/html.ts';
import type { Language } from '../../ui/language.ts';
import { settingsPage } from '../../ui/layout.ts';
import { PATHS } from '../../ui/paths.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import {
  claudeCodeCommand,
  commonConfiguration,
  curlCommand,
  type McpConnection,
  vsCodeConfiguration,
} from './mcp-configurations.ts';
import { ACCOUNT_TEXTS } from './texts/texts.ts';

export interface NewTokenView {
  readonly language: Language;
  readonly visitor: Visitor;
  readonly name: string;
  readonly token: string;
  /** The address of the service, without a path. */
  readonly baseUrl: string;
}

/** Returns the page. The token can be selected by hand, and copied with a button if scripts run. */
export function newTokenPage(view: NewTokenView): string {
  const { language, visitor, token } = view;
  const texts = ACCOUNT_TEXTS[language].tokens;
  const content = html`<h1>${texts.createdTitle}</h1>
    <section class="card">
      <p class="note good" role="status">${texts.createdText}</p>
      <div class="field secret-field">
        <label for="secret">${fill(texts.secret, { name: name(view.name) })}</label>
        <input
          class="secret"
          type="text"
          id="secret"
          value="${token}"
          readonly
          autocomplete="off"
          spellcheck="false"
        />
      </div>
      ${copyActions('secret', PATHS.tokens, TEXTS[language].codeBlock)}
    </section>
    ${nextSteps(view)}`;
  return settingsPage({ language, title: texts.createdTitle, visitor, section: 'tokens', content });
}

function nextSteps({ language, token, baseUrl }: NewTokenView): Html {
  const { newToken: texts, connect } = ACCOUNT_TEXTS[language];
  const connection: McpConnection = { address: `${baseUrl}${PATH_TO_CONNECT}`, token };
  const configurations = [
    ['others', texts.others, commonConfiguration(connection)],
    ['vs-code', texts.vsCode, vsCodeConfiguration(connection)],
    ['claude-code', texts.claudeCode, claudeCodeCommand(connection)],
  ] as const;
  return html`<section class="card" aria-labelledby="next">
    <h2 id="next">${texts.nextTitle}</h2>
    <p class="lead">${texts.nextLead}</p>
    <p>${texts.tryIt}</p>
    ${codeBlock('curl', texts.curl, curlCommand(baseUrl, token), language)}
    <h3>${texts.assistant}</h3>
    ${configurations.map(
      ([id, label, text]) =>
        html`<details class="client">
          <summary>${label}</summary>
          ${codeBlock(id, label, text, language)}
        </details> `,
    )}
    <p class="small after">${texts.keep}</p>
    <p class="links">
      <a href="${PATHS.connect}#questions">${connect.questionsTitle}</a>
      <a href="${PATHS.docs}">${texts.docs}</a>
    </p>
  </section>`;
}
