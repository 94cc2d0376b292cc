/** Reads posted forms, up to a size limit and only from our own pages. */
import type { Request, Response } from 'express';
import { readBytes } from '../http/request-body.ts';
import type { MessageName } from './message.ts';
import { sendMessage } from './send-message.ts';

/** Fields by name. Each name occurs once. */
export type Form = ReadonlyMap<string, string>;

/** CROSS_SITE: the browser reports that another site sent the form. */
type FormFault = 'CROSS_SITE' | 'TOO_LARGE' | 'INVALID';

const FAULTS: Readonly<Record<FormFault, readonly [MessageName, number]>> = {
  CROSS_SITE: ['formStale', 403],
  TOO_LARGE: ['formTooLarge', 413],
  INVALID: ['formInvalid', 400],
};

/** Returns the posted form. For a form that is not accepted, sends a message and returns null. */
export async function receiveForm(
  request: Request,
  response: Response,
  bytesMax = BYTES_MAX,
): Promise<Form | null> {
  const form = await readForm(request, response, bytesMax);
  if (typeof form !== 'string') return form;
  // The rest of the body is discarded.
  if (form === 'TOO_LARGE') response.set('Connection', 'close');
  sendMessage(request, response, ...FAULTS[form]);
  if (form === 'TOO_LARGE') request.resume();
  return null;
}

const BYTES_MAX = 16_384;
const SAME_SITE: readonly (string | undefined)[] = ['same-origin', 'none', undefined];

/** Whether the browser reports that another site sent a form. */
export function isCrossSite(request: Request): boolean {
  return !SAME_SITE.includes(request.get('Sec-Fetch-Site'));
}

/**
 * Reads the body of a form (application/x-www-form-urlencoded, by default at most 16 KiB). Unknown fields are allowed; a repeated field is a
 * fault. Without `Sec-Fetch-Site`, only the form's `csrf` field shows where it comes from.
 */
export async function readForm(
  request: Request,
  response: Response,
  bytesMax = BYTES_MAX,
): Promise<Form | FormFault> {
  // With the pages' `Referrer-Policy: no-referrer` browsers send `Origin: null`: it cannot be checked.
  if (isCrossSite(request)) return 'CROSS_SITE';
  if (Number(request.headers['content-length'] ?? 0) > bytesMax) return 'TOO_LARGE';
  const bytes = await readBytes(request, response, bytesMax);
  if (bytes === null) return 'TOO_LARGE';
  if (request.is('application/x-www-form-urlencoded') === false) return 'INVALID';
  if (request.headers['content-encoding'] !== undefined) return 'INVALID';
  return parse(bytes);
}

/** Several times as many fields as the largest of our forms has. */
const FIELDS_MAX = 100;

/** Returns whether a body has more field separators than a form may have. Parsing 700,000 fields takes half a second. */
export function hasTooManyFields(bytes: Buffer, separator: string): boolean {
  let at = -1;
  for (let found = 0; found <= FIELDS_MAX; found += 1) {
    at = bytes.indexOf(separator, at + 1);
    if (at < 0) return false;
  }
  return true;
}

function parse(bytes: Buffer): Form | FormFault {
  if (hasTooManyFields(bytes, '&')) return 'INVALID';
  return formOf([...new URLSearchParams(bytes.toString('utf8'))]) ?? 'INVALID';
}

/** Returns the fields of a form; null for a repeated field, or one that is no text. */
export function formOf(pairs: readonly (readonly [string, string])[]): Form | null {
  const form = new Map(pairs);
  const isBroken = form.size < pairs.length || pairs.some(([, value]) => /\0|\ufffd/.test(value));
  return isBroken ? null : form;
}
