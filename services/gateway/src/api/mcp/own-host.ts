/** Which hosts of a request are this service. */

/** The other names of a computer for itself. Another site cannot point them elsewhere, as it can its own name. */
const LOOPBACK_NAMES = ['127.0.0.1', '[::1]'];

/** Returns whether a request was sent to this service: to its base address, or to another name of the same computer where that is localhost. */
export function isOwnHost(host: string | undefined, { hostname, host: own, port }: URL): boolean {
  if (host === own) return true;
  return hostname === 'localhost' && LOOPBACK_NAMES.some((name) => host === `${name}:${port}`);
}
