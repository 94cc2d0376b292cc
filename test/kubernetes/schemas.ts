/** The API descriptions of Kubernetes, one for each minor version, from its Go module. */
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findOnPath } from '../../deploy/stack/on-path.ts';
import type { ApiDescription } from './validate.ts';

/** The first patch of each version that the chart supports: it has the fewest fields. */
export const VERSIONS = ['1.29.0', '1.30.0', '1.31.0', '1.32.0', '1.33.0', '1.34.0', '1.35.0'];

const CACHE = fileURLToPath(new URL('../../.cache/kubernetes', import.meta.url));
/** Path of the description in the module. */
const DESCRIPTION = 'api/openapi-spec/swagger.json';
const DOWNLOAD_MS_MAX = 600_000;

/** Returns the description of a version, or the reason why it is not available. Downloads 16 MB on first use. */
export async function descriptionOf(version: string): Promise<ApiDescription | string> {
  const file = join(CACHE, `${version}.json`);
  if (!existsSync(file)) {
    const reason = await download(version, file);
    if (reason !== null) return reason;
  }
  return JSON.parse(readFileSync(file, 'utf8')) as ApiDescription;
}

/** Copies the description from the module, and removes the rest of the module. Returns the reason if that is not possible. */
async function download(version: string, file: string): Promise<string | null> {
  const go = findOnPath('go') ?? ['/usr/local/go/bin/go'].find(existsSync);
  if (go === undefined) return 'go is not installed';
  mkdirSync(CACHE, { recursive: true });
  const work = mkdtempSync(join(CACHE, 'download-'));
  const env = { ...process.env, GOMODCACHE: work, GOFLAGS: '-modcacherw' };
  const options = { cwd: work, env, timeout: DOWNLOAD_MS_MAX };
  try {
    const args = ['mod', 'download', '-json', `k8s.io/kubernetes@v${version}`];
    const { stdout } = await promisify(execFile)(go, args, options);
    const { Dir: folder } = JSON.parse(stdout) as { readonly Dir: string };
    cpSync(join(folder, DESCRIPTION), join(work, 'description.json'));
    renameSync(join(work, 'description.json'), file);
    return null;
  } catch (error) {
    const { stdout = '', message } = error as Error & { stdout?: string };
    const [, reason = message] = /"Error": "([^"]*)/.exec(stdout) ?? [];
    return `k8s.io/kubernetes v${version} cannot be downloaded: ${reason}`;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
