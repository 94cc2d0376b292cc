/**
 * The address to which one file is sent: `PUT` by a program, a form by a person. The secret in its query is all that it needs, so that
 * neither a session nor a token reaches the browser or the program (docs/guides/files.md).
 */
import type { IncomingMessage } from 'node:http';
import { LIMITS } from '@ctx/domain/limits';
import { cleanText } from '@ctx/domain/third-party-text';
import type { Pool } from '@ctx/platform/postgres';
import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { MinuteBudget } from '../../http/minute-budget.ts';
import { prefersPage } from '../../http/prefers-page.ts';
import {
  reject,
  rejectMethod,
  type RejectionSettings,
  sendContentTooLarge,
  sendTooManyRequests,
} from '../../http/rejections.ts';
import { decodedBody, readBytes } from '../../http/request-body.ts';
import { siteOf } from '../../identity/auth/client-address.ts';
import { findUpload, type OpenUpload, storeUpload, type UploadedFile } from '../../identity/uploads.ts';
import { ONE_FILE, receiveFileForm } from '../../ui/file-form.ts';
import { sendPage } from '../../ui/headers.ts';
import { languageOf } from '../../ui/language.ts';
import { PATHS, UPLOAD_SECRET, uploadPath } from '../../ui/paths.ts';
import { sendMessage } from '../../ui/send-message.ts';
import { uploadFormPage, uploadMessagePage } from './upload-view.ts';

/** What the address is served from. */
export interface UploadParts {
  /** Pool with the role of the gateway. */
  readonly pool: Pool;
  readonly settings: RejectionSettings;
  /** Returns the client address of a request, for rate limits. */
  readonly addressOf: (request: IncomingMessage) => string;
}

/** With the users whose files this process receives now. */
type Parts = UploadParts & { readonly receiving: Set<number> };

/** Returns the router of the address. */
export function uploadRouter(uploadParts: UploadParts): Router {
  const parts: Parts = { ...uploadParts, receiving: new Set() };
  const router = express.Router({ caseSensitive: true, strict: true });
  router
    .route(PATHS.upload)
    .all(limitNetwork(parts))
    .get((request, response) => show(parts, request, response))
    .put((request, response) => receiveBody(parts, request, response))
    .post((request, response) => receiveForm(parts, request, response))
    .all((_request, response) => {
      rejectMethod(response, parts.settings, ['GET', 'PUT', 'POST']);
    });
  return router;
}

function limitNetwork({ addressOf }: Parts): RequestHandler {
  const budget = new MinuteBudget(LIMITS.uploadRequestsOfNetworkMax);
  return (request, response, next) => {
    const retryAfterSeconds = budget.take(siteOf(addressOf(request)));
    if (retryAfterSeconds === 0) next();
    else if (prefersPage(request)) {
      response.set('Retry-After', String(retryAfterSeconds));
      sendMessage(request, response, 'tooManyRequests', 429);
    } else sendTooManyRequests(response, retryAfterSeconds, 'rate_limited');
  };
}

/** Returns the upload of the address of a request, and null for one that does not work. */
async function uploadOf(
  { pool }: Parts,
  request: Request,
): Promise<(OpenUpload & { secret: string }) | null> {
  const secret = request.query[UPLOAD_SECRET];
  if (typeof secret !== 'string') return null;
  const found = await findUpload(pool, secret);
  return found === null ? null : { ...found, secret };
}

/** Shows the form, or that a file has arrived. Opening the address changes nothing: programs that check links open it too. */
async function show(parts: Parts, request: Request, response: Response): Promise<void> {
  const upload = await uploadOf(parts, request);
  const language = languageOf(request);
  if (upload === null) sendUnusable(request, response);
  else if (upload.isReceived) sendPage(response, 200, uploadMessagePage(language, 'arrived', 200));
  else sendPage(response, 200, uploadFormPage({ language, upload, faults: [] }));
}

/** Stores the body of a `PUT`. The upload is found before any of the body is read, which has no type that matters: its bytes say what it is. */
async function receiveBody(parts: Parts, request: Request, response: Response): Promise<void> {
  const { settings } = parts;
  const upload = await uploadOf(parts, request);
  if (upload === null || upload.isReceived) {
    reject(response, settings, 'NOT_FOUND');
    return;
  }
  if (request.headers['content-range'] !== undefined) {
    reject(response, settings, 'INVALID', [{ field: 'Content-Range', message: 'must be left out' }]);
    return;
  }
  if (Number(request.headers['content-length'] ?? 0) > LIMITS.fileBytesMax) {
    sendContentTooLarge(response);
    return;
  }
  const isFree = await whileReceiving(parts, upload, async () => {
    const sent = await readBytes(request, response, LIMITS.fileBytesMax);
    const bytes = sent === null ? 'TOO_LARGE' : await decodedBody(request.headers, sent);
    if (bytes === 'TOO_LARGE') sendContentTooLarge(response);
    else if (!Buffer.isBuffer(bytes)) reject(response, settings, 'INVALID', bytes.fieldErrors);
    else if (bytes.length === 0)
      reject(response, settings, 'INVALID', [{ field: 'body', message: 'must be the file' }]);
    else if (await storeUpload(parts.pool, upload, { name: '', bytes }))
      response.json({ uploadId: upload.uploadId, bytes: bytes.length });
    else reject(response, settings, 'NOT_FOUND');
  });
  if (!isFree) reject(response, settings, 'UNAVAILABLE');
}

/** Stores the file of the form. The secret in its address says where the form comes from: no session takes part. */
async function receiveForm(parts: Parts, request: Request, response: Response): Promise<void> {
  const upload = await uploadOf(parts, request);
  const language = languageOf(request);
  if (upload === null) {
    sendUnusable(request, response);
    return;
  }
  if (upload.isReceived) {
    response.redirect(303, uploadPath(upload.secret));
    return;
  }
  const isFree = await whileReceiving(parts, upload, async () => {
    const posted = await receiveFileForm(request, response, ONE_FILE);
    if (posted === null) return;
    const { file } = posted;
    if (file === null || file.bytes.length === 0) {
      sendPage(response, 422, uploadFormPage({ language, upload, faults: ['file'] }));
      return;
    }
    // Of two forms that are sent at once, one is stored; both lead to the page that says that a file has arrived.
    await storeUpload(parts.pool, upload, named(file));
    response.redirect(303, uploadPath(upload.secret));
  });
  if (!isFree) {
    response.set('Retry-After', '2');
    sendMessage(request, response, 'unavailable', 503);
  }
}

/**
 * Receives the file of an upload while there is room: one file of a user, and `LIMITS.uploadsAtOnceMax` in this process, whose memory they
 * take. Returns false without room.
 */
async function whileReceiving(
  { receiving }: Parts,
  { userId }: OpenUpload,
  receive: () => Promise<void>,
): Promise<boolean> {
  if (receiving.has(userId) || receiving.size >= LIMITS.uploadsAtOnceMax) return false;
  receiving.add(userId);
  try {
    await receive();
  } finally {
    receiving.delete(userId);
  }
  return true;
}

/** Returns a file with a name that can be stored. */
function named({ name, bytes }: UploadedFile): UploadedFile {
  return { name: [...cleanText(name)].slice(0, LIMITS.fileNameCharactersMax).join(''), bytes };
}

function sendUnusable(request: Request, response: Response): void {
  sendPage(response, 404, uploadMessagePage(languageOf(request), 'unusable', 404));
}
