/** A browser that only handles cookies, and the application that it calls. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Express } from 'express';

export interface TestServer {
  readonly baseUrl: string;
  stop(): Promise<void>;
}

/** Serves an application on a loopback port. `routes` adds the routes and gets the base address. */
export async function serve(routes: (app: Express, baseUrl: string) => void): Promise<TestServer> {
  const app = express();
  app.use(express.urlencoded({ extended: false }));
  const server = createServer(app);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const baseUrl = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  routes(app, baseUrl);
  return {
    baseUrl,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

export class Browser {
  /** Cookies by host and port. */
  readonly cookies = new Map<string, Map<string, string>>();
  /** `Set-Cookie` headers of the last response. */
  setCookies: readonly string[] = [];

  async fetch(address: string, form?: Readonly<Record<string, string>>): Promise<Response> {
    const { host } = new URL(address);
    const jar = this.cookies.get(host) ?? new Map<string, string>();
    this.cookies.set(host, jar);
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
    });
    this.setCookies = response.headers.getSetCookie();
    for (const line of this.setCookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (line.includes('Expires=Thu, 01 Jan 1970')) jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  }

  /** Returns the response as JSON. */
  async json(address: string, form?: Readonly<Record<string, string>>): Promise<unknown> {
    return (await this.fetch(address, form)).json();
  }
}
