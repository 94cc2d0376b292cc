import { describe, expect, it } from '@jest/globals';
import { isOwnHost } from './own-host.ts';

describe('isOwnHost', () => {
  it.each([
    ['https://tax.example', 'tax.example', true],
    ['https://tax.example', 'evil.example', false],
    ['https://tax.example', '127.0.0.1', false],
    ['https://tax.example', undefined, false],
    ['http://localhost:8080', 'localhost:8080', true],
    ['http://localhost:8080', '127.0.0.1:8080', true],
    ['http://localhost:8080', '[::1]:8080', true],
    ['http://localhost:8080', '127.0.0.1:8081', false],
    ['http://localhost:8080', '127.0.0.1.evil.example:8080', false],
    ['http://localhost:8080', 'evil.example:8080', false],
  ])('of the service at %s, the host %s is its own: %s', (baseUrl, host, isOwn) => {
    expect(isOwnHost(host, new URL(baseUrl))).toBe(isOwn);
  });
});
