/** Finds wrk and h2load on the PATH, else in Debian's packages in the cache folder, without changing the system. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unpackDebianPackages } from '../../../deploy/stack/debian-packages.ts';
import { findOnPath, isExecutable } from '../../../deploy/stack/on-path.ts';

const CACHE = fileURLToPath(new URL('../../../.cache/load', import.meta.url));
const PACKAGES = [
  'wrk',
  'libluajit-5.1-2',
  'libluajit-5.1-common',
  'nghttp2-client',
  'libnghttp2-14',
  'libjemalloc2',
  'libev4',
];

export interface Tool {
  readonly command: string;
  /** Extra environment variables of its process. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Finds a tool; fetches it the first time. Rejects with what to install when it is not available. */
export async function findTool(name: 'wrk' | 'h2load'): Promise<Tool> {
  const onPath = findOnPath(name);
  if (onPath !== undefined) return { command: onPath, environment: {} };
  const cached = join(CACHE, 'usr', 'bin', name);
  if (!isExecutable(cached)) await fetchTools(name);
  const libraries = join(CACHE, 'usr', 'lib');
  const folders = readdirSync(libraries).filter((folder) => folder.endsWith('-linux-gnu'));
  return {
    command: cached,
    environment: { LD_LIBRARY_PATH: folders.map((folder) => join(libraries, folder)).join(':') },
  };
}

async function fetchTools(name: string): Promise<void> {
  try {
    await unpackDebianPackages(PACKAGES, CACHE);
  } catch (error) {
    const how = 'Debian: apt-get install wrk nghttp2-client';
    throw new Error(`${name} is not installed and could not be fetched: install it (${how})`, {
      cause: error,
    });
  }
  if (!existsSync(join(CACHE, 'usr', 'bin', name))) throw new Error(`Debian's packages hold no ${name}`);
}
