/** Loaded into a client's process (--import): names below rolling.test are looked up in a file, all others as ever. */
import { readFileSync } from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';

type Lookup = (host: string, options: object) => Promise<unknown>;

const file = process.env['ROLLING_NAMES'] ?? '';
// As gRPC loads it: what is changed here is what it calls.
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
