/** What is installed and released of other people's packages: no install scripts, and a check for known vulnerabilities. */
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

describe('npm ci', () => {
  it('runs no script of a dependency, and installs what the lock file has a checksum of', () => {
    expect(readFileSync(`${ROOT}/.npmrc`, 'utf8').split('\n')).toContain('ignore-scripts=true');
    const lock = JSON.parse(readFileSync(`${ROOT}/package-lock.json`, 'utf8')) as {
      packages: Record<string, { link?: boolean; integrity?: string; resolved?: string }>;
    };
    const installed = Object.entries(lock.packages).filter(
      ([path, { link }]) => path.includes('node_modules/') && link !== true,
    );
    expect(installed.length).toBeGreaterThan(1000);
    for (const [path, { integrity }] of installed)
      expect([path, integrity]).toEqual([path, expect.stringMatching(/^sha512-/)]);
  });
});

describe('npm run advisories', () => {
  /** Runs the command against a registry that answers requests for advisories so. */
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
        ...{ id: 1, title: 'Something bad', severity: 'high', vulnerable_versions: '<99' },
        url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
      },
    ],
  };

  it('is content where none is known', async () => {
    expect(await check(200, {})).toEqual({
      code: 0,
      out: 'no known vulnerability in the packages of production\n',
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

  it('says that it did not check where the registry offers no advisories', async () => {
    const skipped = await check(405, {});
    expect(skipped).toEqual({ code: 3, out: expect.stringMatching(/^advisories were NOT checked: /) });
  });
});
