/** The packages in the images: accepted licences, complete bills of materials, and a document that is up to date. */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Bill, type Image, IMAGES, packagesOf } from '../../deploy/release/dependencies.ts';
import { isAccepted } from '../../deploy/release/licences.ts';
import { installTools } from '../../tools/install.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}
const manifestOf = (folder: string): Manifest => JSON.parse(read(`${folder}/package.json`)) as Manifest;

const EACH_IMAGE = Object.entries(IMAGES) as [Image, string][];

// Runs `npm run sbom` as for docs/licences.md, in a copy without installed packages.
const scratch = mkdtempSync(join(tmpdir(), 'ctx-sbom-'));
const out = join(scratch, 'bills');
const textOf = (image: Image): string => readFileSync(join(out, `${image}.cdx.json`), 'utf8');
const billOf = (image: Image): Bill => JSON.parse(textOf(image)) as Bill;

beforeAll(() => {
  const manifests = globSync(['{services/*,proto,client,deploy,test}/package.json'], { cwd: ROOT });
  const tools = ['install.ts', 'packages.ts', 'package-lock.json'].map((file) => join('tools', file));
  for (const file of ['package.json', 'package-lock.json', 'deploy/release', ...tools, ...manifests])
    cpSync(join(ROOT, file), join(scratch, file), { recursive: true });
  mkdirSync(join(scratch, 'docs'));
  installTools();
  symlinkSync(join(ROOT, 'tools/node_modules'), join(scratch, 'tools/node_modules'));
  execFileSync(process.execPath, [join(scratch, 'deploy/release/sbom.ts'), '--out', out], { stdio: 'pipe' });
});
afterAll(() => {
  rmSync(scratch, { recursive: true, force: true });
});

describe('The licences', () => {
  it.each(EACH_IMAGE)('of all packages in the image %s are accepted', (image) => {
    expect(packagesOf(billOf(image)).filter(({ licence }) => !isAccepted(licence))).toEqual([]);
  });

  it.each([
    ['MIT', true],
    ['(Apache-2.0 AND BSD-3-Clause)', true],
    ['(MIT OR GPL-3.0-only)', true],
    ['GPL-3.0-only', false],
    ['AGPL-3.0-or-later', false],
    ['(MIT AND GPL-2.0-only)', false],
    ['SEE LICENSE IN LICENSE.txt', false],
    ['', false],
    [null, false],
  ])('in the expression %j are accepted or not: %s', (licence, accepted) => {
    expect(isAccepted(licence)).toBe(accepted);
  });

  it('in docs/licences.md are what `npm run sbom` writes', () => {
    expect(read('docs/licences.md')).toBe(readFileSync(join(scratch, 'docs/licences.md'), 'utf8'));
  });
});

describe('The images of the release tools', () => {
  it('are the images of the Dockerfile, with the workspaces that it installs', () => {
    const installs = read('Dockerfile').matchAll(
      /^FROM modules AS modules-of-(\w+)$[^]*?sh \/install (\S+)$/gm,
    );
    expect(Object.fromEntries([...installs].map(([, image, workspace]) => [image, workspace]))).toEqual(
      IMAGES,
    );
  });
});

/** Packages of this repository that the services share. */
const OUR_PACKAGES = {
  '@ctx/contract': 'services/common/contract',
  '@ctx/domain': 'services/common/domain',
  '@ctx/platform': 'services/common/platform',
  '@ctx/proto': 'proto',
};

describe('A bill of materials', () => {
  it('is written for each image', () => {
    expect(readdirSync(out).sort()).toEqual(EACH_IMAGE.map(([image]) => `${image}.cdx.json`).sort());
    expect(new Set(EACH_IMAGE.map(([image]) => billOf(image).serialNumber)).size).toBe(EACH_IMAGE.length);
  });

  it.each(EACH_IMAGE)('of the image %s names its workspace', (image, workspace) => {
    const { name, version } = manifestOf(workspace);
    const [group, ownName] = name.split('/');
    const component = { group, name: ownName, version };
    expect(billOf(image)).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component } });
  });

  it.each(EACH_IMAGE)(
    'of the image %s has the dependencies of its sources, in their versions',
    (image, workspace) => {
      const held = packagesOf(billOf(image)).map(({ name, version }) => `${name}@${version}`);
      const named = manifestOf(workspace).dependencies ?? {};
      const ours = Object.entries(OUR_PACKAGES).flatMap(([name, folder]) => (name in named ? [folder] : []));
      const wanted = [workspace, ...ours].flatMap((folder) =>
        Object.entries(manifestOf(folder).dependencies ?? {}).filter(([name]) => !name.startsWith('@ctx/')),
      );
      expect(wanted.length).toBeGreaterThan(5);
      expect(held).toEqual(expect.arrayContaining(wanted.map(([name, version]) => `${name}@${version}`)));
    },
  );

  it.each(EACH_IMAGE)('of the image %s has a component for each dependency, and no other', (image) => {
    const { components, dependencies, metadata } = billOf(image);
    const refs = components.map((component) => component['bom-ref']);
    expect(new Set(refs).size).toBe(refs.length);
    expect(dependencies.map(({ ref }) => ref).sort()).toEqual(
      [...refs, metadata.component['bom-ref']].sort(),
    );
    const reached = new Set(dependencies.flatMap(({ dependsOn = [] }) => dependsOn));
    expect([...reached].sort()).toEqual([...refs].sort());
  });

  it.each(EACH_IMAGE)('of the image %s reveals nothing of the machine that made it', (image) => {
    for (const machine of [basename(scratch), ROOT, 'file:', 'resolved'])
      expect(textOf(image)).not.toContain(machine);
    expect(JSON.stringify(billOf(image).components)).not.toMatch(/https?:\/\//);
  });
});
