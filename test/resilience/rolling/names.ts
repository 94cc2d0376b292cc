/** Loaded into a client process (--import): resolves names below rolling.test from a file, and all others as usual. */
import { readFileSync } from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';

type Lookup = (host: string, options: object) => Promise<unknown>;

const file = process.env['ROLLING_NAMES'] ?? '';
// Loaded the way gRPC loads it, so that gRPC calls the replaced functions.
const { promises } = createRequire(import.meta.url)('node:dns') as {
  promises: { lookup: Lookup; resolveTxt: (host: string) => Promise<string[][]> };
};
const { lookup, resolveTxt } = promises;
const isOurs = (host: string): boolean => host.endsWith('.rolling.test');

promises.lookup = (host, options) => {
  if (!isOurs(host)) return lookup(host, options);
  const { [host]: addresses = [] } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string[]>;
  const found = addresses.map((address) => ({ address, family: 4 }));
  const none = Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' });
  return found.length === 0 ? Promise.reject(none) : Promise.resolve(found);
};
promises.resolveTxt = (host) => (isOurs(host) ? Promise.resolve([]) : resolveTxt(host));
syncBuiltinESMExports();
