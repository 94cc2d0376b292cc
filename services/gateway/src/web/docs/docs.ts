/** The documentation at /docs: reference, guides, changelog and a page to try operations. It loads nothing from other hosts. */
import { readFileSync } from 'node:fs';
import express, { type Router } from 'express';
import { rejectMethod, type RejectionSettings } from '../../http/rejections.ts';
import { VERIFIER_PATH } from '../../ui/paths.ts';
import { guidePage, guidesPage, readGuides } from './guides.ts';
import { docsPage } from './layout.ts';
import { renderMarkdown } from './markdown.ts';
import type { OpenApiParts } from './openapi-parts.ts';
import { RULES_PATH, rulePages } from './rules.ts';
import { operationPages, recordsPage, startPage } from './reference.ts';
import { tryPage } from './try-page.ts';

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
];
/** The page to try operations sends requests to the API. */
const TRY_POLICY = [...POLICY, "connect-src 'self'"];
const TRY_PATH = '/docs/try';

/** Paths of the documentation; a last segment that varies is a parameter, such as `:guide`. */
export const DOCS_PATHS = [
  '/docs',
  '/docs/operations/:operationId',
  '/docs/records',
  '/docs/guides',
  '/docs/:guide',
  RULES_PATH,
  '/docs/rules/:rules',
  '/docs/changelog',
  TRY_PATH,
  '/docs/try.js',
  VERIFIER_PATH,
] as const;

interface DocsFile {
  readonly type: 'html' | 'js' | 'text/x-python';
  readonly body: Buffer | string;
  /** The name under which a browser saves it, in place of showing it. */
  readonly savedAs?: string;
}

/** Returns every page and file of the documentation, by path. */
export function docsFiles(baseUrl: string, document: OpenApiParts): Map<string, DocsFile> {
  const guides = readGuides(baseUrl);
  const pages: (readonly [path: string, page: string])[] = [
    ['/docs', startPage(document, guides)],
    ...operationPages(document),
    ['/docs/records', recordsPage(document)],
    ['/docs/guides', guidesPage(guides)],
    ...guides.map((guide) => [guide.path, guidePage(guide)] as const),
    ...rulePages(),
    ['/docs/changelog', changelogPage()],
    [TRY_PATH, tryPage(document)],
  ];
  const script = readFileSync(new URL('try.js', import.meta.url));
  const verifier = readFileSync(new URL('../../../../../verify/verify_dossier.py', import.meta.url));
  return new Map<string, DocsFile>([
    ...pages.map(([path, body]) => [path, { type: 'html', body }] as const),
    ['/docs/try.js', { type: 'js', body: script }],
    [VERIFIER_PATH, { type: 'text/x-python', body: verifier, savedAs: 'verify_dossier.py' }],
  ]);
}

function changelogPage(): string {
  const text = readFileSync(new URL('../../../../../CHANGELOG.md', import.meta.url), 'utf8');
  return docsPage({ title: 'Changelog', section: 'changelog', content: renderMarkdown(text) });
}

/** Returns the router for /docs, which shows `document`, the OpenAPI document of the service. */
export function docsRouter(settings: RejectionSettings, document: object): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  for (const [path, { type, body, savedAs }] of docsFiles(settings.baseUrl, document as OpenApiParts))
    router
      .route(path)
      .get((_request, response) => {
        response.set({
          'Cache-Control': 'public, max-age=300',
          'Content-Security-Policy': (path === TRY_PATH ? TRY_POLICY : POLICY).join('; '),
        });
        if (savedAs !== undefined) response.attachment(savedAs);
        response.type(type).send(body);
      })
      .all((_request, response) => {
        rejectMethod(response, settings, ['GET']);
      });
  router.get('/docs/', (_request, response) => {
    response.redirect(308, '../docs');
  });
  return router;
}
