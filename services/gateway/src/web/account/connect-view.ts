/** The page with the steps that connect an assistant. */
import type { Visitor } from '../../http/visitor.ts';
import { codeBlock } from '../../ui/code-block.ts';
import { copyButton } from '../../ui/components.ts';
import { type Content, fill, html, type Html } from '../../ui/html.ts';
import type { Language } from '../../ui/language.ts';
import { settingsPage } from '../../ui/layout.ts';
import { PATHS } from '../../ui/paths.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import {
  claudeCodeCommand,
  commonConfiguration,
  type McpConnection,
  vsCodeConfiguration,
} from './mcp-configurations.ts';
import { ACCOUNT_TEXTS } from './texts/texts.ts';

export interface ConnectView {
  readonly language: Language;
  readonly visitor: Visitor;
  /** The address of the MCP server with every tool, and the one with few. */
  readonly address: string;
  readonly smallAddress: string;
  /** The present income year, for the example questions. */
  readonly year: number;
}

/** In place of a token in a configuration that is shown without one. */
const TOKEN_PLACEHOLDER = 'ctx_…';

/** Returns the page: the address, the steps for each assistant, and what to ask. */
export function connectPage(view: ConnectView): string {
  const { language, visitor, address } = view;
  const texts = ACCOUNT_TEXTS[language].connect;
  const content = html`<h1>${texts.title}</h1>
    <p class="lead">${texts.lead}</p>
    <section class="card">
      ${addressField(address, language)}
      <p class="small">${fill(texts.small, { address: html`<code>${view.smallAddress}</code>` })}</p>
      ${address.startsWith('https:') ? null : html`<p class="note">${texts.notPublic}</p>`}
    </section>
    <section class="card" aria-labelledby="steps">
      <h2 id="steps">${texts.whichTitle}</h2>
      ${clients(view)}
    </section>
    <section class="card" aria-labelledby="questions">
      <h2 id="questions">${texts.questionsTitle}</h2>
      <p>${texts.questionsLead}</p>
      <ul class="questions">
        ${questions(view).map((question) => html`<li>${question}</li> `)}
      </ul>
      <p><a href="${PATHS.docs}/mcp">${texts.more}</a></p>
    </section>`;
  return settingsPage({ language, title: texts.title, visitor, section: 'connect', content });
}

/** Returns the address of the MCP server in a field with a button that copies it. */
export function addressField(address: string, language: Language): Html {
  const { connect: texts } = ACCOUNT_TEXTS[language];
  const { codeBlock } = TEXTS[language];
  return html`<div class="field secret-field">
      <label for="address">${texts.address}</label>
      <div class="with-button">
        <input
          class="secret"
          type="text"
          id="address"
          value="${address}"
          readonly
          autocomplete="off"
          spellcheck="false"
        />
        ${copyButton({ fieldId: 'address', statusId: 'address-status', label: texts.copyAddress }, codeBlock)}
      </div>
    </div>
    <p class="small" id="address-status" role="status"></p>`;
}

function clients({ language, address }: ConnectView): Html {
  const texts = ACCOUNT_TEXTS[language].connect;
  const { claude, claudeCode, chatGpt, cursor, vsCode, other } = texts;
  const connection: McpConnection = { address, token: null };
  const code = (id: string, label: string, text: string): Html => codeBlock(id, label, text, language);
  const steps = (title: string, items: readonly Content[]): Html =>
    client(
      title,
      html`<ol>
        ${items.map((item) => html`<li>${item}</li> `)}
      </ol>`,
    );
  const token = html`<a href="${PATHS.tokens}#new">${other.makeToken}</a>`;
  return html`${steps(claude.title, [claude.steps.open, claude.steps.paste, claude.steps.allow])}
  ${steps(chatGpt.title, [chatGpt.steps.open, chatGpt.steps.paste, chatGpt.steps.allow])}
  ${steps(claudeCode.title, [
    html`${claudeCode.steps.run}
    ${code('claude-code', claudeCode.configuration, claudeCodeCommand(connection))}`,
    fill(claudeCode.steps.allow, { command: html`<code>/mcp</code>` }),
  ])}
  ${steps(cursor.title, [
    html`${fill(cursor.steps.file, { file: html`<code>.cursor/mcp.json</code>` })}
    ${code('cursor', cursor.configuration, commonConfiguration(connection))}`,
    cursor.steps.allow,
  ])}
  ${steps(vsCode.title, [
    html`${fill(vsCode.steps.open, { command: html`<code>MCP: Open User Configuration</code>` })}
    ${code('vs-code', vsCode.configuration, vsCodeConfiguration(connection))}`,
    vsCode.steps.allow,
  ])}
  ${client(
    other.title,
    html`<p>${fill(other.meaning, { link: token })}</p>
      ${code('other', other.configuration, commonConfiguration({ address, token: TOKEN_PLACEHOLDER }))}`,
  )}`;
}

function client(title: string, content: Html): Html {
  return html`<details class="client">
    <summary>${title}</summary>
    ${content}
  </details> `;
}

function questions({ language, year }: ConnectView): string[] {
  const years: Readonly<Record<string, number>> = { year, lastYear: year - 1 };
  return Object.values(ACCOUNT_TEXTS[language].connect.questions).map((question) =>
    question.replaceAll(/\{(\w+)\}/g, (_all, name: string) => String(years[name])),
  );
}
