/** The version is the same everywhere, and `npm run release` changes it everywhere; tested in a scratch copy. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { placesOf } from '../../deploy/release/places.ts';
import { CHANGELOG, versionsOf } from '../../deploy/release/release.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (root: string, file: string): string => readFileSync(join(root, file), 'utf8');
const FILES = [...placesOf(ROOT).map(({ file }) => file), CHANGELOG];

describe('the version', () => {
  it('is the same in every place that holds it', () => {
    expect([...versionsOf(ROOT).keys()]).toHaveLength(1);
  });

  it('is in every manifest, in the chart and in the OpenAPI document', () => {
    const manifests = globSync(['package.json', '{services/*,proto,client,deploy,test}/package.json'], {
      cwd: ROOT,
    });
    for (const file of [
      ...manifests,
      'package-lock.json',
      'Dockerfile',
      'charts/crypto-tax/Chart.yaml',
      'docs/openapi.json',
    ])
      expect(FILES).toContain(file);
  });

  it('is that of each of our images, wherever one is named with a version', () => {
    const [version] = versionsOf(ROOT).keys();
    const files = globSync(['Dockerfile', 'deploy/*.yaml', 'charts/**/*.yaml', 'docs/**/*.md', 'README.md'], {
      cwd: ROOT,
    });
    const named = files.flatMap((file) =>
      [...read(ROOT, file).matchAll(/crypto-tax\/\$?\w+:(\d+\.\d+\.\d+)/g)].map(([image, tag]) => ({
        image,
        tag,
      })),
    );
    expect(named.filter(({ tag }) => tag !== version)).toEqual([]);
  });
});

/** Files with base images, and a base image in them. */
const WITH_IMAGES = [
  'Dockerfile',
  '.github/workflows/ci.yml',
  'deploy/compose.yaml',
  'charts/crypto-tax-evaluation/values.yaml',
  'charts/crypto-tax-evaluation/Chart.yaml',
];
const BASE_IMAGE = /((?:NODE_IMAGE=|image: |container: )(?:node|postgres|nats):[\w.-]+)$/gm;

