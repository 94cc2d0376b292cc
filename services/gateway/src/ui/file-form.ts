/** Reads posted forms with a file: as a browser sends it, and as the page that asks for a confirmation sends it back. */
import { LIMITS } from '@ctx/domain/limits';
import type { Request, Response } from 'express';
import { readBytes } from '../http/request-body.ts';
import { locals } from '../http/steps.ts';
import { type Form, formOf, hasTooManyFields, isCrossSite, receiveForm } from './form.ts';
import { sendPage } from './headers.ts';
import { languageOf } from './language.ts';
import { messagePage } from './message.ts';
import { PATHS } from './paths.ts';
import { sendMessage } from './send-message.ts';
import { TEXTS } from './texts/texts.ts';

/** A file as a browser sent it. Name and bytes are hostile input. */
export interface PostedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** A form with its files; null where none was chosen. */
export interface FileForm {
  readonly form: Form;
  readonly file: PostedFile | null;
  /** All files where several may be chosen, `file` first. */
  readonly files: readonly PostedFile[];
  /** The file that describes the columns of the other. */
  readonly mapping: PostedFile | null;
}

/** The response of the fetch standard, which parses multipart/form-data. Express has a type of the same name. */
const FetchResponse = globalThis.Response;

/** Bytes allowed for the other fields and the multipart boundaries. */
const FIELDS_BYTES_MAX = 16_384;
/** Files come back compressed and as base64, which takes a third more; what cannot be compressed grows a little. */
const RETURNED_BYTES_MAX =
  Math.ceil(((LIMITS.filesTogetherBytesMax + LIMITS.mappingBytesMax) * 4) / 3) + 2 * FIELDS_BYTES_MAX;

/** How many files a form may have in its field `file`, and how many bytes they may have together. Each has at most 1 MiB. */
export interface FileBounds {
  readonly count: number;
  readonly bytes: number;
}

export const ONE_FILE: FileBounds = { count: 1, bytes: LIMITS.fileBytesMax };
export const SEVERAL_FILES: FileBounds = {
  count: LIMITS.filesTogetherMax,
  bytes: LIMITS.filesTogetherBytesMax,
};

/**
 * Returns the posted form (multipart/form-data) with the files of its fields `file`, within bounds, and `mapping`, at most 64 KiB. For a form that is not accepted,
 * sends a message and returns null.
 */
export async function receiveFileForm(
  request: Request,
  response: Response,
  bounds: FileBounds,
): Promise<FileForm | null> {
  if (isCrossSite(request)) {
    sendMessage(request, response, 'formStale', 403);
    return null;
  }
  const bytesMax = bounds.bytes + LIMITS.mappingBytesMax + FIELDS_BYTES_MAX;
  const isTooLarge = Number(request.headers['content-length'] ?? 0) > bytesMax;
  const bytes = isTooLarge ? null : await readBytes(request, response, bytesMax);
  if (bytes === null) {
    await rejectTooLarge(request, response);
    return null;
  }
  const posted = await parse(request, bytes, bounds.count);
  if (posted === null) sendMessage(request, response, 'formInvalid', 400);
  else if (
    posted.files.some((file) => isTooLong(file, LIMITS.fileBytesMax)) ||
    isTooLong(posted.mapping, LIMITS.mappingBytesMax)
  )
    await rejectTooLarge(request, response);
  else return posted;
  return null;
}

function isTooLong(file: PostedFile | null, bytesMax: number): boolean {
  return file !== null && file.bytes.length > bytesMax;
}

/** Returns the form that sends files back to be stored. For a form that is not accepted, sends a message and returns null. */
export function receiveReturnedFile(request: Request, response: Response): Promise<Form | null> {
  return receiveForm(request, response, RETURNED_BYTES_MAX);
}

/**
 * Sends the page that says how large a file may be. A browser shows a response only after it has sent its body, so the rest of the
 * body is read and discarded before.
 */
async function rejectTooLarge(request: Request, response: Response): Promise<void> {
  let bytes = 0;
  if (!request.readableEnded)
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      bytes += (chunk as Buffer).length;
      if (bytes > DISCARDED_BYTES_MAX) break;
    }
  const language = languageOf(request);
  const { fileForm } = TEXTS[language];
  const { visitor = null } = locals(response);
  const link = { href: PATHS.files, label: fileForm.back };
  response.set('Connection', 'close');
  sendPage(response, 413, messagePage({ language, visitor, ...fileForm.tooLarge, status: 413, link }));
  request.resume();
}

/** More than an export of an exchange has. The time limit of requests bounds it too. */
const DISCARDED_BYTES_MAX = 64 * LIMITS.fileBytesMax;

/** The type of a form, with the boundary of its parts in quotes or bare (RFC 2046, 5.1.1). */
const MULTIPART = /^multipart\/form-data\s*;\s*boundary=(?:"([\w'()+,./:=? -]{1,70})"|([\w'+.-]{1,70}))\s*$/i;
/** For the headers of one part: the name of a file has 255 characters at most. */
const PART_HEADERS_BYTES_MAX = 4096;

/** Returns whether a body has as few parts, with as short headers, as a form may have. Its parts are counted before they are parsed. */
function isWithinBounds(bytes: Buffer, boundary: string): boolean {
  const delimiter = `--${boundary}`;
  if (hasTooManyFields(bytes, delimiter)) return false;
  for (let at = bytes.indexOf(delimiter); at >= 0; at = bytes.indexOf(delimiter, at + 1)) {
    const start = bytes.subarray(at + delimiter.length, at + delimiter.length + PART_HEADERS_BYTES_MAX);
    if (!start.includes('\r\n\r\n') && !start.toString('latin1', 0, 2).startsWith('--')) return false;
  }
  return true;
}

/**
 * Parses a body in multipart/form-data. Returns null for any other body, for a repeated field or more than `countMax` files, and for a file in
 * any other field.
 */
async function parse(request: Request, bytes: Buffer, countMax: number): Promise<FileForm | null> {
  const [, quoted, bare] = MULTIPART.exec(request.headers['content-type'] ?? '') ?? [];
  const boundary = quoted ?? bare;
  if (boundary === undefined || request.headers['content-encoding'] !== undefined) return null;
  if (!isWithinBounds(bytes, boundary)) return null;
  const type = `multipart/form-data; boundary="${boundary}"`;
  let data: FormData;
  try {
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- the reason is its memory, and this body is small and read already
    data = await new FetchResponse(bytes, { headers: { 'content-type': type } }).formData();
  } catch {
    return null;
  }
  const entries = [...data];
  const fields = entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const files = entries.filter((entry): entry is [string, File] => typeof entry[1] !== 'string');
  const form = formOf(fields);
  const inField = (field: string): File[] => files.flatMap(([name, file]) => (name === field ? [file] : []));
  const [added, mappings] = [inField('file'), inField('mapping')];
  const isKnown = added.length + mappings.length === files.length;
  if (form === null || !isKnown || added.length > countMax || mappings.length > 1) return null;
  const all = await Promise.all(added.map(chosen));
  const known = all.filter((file) => file !== null);
  return { form, file: known[0] ?? null, files: known, mapping: await chosen(mappings[0]) };
}

/** A browser sends an empty file without a name where none is chosen. */
async function chosen(file: File | undefined): Promise<PostedFile | null> {
  if (file === undefined || (file.name === '' && file.size === 0)) return null;
  return { name: file.name, bytes: Buffer.from(await file.arrayBuffer()) };
}
