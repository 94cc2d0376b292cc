/** The frame of all pages. */
import type { Beta } from '@ctx/domain/vocabulary';
import type { Visitor } from '../http/visitor.ts';
import { ASSETS } from './assets.ts';
import { type Content, fill, html, type Html } from './html.ts';
import { languageSwitch } from './language-switch.ts';
import type { Language } from './language.ts';
import { PATHS } from './paths.ts';
import { TEXTS } from './texts/texts.ts';

interface SectionRow {
  readonly name: string;
  readonly path: string;
  /** Only users with this beta have the section. */
  readonly beta?: Beta;
}

/** The parts of the site, in the order of the navigation. */
export const SECTIONS = [
  { name: 'year', path: PATHS.overview },
  { name: 'years', path: PATHS.years },
  { name: 'inbox', path: PATHS.inbox },
  { name: 'transactions', path: PATHS.transactions },
  { name: 'portfolio', path: PATHS.portfolio, beta: 'portfolio' },
  { name: 'log', path: PATHS.log },
  { name: 'settings', path: PATHS.settings },
] as const satisfies readonly SectionRow[];
/** A part of the site. */
export type Section = (typeof SECTIONS)[number]['name'];

/** The pages of the settings, in the order of their own navigation. */
const SETTINGS_SECTIONS = [
  { name: 'overview', path: PATHS.settings },
  { name: 'files', path: PATHS.files },
  { name: 'tokens', path: PATHS.tokens },
  { name: 'apps', path: PATHS.apps },
  { name: 'connect', path: PATHS.connect },
] as const satisfies readonly SectionRow[];
/** A page of the settings. */
export type SettingsSection = (typeof SETTINGS_SECTIONS)[number]['name'];

interface Frame {
  readonly language: Language;
  /** The title of the window. The heading of the page is part of `content`. */
  readonly title: string;
  readonly content: Content;
}

/** Returns a page without navigation, for sign-in, consent and messages. */
export function plainPage({ language, title, content }: Frame): string {
  const { product, about } = TEXTS[language];
  const body = html`<body class="plain">
    ${skipLink(language)}
    <header class="masthead">
      <p class="brand">${MARK}<span>${product}</span></p>
    </header>
    <main id="content" class="card">${content}</main>
    <footer>
      <p class="small"><a href="${PATHS.about}">${about}</a></p>
      ${languageSwitch(language)}
    </footer>
  </body>`;
  return documentOf({ language, title, content: body });
}

/** Returns a page of the settings: a page of the site with a second navigation. `section` is null for a page below a section. */
export function settingsPage(
  frame: Frame & { readonly visitor: Visitor; readonly section: SettingsSection | null },
): string {
  const { settingsNavigation, settingsSections } = TEXTS[frame.language];
  const links = sectionLinks(SETTINGS_SECTIONS, settingsSections, frame);
  const content = html`<nav class="within" aria-label="${settingsNavigation}">${links}</nav>
    ${frame.content}`;
  return sitePage({ ...frame, section: 'settings', content });
}

/** Returns a page for a signed-in user, with navigation and footer. `section` is null for a page outside all sections. */
export function sitePage(
  frame: Frame & { readonly visitor: Visitor; readonly section: Section | null },
): string {
  const { language, visitor, section, content } = frame;
  const texts = TEXTS[language];
  const body = html`<body>
    ${skipLink(language)}
    <header class="masthead">
      <div class="wide">
        <p class="brand">
          <a href="${PATHS.overview}">${MARK}<span>${texts.product}</span></a>
        </p>
        <form class="account" method="post" action="${PATHS.signOut}">
          ${csrfField(visitor.csrfToken)}
          <span class="email">${fill(texts.signedInAs, { email: html`<bdi>${visitor.email}</bdi>` })}</span>
          <button class="quiet" type="submit">${texts.signOut}</button>
        </form>
        <nav aria-label="${texts.navigation}">
          ${sectionLinks(SECTIONS, texts.sections, { visitor, section })}
        </nav>
      </div>
    </header>
    <main id="content" class="wide" tabindex="-1">
      ${visitor.isFormReturned === true && html`<p class="note" role="status">${texts.formReturned}</p>`}
      ${content}
    </main>
    <footer>
      <div class="wide">
        <p>${texts.footer}</p>
        <p><a href="${PATHS.docs}" hreflang="en">${texts.documentation}</a></p>
        <p><a href="${PATHS.about}">${texts.about}</a></p>
        ${languageSwitch(language)}
      </div>
    </footer>
  </body>`;
  return documentOf({ language, title: frame.title, content: body });
}

/** The style sheet of all pages. */
export const PAGE_STYLES = html`<link rel="stylesheet" href="${ASSETS.style.address}" />`;
const NO_INDEX = html`<meta name="robots" content="noindex" />`;

/** Returns a whole HTML document. Search engines list it only if it `isPublic`. */
export function documentOf({
  language,
  title,
  content,
  styles = PAGE_STYLES,
  isPublic = false,
}: Frame & { readonly styles?: Content; readonly isPublic?: boolean }): string {
  const page = html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        ${isPublic ? null : NO_INDEX}
        <title>${title} – ${TEXTS[language].product}</title>
        <link rel="icon" type="image/svg+xml" href="${ASSETS.icon.address}" />
        ${styles}
        <script src="${ASSETS.script.address}" defer></script>
      </head>
      ${content}
    </html> `;
  return page.toString();
}

/** Returns the hidden field that tells a password manager whose password a form asks for. */
export function accountField({ email }: Visitor): Html {
  return html`<input type="text" name="account" value="${email}" autocomplete="username" readonly hidden />`;
}

/** Returns the hidden `csrf` field, which every form needs. */
export function csrfField(csrfToken: string): Html {
  return html`<input type="hidden" name="csrf" value="${csrfToken}" />`;
}

/** Returns hidden fields, by name. */
export function hiddenFields(fields: Readonly<Record<string, string>>): Html[] {
  return Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" /> `,
  );
}

/** Returns the links of a navigation. The present section is marked; sections of a beta that the visitor lacks are left out. */
function sectionLinks<Name extends string>(
  sections: readonly (SectionRow & { readonly name: Name })[],
  labels: Readonly<Record<Name, string>>,
  { visitor, section }: { readonly visitor: Visitor; readonly section: Name | null },
): Html {
  const links = sections
    .filter(({ beta }) => beta === undefined || visitor.betas.includes(beta))
    .map(
      ({ name, path }) =>
        html`<li><a href="${path}" ${name === section ? CURRENT : null}>${labels[name]}</a></li> `,
    );
  return html`<ul>
    ${links}
  </ul>`;
}

/** The attribute of the link to the current page. */
export const CURRENT = html` aria-current="page"`;

/** Returns the link past the navigation, the first one of a page. */
export function skipLink(language: Language): Html {
  return html`<a class="skip" href="#content">${TEXTS[language].skip}</a>`;
}

/** The logo: three layers of lots, of which the oldest is used first. */
export const MARK = html`<svg
  class="mark"
  viewBox="0 0 24 24"
  width="24"
  height="24"
  aria-hidden="true"
  focusable="false"
>
  <rect x="2" y="3" width="12" height="4.5" rx="1.5" />
  <rect x="2" y="9.75" width="20" height="4.5" rx="1.5" />
  <rect x="2" y="16.5" width="16" height="4.5" rx="1.5" />
</svg>`;
