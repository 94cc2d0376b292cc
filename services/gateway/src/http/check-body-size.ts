/** The step that rejects request bodies over 1 MiB. */
import { LIMITS } from '@ctx/domain/limits';
import type { NextFunction, Request, Response } from 'express';
import { sendContentTooLarge } from './rejections.ts';
import { readBytes } from './request-body.ts';
import { locals } from './steps.ts';

/**
 * Responds with 413 to a body that is too large. Content-Length decides before any of the body arrives. A body without
 * Content-Length is read here, rejected as soon as it exceeds the limit, and else stored in `locals`.
 */
export async function checkBodySize(
  _parts: unknown,
  request: Request,
  response: Response,
  next: NextFunction,
): Promise<void> {
  if (Number(request.headers['content-length'] ?? 0) > LIMITS.bodyBytesMax) {
    sendContentTooLarge(response);
    return;
  }
  if (request.headers['transfer-encoding'] !== undefined) {
    const bytes = await readBytes(request, response);
    if (bytes === null) {
      sendContentTooLarge(response);
      return;
    }
    locals(response).body = bytes;
  }
  next();
}
