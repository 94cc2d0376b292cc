/** The address a request counts against: the connection's, or the one that trusted proxies say it came from. */
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

const NOBODY = '0.0.0.0';

/** How to tell the address of a request, of the addresses and CIDR ranges whose X-Forwarded-For counts. */
export function addressReader(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const isTrusted = trustedBy(trustedProxies);
  return ({ headers, socket }) => {
    const forwarded = headers['x-forwarded-for'];
    return clientAddress(
      socket.remoteAddress,
      Array.isArray(forwarded) ? forwarded.join(',') : forwarded,
      isTrusted,
    );
  };
}

/** How to tell whether a request came over a trusted proxy: what such a one adds to it is believed. */
export function proxyReader(trustedProxies: readonly string[]): (request: IncomingMessage) => boolean {
  const isTrusted = trustedBy(trustedProxies);
  return ({ socket }) => {
    const peer = bareAddress(socket.remoteAddress ?? '');
    return peer !== null && isTrusted(peer);
  };
}

/** Addresses and CIDR ranges of the configuration as a question. */
export function trustedBy(ranges: readonly string[]): (address: string) => boolean {
  const trusted = new BlockList();
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    trusted.addSubnet(address, Number(prefix ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  return (address) => trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/**
 * Walks back from the connection's `peer` over what each trusted proxy appended to X-Forwarded-For, and stops at the first
 * address that is not trusted: whatever stands left of it, the client may have made up. An entry that is no address
 * (`unknown`, an obfuscated name) leaves the proxy that wrote it.
 */
export function clientAddress(
  peer: string | undefined,
  forwardedFor: string | undefined,
  isTrusted: (address: string) => boolean,
): string {
  let address = bareAddress(peer ?? '') ?? NOBODY;
  for (const entry of (forwardedFor ?? '').split(',').reverse()) {
    const before = isTrusted(address) ? bareAddress(entry) : null;
    if (before === null) break;
    address = before;
  }
  return address;
}

/** An address without brackets, port and zone, IPv4 in its own form; null for what is none. */
function bareAddress(text: string): string | null {
  const [, bracketed, withPort] = /^(?:\[(.+)\](?::\d+)?|([\d.]+):\d+)$/.exec(text.trim()) ?? [];
  const address = (bracketed ?? withPort ?? text.trim())
    .replace(/^::ffff:(?=\d+\.)/i, '')
    .replace(/%.*$/, '');
  return isIP(address) === 0 ? null : address;
}

/** A network that failures count against. */
export interface Network {
  /** `192.0.2.1`, `2001:db8:1:2` (a /64) or `2001:db8:1::/48`. */
  readonly name: string;
  /** How many bits of the address it stands for. */
  readonly bits: number;
  /** How many times the failures of one client it may have. */
  readonly clients: number;
}

/** A provider gives a site a /48 of IPv6 (RFC 6177), which holds 65,536 networks of one client each. */
const CLIENTS_OF_SITE = 10;

/**
 * The networks that a failure counts against, the widest first: an IPv4 address; of an IPv6 client its site's /48, which
 * may have ten times as many failures, and its own /64 (decisions.md, Requests 6).
 */
export function networksOf(address: string): readonly Network[] {
  const name = networkOf(address);
  if (isIP(address) !== 6) return [{ name, bits: 32, clients: 1 }];
  return [
    { name: siteOf(address), bits: 48, clients: CLIENTS_OF_SITE },
    { name, bits: 64, clients: 1 },
  ];
}

/**
 * Returns the site of an address as CIDR: the /24 of an IPv4 address or the /48 of an IPv6 address. People and logs are shown
 * it in place of the address, and its addresses share what strangers may use of the OAuth server: one machine often gets
 * several addresses of a /24, and a provider gives a site a /48 (RFC 6177).
 */
export function siteOf(address: string): string {
  const [separator, suffix] = isIP(address) === 6 ? [':', '::/48'] : ['.', '.0/24'];
  return `${networkOf(address).split(separator).slice(0, 3).join(separator)}${suffix}`;
}

/** The network of one client: an IPv4 address, or the /64 that an IPv6 client has to itself (decisions.md, Requests 6). */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.toLowerCase().split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = (tail ?? '').split(':').filter((group) => group !== '');
  // An IPv4 tail takes the place of two groups; none of it is among the first four.
  const rest = after.length + (address.includes('.') ? 1 : 0);
  const zeros = Array.from({ length: 8 - groups.length - rest }, () => '0');
  const all = [...groups, ...(tail === undefined ? [] : zeros), ...after];
  return all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
