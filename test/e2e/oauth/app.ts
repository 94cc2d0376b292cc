/** An app that connects by OAuth 2.1: it registers, redirects its user to us, fetches and refreshes tokens. */
import { createHash, randomBytes } from 'node:crypto';
import type { Page, Visitor } from './visitor.ts';

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly token_type: string;
  readonly expires_in: number;
  readonly scope: string;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

/** An authorization request, with the values that the app remembers while its user decides. */
export interface Attempt {
  readonly address: string;
  readonly verifier: string;
  readonly state: string;
}

export const REDIRECT_URI = 'https://app.example.org/callback';

export class App {
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  readonly redirectUri: string;
  readonly #base: string;

  constructor(base: string, redirectUri: string, clientId: string, clientSecret?: string) {
    this.#base = base;
    this.redirectUri = redirectUri;
    this.clientId = clientId;
    this.clientSecret = clientSecret;
  }

  /** Registers an app, without a secret unless `metadata` requests one. */
  static async register(base: string, metadata: Record<string, unknown> = {}): Promise<App> {
    const sent = { client_name: 'Example app', redirect_uris: [REDIRECT_URI], ...metadata };
    const { status, body } = await register(base, sent);
    if (status !== 201) throw new Error(JSON.stringify(body));
    const { client_id: id, client_secret: secret } = body as { client_id: string; client_secret?: string };
    return new App(base, String(sent.redirect_uris[0]), id, secret);
  }

  /** Creates an authorization request, with the address to which the app redirects its user. */
  begin(parameters: Readonly<Record<string, string>> = {}): Attempt {
    const verifier = randomBytes(32).toString('base64url');
    const state = randomBytes(8).toString('hex');
    const query = new URLSearchParams({
      client_id: this.clientId,
      redirect_uri: this.redirectUri,
      response_type: 'code',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      state,
      ...parameters,
    });
    return { address: `${this.#base}/oauth/authorize?${query.toString()}`, verifier, state };
  }

  /** Connects the app: the signed-in visitor allows it, without `write` if `untick`, and the app fetches its tokens. */
  async connect(
    visitor: Visitor,
    { untick = false, parameters = {} }: { untick?: boolean; parameters?: Record<string, string> } = {},
  ): Promise<Tokens> {
    const attempt = this.begin(parameters);
    const page = await visitor.get(attempt.address);
    const answer = await visitor.post(page, { decision: 'allow', ...(untick ? {} : { write: 'yes' }) });
    const { status, body } = await this.exchange(codeOf(answer), attempt);
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body as unknown as Tokens;
  }

  exchange(code: string, { verifier }: Attempt): Promise<Reply> {
    return this.token({
      grant_type: 'authorization_code',
      code,
      redirect_uri: this.redirectUri,
      code_verifier: verifier,
    });
  }

  refresh(refreshToken: string, more: Record<string, string> = {}): Promise<Reply> {
    return this.token({ grant_type: 'refresh_token', refresh_token: refreshToken, ...more });
  }

  token(parameters: Record<string, string>): Promise<Reply> {
    return post(`${this.#base}/oauth/token`, new URLSearchParams({ ...this.#credentials(), ...parameters }));
  }

  revoke(token: string): Promise<Reply> {
    return post(`${this.#base}/oauth/revoke`, new URLSearchParams({ ...this.#credentials(), token }));
  }

  #credentials(): Record<string, string> {
    const id = { client_id: this.clientId };
    return this.clientSecret === undefined ? id : { ...id, client_secret: this.clientSecret };
  }
}

/** Sends a registration and returns the response. */
export function register(base: string, metadata: unknown): Promise<Reply> {
  return post(`${base}/oauth/register`, JSON.stringify(metadata), { 'content-type': 'application/json' });
}

/** Returns the code in the address to which the browser was redirected. */
export function codeOf(page: Page): string {
  const code = page.redirectedTo?.searchParams.get('code');
  if (code === null || code === undefined)
    throw new Error(`no code: ${String(page.redirectedTo)} ${page.html.slice(0, 2000)}`);
  return code;
}

async function post(
  url: string,
  body: URLSearchParams | string,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const response = await fetch(url, { method: 'POST', body, headers });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
  };
}
