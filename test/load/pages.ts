/** Pages of transactions as requests over REST, MCP and gRPC, and the check of their responses. */
import { ListTransactionsRequest, TransactionsResponse } from '@ctx/proto/gen/ctx/v1/read';
import type pg from 'pg';
import { idsOfPage, YEAR } from './bed/users.ts';
import type { KeptResponse } from './drivers/driver.ts';
import type { GrpcCall } from './drivers/grpc.ts';
import type { HttpRequest } from './drivers/wrk.ts';

/** One page of one user. */
export interface Page {
  readonly userId: number;
  readonly page: number;
  readonly size: number;
}

export const ROWS = 50;

/** Returns each page of each user once, ordered by page, so that the pages of one user are far apart. */
export function pagesOf(users: readonly number[], pages: number): Page[] {
  return Array.from({ length: pages }, (_, page) =>
    users.map((userId) => ({ userId, page, size: ROWS })),
  ).flat();
}

/** Returns the request for a page over REST. */
export function restRequest({ page, size }: Page, token: string): HttpRequest {
  return {
    token,
    path: `/api/v1/transactions?year=${String(YEAR)}&page=${String(page)}&size=${String(size)}`,
  };
}

/** Returns the request for a page to the reference, which has no authentication. */
export function referenceRequest({ userId, page, size }: Page): HttpRequest {
  const query = `user=${String(userId)}&year=${String(YEAR)}&page=${String(page)}&size=${String(size)}`;
  return { token: null, path: `/transactions?${query}` };
}

const REVISION = '2026-07-28';
const TOOL = 'list_transactions';

/** Headers of every tool call, apart from the token. */
export const TOOL_HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': REVISION,
  'mcp-method': 'tools/call',
  'mcp-name': TOOL,
} as const;

/** Returns the request for a page as an MCP tool call, in the newest revision. */
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

/** Returns the call for a page over gRPC. */
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

/** Returns the ids of the rows in a response of REST or of the tool. */
export function idsInText(text: string): string[] {
  const body = JSON.parse(text) as Answer & { result?: { structuredContent?: Answer } };
  const { transactions = [] } = body.result?.structuredContent ?? body;
  return transactions.map(({ id }) => id);
}

interface Answer {
  readonly transactions?: readonly { readonly id: string }[];
}

/** Returns the ids of the rows in a gRPC response. */
export function idsInMessage(base64: string): string[] {
  return TransactionsResponse.decode(Buffer.from(base64, 'base64')).transactions.map(({ id }) => id);
}

/**
 * Counts the kept responses that do not hold exactly the rows of their page in the table's order. Without access to the table
 * (`owner` is null), counts the responses that do not hold as many different rows as they should.
 */
export async function countWrong(
  owner: pg.Pool | null,
  pages: readonly Page[],
  kept: readonly KeptResponse[],
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

/** Requests some of the pages again with a plain client, for drivers that do not read responses. */
export async function askAgain(
  baseUrl: string,
  requests: readonly HttpRequest[],
  headers: Readonly<Record<string, string>> = {},
): Promise<KeptResponse[]> {
  const kept: KeptResponse[] = [];
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
