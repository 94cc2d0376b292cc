/** The typed client of single requests. Everything else in this package is built on it. */
import createFetchClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './schema.ts';

/** Every operation as `GET`, `POST` and `DELETE` of its path; each resolves to `{ data, error, response }`. */
export type ApiClient = Client<paths>;

/** A record of the contract by its name. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

/** Sends one request, as `fetch` does. */
export type Send = (request: Request) => Promise<Response>;

/** The service and the user whom a client acts for. */
export interface ClientSettings {
  /** Address of the service, without a trailing slash. */
  readonly baseUrl: string;
  /** A personal API token (`ctx_…`), or the access token of a connected app. */
  readonly token: string;
  /** Instead of the global one, for proxies and tests. */
  readonly fetch?: Send;
}

/** Returns a client that acts as the user of the token. Rejections resolve as `error`; only a lost connection rejects. */
export function createClient({ baseUrl, token, fetch }: ClientSettings): ApiClient {
  return createFetchClient<paths>({
    baseUrl,
    headers: { authorization: `Bearer ${token}` },
    ...(fetch === undefined ? {} : { fetch }),
  });
}
