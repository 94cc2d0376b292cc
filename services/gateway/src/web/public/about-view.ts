/** The page about the service: the privacy statement, the terms and the contacts of its operator. */
import type { Visitor } from '../../http/visitor.ts';
import { facts } from '../../ui/components.ts';
import { html, type Html } from '../../ui/html.ts';
import type { Language } from '../../ui/language.ts';
import { plainPage, sitePage } from '../../ui/layout.ts';
import type { OperatorLinks } from '../../ui/operator.ts';
import { PATHS } from '../../ui/paths.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import { PUBLIC_TEXTS } from './texts/texts.ts';

export interface AboutView {
  readonly language: Language;
  /** Null for a visitor who is not signed in. */
  readonly visitor: Visitor | null;
  readonly operator: OperatorLinks;
}

/** Returns the page. */
export function aboutPage({ language, visitor, operator }: AboutView): string {
  const { about: texts } = PUBLIC_TEXTS[language];
  const link = (address: string | null): Html =>
    address === null
      ? html`<span class="nothing">${texts.none}</span>`
      : html`<a href="${address}" rel="noreferrer">${address.replace(/^(mailto|tel):/, '')}</a>`;
  const content = html`<h1>${texts.title}</h1>
    <p class="lead">${texts.lead}</p>
    ${facts([
      [texts.privacy, link(operator.privacyUrl)],
      [texts.terms, link(operator.termsUrl)],
      [texts.support, link(operator.supportContact)],
      [texts.security, link(operator.securityContact)],
    ])}
    <p><a href="${PATHS.docs}" hreflang="en">${TEXTS[language].documentation}</a></p>`;
  const frame = { language, title: texts.title, content };
  return visitor === null ? plainPage(frame) : sitePage({ ...frame, visitor, section: null });
}
