/** Requests to the REST API of any installation, with a personal token: one user's figures and corrections, without an operator's rights. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { type ApiClient, createClient } from '@ctx/client';
import { parseText, parseUrl } from './arguments.ts';
import { setting } from './connect.ts';
import { type Exact, parseExact } from './exact-json.ts';
import { CommandRejection, printResult } from './output.ts';
import { type Section, ShownResult } from './sections.ts';

const TIMEOUT_MS = 60_000;

/** The options of each command that reads from the REST API. */
export interface RestOptions {
  readonly token?: string;
  readonly url?: string;
}

const ABOUT_TOKEN = `
The token names the user: create one with "ctx token create --scope read". A token on the command line can be seen by other
users of this machine and stays in the shell history. Prefer CTX_TOKEN.`;

/** Adds the options `--token` and `--url`, and what to know about them. */
export function addRestOptions(command: Command): Command {
  return command
    .option('--token <token>', 'personal token of the user (default: CTX_TOKEN)', parseText)
    .option('--url <address>', 'address of the service (default: CTX_URL, then the local stack)', parseUrl)
    .addHelpText('after', ABOUT_TOKEN);
}

/** The REST API, as the user of a token. */
interface RestApi {
  readonly url: string;
  readonly client: ApiClient;
}

/**
 * Finds the REST API that the options or the environment name.
 * @throws CommandRejection NO_TOKEN or NO_SYSTEM, with a message that says what to do
 */
function findRestApi(options: RestOptions, environment: NodeJS.ProcessEnv): RestApi {
  const token = options.token ?? setting(environment, 'CTX_TOKEN') ?? '';
  // A token has only such characters; others cannot be sent in a header.
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new CommandRejection('NO_TOKEN', 'set CTX_TOKEN, or give --token: a token from "ctx token create"');
  const url = options.url ?? urlOfEnvironment(environment);
  return { url, client: clientOf(url, token) };
}

/** Returns a client that acts as the user of a token. */
export function clientOf(url: string, token: string): ApiClient {
  return createClient({ baseUrl: url, token, fetch: (request) => send(request) });
}

/** Sends a request. A redirect is an error: it could lead the token elsewhere. */
function send(request: Request, msMax = TIMEOUT_MS): Promise<Response> {
  return fetch(request, { redirect: 'error', signal: AbortSignal.timeout(msMax) });
}

/** The service sends a whole document for ten minutes at most, after reading it once. */
const DOCUMENT_MS_MAX = 1_200_000;

/** Sends a request for a document that can take minutes. */
export function sendForDocument(request: Request): Promise<Response> {
  return send(request, DOCUMENT_MS_MAX);
}

/** A response of the typed client whose body was read as text or as a stream. */
interface TextResponse {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: Response;
}

/**
 * Sends a request and prints the record of its response: the JSON of the service with all its digits, or its sections on a terminal.
 *
 * @param rejectionOf says whether a response is a rejection all the same
 * @throws CommandRejection with the code of the service's rejection
 */
export async function runRequest<T>(
  options: RestOptions,
  read: (client: ApiClient) => Promise<TextResponse>,
  sections: (record: Exact<T>) => readonly Section[],
  rejectionOf: (record: Exact<T>) => CommandRejection | null = () => null,
): Promise<void> {
  const json = String(await readBody(options, read));
  const record = recordOf<T>(json);
  const rejection = rejectionOf(record);
  if (rejection !== null) throw rejection;
  printResult(new ShownResult(json, () => sections(record)));
}

/**
 * Reads a body, as text or as a stream.
 * @throws CommandRejection with the code of the service's rejection
 */
export async function readBody(
  options: RestOptions,
  read: (client: ApiClient) => Promise<TextResponse>,
): Promise<unknown> {
  const { url, client } = findRestApi(options, process.env);
  const { data, error, response } = await read(client).catch((fault: unknown) => {
    throw unavailable(url, fault);
  });
  if (!response.ok) throw restRejection(response.status, error);
  return data;
}

function recordOf<T>(json: string): Exact<T> {
  try {
    return parseExact<T>(json);
  } catch {
    throw new CommandRejection('INTERNAL', 'the service did not answer with JSON');
  }
}

/** Converts an error of the connection: before the response, or in the middle of its body. */
function unavailable(url: string, fault: unknown): CommandRejection {
  const { message, cause } = fault as Error;
  const reason = cause instanceof Error ? cause.message : message;
  return new CommandRejection('UNAVAILABLE', `${url} does not respond: ${reason}`);
}

/** The code of a rejection whose body has none. */
const CODE_OF_STATUS: Readonly<Record<number, string>> = {
  400: 'INVALID',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  429: 'RATE_LIMITED',
  503: 'UNAVAILABLE',
};

/** Converts a rejection of the REST API: `body` is its parsed JSON, or text if it was none. */
function restRejection(status: number, body: unknown): CommandRejection {
  const { code, message, error, fieldErrors, retryAfterSeconds } = (
    typeof body === 'object' && body !== null ? body : {}
  ) as Readonly<Record<string, unknown>>;
  const texts = [message, error].filter((each) => typeof each === 'string');
  const fields = Array.isArray(fieldErrors)
    ? (fieldErrors as { field: string; message: string }[]).map((each) => `${each.field} ${each.message}`)
    : [];
  const wait = typeof retryAfterSeconds === 'number' ? [`try again in ${String(retryAfterSeconds)} s`] : [];
  return new CommandRejection(
    typeof code === 'string' ? code : (CODE_OF_STATUS[status] ?? 'INTERNAL'),
    [texts[0] ?? `the service answered ${String(status)}`, ...fields, ...wait].join('; '),
  );
}

function urlOfEnvironment(environment: NodeJS.ProcessEnv): string {
  const text = setting(environment, 'CTX_URL') ?? urlOfLocalStack(environment);
  try {
    return parseUrl(text);
  } catch {
    throw noService(`${text} is not the address of a service`);
  }
}

function urlOfLocalStack(environment: NodeJS.ProcessEnv): string {
  const dataDirectory = setting(environment, 'DATA_DIR') ?? '.data';
  const file = resolve(setting(environment, 'CTX_STACK_FILE') ?? `${dataDirectory}/stack.json`);
  try {
    return String((JSON.parse(readFileSync(file, 'utf8')) as { baseUrl?: unknown }).baseUrl);
  } catch {
    throw noService(`${file} describes no local stack`);
  }
}

function noService(reason: string): CommandRejection {
  return new CommandRejection(
    'NO_SYSTEM',
    `${reason}; set CTX_URL, give --url, or start the local stack with "npm start"`,
  );
}
