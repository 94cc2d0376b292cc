/** What a form posted: read within a limit, and only where the page itself sent it. */
import type { Request, Response } from 'express';

/** Fields by name; each stands in it once. */
export type Form = ReadonlyMap<string, string>;

/** FROM_ELSEWHERE: the browser says that another site sent it. */
export type FormFault = 'FROM_ELSEWHERE' | 'TOO_LARGE' | 'INVALID';

const BYTES_MAX = 16_384;
const OWN: readonly (string | undefined)[] = ['same-origin', 'none', undefined];

/**
 * Reads the body of a form (application/x-www-form-urlencoded, at most 16 KiB). Unknown fields are left alone, a field that
 * is given twice is a fault. Browsers that do not say where a form comes from are held to its `csrf` field alone.
 */
export async function readForm(request: Request, response: Response): Promise<Form | FormFault> {
  // With the pages' `Referrer-Policy: no-referrer` browsers send `Origin: null`: it tells nothing.
  if (!OWN.includes(request.get('Sec-Fetch-Site'))) return 'FROM_ELSEWHERE';
  if (Number(request.headers['content-length'] ?? 0) > BYTES_MAX) return 'TOO_LARGE';
  const bytes = await readBytes(request, response);
  if (bytes === null) return 'TOO_LARGE';
  if (request.is('application/x-www-form-urlencoded') === false) return 'INVALID';
  if (request.headers['content-encoding'] !== undefined) return 'INVALID';
  return parse(bytes);
}

function parse(bytes: Buffer): Form | FormFault {
  const pairs = [...new URLSearchParams(bytes.toString('utf8'))];
  const form = new Map(pairs);
  const isBroken = form.size < pairs.length || pairs.some(([, value]) => /\0|\ufffd/.test(value));
  return isBroken ? 'INVALID' : form;
}

async function readBytes(request: Request, response: Response): Promise<Buffer | null> {
  if (/^100-continue$/i.test(request.headers.expect ?? '')) response.writeContinue();
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    bytes += (chunk as Buffer).length;
    if (bytes > BYTES_MAX) return null;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}
