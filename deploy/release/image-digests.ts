/**
 * `npm run image-digests`: pins the base images of the Dockerfile, of the compose example, of the evaluation chart and of the workflow
 * `ci` to the current digests of their tags. The owner of a tag can move it; a digest identifies the content.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const HELP = `npm run image-digests

Pins the base images of the Dockerfile, of deploy/compose.yaml, of the evaluation chart and of the workflow "ci" to the current
digests of their tags, and prints them. Needs access to Docker Hub.

  --help    print this help
`;
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const REGISTRY = 'https://registry-1.docker.io';
const TIMEOUT_MS = 30_000;
/** An official image has a name, a tag and, once it is pinned, a digest. */
const DIGEST = String.raw`(?<digest>@sha256:[0-9a-f]{64})?`;
const SERVERS = new RegExp(`(?<=^ +image: )(?<name>postgres|nats):(?<tag>[\\w.-]+)${DIGEST}$`, 'gm');
const PLACES: readonly (readonly [file: string, image: RegExp])[] = [
  ['Dockerfile', new RegExp(`(?<=^ARG NODE_IMAGE=)(?<name>node):(?<tag>[\\w.-]+)${DIGEST}$`, 'gm')],
  [
    '.github/workflows/ci.yml',
    new RegExp(`(?<=^ +container: )(?<name>node):(?<tag>[\\w.-]+)${DIGEST}$`, 'gm'),
  ],
  ['deploy/compose.yaml', SERVERS],
  ['charts/crypto-tax-evaluation/values.yaml', SERVERS],
  ['charts/crypto-tax-evaluation/Chart.yaml', SERVERS],
];
/** Files with base images. */
export const FILES_WITH_IMAGES = PLACES.map(([file]) => file);

/** Returns the base images that are named by a tag alone, whose content can change, with their files. */
export function unpinnedImages(root: string): readonly string[] {
  return PLACES.flatMap(([file, pattern]) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(pattern)]
      .filter(({ groups }) => groups?.['digest'] === undefined)
      .map(({ groups }) => `${groups?.['name'] ?? ''}:${groups?.['tag'] ?? ''} in ${file}`),
  );
}

/** Media types: an index of images for several processors, or a single image. */
const MANIFESTS = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ');

/**
 * Writes the digests into the files at `root`, all or none, and returns the pinned images. Rejects if the registry does not
 * answer or does not have an image.
 */
export async function pinImages(root: string, registry = REGISTRY): Promise<readonly string[]> {
  const files = await Promise.all(
    PLACES.map(async ([file, pattern]) => {
      const text = readFileSync(join(root, file), 'utf8');
      const digests = new Map<string, string>();
      for (const { groups } of text.matchAll(pattern)) {
        const { name = '', tag = '' } = groups ?? {};
        digests.set(`${name}:${tag}`, await digestOf(registry, name, tag));
      }
      const pinned: string[] = [];
      const changed = text.replace(pattern, (_image, name: string, tag: string) => {
        const image = `${name}:${tag}@${digests.get(`${name}:${tag}`) ?? ''}`;
        pinned.push(image);
        return image;
      });
      return { file, changed, pinned };
    }),
  );
  for (const { file, changed } of files) writeFileSync(join(root, file), changed);
  return files.flatMap(({ pinned }) => pinned);
}

async function digestOf(registry: string, name: string, tag: string): Promise<string> {
  const url = `${registry}/v2/library/${name}/manifests/${tag}`;
  const ask = (authorization: Record<string, string>): Promise<Response> =>
    fetch(url, {
      method: 'HEAD',
      headers: { accept: MANIFESTS, ...authorization },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  const first = await ask({});
  const answer = first.status === 401 ? await ask({ authorization: await tokenFor(first) }) : first;
  const digest = answer.headers.get('docker-content-digest') ?? '';
  if (!answer.ok || !/^sha256:[0-9a-f]{64}$/.test(digest))
    throw new Error(`${url} answered ${String(answer.status)} without a digest`);
  return digest;
}

/** Fetches a read token from the address in the registry's challenge (Docker's token authentication). */
async function tokenFor(rejected: Response): Promise<string> {
  const challenge = rejected.headers.get('www-authenticate') ?? '';
  const fields = new Map(
    [...challenge.matchAll(/\b(\w+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]),
  );
  const url = new URL(fields.get('realm') ?? '');
  for (const key of ['service', 'scope']) url.searchParams.set(key, fields.get(key) ?? '');
  const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  const { token } = (await answer.json()) as { token?: string };
  return `Bearer ${token ?? ''}`;
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { help: { type: 'boolean' } } });
  try {
    if (values.help === true) process.stdout.write(HELP);
    else process.stdout.write((await pinImages(ROOT)).map((image) => `${image}\n`).join(''));
  } catch (error) {
    const { message, cause } = error as Error;
    const reason = cause instanceof Error ? `${message} (${cause.message})` : message;
    process.stderr.write(
      `image-digests: no file was changed, because the registry did not give every digest: ${reason}\n`,
    );
    process.exitCode = 1;
  }
}
