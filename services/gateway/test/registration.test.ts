/** What apps may register: strangers write it, and browsers go where it says (docs/adr/0014-oauth-server.md; RFC 7591, RFC 8252). */
import { describe, expect, it } from '@jest/globals';
import { errors } from 'oidc-provider';
import {
  acceptRegistration,
  clientIdOf,
  faultOfRedirectUri,
  redirectHostOf,
} from '../src/oauth/registration.ts';

const URI = 'https://app.example.org/callback';

describe('Addresses to send people back to', () => {
  it.each([
    'https://claude.ai/api/mcp/auth_callback',
    'http://localhost:3118/callback',
    'https://chatgpt.com/connector/oauth/abc123',
    'https://vscode.dev/redirect',
    'http://127.0.0.1:33418/',
    'http://[::1]:8080/cb',
    'cursor://anysphere.cursor-mcp/oauth/callback',
    'vscode://publisher.extension/callback',
    'vscode-insiders://publisher.extension/callback',
    'com.example.app:/oauth',
    'http://localhost:6274/oauth/callback',
    'https://app.example.org/callback?tenant=1',
  ])('%s is taken', (uri) => {
    expect(faultOfRedirectUri(uri)).toBeNull();
  });

  it.each([
    ['javascript:alert(1)', 'javascript'],
    ['data:text/html,x', 'data'],
    ['file:///etc/passwd', 'file'],
    ['blob:https://x.example/1', 'blob'],
    ['http://app.example.org/callback', 'https'],
    ['https://*.example.org/callback', 'wildcards'],
    ['https://app.example.org/*', 'wildcards'],
    ['https://user:pass@app.example.org/', 'user names'],
    ['https://app.example.org/#token', 'fragments'],
    ['https://app.example.org/#', 'fragments'],
    ['myapp://callback', 'dot'],
    ['https://localhost/callback', 'http for a loopback'],
    ['http://localhost.evil.example/cb', 'https'],
    ['http://127.0.0.1.evil.example/cb', 'https'],
    ['/callback', 'absolute'],
    ['https://app.example.org/a b', 'absolute'],
    ['https:\\\\app.example.org', 'absolute'],
    ['', 'absolute'],
  ])('%s is refused', (uri, reason) => {
    expect(faultOfRedirectUri(uri)).toContain(reason);
  });

  it('are shown by their host, or by their scheme where that is an app of the device', () => {
    expect(redirectHostOf('https://app.example.org:8443/cb')).toBe('app.example.org:8443');
    expect(redirectHostOf('cursor://anysphere.cursor-mcp/oauth')).toBe('cursor');
  });
});

describe('A registration', () => {
  it('keeps what counts and drops the rest: nothing is fetched or shown that a stranger names', () => {
    const accepted = acceptRegistration({
      redirect_uris: [URI],
      client_name: 'App',
      jwks_uri: 'https://x.example/jwks',
      logo_uri: 'https://x.example/logo',
      sector_identifier_uri: 'https://x.example/sector',
      grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
      client_id: 'mine',
      client_secret: 'mine',
      scope: 'admin',
    });
    expect(accepted).toEqual({
      client_name: 'App',
      redirect_uris: [URI],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      application_type: 'web',
    });
  });

  it.each([
    ['no addresses', {}],
    ['none', { redirect_uris: [] }],
    ['eleven', { redirect_uris: Array.from({ length: 11 }, (_, index) => `${URI}/${String(index)}`) }],
    ['an address with a wildcard', { redirect_uris: [URI, 'https://*.example.org/callback'] }],
    ['an address that is no text', { redirect_uris: [1] }],
    ['an address over 2,048 characters', { redirect_uris: [`${URI}/${'x'.repeat(2048)}`] }],
    ['another way to prove itself', { redirect_uris: [URI], token_endpoint_auth_method: 'tls_client_auth' }],
    [
      'private_key_jwt',
      {
        redirect_uris: [URI],
        token_endpoint_auth_method: 'private_key_jwt',
        jwks: { keys: [{ kty: 'OKP' }] },
      },
    ],
    ['more than 8 KiB', { redirect_uris: [URI], client_uri: 'x'.repeat(8192) }],
    ['no code', { redirect_uris: [URI], response_types: ['token'] }],
    ['no code grant', { redirect_uris: [URI], grant_types: ['refresh_token'] }],
    ['no object', []],
    ['null', null],
  ])('%s: refused', (_what, metadata) => {
    expect(() => acceptRegistration(metadata)).toThrow(errors.InvalidClientMetadata);
  });

  it('a name is cleaned and capped; without one the host is the name', () => {
    const name = (client_name?: string): string =>
      acceptRegistration({ redirect_uris: [URI], ...(client_name === undefined ? {} : { client_name }) })
        .client_name;
    expect(name('Tax\u202E Helper\u{E0041}\u200B')).toBe('Tax Helper');
    expect([...name('x'.repeat(500))].length).toBe(100);
    expect([name(), name('   '), name('\u200B')]).toEqual(Array(3).fill('app.example.org'));
  });

  it('loopback addresses and schemes of apps make it a native app, whose port is free', () => {
    const type = (uri: string): string => acceptRegistration({ redirect_uris: [URI, uri] }).application_type;
    expect([type('http://127.0.0.1:1/cb'), type('cursor://a/b'), type(`${URI}/2`)]).toEqual([
      'native',
      'native',
      'web',
    ]);
  });

  it('without a secret it is the same client each time; with one it is its own', () => {
    const accepted = acceptRegistration({ redirect_uris: [URI], client_name: 'App' });
    const again = acceptRegistration({ client_name: 'App', redirect_uris: [URI, URI], logo_uri: 'x' });
    expect(clientIdOf(again)).toBe(clientIdOf(accepted));
    expect(clientIdOf({ ...accepted, client_name: 'Bpp' })).not.toBe(clientIdOf(accepted));
    const secret = { ...accepted, token_endpoint_auth_method: 'client_secret_post' } as const;
    expect(clientIdOf(secret)).not.toBe(clientIdOf(secret));
  });
});
