/** The address behind the choice of a language. */
import { LANGUAGES } from '@ctx/domain/vocabulary';
import { languageCookie } from '../../ui/language-cookie.ts';
import { PATHS } from '../../ui/paths.ts';
import { notFound, type Reply, type Visit } from '../visit/visit.ts';

/** Sets the cookie of a language, unless another site leads here, and redirects to the page on which the language was chosen. */
export function chooseLanguage(visit: Visit): Reply {
  const { parts, request, response } = visit;
  const { language } = request.params;
  if (!LANGUAGES.some((each) => each === language)) return notFound(visit);
  if (!OUR_PAGES.includes(request.get('Sec-Fetch-Site'))) return { seeOther: PATHS.home };
  languageCookie(parts.settings.baseUrl).set(response, String(language));
  return { seeOther: pathBack(request.get('Referer')) };
}

/** `none`: the address was typed. A browser that sends no such header is allowed to, as a language does no harm. */
const OUR_PAGES: readonly (string | undefined)[] = ['same-origin', 'none', undefined];

/** Returns the path of a page on this site, with its query; the front page for anything else. */
export function pathBack(referrer: string | undefined): string {
  if (referrer === undefined || !URL.canParse(referrer)) return PATHS.home;
  const { pathname, search } = new URL(referrer);
  // Two slashes at the beginning would lead to another host.
  const isPage = /^\/(?![/\\])/.test(pathname) && !pathname.startsWith(`${PATHS.language}/`);
  return isPage ? pathname + search : PATHS.home;
}
