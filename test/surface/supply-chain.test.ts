/** Third-party packages and images: no install scripts, known vulnerabilities reported, images pinned by digest. */
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { pinImages } from '../../deploy/release/image-digests.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The packages of a lock file without our own. */
function packagesOf(folder: string): (readonly [path: string, { integrity?: string; resolved?: string }])[] {
  const lock = JSON.parse(readFileSync(join(ROOT, folder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { link?: boolean; integrity?: string; resolved?: string }>;
  };
  return Object.entries(lock.packages).filter(
    ([path, { link }]) => path.includes('node_modules/') && link !== true,
  );
}

describe.each(['.', 'tools'])('npm ci in %s', (folder) => {
  it('runs no script of a dependency, and installs only packages with a checksum in the lock file', () => {
    expect(readFileSync(join(ROOT, folder, '.npmrc'), 'utf8').split('\n')).toContain('ignore-scripts=true');
    const packages = packagesOf(folder);
    expect(packages.length).toBeGreaterThan(500);
    for (const [path, { integrity }] of packages)
      expect([path, integrity]).toEqual([path, expect.stringMatching(/^sha512-/)]);
  });

  it('asks the registry that npm is configured with: the lock file has no addresses', () => {
    expect(packagesOf(folder).filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  });
});

describe('npm ci in the root', () => {
  it('does not install what only rare commands need', () => {
    const names = new Set(packagesOf('.').map(([path]) => path.split('node_modules/').at(-1)));
    const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'tools/package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    expect(Object.keys(dependencies).length).toBeGreaterThan(5);
    expect(Object.keys(dependencies).filter((name) => names.has(name))).toEqual([]);
  });
});

describe('npm run advisories', () => {
  /** Runs the command against a registry that gives this response to requests for advisories. */
  async function check(status: number, answer: object, ...args: readonly string[]) {
    const registry = createServer((request, response) => {
      request.resume().on('end', () => {
        response.writeHead(request.url?.endsWith('/advisories/bulk') === true ? status : 404);
        response.end(JSON.stringify(answer));
      });
    });
    await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
    const { port } = registry.address() as AddressInfo;
    const ended = new Promise<{ code: number; out: string }>((resolve) => {
      execFile(
        process.execPath,
        [`${ROOT}/deploy/release/advisories.ts`, ...args],
        { env: { ...process.env, npm_config_registry: `http://127.0.0.1:${String(port)}/` } },
        (error, out) => {
          resolve({ code: Number(error?.code ?? 0), out });
        },
      );
    });
    return ended.finally(() => registry.close());
  }

  const EXPRESS = {
    express: [
      {
        id: 1,
        title: 'Something bad',
        severity: 'high',
        vulnerable_versions: '<99',
        url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
      },
    ],
  };

  it('succeeds when no advisory is known', async () => {
    expect(await check(200, {})).toEqual({
      code: 0,
      out: 'no known vulnerability in the production packages\n',
    });
  });

  it('names the package, the advisory and its address, unless it was accepted', async () => {
    const found = await check(200, EXPRESS);
    expect(found.code).toBe(1);
    expect(found.out).toContain(
      'high: express <99: Something bad (https://github.com/advisories/GHSA-aaaa-bbbb-cccc)',
    );
    expect(await check(200, EXPRESS, '--accept', 'GHSA-aaaa-bbbb-cccc')).toMatchObject({ code: 0 });
  });

  it('fails and says that it did not check when the registry offers no advisories', async () => {
    const skipped = await check(405, {});
    expect(skipped).toEqual({ code: 3, out: expect.stringMatching(/^advisories were NOT checked: /) });
  });
});

describe('npm run image-digests', () => {
  const digestOf = (name: string): string => `sha256:${createHash('sha256').update(name).digest('hex')}`;

  /** Starts a registry that gives a token to every client, as Docker Hub does, and has `images`. */
  async function withRegistry<Result>(
    images: readonly string[],
    work: (address: string) => Promise<Result>,
  ): Promise<Result> {
    const server = createServer((request, response) => {
      const address = `http://${request.headers.host ?? ''}`;
      const [, name = '', tag = ''] = /^\/v2\/library\/(\w+)\/manifests\/(.+)$/.exec(request.url ?? '') ?? [];
      if (request.url?.startsWith('/token?service=here&scope=repository') === true)
        response.end(JSON.stringify({ token: 'to-read' }));
      else if (request.headers.authorization !== 'Bearer to-read') {
        const challenge = `Bearer realm="${address}/token",service="here",scope="repository:library/${name}:pull"`;
        response.writeHead(401, { 'www-authenticate': challenge }).end();
      } else if (images.includes(`${name}:${tag}`))
        response.writeHead(200, { 'docker-content-digest': digestOf(`${name}:${tag}`) }).end();
      else response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    return work(`http://127.0.0.1:${String(port)}`).finally(() => {
      server.closeAllConnections();
      server.close();
    });
  }

  const FILES = [
    'Dockerfile',
    '.github/workflows/ci.yml',
    'deploy/compose.yaml',
    'charts/crypto-tax-evaluation/values.yaml',
    'charts/crypto-tax-evaluation/Chart.yaml',
  ] as const;
  const scratch = mkdtempSync(join(tmpdir(), 'ctx-digests-'));
  for (const file of FILES) mkdirSync(dirname(join(scratch, file)), { recursive: true });
  const textOf = (file: string): string => readFileSync(join(scratch, file), 'utf8');
  beforeEach(() => {
    for (const file of FILES) cpSync(join(ROOT, file), join(scratch, file));
  });
  afterAll(() => {
    rmSync(scratch, { recursive: true, force: true });
  });

  const NAMED = FILES.flatMap((file) =>
    [
      ...readFileSync(join(ROOT, file), 'utf8').matchAll(
        /(?:NODE_IMAGE=|image: |container: )((?:node|postgres|nats):[\w.-]+)/g,
      ),
    ].map(([, image = '']) => image),
  );

  it('pins every third-party image to the digest of its tag, and gives the same result when run again', async () => {
    expect([...new Set(NAMED.map((image) => image.split(':')[0]))]).toEqual(['node', 'postgres', 'nats']);
    const pinned = NAMED.map((image) => `${image}@${digestOf(image)}`);
    for (let day = 1; day <= 2; day += 1) {
      expect(await withRegistry(NAMED, (address) => pinImages(scratch, address))).toEqual(pinned);
      const text = FILES.map(textOf).join('\n');
      for (const image of pinned) expect(text).toContain(`${image}\n`);
      expect(text.match(/@sha256:/g)).toHaveLength(pinned.length);
    }
  });

  it('changes nothing when the registry does not know one of the images', async () => {
    const some = withRegistry(NAMED.slice(1), (address) => pinImages(scratch, address));
    await expect(some).rejects.toThrow(/library\/node\/manifests\/.* answered 404/);
    for (const file of FILES) expect(textOf(file)).toBe(readFileSync(join(ROOT, file), 'utf8'));
  });
});
