/** Pages of transactions as requests, over HTTP, as a tool and over gRPC, and whether their answers are right. */
import { ListTransactionsRequest, TransactionsResponse } from '@ctx/proto/gen/ctx/v1/read';
import type pg from 'pg';
import { idsOfPage, YEAR } from './bed/users.ts';
import type { Kept } from './drivers/driver.ts';
import type { GrpcCall } from './drivers/grpc.ts';
import type { HttpRequest } from './drivers/wrk.ts';

/** One page of one user. */
export interface Page {
  readonly userId: number;
  readonly page: number;
  readonly size: number;
}

export const ROWS = 50;

/** Each page of each user once: page by page, so that one user's are far apart. */
export function pagesOf(users: readonly number[], pages: number): Page[] {
  return Array.from({ length: pages }, (_, page) =>
    users.map((userId) => ({ userId, page, size: ROWS })),
  ).flat();
}

/** Over REST; `tokenOf` says whose token goes with a page. */
export function restRequest({ page, size }: Page, token: string): HttpRequest {
  return {
    token,
    path: `/api/v1/transactions?year=${String(YEAR)}&page=${String(page)}&size=${String(size)}`,
  };
}

/** Of the reference, which asks nobody who they are. */
export function referenceRequest({ userId, page, size }: Page): HttpRequest {
  const query = `user=${String(userId)}&year=${String(YEAR)}&page=${String(page)}&size=${String(size)}`;
  return { token: null, path: `/transactions?${query}` };
}

const REVISION = '2026-07-28';
const TOOL = 'list_transactions';

/** What every call of the tool carries beside its token. */
export const TOOL_HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': REVISION,
  'mcp-method': 'tools/call',
  'mcp-name': TOOL,
} as const;

/** As an assistant asks, in the newest revision. */
export function toolRequest({ page, size }: Page, token: string): HttpRequest {
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: {
      name: TOOL,
      arguments: { year: YEAR, page, size },
      _meta: {
        'io.modelcontextprotocol/protocolVersion': REVISION,
        'io.modelcontextprotocol/clientInfo': { name: 'load', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  });
  return { token, path: '/mcp', body };
}

/** Over gRPC. */
export function grpcCall({ userId, page, size }: Page): GrpcCall {
  const message = ListTransactionsRequest.encode({
    year: YEAR,
    page,
    size,
    type: null,
    asset: null,
  }).finish();
  return { userId, message: Buffer.from(message).toString('base64') };
}

/** The ids of the rows in an answer of REST or the tool. */
export function idsInText(text: string): string[] {
  const body = JSON.parse(text) as Answer & { result?: { structuredContent?: Answer } };
  const { transactions = [] } = body.result?.structuredContent ?? body;
  return transactions.map(({ id }) => id);
}

interface Answer {
  readonly transactions?: readonly { readonly id: string }[];
}

/** The ids of the rows in an answer of gRPC. */
export function idsInMessage(base64: string): string[] {
  return TransactionsResponse.decode(Buffer.from(base64, 'base64')).transactions.map(({ id }) => id);
}

/**
 * How many of the kept answers do not hold their page's rows in order, as the table has them; without the table (`owner`
 * null), how many do not hold as many different rows as they should.
 */
export async function countWrong(
  owner: pg.Pool | null,
  pages: readonly Page[],
  kept: readonly Kept[],
  idsIn: (body: string) => string[],
): Promise<number> {
  let wrong = 0;
  for (const { index, body } of kept) {
    const page = pages[index % pages.length] as Page;
    const ids = idsIn(body);
    const expected = owner === null ? [...new Set(ids)] : await idsOfPage(owner, page);
    const isFull = expected.length === page.size;
    if (!isFull || ids.join() !== expected.join()) wrong += 1;
  }
  return wrong;
}

/** Asks again for some of the pages by a plain client, for drivers that look at no answer. */
export async function askAgain(
  baseUrl: string,
  requests: readonly HttpRequest[],
  headers: Readonly<Record<string, string>> = {},
): Promise<Kept[]> {
  const kept: Kept[] = [];
  const step = Math.max(1, Math.floor(requests.length / SAMPLES));
  for (let index = 0; index < requests.length && kept.length < SAMPLES; index += step) {
    const { token, path, body } = requests[index] as HttpRequest;
    const response = await fetch(baseUrl + path, {
      headers: { ...headers, ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
      ...(body === undefined ? {} : { method: 'POST', body }),
    });
    kept.push({ index, body: response.ok ? await response.text() : '{}' });
  }
  return kept;
}

const SAMPLES = 10;
