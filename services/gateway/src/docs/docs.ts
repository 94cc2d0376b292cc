/** The page at /docs, which shows the OpenAPI document. It loads nothing from other hosts. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import express, { type Router } from 'express';
import { rejectMethod, type RejectionSettings } from '../http/rejections.ts';

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Belgian crypto tax data service: REST API</title>
    <link rel="icon" href="docs/favicon.png">
    <link rel="stylesheet" href="docs/viewer.css">
  </head>
  <body>
    <main id="docs"><noscript>The API description as JSON: <a href="api/v1/openapi.json">openapi.json</a></noscript></main>
    <script src="docs/viewer.js"></script>
    <script src="docs/start.js"></script>
  </body>
</html>
`;

/** Allows what the viewer loads from this host. `data:` is for the icons in its style sheet. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

interface Asset {
  readonly type: string;
  readonly body: Buffer | string;
}

/** The paths of the page and its assets. */
export const DOCS_PATHS = [
  '/docs',
  '/docs/viewer.js',
  '/docs/viewer.css',
  '/docs/favicon.png',
  '/docs/start.js',
] as const;

function assets(): Record<(typeof DOCS_PATHS)[number], Asset> {
  const viewer = (name: string): Buffer =>
    readFileSync(fileURLToPath(import.meta.resolve(`swagger-ui-dist/${name}`)));
  return {
    '/docs': { type: 'html', body: PAGE },
    '/docs/viewer.js': { type: 'js', body: viewer('swagger-ui-bundle.js') },
    '/docs/viewer.css': { type: 'css', body: viewer('swagger-ui.css') },
    '/docs/favicon.png': { type: 'png', body: viewer('favicon-32x32.png') },
    '/docs/start.js': { type: 'js', body: readFileSync(new URL('start.js', import.meta.url)) },
  };
}

/** Returns the router for /docs. */
export function docsRouter(settings: RejectionSettings): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  for (const [path, { type, body }] of Object.entries(assets()))
    router
      .route(path)
      .get((_request, response) => {
        response.set({
          'Cache-Control': 'public, max-age=300',
          'Content-Security-Policy': CONTENT_SECURITY_POLICY,
        });
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
