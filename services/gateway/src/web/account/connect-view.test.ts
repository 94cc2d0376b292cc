import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { LANGUAGES } from '@ctx/domain/vocabulary';
import { connectPage } from './connect-view.ts';
import { newTokenPage } from './new-token.ts';
import { ACCOUNT_TEXTS } from './texts/texts.ts';

const ADDRESS = 'https://tax.example/mcp/x/insight';
const TOKEN = 'ctx_0123456789012345678901234567890123456789';
const visitor = { email: 'an@example.org', csrfToken: 'csrf', betas: [] };

/** Returns the blocks of code of a page by their ids, without escapes. */
function codeOf(page: string): Record<string, string> {
  const blocks = [...page.matchAll(/<pre id="([^"]+)"><code>([^]*?)<\/code>/g)];
  return Object.fromEntries(
    blocks.map(([, id = '', code = '']) => [
      id,
      code.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&'),
    ]),
  );
}

describe('the page that connects an assistant', () => {
  const page = (address = ADDRESS): string =>
    connectPage({ language: 'en', visitor, address, smallAddress: `${address}/small`, year: 2026 });

  it('has the address and a configuration of each client that takes one', () => {
    expect(page()).toMatch(/id="address"\s+value="https:\/\/tax\.example\/mcp\/x\/insight"/);
    const { other = '', cursor = '', ...code } = codeOf(page());
    expect(JSON.parse(cursor)).toEqual({ mcpServers: { 'crypto-tax': { url: ADDRESS } } });
    expect(JSON.parse(code['vs-code'] ?? '')).toEqual({
      servers: { 'crypto-tax': { type: 'http', url: ADDRESS } },
    });
    expect(code['claude-code']).toBe(`claude mcp add --transport http crypto-tax ${ADDRESS}`);
    expect(JSON.parse(other)).toEqual({
      mcpServers: { 'crypto-tax': { url: ADDRESS, headers: { Authorization: 'Bearer ctx_…' } } },
    });
  });

  it('warns that assistants on the web need a public address, unless it is https', () => {
    const warning = ACCOUNT_TEXTS.en.connect.notPublic;
    expect(page()).not.toContain(warning);
    expect(page('http://127.0.0.1:8080/mcp')).toContain(warning);
  });

  it('suggests only questions whose tool calls docs/mcp-tasks.md shows and tests', () => {
    const tasks = readFileSync(new URL('../../../../../docs/mcp-tasks.md', import.meta.url), 'utf8');
    for (const question of Object.values(ACCOUNT_TEXTS.en.connect.questions)) {
      const asked = question.replace('{year}', '2026').replace('{lastYear}', '2025');
      expect(tasks).toMatch(new RegExp(`### \\d+\\. ${asked.replaceAll(/[.?]/g, '\\$&')}\n`));
    }
  });

  it.each(LANGUAGES)('fills in the years of its questions, in %s', (language) => {
    const html = connectPage({ language, visitor, address: ADDRESS, smallAddress: ADDRESS, year: 2027 });
    expect(html).toContain('2027');
    expect(html).toContain('2026');
    expect(html).not.toMatch(/\{\w+\}/);
  });
});

describe('the page of a new token', () => {
  const page = newTokenPage({
    language: 'en',
    visitor,
    name: 'laptop',
    token: TOKEN,
    baseUrl: 'https://tax.example',
  });

  it('fills the token in a request and in the configuration of each client', () => {
    const code = codeOf(page);
    const headers = { Authorization: `Bearer ${TOKEN}` };
    expect(code['curl']).toBe(`curl -H "Authorization: Bearer ${TOKEN}" https://tax.example/api/v1/years`);
    expect(JSON.parse(code['others'] ?? '')).toEqual({
      mcpServers: { 'crypto-tax': { url: ADDRESS, headers } },
    });
    expect(JSON.parse(code['vs-code'] ?? '')).toEqual({
      servers: { 'crypto-tax': { type: 'http', url: ADDRESS, headers } },
    });
    expect(code['claude-code']).toBe(
      `claude mcp add --transport http crypto-tax ${ADDRESS} --header "Authorization: Bearer ${TOKEN}"`,
    );
  });

  it('offers copying the token as the primary action, and leaving the page as the secondary one', () => {
    const [actions = ''] = /<p class="actions">[^]*?<\/p>/.exec(page) ?? [];
    expect(actions).not.toMatch(/<button[^>]*class="secondary"/);
    expect(actions).toMatch(/<a class="button secondary" href="\/settings\/tokens"/);
  });
});
