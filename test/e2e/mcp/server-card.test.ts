/** How a host finds the server without being told its address: the catalog, and the card of each address. */
import { describe, expect, it } from '@jest/globals';
import { createUser, useStack } from '../kit.ts';
import { sdkClient } from './sdk-client.ts';

const stack = useStack();
const base = () => stack.ready().baseUrl;

interface Card {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly websiteUrl: string;
  readonly icons: readonly { readonly src: string }[];
  readonly remotes: readonly { readonly type: string; readonly url: string }[];
}

async function entries(): Promise<readonly { identifier: string; type: string; url: string }[]> {
  const response = await fetch(`${base()}/.well-known/ai-catalog.json`);
  expect(response.headers.get('content-type')).toBe('application/ai-catalog+json');
  const { specVersion, entries: all } = (await response.json()) as {
    specVersion: string;
    entries: { identifier: string; type: string; url: string }[];
  };
  expect(specVersion).toBe('1.0');
  return all;
}

describe('The catalog of servers', () => {
  it('names the address with all tools first, and leads to a card of each address', async () => {
    const all = await entries();
    expect(all.map(({ url }) => url)).toEqual([
      `${base()}/mcp/x/insight/server-card`,
      `${base()}/mcp/server-card`,
    ]);
    const { hostname } = new URL(base());
    expect(all[0]?.identifier).toBe(`urn:air:${hostname}:mcp:belgian-crypto-tax-insight`);
  });
});

describe('The entry for a registry', () => {
  it('is the card of the address with all tools, by the schema of the registry', async () => {
    const [first] = await entries();
    const card = (await (await fetch(first!.url)).json()) as Card & { $schema: string };
    const response = await fetch(`${base()}/.well-known/mcp/server.json`);
    expect(response.headers.get('content-type')).toContain('application/json');
    const entry = (await response.json()) as Card & { $schema: string };
    expect(entry.$schema).toMatch(/\/server\.schema\.json$/);
    expect({ ...entry, $schema: card.$schema }).toEqual(card);
  });
});

describe('A server card', () => {
  it('is what the server says of itself once a client is connected, and has only addresses that exist', async () => {
    const { token } = await createUser(stack, {});
    for (const { url, type } of await entries()) {
      const response = await fetch(url, { headers: { accept: type } });
      expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
      const card = (await response.json()) as Card;
      expect(card.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
      expect(card.description.length).toBeLessThanOrEqual(100);
      const [remote] = card.remotes;
      expect([`${remote!.url}/server-card`, remote!.type]).toEqual([url, 'streamable-http']);
      const client = await sdkClient(stack, token, 'modern', undefined, remote!.url.slice(base().length));
      const { name, title, version, websiteUrl, icons } = client.getServerVersion()!;
      expect({ title, version, websiteUrl, icons }).toEqual({
        title: card.title,
        version: card.version,
        websiteUrl: card.websiteUrl,
        icons: card.icons,
      });
      expect(card.name).toContain(`/${name}`);
      await client.close();
      for (const link of [card.websiteUrl, ...card.icons.map(({ src }) => src)])
        expect((await fetch(link)).status).toBe(200);
    }
  });

  it('can be read by a page of another site, is kept for an hour, and is not sent again unchanged', async () => {
    for (const { url } of await entries()) {
      const first = await fetch(url, { headers: { origin: 'https://elsewhere.example' } });
      expect(first.headers.get('access-control-allow-origin')).toBe('*');
      expect(first.headers.get('cache-control')).toBe('public, max-age=3600');
      const again = await fetch(url, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } });
      expect(again.status).toBe(304);
      expect((await fetch(url, { method: 'POST' })).status).toBe(405);
    }
  });
});
