/** The API descriptions of Kubernetes, one for each minor version, from its Go module. */
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { findOnPath } from '../../deploy/stack/on-path.ts';
import type { ApiDescription, ResourceDefinition } from './validate.ts';

/** The first patch of each version that the chart supports: it has the fewest fields. */
export const VERSIONS = ['1.29.0', '1.30.0', '1.31.0', '1.32.0', '1.33.0', '1.34.0', '1.35.0'];

/** The oldest version of CloudNativePG that the example names. */
export const CLOUDNATIVE_PG = '1.25.0';

const CACHE = fileURLToPath(new URL('../../.cache/kubernetes', import.meta.url));
/** Path of the description in the module. */
const DESCRIPTION = 'api/openapi-spec/swagger.json';
const DOWNLOAD_MS_MAX = 600_000;

/** A file of a Go module. */
interface Source {
  readonly module: string;
  readonly version: string;
  readonly path: string;
}

/** Why a file is not available. */
export class Unavailable extends Error {}

/** Returns the description of a version. Downloads 16 MB on first use. @throws Unavailable */
export async function descriptionOf(version: string): Promise<ApiDescription> {
  const text = await textOf({ module: 'k8s.io/kubernetes', version, path: DESCRIPTION });
  return JSON.parse(text) as ApiDescription;
}

/** Returns the definition of CloudNativePG's clusters, for the example. @throws Unavailable */
export async function clusterDefinition(): Promise<ResourceDefinition> {
  const module = 'github.com/cloudnative-pg/cloudnative-pg';
  const path = 'config/crd/bases/postgresql.cnpg.io_clusters.yaml';
  return parse(await textOf({ module, version: CLOUDNATIVE_PG, path })) as ResourceDefinition;
}

async function textOf(source: Source): Promise<string> {
  const file = join(CACHE, `${basename(source.module)}-${source.version}${extname(source.path)}`);
  if (!existsSync(file)) await download(source, file);
  return readFileSync(file, 'utf8');
}

/** Copies a file from its module, and removes the rest of the module. */
async function download({ module, version, path }: Source, file: string): Promise<void> {
  const go = findOnPath('go') ?? ['/usr/local/go/bin/go'].find(existsSync);
  if (go === undefined) throw new Unavailable('go is not installed');
  mkdirSync(CACHE, { recursive: true });
  const work = mkdtempSync(join(CACHE, 'download-'));
  const env = { ...process.env, GOMODCACHE: work, GOFLAGS: '-modcacherw' };
  const options = { cwd: work, env, timeout: DOWNLOAD_MS_MAX };
  try {
    const args = ['mod', 'download', '-json', `${module}@v${version}`];
    const { stdout } = await promisify(execFile)(go, args, options);
    const { Dir: folder } = JSON.parse(stdout) as { readonly Dir: string };
    cpSync(join(folder, path), join(work, 'copy'));
    renameSync(join(work, 'copy'), file);
  } catch (error) {
    const { stdout = '', message } = error as Error & { stdout?: string };
    const [, reason = message] = /"Error": "([^"]*)/.exec(stdout) ?? [];
    throw new Unavailable(`${module} v${version} cannot be downloaded: ${reason}`);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
