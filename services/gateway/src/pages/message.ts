/** A page that says one thing: mostly why there is no other. */
import { html } from './html.ts';
import type { Language } from './language.ts';
import { plainPage } from './layout.ts';
import { TEXTS, type Texts } from './texts/texts.ts';

export interface MessageView {
  readonly language: Language;
  readonly title: string;
  readonly text: string;
  /** Of the answer; from 400 on the page says that it is about a fault. */
  readonly status: number;
  /** Where to go from here; the settings where nothing is said. */
  readonly way?: { readonly href: string; readonly label: string };
}

/** A page with a title, a sentence or two, and a way on. */
export function messagePage({ language, title, text, status, way }: MessageView): string {
  const { href, label } = way ?? { href: '/settings', label: TEXTS[language].messages.backToSettings };
  const content = html`<h1>${title}</h1>
    <p class="lead" ${status >= 400 ? ALERT : null}>${text}</p>
    <p class="actions"><a class="button secondary" href="${href}">${label}</a></p>`;
  return plainPage({ language, title, content });
}

type Messages = Texts['messages'];

/** Names of messages that have a text of their own. */
export type MessageName = {
  [Name in keyof Messages]: Messages[Name] extends string ? never : Name;
}[keyof Messages];

/** A page with a message of the table of texts; `values` fill in its `{names}`, `way` leads on as in `MessageView`. */
export function namedMessagePage(
  language: Language,
  name: MessageName,
  status: number,
  values: Readonly<Record<string, string>> = {},
  way?: MessageView['way'],
): string {
  const { title, text } = TEXTS[language].messages[name];
  const filled = text.replace(/\{(\w+)\}/g, (_all, key: string) => values[key] ?? '');
  return messagePage({ language, title, text: filled, status, ...(way === undefined ? {} : { way }) });
}

const ALERT = html` role="alert"`;
