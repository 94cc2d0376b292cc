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

/** Whom failures are counted against: an IPv4 address, or the /64 that an IPv6 client has to itself (decisions.md, Requests 6). */
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

/**
 * Returns the network that shares what strangers may use of the OAuth server: the /24 of an IPv4 address or the /48 of an IPv6
 * address, as CIDR. Whoever rents one machine often gets several addresses of a /24, and a site gets a /48 (RFC 6177).
 */
export function siteOf(address: string): string {
  if (isIP(address) !== 6) return address.replace(/\.\d+$/, '.0/24');
  return `${networkOf(address).split(':').slice(0, 3).join(':')}::/48`;
}
