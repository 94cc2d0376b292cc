/**
 * A typed client of the REST API. Paths, parameters, bodies and answers are those of the interface description
 * (`npm run openapi` generates `schema.ts` from it), so a call that the API would reject for its shape does not compile.
 */
import createFetchClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './schema.ts';

/** Every operation as `GET`, `POST` and `DELETE` of its path; each resolves to `{ data, error, response }`. */
export type ApiClient = Client<paths>;

/** A record of the contract by its name. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

export interface ClientSettings {
  /** Address of the service, without a trailing slash. */
  readonly baseUrl: string;
  /** A personal API token (`ctx_…`). */
  readonly token: string;
  /** Instead of the global one, for proxies and tests. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** A client that acts as the user of the token. Rejections resolve as `error`; only a lost connection rejects. */
export function createClient({ baseUrl, token, fetch }: ClientSettings): ApiClient {
  return createFetchClient<paths>({
    baseUrl,
    headers: { authorization: `Bearer ${token}` },
    ...(fetch === undefined ? {} : { fetch }),
  });
}
