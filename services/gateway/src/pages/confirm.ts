/** A page that asks once more before something is ended. */
import { type Content, html } from './html.ts';
import type { Language } from './language.ts';
import { csrfField, type Section, settingsPage, type Visitor } from './layout.ts';
import { TEXTS } from './texts/texts.ts';

export interface ConfirmView {
  readonly language: Language;
  readonly visitor: Visitor;
  readonly section: Section;
  /** The question, of the window and of the page. */
  readonly title: string;
  readonly question: Content;
  readonly text: string;
  readonly confirm: string;
  /** Where it is posted, and where cancelling leads. */
  readonly action: string;
  readonly back: string;
}

/** A question with a button that does it and a link that does not. */
export function confirmPage(view: ConfirmView): string {
  const { language, visitor, section, title, question, text, confirm, action, back } = view;
  const content = html`<h1>${question}</h1>
    <p class="lead">${text}</p>
    <form class="actions" method="post" action="${action}">
      ${csrfField(visitor.csrfToken)}
      <a class="button secondary" href="${back}">${TEXTS[language].general.cancel}</a>
      <button class="danger" type="submit">${confirm}</button>
    </form>`;
  return settingsPage({ language, title, visitor, section, content });
}
