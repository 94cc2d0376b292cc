/** A page that asks for confirmation before an action that cannot be undone. */
import type { Visitor } from '../http/visitor.ts';
import { facts } from './components.ts';
import { type Content, html } from './html.ts';
import type { Language } from './language.ts';
import { csrfField, hiddenFields, settingsPage, type SettingsSection } from './layout.ts';
import { TEXTS } from './texts/texts.ts';

export interface ConfirmView {
  readonly language: Language;
  readonly visitor: Visitor;
  readonly section: SettingsSection;
  /** The question, as title of the window. */
  readonly title: string;
  /** The question, as heading of the page. */
  readonly question: Content;
  readonly text: string;
  /** What the user is about to end, as terms and values. */
  readonly details?: readonly (readonly [term: string, value: Content])[];
  readonly confirm: string;
  /** Hidden fields of the form, by name. */
  readonly hidden?: Readonly<Record<string, string>>;
  /** Where the form is posted. */
  readonly action: string;
  /** Where the cancel link leads. */
  readonly back: string;
}

/** Returns the page: a question, a button that confirms and a link that cancels. */
export function confirmPage(view: ConfirmView): string {
  const { language, visitor, section, title, question, text, details, confirm, action, back } = view;
  const content = html`<h1>${question}</h1>
    <p class="lead">${text}</p>
    ${details === undefined ? null : html`<div class="card about">${facts(details)}</div>`}
    <form class="actions" method="post" action="${action}">
      ${csrfField(visitor.csrfToken)} ${hiddenFields(view.hidden ?? {})}
      <button class="danger" type="submit">${confirm}</button>
      <a class="button secondary" href="${back}">${TEXTS[language].general.cancel}</a>
    </form>`;
  return settingsPage({ language, title, visitor, section, content });
}
