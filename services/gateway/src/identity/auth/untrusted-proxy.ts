/** Warns the operator of a proxy that TRUSTED_PROXIES does not name, because all its clients count as one address. */
import type { IncomingMessage } from 'node:http';
import type { Logger } from '@ctx/platform/log';
import { trustedBy } from './client-address.ts';

const FORWARDING_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip'] as const;
/** The operator's own proxies have private addresses. A client with a public address may send such headers too. */
const isPrivate = trustedBy([
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '::1',
  'fc00::/7',
  'fe80::/10',
]);

type Reader<Value> = (request: IncomingMessage) => Value;

/** Wraps `addressOf`: the first forwarding header from a private address that is not trusted logs a warning, once. */
export function warnOfUntrustedProxy(
  addressOf: Reader<string>,
  isFromProxy: Reader<boolean>,
  log: Pick<Logger, 'warn'>,
): Reader<string> {
  let isWarned = false;
  return (request) => {
    const address = addressOf(request);
    if (!isWarned && isForwarded(request) && !isFromProxy(request) && isPrivate(address)) {
      isWarned = true;
      log.warn(
        { peer: address },
        'ignored forwarding headers: the peer is not in TRUSTED_PROXIES, so all clients behind it count as one',
      );
    }
    return address;
  };
}

function isForwarded({ headers }: IncomingMessage): boolean {
  return FORWARDING_HEADERS.some((name) => headers[name] !== undefined);
}
