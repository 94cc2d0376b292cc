/** Names of operations and kinds of apps in metrics come from our own tables, never from a request. */
import { describe, expect, it } from '@jest/globals';
import { operationOf } from './measure.ts';
import { clientKindOf, errorName } from '../../oauth/outcomes.ts';

describe('The operation name of a request', () => {
  it.each([
    ['GET', '/api/v1/years', 'rest', 'listYears'],
    ['GET', '/api/v1/years/2026/summary', 'rest', 'getYearSummary'],
    ['DELETE', '/api/v1/overrides/3f', 'rest', 'removeOverride'],
    ['POST', '/api/v1/years', 'rest', 'unmatched'],
    ['GET', '/api/v1/years/2026/summary/more', 'rest', 'unmatched'],
    ['GET', '/api/v1/openapi.json', 'rest', 'getOpenApi'],
    ['POST', '/mcp', 'mcp', 'message'],
    ['POST', '/token', 'oauth', '/oauth/token'],
    ['GET', '/oauth/authorize/abc', 'oauth', '/oauth/authorize/:uid'],
    ['GET', '/.well-known/oauth-protected-resource/mcp', 'oauth', '/.well-known/oauth-protected-resource'],
    ['POST', '/settings/tokens/7/revoke', 'page', '/settings/tokens/:id/revoke'],
    ['GET', '/settings/nothing', 'page', 'unmatched'],
    ['GET', '/pages/style.css', 'page', 'asset'],
    ['GET', '/docs/try.js', 'docs', 'docs'],
    ['GET', '/docs/operations/listYears', 'docs', 'docs'],
    ['GET', '/docs/errors', 'docs', 'docs'],
    ['GET', '/constructor', 'none', 'unmatched'],
  ])('for %s %s is, on the surface %s, %s', (method, path, surface, operation) => {
    expect(operationOf(method, path)).toMatchObject({ surface, operation });
  });
});

describe('The kind of an OAuth client in metrics', () => {
  it.each([
    ['app_1', 'none', 'https://app.example.org/cb', 'public', 'web'],
    ['app_1', 'none', 'http://127.0.0.1:1/cb', 'public', 'loopback'],
    ['1', 'client_secret_post', 'cursor://x/cb', 'confidential', 'custom'],
    ['1', 'private_key_jwt', undefined, 'confidential', 'unknown'],
    ['https://app.example.org/client.json', 'none', 'https://app.example.org/cb', 'metadata-document', 'web'],
  ])(
    'for id %s, authentication %s and redirect to %s is %s, %s',
    (clientId, method, redirectUri, client, redirect) => {
      expect(clientKindOf({ clientId, method, redirectUri })).toEqual({ client, redirect });
    },
  );

  it('is unknown without a client', () => {
    expect(clientKindOf(null)).toEqual({ client: 'unknown', redirect: 'unknown' });
  });
});

describe('The error name in OAuth metrics', () => {
  it('is an error code of OAuth, or other', () => {
    expect(errorName({ error: 'invalid_grant' })).toBe('invalid_grant');
    expect(errorName({ error: 'what a client made up' })).toBe('other');
  });
});
