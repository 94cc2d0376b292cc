/** The address that a request counts against: the connection's, or the one that trusted proxies forwarded. */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import proxyAddr from 'proxy-addr';

const NO_ADDRESS = '0.0.0.0';

/**
 * Returns a function that reads the client's address of a request. X-Forwarded-For counts as far as `trustedProxies` (addresses
 * and CIDR ranges) wrote it: `proxy-addr`, which is what Express uses for its setting `trust proxy`, goes back from the
 * connection and stops at the first address that is not trusted, because the client may have made up the entries before it.
 *
 * The function needs no Express request: oidc-provider gets its requests through Koa. Express's own setting stays off, because
 * it would also believe X-Forwarded-Proto and X-Forwarded-Host.
 */
export function addressReader(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const isTrusted = trustedBy(trustedProxies);
  return (request) => {
    const entries = proxyAddr.all(request, (entry) => isTrusted(bareAddress(entry)));
    // Only the last one may be no address (`unknown`, an obfuscated name): then the proxy that wrote it counts.
    return bareAddress(entries.at(-1)) ?? bareAddress(entries.at(-2)) ?? NO_ADDRESS;
  };
}

/** Returns a function that tells whether a request came from a trusted proxy, whose headers then count. */
export function proxyReader(trustedProxies: readonly string[]): (request: IncomingMessage) => boolean {
  const isTrusted = trustedBy(trustedProxies);
  return ({ socket }) => isTrusted(bareAddress(socket.remoteAddress));
}

/** Returns a function that tells whether an address is in one of `ranges` (addresses and CIDR ranges). */
export function trustedBy(ranges: readonly string[]): (address: string | null) => boolean {
  const isTrusted = proxyAddr.compile([...ranges]);
  return (address) => address !== null && isTrusted(address, 0);
}

/** Returns an address in canonical form, without brackets, port and zone; IPv4-mapped IPv6 as IPv4. Null for other text. */
function bareAddress(entry: string | undefined): string | null {
  const text = entry?.trim() ?? '';
  const [, bracketed, withPort] = /^(?:\[(.+)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? [];
  // The usual form of a mapped address is cut here: ipaddr.js takes 10 µs for it, on the way of every request.
  const [withoutZone = ''] = (bracketed ?? withPort ?? text).split('%', 1);
  const address = withoutZone.replace(/^::ffff:(?=\d+\.)/i, '');
  const family = isIP(address);
  if (family === 0) return null;
  return family === 4 ? address : ipaddr.process(address).toString();
}

/** A network that failures count against. */
export interface Network {
  /** `192.0.2.1`, `2001:db8:1:2` (a /64) or `2001:db8:1::/48`. */
  readonly name: string;
  /** Length of its prefix in bits. */
  readonly bits: number;
  /** Limit of failures, as a multiple of one client's limit. */
  readonly clients: number;
}

/** A provider gives a site a /48 of IPv6 (RFC 6177), which holds 65,536 networks of one client each. */
const CLIENTS_OF_SITE = 10;

/**
 * Returns the networks that a failure counts against, the widest first: an IPv4 address itself; for an IPv6 client its site's
 * /48, which may have ten times as many failures, and its own /64 (decisions.md, Requests 6).
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
 * Returns the site of an address as CIDR: the /24 of an IPv4 address or the /48 of an IPv6 address. Pages and logs show it in
 * place of the address, and all addresses of a site share one budget of anonymous OAuth requests: one machine often has several
 * addresses of a /24, and a provider gives a site a /48 (RFC 6177).
 */
export function siteOf(address: string): string {
  const [separator, suffix] = isIP(address) === 6 ? [':', '::/48'] : ['.', '.0/24'];
  return `${networkOf(address).split(separator).slice(0, 3).join(separator)}${suffix}`;
}

/** Returns the network of one client: an IPv4 address, or the /64 of an IPv6 client (decisions.md, Requests 6). */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const groups = ipaddr.IPv6.parse(address).parts.slice(0, 4);
  return groups.map((group) => group.toString(16)).join(':');
}
