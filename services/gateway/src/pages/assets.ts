/** The style sheet, the script and the icon of the pages. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import express, { type Router } from 'express';

interface Asset {
  readonly path: string;
  /** With the content's hash, so that it can be kept for a year. */
  readonly address: string;
  readonly type: string;
  readonly body: Buffer;
  readonly version: string;
}

function asset(file: string, type: string): Asset {
  const body = readFileSync(new URL(file, import.meta.url));
  const version = createHash('sha256').update(body).digest('base64url').slice(0, 16);
  const path = `/pages/${file}`;
  return { path, address: `${path}?v=${version}`, type, body, version };
}

/** By name; `address` is what a page links. */
export const ASSETS = {
  style: asset('style.css', 'css'),
  script: asset('script.js', 'js'),
  icon: asset('icon.svg', 'svg'),
};

/** The routes of /pages; `refuseMethod` answers what is neither GET nor HEAD. */
export function assetsRouter(refuseMethod: express.RequestHandler): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  for (const { path, type, body, version } of Object.values(ASSETS))
    router
      .route(path)
      .get((request, response) => {
        // While replicas of two versions run, one is asked for what another linked: that answer must not stay.
        const isAsked = request.query['v'] === version;
        response
          .set('Cache-Control', isAsked ? 'public, max-age=31536000, immutable' : 'public, max-age=60')
          .type(type)
          .send(body);
      })
      .all(refuseMethod);
  return router;
}
