/** The typed client for tests: every response is checked against the interface description before a test sees it. */
import { type ApiClient, createClient } from '@ctx/client';
import { conformance } from './conformance.ts';

/** Works like `fetch`, but throws if a response does not conform to the contract, which fails the test. */
export async function conformingFetch(input: Request | string, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  const { method } = request;
  const { pathname } = new URL(request.url);
  const response = await fetch(request);
  if (!pathname.startsWith('/api/v1') || pathname === '/api/v1/openapi.json') return response;
  const { status, headers } = response;
  const text = await response.clone().text();
  const faults = conformance().faultsOfAnswer(method, pathname, { status, headers, text });
  if (faults.length > 0)
    throw new Error(
      `${method} ${pathname} answered ${String(status)} ${text.slice(0, 500)}\n${faults.slice(0, 10).join('\n')}`,
    );
  return response;
}

/** Returns a client of the service at an address. */
export function apiClient(baseUrl: string, token: string): ApiClient {
  return createClient({ baseUrl, token, fetch: conformingFetch });
}

/** Returns the data of a response. Throws if it is not a 200. */
export async function ok<Data>(
  answering: Promise<{ readonly data?: Data; readonly error?: unknown; readonly response: Response }>,
): Promise<NonNullable<Data>> {
  const { data, error, response } = await answering;
  if (data === undefined || data === null)
    throw new Error(`expected 200, got ${String(response.status)} ${JSON.stringify(error)}`);
  return data;
}
