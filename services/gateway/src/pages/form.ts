/** What a form posted: read within a limit, and only where the page itself sent it. */
import type { Request, Response } from 'express';
import { readBytes } from '../front/body.ts';
import type { MessageName } from './message.ts';
import { sendMessage } from './send-message.ts';

/** Fields by name; each stands in it once. */
export type Form = ReadonlyMap<string, string>;

/** FROM_ELSEWHERE: the browser says that another site sent it. */
type FormFault = 'FROM_ELSEWHERE' | 'TOO_LARGE' | 'INVALID';

const FAULTS: Readonly<Record<FormFault, readonly [MessageName, number]>> = {
  FROM_ELSEWHERE: ['formStale', 403],
  TOO_LARGE: ['formTooLarge', 413],
  INVALID: ['formInvalid', 400],
};

/** The form that was posted; where it cannot be taken the request is answered, and null. */
export async function takeForm(request: Request, response: Response): Promise<Form | null> {
  const form = await readForm(request, response);
  if (typeof form !== 'string') return form;
  // The rest of the body is not wanted.
  if (form === 'TOO_LARGE') response.set('Connection', 'close');
  sendMessage(request, response, ...FAULTS[form]);
  if (form === 'TOO_LARGE') request.resume();
  return null;
}

const BYTES_MAX = 16_384;
const OWN: readonly (string | undefined)[] = ['same-origin', 'none', undefined];

/**
 * Reads the body of a form (application/x-www-form-urlencoded, at most 16 KiB). Unknown fields are left alone, a field that
 * is given twice is a fault. Browsers that do not say where a form comes from are held to its `csrf` field alone.
 */
async function readForm(request: Request, response: Response): Promise<Form | FormFault> {
  // With the pages' `Referrer-Policy: no-referrer` browsers send `Origin: null`: it tells nothing.
  if (!OWN.includes(request.get('Sec-Fetch-Site'))) return 'FROM_ELSEWHERE';
  if (Number(request.headers['content-length'] ?? 0) > BYTES_MAX) return 'TOO_LARGE';
  const bytes = await readBytes(request, response, BYTES_MAX);
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
