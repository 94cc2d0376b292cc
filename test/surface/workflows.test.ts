/** The workflows: actions by commit, images by digest or watched by `npm run image-digests`, least permissions, commands that exist. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { FILES_WITH_IMAGES, unpinnedImages } from '../../deploy/release/image-digests.ts';
import { IMAGES } from '../../deploy/release/dependencies.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

interface Step {
  readonly run?: string;
  readonly uses?: string;
}

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<
    Record<string, { readonly 'timeout-minutes'?: number; readonly steps: readonly Step[] }>
  >;
}

const WORKFLOWS = globSync('.github/workflows/*.yml', { cwd: ROOT }).sort();
const RELEASE = '.github/workflows/release.yml';
const jobsOf = (file: string) => Object.entries((parse(read(file)) as Workflow).jobs);
const commandsOf = (file: string): string =>
  jobsOf(file)
    .flatMap(([, { steps }]) => steps.map(({ run = '' }) => run))
    .join('\n');

describe.each(WORKFLOWS)('%s', (file) => {
  it('names each action by its commit, with the version behind it', () => {
    const used = [...read(file).matchAll(/uses: (.*)$/gm)].map(([, action]) => action);
    expect(used.length).toBeGreaterThan(0);
    for (const action of used) expect(action).toMatch(/^[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('names one commit for each version of an action', () => {
    const all = WORKFLOWS.flatMap((each) => [...read(each).matchAll(/uses: (\S+)@(\S+)/g)]);
    const commits = Map.groupBy(all, ([, action]) => action);
    for (const [action, found] of commits)
      expect([action, new Set(found.map(([, , commit]) => commit)).size]).toEqual([action, 1]);
  });

  it('reads the repository alone unless a job needs more, and each job ends', () => {
    expect((parse(read(file)) as Workflow).permissions).toEqual({ contents: 'read' });
    for (const [name, job] of jobsOf(file))
      expect([name, job['timeout-minutes']]).toEqual([name, expect.any(Number)]);
  });

  it('runs only npm scripts that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    for (const [, script = ''] of commandsOf(file).matchAll(/npm run ([\w:-]+)/g))
      expect(Object.keys(scripts)).toContain(script);
  });

  it('puts no text of an event into a command, where it would be run', () => {
    expect(commandsOf(file)).not.toContain('${{');
  });
});

describe('images of other people', () => {
  it('have a digest, or are in a file that npm run image-digests pins and a release checks', () => {
    const files = globSync(
      ['Dockerfile', '.github/workflows/*.yml', 'deploy/*.yaml', 'charts/*/{values,Chart}.yaml'],
      {
        cwd: ROOT,
      },
    );
    const unpinned = unpinnedImages(ROOT).join('\n');
    for (const file of files)
      for (const [, image = ''] of read(file).matchAll(
        /(?:^ARG \w+_IMAGE=|^FROM |^ +(?:image|container): )([a-z][\w./-]*:[\w.-]+(?:@\S+)?)$/gm,
      )) {
        if (/@sha256:[0-9a-f]{64}$/.test(image) || image.includes('crypto-tax/')) continue;
        expect(unpinned).toContain(`${image} in ${file}`);
        expect(FILES_WITH_IMAGES).toContain(file);
      }
  });
});

describe('the release', () => {
  const commands = commandsOf(RELEASE);

  it('builds, signs and joins every image, for both processors', () => {
    const images = Object.keys(IMAGES).join(' ');
    expect(commands.split(`for target in ${images}; do`)).toHaveLength(3);
    const dockerfile = read('Dockerfile');
    for (const image of Object.keys(IMAGES))
      expect(dockerfile).toMatch(new RegExp(`^FROM .+ AS ${image}$`, 'm'));
    expect(read(RELEASE)).toMatch(/processor: amd64[^]*processor: arm64/);
    expect(commands.match(/cosign sign --yes "\S+@\$digest"/g)).toHaveLength(2);
  });

  it('attests provenance of images, charts and files, and the bill of materials of each image', () => {
    const used = jobsOf(RELEASE).flatMap(([, { steps }]) => steps.map(({ uses = '' }) => uses.split('@')[0]));
    expect(used.filter((action) => action === 'actions/attest-build-provenance')).toHaveLength(2);
    expect(used).toContain('actions/attest-sbom');
  });

  it('checks the tag before it publishes anything', () => {
    const [[first, job] = ['', undefined]] = jobsOf(RELEASE);
    expect([first, job?.steps.at(-1)?.run]).toEqual([
      'check',
      'npm run release:artefacts -- --check "$GITHUB_REF_NAME"',
    ]);
    expect(read(RELEASE)).toMatch(
      /images:\n {4}needs: check[^]*publish:\n {4}needs: images[^]*attest:\n {4}needs: publish/,
    );
  });
});
