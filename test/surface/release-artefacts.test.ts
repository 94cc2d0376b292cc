/** `npm run release:artefacts`: the files of a release, made here without a registry. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { unzipSync } from 'fflate';
import { parse } from 'yaml';
import { IMAGES } from '../../deploy/release/dependencies.ts';
import { findHelm, VERSION } from '../chart/helm.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PROGRAM = join(ROOT, 'deploy/release/artefacts.ts');
const REPOSITORY = 'https://git.example.com/tax';
const PREFIX = 'registry.example.com/tax';
const digestOf = (image: string): string => `sha256:${createHash('sha256').update(image).digest('hex')}`;
const DIGESTS = Object.keys(IMAGES).flatMap((image) => ['--digest', `${image}=${digestOf(image)}`]);

let out: string;
let result: { status: number | null; stderr: string };

function artefacts(...args: readonly string[]): { status: number | null; stderr: string } {
  const { status, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], { encoding: 'utf8' });
  return { status, stderr };
}

beforeAll(async () => {
  out = mkdtempSync(join(tmpdir(), 'ctx-artefacts-'));
  const helm = ['--helm', await findHelm('helm4')];
  result = artefacts('--out', out, ...helm, '--images', PREFIX, '--repository', REPOSITORY, ...DIGESTS);
}, 120_000);
afterAll(() => {
  rmSync(out, { recursive: true, force: true });
});

/** Returns a file of the packaged chart. */
function inChart(file: string): string {
  const chart = join(out, `crypto-tax-${VERSION}.tgz`);
  return execFileSync('tar', ['-xzOf', chart, `crypto-tax/${file}`], { encoding: 'utf8' });
}

describe('npm run release:artefacts', () => {
  it('writes the charts, a bill for each image, the messages and the interface description', () => {
    expect(result).toEqual({ status: 0, stderr: '' });
    expect(readdirSync(out).sort()).toEqual(
      [
        'SHA256SUMS',
        ...Object.keys(IMAGES).map((image) => `${image}.cdx.json`),
        `crypto-tax-${VERSION}-openapi.json`,
        `crypto-tax-${VERSION}-proto.zip`,
        `crypto-tax-${VERSION}.binpb`,
        `crypto-tax-${VERSION}.tgz`,
        `crypto-tax-evaluation-${VERSION}.tgz`,
      ].sort(),
    );
  });

  it('lists the checksum of every file', () => {
    const checked = spawnSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], {
      cwd: out,
      encoding: 'utf8',
    });
    expect(checked.status).toBe(0);
    expect(checked.stdout.trim().split('\n')).toHaveLength(readdirSync(out).length - 1);
  });

  it('names the images of the release, by digest, in the values of the packaged chart', () => {
    const values = parse(inChart('values.yaml')) as Record<
      string,
      { repository?: string; image?: { digest: string } }
    >;
    expect(values['image']?.repository).toBe(PREFIX);
    for (const image of Object.keys(IMAGES))
      expect([image, values[image]?.image?.digest]).toEqual([image, digestOf(image)]);
  });

  it('names the public repository where the chart says where it comes from', () => {
    const { home, sources, icon } = parse(inChart('Chart.yaml')) as Record<string, unknown>;
    expect({ home, sources }).toEqual({ home: REPOSITORY, sources: [REPOSITORY] });
    expect(icon).toBe(`${REPOSITORY}/raw/main/services/gateway/src/ui/icon.svg`);
  });

  it('has the messages as files and as a descriptor set with comments', () => {
    const archive = unzipSync(readFileSync(join(out, `crypto-tax-${VERSION}-proto.zip`)));
    expect(Object.keys(archive)).toEqual(
      readdirSync(join(ROOT, 'proto/ctx/v1'))
        .sort()
        .map((file) => `ctx/v1/${file}`),
    );
    const set = readFileSync(join(out, `crypto-tax-${VERSION}.binpb`), 'latin1');
    expect(set).toContain('ImportService');
    expect(set).toContain('The first characters of the secret');
  });

  it('rejects a folder that has files, and a publication without all digests', async () => {
    const helm = ['--helm', await findHelm('helm4')];
    expect(artefacts('--out', out, ...helm)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('is not empty'),
    });
    const some = ['--images', PREFIX, '--repository', REPOSITORY, ...DIGESTS.slice(2)];
    expect(artefacts('--out', `${out}/new`, ...helm, ...some)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--digest for each of gateway, read, corrections, recalc, tools'),
    });
  });

  it('rejects a tag that is not the version of the checkout', () => {
    expect(artefacts('--check', 'v0.0.1')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(`the tag is v0.0.1, the version ${VERSION}`),
    });
  });
});
