/** A person in a browser, over HTTP: keeps cookies by path, follows redirects within our pages, and posts the forms of pages. */
import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';
import type { TestStack } from '../stack.ts';

export interface Page {
  readonly url: URL;
  readonly status: number;
  readonly html: string;
  /** Address outside our pages to which the browser was redirected; null without one. */
  readonly redirectedTo: URL | null;
}

export interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
}

/** A browser without a session until `signInAs`. */
export class Visitor {
  readonly #base: URL;
  readonly #stack: TestStack;
  #cookies: Cookie[] = [];

  constructor(stack: TestStack, baseUrl = stack.ready().baseUrl) {
    this.#stack = stack;
    this.#base = new URL(baseUrl);
  }

  /** Signs in by inserting a session into the database. The sign-in pages have their own tests. */
  async signInAs(userId: string): Promise<void> {
    const secret = randomBytes(32).toString('base64url');
    await query(
      this.#stack,
      "INSERT INTO identity.sessions (secret_hash, user_id, expires_at) VALUES ($1, $2, now() + interval '12 h')",
      [createHash('sha256').update(secret).digest(), userId],
    );
    this.#keep([`ctx_session=${secret}; Path=/`], '/');
  }

  forget(name: string): void {
    this.#cookies = this.#cookies.filter((cookie) => !cookie.name.startsWith(name));
  }

  names(): string[] {
    return this.#cookies.map(({ name }) => name);
  }

  /** Returns all cookies. */
  all(): readonly Cookie[] {
    return this.#cookies;
  }

  get(address: string | URL): Promise<Page> {
    return this.#follow(new URL(address, this.#base), { method: 'GET' });
  }

  /** Posts the form with an action from a page: its hidden fields, and `fields`. */
  post(page: Page, fields: Readonly<Record<string, string>>, action = page.url.pathname): Promise<Page> {
    const form =
      new RegExp(`<form[^>]*action="${escape(action)}"[^>]*>([^]*?)</form>`).exec(page.html)?.[1] ?? '';
    const hidden = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
    const body = new URLSearchParams({
      ...Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value])),
      ...fields,
    });
    return this.#follow(new URL(action, page.url), { method: 'POST', body });
  }

  async #follow(url: URL, init: RequestInit): Promise<Page> {
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { cookie: this.#cookiesFor(url), accept: 'text/html', 'sec-fetch-site': 'same-origin' },
    });
    this.#keep(response.headers.getSetCookie(), url.pathname);
    const location = response.headers.get('location');
    const html = await response.text();
    if (location === null) return { url, status: response.status, html, redirectedTo: null };
    const next = new URL(location, url);
    if (next.origin === url.origin) return this.#follow(next, { method: 'GET' });
    return { url, status: response.status, html, redirectedTo: next };
  }

  #cookiesFor({ pathname }: URL): string {
    return this.#cookies
      .filter(({ path }) => pathname.startsWith(path))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  }

  #keep(lines: readonly string[], fallback: string): void {
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      const path = /;\s*path=([^;]+)/i.exec(line)?.[1] ?? fallback;
      this.#cookies = this.#cookies.filter((cookie) => cookie.name !== name || cookie.path !== path);
      if (value !== '') this.#cookies.push({ name, value, path });
    }
  }
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Runs a statement as the owner of the database. */
export async function query(
  stack: TestStack,
  text: string,
  values: readonly unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const url = new URL(stack.ready().postgres.url);
  url.pathname = '/ctx';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(text, [...values]);
    return rows;
  } finally {
    await client.end();
  }
}
