import { createServer, type IncomingMessage, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { addressReader, networkOf, networksOf, proxyReader, siteOf } from './client-address.ts';

const TRUSTED = ['127.0.0.1', '10.0.0.0/8', '2001:db8:ffff::/48'];
const addressOf = addressReader(TRUSTED);

function requestOf(remoteAddress: string | undefined, forwardedFor: string | undefined): IncomingMessage {
  const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor };
  return { headers, socket: { remoteAddress } } as unknown as IncomingMessage;
}

// prettier-ignore
const ROWS: readonly [what: string, peer: string | undefined, forwardedFor: string | undefined, address: string][] = [
  ['a client without a proxy', '192.0.2.1', undefined, '192.0.2.1'],
  ['a client that forges the header', '192.0.2.1', '198.51.100.7', '192.0.2.1'],
  ['a client that forges a trusted address', '192.0.2.1', '127.0.0.1', '192.0.2.1'],
  ['a client of a trusted proxy', '127.0.0.1', '198.51.100.7', '198.51.100.7'],
  ['a trusted proxy without the header', '127.0.0.1', undefined, '127.0.0.1'],
  ['a client that forges the entry before the proxy\'s', '127.0.0.1', '1.1.1.1, 198.51.100.7', '198.51.100.7'],
  ['a client that forges a trusted address before the proxy\'s entry', '127.0.0.1', '10.1.1.1, 198.51.100.7', '198.51.100.7'],
  ['a client behind two trusted proxies', '127.0.0.1', '1.1.1.1, 198.51.100.7, 10.1.2.3', '198.51.100.7'],
  ['a chain of trusted proxies alone: the furthest', '127.0.0.1', '10.9.9.9, 10.1.2.3', '10.9.9.9'],
  ['an IPv4 address with a port', '127.0.0.1', '198.51.100.7:4711', '198.51.100.7'],
  ['a trusted proxy with a port', '127.0.0.1', '198.51.100.7, 10.1.2.3:4711', '198.51.100.7'],
  ['an IPv6 address', '127.0.0.1', '2001:db8::7', '2001:db8::7'],
  ['an IPv6 address in brackets', '127.0.0.1', '[2001:db8::7]', '2001:db8::7'],
  ['an IPv6 address with a port', '127.0.0.1', '[2001:db8::7]:4711', '2001:db8::7'],
  ['an IPv6 address with a zone', 'fe80::1%eth0', undefined, 'fe80::1'],
  ['a client of an IPv6 proxy', '2001:db8:ffff::1', '198.51.100.7', '198.51.100.7'],
  ['a client of an IPv6 proxy with a zone and a port', '127.0.0.1', '198.51.100.7, [2001:db8:ffff::1%eth0]:80', '198.51.100.7'],
  ['IPv4-mapped addresses', '::ffff:127.0.0.1', '::FFFF:198.51.100.7', '198.51.100.7'],
  ['an IPv4-mapped address of a trusted proxy', '127.0.0.1', '198.51.100.7, ::ffff:10.1.2.3', '198.51.100.7'],
  ['an IPv4-mapped address in hexadecimal', '127.0.0.1', '::ffff:c633:6407', '198.51.100.7'],
  ['an IPv6 address spelled otherwise', '127.0.0.1', '2001:0DB8:0::0007', '2001:db8::7'],
  ['an entry that is not an address: the proxy that wrote it', '127.0.0.1', 'unknown', '127.0.0.1'],
  ['an entry that is not an address, from a second proxy', '127.0.0.1', '_hidden, 10.1.2.3', '10.1.2.3'],
  ['an entry that is not an address, after a forged one', '127.0.0.1', '1.1.1.1, unknown', '127.0.0.1'],
  ['an abbreviated IPv4 address, which PostgreSQL rejects', '127.0.0.1', '127.1', '127.0.0.1'],
  ['an IPv4 address in octal', '127.0.0.1', '1.1.1.1, 0177.0.0.1', '127.0.0.1'],
  ['two addresses without a comma', '127.0.0.1', '1.1.1.1 198.51.100.7', '127.0.0.1'],
  ['tabs around an address', '127.0.0.1', '1.1.1.1,\t198.51.100.7\t', '198.51.100.7'],
  ['an empty header', '127.0.0.1', '', '127.0.0.1'],
  ['a list of empty entries', '127.0.0.1', ', ,', '127.0.0.1'],
  ['an empty entry, which is ignored (RFC 9110 §5.6.1)', '127.0.0.1', '198.51.100.7,', '198.51.100.7'],
  ['an empty entry between a forged one and the proxy\'s', '127.0.0.1', '1.1.1.1,, 198.51.100.7', '198.51.100.7'],
  ['a closed connection', undefined, '198.51.100.7', '0.0.0.0'],
];

describe('The address that a request counts against', () => {
  it.each(ROWS)('is read for %s', (_what, peer, forwardedFor, address) => {
    expect(addressOf(requestOf(peer, forwardedFor))).toBe(address);
  });

  it('is the address of the connection where no proxy is trusted', () => {
    expect(addressReader([])(requestOf('127.0.0.1', '198.51.100.7'))).toBe('127.0.0.1');
  });

  it('is the last entry of several X-Forwarded-For lines', async () => {
    const server = createServer((request, response) => response.end(addressOf(request)));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const headers = ['Host', 'localhost', 'X-Forwarded-For', '1.1.1.1', 'x-forwarded-for', '198.51.100.7'];
    const text = await new Promise<string>((resolve, reject) => {
      const options = { host: '127.0.0.1', port, headers, agent: false };
      const request = httpRequest(options, (response) => {
        response.setEncoding('utf8').on('data', resolve);
      });
      request.on('error', reject).end();
    });
    server.close();
    expect(text).toBe('198.51.100.7');
  });
});

describe('A request comes from a trusted proxy', () => {
  it.each([
    ['127.0.0.1', true],
    ['::ffff:10.1.2.3', true],
    ['2001:db8:ffff::1', true],
    ['192.0.2.1', false],
    [undefined, false],
  ])('by its connection alone, whatever X-Forwarded-For says: %s gives %s', (peer, isTrusted) => {
    expect(proxyReader(TRUSTED)(requestOf(peer, '10.1.2.3'))).toBe(isTrusted);
  });
});

describe('Failures count against an IPv4 address or the /64 of an IPv6 address', () => {
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
  ])('of %s are %j, the widest first', (address, networks) => {
    expect(networksOf(address).map(({ name, clients }) => `${name} × ${String(clients)}`)).toEqual(networks);
  });

  it.each([
    ['192.0.2.77', '192.0.2.0/24'],
    ['2001:db8:1:2::7', '2001:db8:1::/48'],
    ['::1', '0:0:0::/48'],
  ])('include the site of %s, shown as %s', (address, site) => {
    expect(siteOf(address)).toBe(site);
  });
});
