/** A browser as far as cookies go, and the application it talks to. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Express } from 'express';

export interface TestServer {
  readonly baseUrl: string;
  stop(): Promise<void>;
}

/** Serves what `routes` adds to an application, on a loopback port that is known before. */
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
  /** By host and port, as a browser keeps them by host. */
  readonly cookies = new Map<string, Map<string, string>>();
  /** Of the last answer. */
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

  /** The answer as JSON. */
  async json(address: string, form?: Readonly<Record<string, string>>): Promise<unknown> {
    return (await this.fetch(address, form)).json();
  }
}
