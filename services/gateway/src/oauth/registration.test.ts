/** Registrations of apps. Anybody may send one, and users are redirected to its addresses (RFC 7591, RFC 8252). */
import { describe, expect, it } from '@jest/globals';
import { errors } from 'oidc-provider';
import { acceptRegistration, clientIdOf, faultOfRedirectUri, redirectHostOf } from './registration.ts';

const URI = 'https://app.example.org/callback';

describe('a redirect URI', () => {
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
  ])('is accepted: %s', (uri) => {
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
  ])('is rejected: %s', (uri, reason) => {
    expect(faultOfRedirectUri(uri)).toContain(reason);
  });

  it('is shown to users as its host, or as its scheme for an app on their device', () => {
    expect(redirectHostOf('https://app.example.org:8443/cb')).toBe('app.example.org:8443');
    expect(redirectHostOf('cursor://anysphere.cursor-mcp/oauth')).toBe('cursor');
  });
});

describe('a registration', () => {
  it('keeps only the accepted fields, so that the server fetches and shows no address from it', () => {
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
    ['without redirect URIs', {}],
    ['with an empty list of redirect URIs', { redirect_uris: [] }],
    [
      'with eleven redirect URIs',
      { redirect_uris: Array.from({ length: 11 }, (_, index) => `${URI}/${String(index)}`) },
    ],
    ['with a wildcard in an address', { redirect_uris: [URI, 'https://*.example.org/callback'] }],
    ['with an address that is not a string', { redirect_uris: [1] }],
    ['with an address of more than 2,048 characters', { redirect_uris: [`${URI}/${'x'.repeat(2048)}`] }],
    [
      'with an authentication method that is not supported',
      { redirect_uris: [URI], token_endpoint_auth_method: 'tls_client_auth' },
    ],
    [
      'with private_key_jwt',
      {
        redirect_uris: [URI],
        token_endpoint_auth_method: 'private_key_jwt',
        jwks: { keys: [{ kty: 'OKP' }] },
      },
    ],
    ['of more than 8 KiB', { redirect_uris: [URI], client_uri: 'x'.repeat(8192) }],
    ['without the response type code', { redirect_uris: [URI], response_types: ['token'] }],
    ['without the grant type authorization_code', { redirect_uris: [URI], grant_types: ['refresh_token'] }],
    ['that is a list', []],
    ['that is null', null],
  ])('is rejected %s', (_what, metadata) => {
    expect(() => acceptRegistration(metadata)).toThrow(errors.InvalidClientMetadata);
  });

  it('gets a cleaned and shortened name, or its host as its name also where the log would take it for the pages', () => {
    const name = (client_name?: string): string =>
      acceptRegistration({ redirect_uris: [URI], ...(client_name === undefined ? {} : { client_name }) })
        .client_name;
    expect(name('Tax\u202E Helper\u{E0041}\u200B')).toBe('Tax Helper');
    expect([...name('x'.repeat(500))].length).toBe(100);
    expect([name(), name('   '), name('\u200B'), name('Settings')]).toEqual(Array(4).fill('app.example.org'));
  });

  it('with a loopback address or an app scheme is a native app', () => {
    const type = (uri: string): string => acceptRegistration({ redirect_uris: [URI, uri] }).application_type;
    expect([type('http://127.0.0.1:1/cb'), type('cursor://a/b'), type(`${URI}/2`)]).toEqual([
      'native',
      'native',
      'web',
    ]);
  });

  it('gets the same client id each time without a secret, and a new one with a secret', () => {
    const accepted = acceptRegistration({ redirect_uris: [URI], client_name: 'App' });
    const again = acceptRegistration({ client_name: 'App', redirect_uris: [URI, URI], logo_uri: 'x' });
    expect(clientIdOf(again)).toBe(clientIdOf(accepted));
    expect(clientIdOf({ ...accepted, client_name: 'Bpp' })).not.toBe(clientIdOf(accepted));
    const secret = { ...accepted, token_endpoint_auth_method: 'client_secret_post' } as const;
    expect(clientIdOf(secret)).not.toBe(clientIdOf(secret));
  });
});