describe('npm run release', () => {
  let scratch: string;
  let current: string;
  let next: string;
  const release = (...args: readonly string[]): { code: number | null; out: string } => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(scratch, 'deploy/release/main.ts'), ...args],
      { encoding: 'utf8' },
    );
    return { code: status, out: stdout + stderr };
  };
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...args], {
      cwd: scratch,
      encoding: 'utf8',
    }).trim();
  const commitAll = (): void => {
    git('add', '--all');
    git('commit', '--quiet', '--message', 'all');
  };
  /** Changes a file while `work` runs. */
  const withFile = (file: string, change: (text: string) => string, work: () => void): void => {
    const before = read(scratch, file);
    writeFileSync(join(scratch, file), change(before));
    commitAll();
    work();
    writeFileSync(join(scratch, file), before);
    commitAll();
  };

  /** Replaces the test of the clients in the scratch copy by a program that prints `lines` and ends with `code`. */
  const clientsThat = (code: number, ...lines: readonly string[]): void => {
    const program = `process.stdout.write(${JSON.stringify(lines.map((line) => `${line}\n`).join(''))});\nprocess.exitCode = ${String(code)};\n`;
    mkdirSync(join(scratch, 'test/clients'), { recursive: true });
    writeFileSync(join(scratch, 'test/clients/main.ts'), program);
  };

  beforeAll(() => {
    scratch = mkdtempSync(join(tmpdir(), 'ctx-release-'));
    for (const file of [...FILES, ...WITH_IMAGES, 'deploy/release'])
      cpSync(join(ROOT, file), join(scratch, file), { recursive: true });
    for (const file of WITH_IMAGES)
      writeFileSync(
        join(scratch, file),
        read(scratch, file).replace(BASE_IMAGE, `$1@sha256:${'0'.repeat(64)}`),
      );
    const changelog = read(scratch, CHANGELOG).replace(
      '## Unreleased\n',
      '## Unreleased\n\n- Something that is new.\n',
    );
    writeFileSync(join(scratch, CHANGELOG), changelog);
    clientsThat(0, 'skipped  oapi-codegen (Go): go is not on the PATH');
    git('init', '--quiet');
    git('config', 'user.name', 'Test');
    git('config', 'user.email', 'test@example.org');
    commitAll();
    [current = ''] = versionsOf(ROOT).keys();
    next = `${String(Number(current.split('.')[0]) + 1)}.2.3`;
  });
  afterAll(() => {
    rmSync(scratch, { recursive: true, force: true });
  });

  it('prints its help, and rejects wrong usage', () => {
    expect(release('--help')).toMatchObject({
      code: 0,
      out: expect.stringContaining('npm run release -- X.Y.Z'),
    });
    for (const args of [[], ['1.2.3', '4.5.6'], ['--nonsense'], [next, '--date', '31/12/2026']])
      expect(release(...args)).toMatchObject({ code: 2, out: expect.stringMatching(/^release: .*\n$/) });
  });

  it('rejects an invalid version and one that is not higher, and changes nothing', () => {
    for (const version of ['1.2', 'v1.2.3', '1.2.3-rc.1', '0.0.0', '01.2.3'])
      expect(release(version)).toMatchObject({ code: 1, out: expect.stringContaining(version) });
    expect(git('status', '--porcelain')).toBe('');
  });

  it('rejects an uncommitted file', () => {
    writeFileSync(join(scratch, 'left.txt'), 'left over\n');
    expect(release(next)).toMatchObject({
      code: 1,
      out: expect.stringContaining('not committed: ?? left.txt'),
    });
    rmSync(join(scratch, 'left.txt'));
  });

  it.each([
    ['Dockerfile', 'node:24'],
    ['deploy/compose.yaml', 'postgres:18'],
    ['deploy/compose.yaml', 'nats:2'],
    ['charts/crypto-tax-evaluation/values.yaml', 'postgres:18'],
    ['charts/crypto-tax-evaluation/values.yaml', 'nats:2'],
    ['charts/crypto-tax-evaluation/Chart.yaml', 'nats:2'],
  ])('rejects a base image that has a tag alone, with the command to run: in %s, %s', (file, image) => {
    const withoutDigest = (text: string): string =>
      text.replace(new RegExp(`(${image}[^@\\n]*)@sha256:[0-9a-f]{64}`), '$1');
    withFile(file, withoutDigest, () => {
      for (const args of [[next], [next, '--dry-run'], [next, '--commit']]) {
        const { code, out } = release(...args);
        expect(code).toBe(1);
        expect(out).toContain(`base image without a digest: ${image}`);
        expect(out).toContain(`in ${file}; run "npm run image-digests"`);
      }
    });
  });

  it('rejects an empty Unreleased section of the changelog', () => {
    const emptied = (text: string): string => text.replace(/(?<=^## Unreleased\n)[^]*/m, '\n### Added\n\n');
    withFile(CHANGELOG, emptied, () => {
      expect(release(next)).toMatchObject({
        code: 1,
        out: expect.stringContaining('nothing under "## Unreleased"'),
      });
    });
  });

  it.each(placesOf(ROOT))('rejects another version in $file', ({ file, withVersion }) => {
    withFile(
      file,
      (text) => withVersion(text, '0.0.1'),
      () => {
        expect(release(next)).toMatchObject({
          code: 1,
          out: expect.stringMatching(`0\\.0\\.1 is in .*${file}`),
        });
      },
    );
  });

  it('prints what it would change, and changes nothing, with --dry-run', () => {
    const { code, out } = release(next, '--dry-run');
    expect([code, git('status', '--porcelain')]).toEqual([0, '']);
    for (const file of FILES) expect(out).toContain(`  ${file}\n`);
  });

  it('with --commit rejects a generated client that is broken, with what is wrong, and changes nothing', () => {
    const passing = read(scratch, 'test/clients/main.ts');
    clientsThat(
      1,
      'FAILED   oapi-codegen (Go)',
      '         SetCircumstancesResponse redeclared in this block',
    );
    commitAll();
    const { code, out } = release(next, '--commit');
    expect([code, git('status', '--porcelain'), git('tag', '--list')]).toEqual([1, '', '']);
    expect(out).toMatch(
      /not released:\n {2}npm run test:clients failed:\n {2}FAILED {3}oapi-codegen \(Go\)\n.*redeclared/,
    );
    writeFileSync(join(scratch, 'test/clients/main.ts'), passing);
    commitAll();
  });

  it('changes every place and the changelog, commits and tags with --commit, and rejects the same version again', () => {
    const before = new Map(FILES.map((file) => [file, read(scratch, file)]));
    expect(release(next, '--date', '2031-02-03', '--commit')).toMatchObject({
      code: 0,
      out: expect.stringContaining('release: client NOT tested: oapi-codegen (Go): go is not on the PATH\n'),
    });
    expect(git('status', '--porcelain')).toBe('');
    expect(git('log', '-1', '--format=%s %D')).toContain(`release: ${next} `);
    expect(git('tag', '--points-at', 'HEAD')).toBe(`v${next}`);
    expect(git('diff', '--name-only', 'HEAD~1').split('\n').sort()).toEqual([...FILES].sort());
    expect([...versionsOf(scratch).keys()]).toEqual([next]);
    expect(read(scratch, CHANGELOG)).toContain(
      `## Unreleased\n\n## ${next} - 2031-02-03\n\n- Something that is new.\n`,
    );
    for (const { file, withVersion } of placesOf(scratch))
      expect(withVersion(read(scratch, file), current) === before.get(file)).toBe(true);
    expect(release(next)).toMatchObject({ code: 1, out: expect.stringContaining(`${next} is not higher`) });
  });
});
