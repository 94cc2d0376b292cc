import { describe, expect, it } from '@jest/globals';
import { clientAddress, networkOf, networksOf, siteOf, trustedBy } from '../src/auth/client-address.ts';

const isTrusted = trustedBy(['127.0.0.1', '10.0.0.0/8', '2001:db8:ffff::/48']);

// prettier-ignore
const ROWS: readonly [what: string, peer: string | undefined, forwardedFor: string | undefined, address: string][] = [
  ['no proxy', '192.0.2.1', undefined, '192.0.2.1'],
  ['an untrusted peer says what it likes', '192.0.2.1', '198.51.100.7', '192.0.2.1'],
  ['a trusted proxy', '127.0.0.1', '198.51.100.7', '198.51.100.7'],
  ['a trusted proxy that says nothing', '127.0.0.1', undefined, '127.0.0.1'],
  ['what the client forged stands left of what the proxy saw', '127.0.0.1', '1.1.1.1, 198.51.100.7', '198.51.100.7'],
  ['two trusted proxies', '127.0.0.1', '1.1.1.1, 198.51.100.7, 10.1.2.3', '198.51.100.7'],
  ['an untrusted proxy before a trusted one', '127.0.0.1', '1.1.1.1, 198.51.100.7', '198.51.100.7'],
  ['trusted all the way: the furthest', '127.0.0.1', '10.9.9.9, 10.1.2.3', '10.9.9.9'],
  ['an address with a port', '127.0.0.1', '198.51.100.7:4711', '198.51.100.7'],
  ['IPv6', '127.0.0.1', '2001:db8::7', '2001:db8::7'],
  ['IPv6 with a port', '127.0.0.1', '[2001:db8::7]:4711', '2001:db8::7'],
  ['IPv6 with a zone', 'fe80::1%eth0', undefined, 'fe80::1'],
  ['an IPv6 proxy', '2001:db8:ffff::1', '198.51.100.7', '198.51.100.7'],
  ['IPv4 in IPv6', '::ffff:127.0.0.1', '::FFFF:198.51.100.7', '198.51.100.7'],
  ['no address at all', '127.0.0.1', 'unknown', '127.0.0.1'],
  ['no address behind a second proxy', '127.0.0.1', '_hidden, 10.1.2.3', '10.1.2.3'],
  ['what PostgreSQL would not take for an address', '127.0.0.1', '127.1', '127.0.0.1'],
  ['an empty list', '127.0.0.1', ', ,', '127.0.0.1'],
  ['a connection that is gone', undefined, '198.51.100.7', '0.0.0.0'],
];

describe('The address a request counts against', () => {
  it.each(ROWS)('%s', (_what, peer, forwardedFor, address) => {
    expect(clientAddress(peer, forwardedFor, isTrusted)).toBe(address);
  });

  it('nobody is trusted unless named', () => {
    expect(clientAddress('127.0.0.1', '198.51.100.7', trustedBy([]))).toBe('127.0.0.1');
  });
});

describe('Failures are counted against an IPv4 address, and against the /64 of an IPv6 address', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0DB8:0001:0002::', '2001:db8:1:2'],
    ['2001:db8::7', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['::', '0:0:0:0'],
    ['1::2:3:4:5:6:7', '1:0:2:3'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0'],
  ])('%s counts as %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

describe('The networks of an address', () => {
  it.each([
    ['192.0.2.1', ['192.0.2.1 × 1']],
    ['2001:DB8:1:2::7', ['2001:db8:1::/48 × 10', '2001:db8:1:2 × 1']],
  ])('%s counts for %j, the widest first', (address, networks) => {
    expect(networksOf(address).map(({ name, clients }) => `${name} × ${String(clients)}`)).toEqual(networks);
  });

  it.each([
    ['192.0.2.77', '192.0.2.0/24'],
    ['2001:db8:1:2::7', '2001:db8:1::/48'],
    ['::1', '0:0:0::/48'],
  ])('%s is shown as %s', (address, shown) => {
    expect(siteOf(address)).toBe(shown);
  });
});
