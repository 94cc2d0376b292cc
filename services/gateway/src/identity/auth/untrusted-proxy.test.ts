import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { addressReader, proxyReader } from './client-address.ts';
import { warnOfUntrustedProxy } from './untrusted-proxy.ts';

const request = (remoteAddress: string, headers: Record<string, string>): IncomingMessage =>
  ({ headers, socket: { remoteAddress } }) as unknown as IncomingMessage;

/** Returns the warnings that these requests cause, one after the other. */
function warningsOf(trusted: readonly string[], ...requests: readonly IncomingMessage[]): unknown[] {
  const warnings: unknown[] = [];
  const log = { warn: (fields: object) => warnings.push(fields) };
  const addressOf = warnOfUntrustedProxy(addressReader(trusted), proxyReader(trusted), log as never);
  for (const each of requests) addressOf(each);
  return warnings;
}

const FORWARDED = { 'x-forwarded-for': '192.0.2.7' };

describe('The warning about a proxy that TRUSTED_PROXIES does not name', () => {
  it.each([
    ['10.1.2.3', FORWARDED],
    ['::ffff:172.16.0.9', FORWARDED],
    ['fd00::7', { forwarded: 'for=192.0.2.7' }],
    ['127.0.0.1', { 'x-real-ip': '192.0.2.7' }],
  ])('is logged once for a private address that forwards: %s', (peer, headers) => {
    const all = [request(peer, {}), request(peer, headers), request(peer, headers)];
    expect(warningsOf([], ...all)).toEqual([{ peer: peer.replace('::ffff:', '') }]);
  });

  it('is not logged for a public address, whose client may send the header itself', () => {
    expect(warningsOf([], request('198.51.100.7', FORWARDED))).toEqual([]);
  });

  it('is not logged for a trusted proxy, whatever it sends', () => {
    const named = [FORWARDED, { 'x-forwarded-for': '10.9.9.9' }, { 'x-forwarded-for': 'unknown' }];
    expect(warningsOf(['10.0.0.0/8'], ...named.map((headers) => request('10.1.2.3', headers)))).toEqual([]);
  });
});
