/** A person in a browser, over HTTP: keeps cookies and posts the forms of pages, but does not follow redirects. */
import { newUser, type TestStack } from '../stack.ts';

export const PASSWORD = 'vier woorden die niemand raadt';

export interface PageAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  /** Target of the redirect; empty for a page. */
  readonly location: string;
}

export class Person {
  readonly baseUrl: string;
  readonly #language: string;
  readonly #cookies = new Map<string, string>();

  constructor(baseUrl: string, language = 'en') {
    this.baseUrl = baseUrl;
    this.#language = language;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<PageAnswer> {
    return this.send(path, { headers });
  }

  /** Posts the form with the action `path` from the page `on`. `fields` replace the form's own values. */
  async submit(on: string, path: string, fields: Record<string, string> = {}): Promise<PageAnswer> {
    const hidden = formOf((await this.get(on)).html, path);
    return this.post(path, { ...hidden, ...fields });
  }

  /** Posts exactly these fields. */
  post(
    path: string,
    fields: Record<string, string> | string,
    headers: Record<string, string> = {},
  ): Promise<PageAnswer> {
    const body = new URLSearchParams(fields).toString();
    const type = { 'content-type': 'application/x-www-form-urlencoded', ...headers };
    return this.send(path, { method: 'POST', body, headers: type });
  }

  async send(path: string, init: RequestInit): Promise<PageAnswer> {
    const headers = new Headers({ accept: 'text/html,*/*;q=0.8', 'accept-language': this.#language });
    new Headers(init.headers).forEach((value, name) => {
      headers.set(name, value);
    });
    headers.set('cookie', [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const response = await fetch(new URL(path, this.baseUrl), { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (line.includes('Expires=Thu, 01 Jan 1970')) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return {
      status: response.status,
      headers: response.headers,
      html: await response.text(),
      location: response.headers.get('location') ?? '',
    };
  }

  /** Signs in with e-mail address and password. */
  async signIn(email: string, password = PASSWORD): Promise<PageAnswer> {
    return this.submit('/sign-in', '/sign-in', { email, password });
  }

  /** Returns the `csrf` value of this session's forms. */
  async csrf(): Promise<string> {
    return formOf((await this.get('/settings')).html, '/sign-out')['csrf'] ?? '';
  }

  /** Replaces a cookie, as an attacker would. */
  setCookie(name: string, value: string): void {
    this.#cookies.set(name, value);
  }

  /** Returns the cookies, for a real browser that continues the session. */
  cookies(): { name: string; value: string; url: string }[] {
    return [...this.#cookies].map(([name, value]) => ({ name, value, url: this.baseUrl }));
  }
}

/** Returns the hidden fields of the form with an action, as a browser sends them. */
export function formOf(html: string, action: string): Record<string, string> {
  const forms = [...html.matchAll(/<form([^>]*)>([^]*?)<\/form>/g)];
  const form = forms.find(([, attributes = '']) => attributes.includes(`action="${action}"`))?.[2] ?? '';
  const hidden = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  return Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, withoutEntities(value)]));
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

function withoutEntities(html: string): string {
  return html.replace(/&(amp|lt|gt|quot|#39);/g, (_all, name: string) => ENTITIES[name] ?? '');
}

/** Returns the text of a page, without tags. */
export function textOf(html: string): string {
  const body = /<body[^]*<\/body>/.exec(html)?.[0] ?? html;
  // An amount within a sentence is followed by its full stop.
  const whole = body.replaceAll(/<span class="number">([^<]*)<\/span>/g, '$1');
  return withoutEntities(whole.replace(/<[^<>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();
}

/** Returns the ids in the page's links for revocation. */
export function idsOf(html: string): string[] {
  return [...html.matchAll(/href="\/settings\/\w+\/([0-9a-f-]{36})\/revoke"/g)].map(([, id = '']) => id);
}

export interface Someone {
  readonly userId: string;
  readonly email: string;
  /** A token with `write`, which the operator created. */
  readonly token: string;
  /** A browser in which the user is signed in. */
  readonly person: Person;
}

/** Creates a user with a password who is signed in. */
export async function newSomeone(
  stack: TestStack,
  email: string,
  {
    language = 'en',
    plan = 'pro',
    hasPortfolio = false,
  }: { language?: string; plan?: 'pro' | 'free'; hasPortfolio?: boolean } = {},
): Promise<Someone> {
  const beta = hasPortfolio ? ['--beta', 'portfolio'] : [];
  const { userId, token } = await newUser(stack, email, ['--plan', plan, '--year', '2026', ...beta], 'write');
  await stack.ctx(['user', 'set', '--user', userId, '--password', PASSWORD]);
  const person = new Person(stack.ready().baseUrl, language);
  const { status, html } = await person.signIn(email);
  if (status !== 303) throw new Error(`not signed in: ${textOf(html)}`);
  return { userId, email, token, person };
}
