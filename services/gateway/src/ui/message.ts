/** Pages with a single message, mostly an error. */
import type { Visitor } from '../http/visitor.ts';
import { html } from './html.ts';
import type { Language } from './language.ts';
import { plainPage, sitePage } from './layout.ts';
import { PATHS } from './paths.ts';
import { TEXTS, type Texts } from './texts/texts.ts';

export interface MessageView {
  readonly language: Language;
  readonly title: string;
  readonly text: string;
  /** Status of the response. From 400 on, screen readers announce the text as an alert. */
  readonly status: number;
  /** The signed-in user, whose navigation the page keeps; null for any other. */
  readonly visitor: Visitor | null;
  /** The link to continue; by default, to the settings. */
  readonly link?: { readonly href: string; readonly label: string };
}

/** Returns a page with a title, a text and a link. */
export function messagePage({ language, title, text, status, visitor, link }: MessageView): string {
  const { href, label } = link ?? { href: PATHS.settings, label: TEXTS[language].messages.backToSettings };
  const content = html`<h1>${title}</h1>
    <p class="lead" ${status >= 400 ? ALERT : null}>${text}</p>
    <p class="actions"><a class="button secondary" href="${href}">${label}</a></p>`;
  const frame = { language, title, content };
  return visitor === null ? plainPage(frame) : sitePage({ ...frame, visitor, section: null });
}

type Messages = Texts['messages'];

/** Names of the messages in the table of texts. */
export type MessageName = {
  [Name in keyof Messages]: Messages[Name] extends string ? never : Name;
}[keyof Messages];

/** Returns a page with a message from the table of texts. `values` replace its `{names}`; the rest is as in `MessageView`. */
export function namedMessagePage(
  { language, visitor }: Pick<MessageView, 'language' | 'visitor'>,
  name: MessageName,
  status: number,
  values: Readonly<Record<string, string>> = {},
  link?: MessageView['link'],
): string {
  const { title, text } = TEXTS[language].messages[name];
  const filled = text.replace(/\{(\w+)\}/g, (_all, key: string) => values[key] ?? '');
  return messagePage({
    language,
    visitor,
    title,
    text: filled,
    status,
    ...(link === undefined ? {} : { link }),
  });
}

const ALERT = html` role="alert"`;
