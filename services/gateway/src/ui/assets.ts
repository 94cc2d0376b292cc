/** The style sheet, the script and the icon of the pages. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import express, { type Router } from 'express';

interface Asset {
  readonly path: string;
  /** Address with the hash of the content, so that browsers can cache it for a year. */
  readonly address: string;
  readonly type: string;
  readonly body: Buffer;
  readonly version: string;
}

function readAsset(file: string, type: string): Asset {
  const body = readFileSync(new URL(file, import.meta.url));
  const version = createHash('sha256').update(body).digest('base64url').slice(0, 16);
  const path = `/pages/${file}`;
  return { path, address: `${path}?v=${version}`, type, body, version };
}

/** All assets by name. Pages link to `address`. */
export const ASSETS = {
  style: readAsset('style.css', 'css'),
  docsStyle: readAsset('docs.css', 'css'),
  script: readAsset('script.js', 'js'),
  icon: readAsset('icon.svg', 'svg'),
};

/** Returns the routes of /pages and of the icon of the site. `rejectMethod` responds to methods other than GET and HEAD. */
export function assetsRouter(rejectMethod: express.RequestHandler): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  for (const { path, type, body, version } of Object.values(ASSETS))
    router
      .route(path)
      .get((request, response) => {
        // While replicas of two versions run, the requested version may be that of another replica: then the response is cached briefly.
        const isRequestedVersion = request.query['v'] === version;
        response
          .set(
            'Cache-Control',
            isRequestedVersion ? 'public, max-age=31536000, immutable' : 'public, max-age=60',
          )
          .type(type)
          .send(body);
      })
      .all(rejectMethod);
  // Browsers ask for it on a page that names no icon, such as a document that was saved.
  router
    .route('/favicon.ico')
    .get((_request, response) => {
      response.set('Cache-Control', 'public, max-age=86400').type(ASSETS.icon.type).send(ASSETS.icon.body);
    })
    .all(rejectMethod);
  return router;
}
