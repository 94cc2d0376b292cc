/** Which addresses a webhook may have, and which of the internet's hosts a delivery may connect to (docs/threat-model.md). */
import { lookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { LIMITS } from '@ctx/domain/limits';
import ipaddr from 'ipaddr.js';

/** Where deliveries may go. */
export interface AddressPolicy {
  /** Also this machine, and there without TLS: for tests and a local stack. */
  readonly mayBeLoopback: boolean;
}

/** A host that is not on the internet: private, link-local, loopback, metadata of a cloud, or reserved. */
export class PrivateAddress extends Error {}

/** Returns why a webhook cannot have this address; null if it can. Where the host leads is checked at each connection. */
export function faultOfAddress(text: string, { mayBeLoopback }: AddressPolicy): string | null {
  if ([...text].length > LIMITS.webhookCharactersMax)
    return `has more than ${String(LIMITS.webhookCharactersMax)} characters`;
  const url = URL.parse(text);
  if (url === null) return 'is not an address such as https://example.org/hook';
  const mayBeHttp = mayBeLoopback && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname);
  if (url.protocol !== 'https:' && !(mayBeHttp && url.protocol === 'http:'))
    return 'must begin with https://';
  if (url.username !== '' || url.password !== '') return 'must not contain a user or a password';
  const host = hostOf(url);
  if (isIP(host) !== 0 && !isReachable(host, { mayBeLoopback })) return 'is not an address on the internet';
  return null;
}

/** Returns the host of a URL, an IPv6 address without brackets. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

/** IPv6 of the internet (RFC 4291 §2.4). The ranges outside are not assigned, or lead elsewhere. */
const GLOBAL_UNICAST: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/** Whether an IP address is one of the internet. Addresses that carry an IPv4 address (mapped, NAT64, 6to4, Teredo) are judged by it or rejected. */
export function isReachable(address: string, { mayBeLoopback }: AddressPolicy): boolean {
  // A zone, as in fe80::1%eth0, is of a link.
  if (address.includes('%')) return false;
  const parsed = ipaddr.process(address);
  const range = parsed.range();
  if (range === 'loopback') return mayBeLoopback;
  if (range !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST);
}

/**
 * Returns the DNS lookup of a connection. All addresses of the host must be reachable; the connection uses these, so that a second answer
 * of the name server cannot lead elsewhere.
 */
export function lookupOf(policy: AddressPolicy): LookupFunction {
  return (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      const first = error === null ? found[0] : undefined;
      if (first === undefined) done(error ?? new Error('the host has no address'), '', 0);
      else if (!found.every(({ address }) => isReachable(address, policy)))
        done(new PrivateAddress(`${hostname} is not a host on the internet`), '', 0);
      else if (options.all === true) done(null, found);
      else done(null, first.address, first.family);
    });
  };
}
