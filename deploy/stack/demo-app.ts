/** The demo user's app: connects by OAuth 2.1 as any assistant does, with the user's sign-in and consent, and calls one tool. */
import { createHash, randomBytes } from 'node:crypto';

const REDIRECT_URI = 'https://assistant.example/callback';
const REDIRECTS_MAX = 10;

interface Page {
  readonly url: URL;
  readonly html: string;
}

/** A browser that keeps the cookies of one site, follows its redirects and sends its forms. */
class Browser {
  readonly #signal: AbortSignal;
  readonly #cookies = new Map<string, string>();

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** Returns the page at an address. A page of another site is not fetched: it has its address only. */
  async open(url: URL, init: RequestInit = {}, redirectsLeft = REDIRECTS_MAX): Promise<Page> {
    const cookie = [...this.#cookies].map((pair) => pair.join('=')).join('; ');
    const headers = { cookie, accept: 'text/html', 'sec-fetch-site': 'same-origin' };
    const response = await fetch(url, { ...init, headers, redirect: 'manual', signal: this.#signal });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.#cookies.set(name, value);
    }
    const location = response.headers.get('location');
    const html = await response.text();
    if (location === null) return { url, html };
    const next = new URL(location, url);
    if (next.origin !== url.origin || redirectsLeft === 0) return { url: next, html: '' };
    return this.open(next, {}, redirectsLeft - 1);
  }

  /** Sends the form of a page with its hidden fields and `fields`. */
  send({ url, html }: Page, action: string, fields: Readonly<Record<string, string>>): Promise<Page> {
    const start = html.indexOf(`action="${action}"`);
    const form = start === -1 ? '' : html.slice(start, html.indexOf('</form>', start));
    const hidden = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
    const given = Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value]));
    const body = new URLSearchParams({ ...given, ...fields });
    return this.open(new URL(action, url), { method: 'POST', body });
  }
}

/** Registers an app, lets the user allow it to write, and returns the app's access token. */
export async function connectApp(
  baseUrl: string,
  name: string,
  { email, password }: { readonly email: string; readonly password: string },
  signal: AbortSignal,
): Promise<string> {
  const post = async (path: string, body: string | URLSearchParams, headers = {}): Promise<unknown> => {
    const response = await fetch(`${baseUrl}${path}`, { method: 'POST', body, headers, signal });
    if (!response.ok) throw new Error(`the demo app: ${path} answered ${await response.text()}`);
    return response.json();
  };
  const registered = (await post(
    '/oauth/register',
    JSON.stringify({ client_name: name, redirect_uris: [REDIRECT_URI] }),
    { 'content-type': 'application/json' },
  )) as { readonly client_id: string };
  const verifier = randomBytes(32).toString('base64url');
  const client = { client_id: registered.client_id, redirect_uri: REDIRECT_URI };
  const query = new URLSearchParams({
    ...client,
    response_type: 'code',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const browser = new Browser(signal);
  const signIn = await browser.open(new URL(`/oauth/authorize?${query.toString()}`, baseUrl));
  const consent = await browser.send(signIn, signIn.url.pathname + signIn.url.search, { email, password });
  const allowed = await browser.send(consent, consent.url.pathname, { decision: 'allow', write: 'yes' });
  const code = allowed.url.searchParams.get('code');
  if (code === null) throw new Error(`the demo app was not allowed: ${allowed.url.pathname}`);
  await browser.send(await browser.open(new URL('/settings', baseUrl)), '/sign-out', {});
  const exchange = { ...client, grant_type: 'authorization_code', code, code_verifier: verifier };
  const tokens = (await post('/oauth/token', new URLSearchParams(exchange))) as { access_token: string };
  return tokens.access_token;
}

/** Calls a tool of the MCP server. Throws if the tool returns an error. */
export async function callTool(
  baseUrl: string,
  accessToken: string,
  name: string,
  input: object,
  signal: AbortSignal,
): Promise<void> {
  const response = await fetch(`${baseUrl}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${accessToken}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } }),
    signal,
  });
  const text = await response.text();
  // A client that does not name a protocol version gets an event.
  const { result } = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text) as {
    result?: { isError?: boolean };
  };
  if (result === undefined || result.isError === true)
    throw new Error(`the demo app: ${name} returned ${text}`);
}
